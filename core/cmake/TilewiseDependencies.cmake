# The header-only libraries, each as a target of its own.
#
# Every library is linked into a folder of the build tree and included from there. A cross compiler must
# not see the host's whole include folder, where these headers lie, and one way for both builds is less
# to know than two.

# tilewise_header_library(TARGET FOLDER PROBE PACKAGE): FOLDER is the folder that is included, PROBE a
# header in it, PACKAGE the name to install on Debian and Ubuntu.
function(tilewise_header_library target folder probe package)
  find_path(${target}_INCLUDE_DIR "${folder}/${probe}"
    PATHS /usr/include /usr/local/include /opt/homebrew/include
    NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${target}_INCLUDE_DIR)
    message(FATAL_ERROR
      "${folder}/${probe} was not found. Install it (Debian, Ubuntu: apt-get install ${package}), "
      "run .ci/setup.sh, or name its place with -D${target}_INCLUDE_DIR=FOLDER.")
  endif()
  set(links "${PROJECT_BINARY_DIR}/headers/${target}")
  file(MAKE_DIRECTORY "${links}")
  file(CREATE_LINK "${${target}_INCLUDE_DIR}/${folder}" "${links}/${folder}" SYMBOLIC)
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE "${links}")
endfunction()

tilewise_header_library(tilewise_json nlohmann json.hpp nlohmann-json3-dev)
tilewise_header_library(tilewise_expected tl expected.hpp libexpected-dev)
