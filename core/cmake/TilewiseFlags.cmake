# Flags as targets and functions, so that nothing leaks into what includes this project.

# What every target of the project is compiled with.
add_library(tilewise_flags INTERFACE)
target_compile_features(tilewise_flags INTERFACE cxx_std_20)
target_compile_options(tilewise_flags INTERFACE
  # a*b+c must round twice on every machine, or native and WebAssembly answers differ in the last bit.
  -ffp-contract=off
  # -O2 everywhere: the fastest module for its size, and g++ 12 warns wrongly at -O3.
  $<$<CONFIG:Release>:-O2>)

if(EMSCRIPTEN)
  # Link-time optimisation makes the module about 6 % smaller.
  target_compile_options(tilewise_flags INTERFACE $<$<CONFIG:Release>:-flto>)
endif()

if(TILEWISE_SANITIZE)
  target_compile_options(tilewise_flags INTERFACE
    -fsanitize=${TILEWISE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -O1)
  target_link_options(tilewise_flags INTERFACE -fsanitize=${TILEWISE_SANITIZE})
endif()

if(TILEWISE_FUZZ)
  # The fuzzer steers by the branches that the core takes.
  target_compile_options(tilewise_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# tilewise_warnings(TARGET...): the warnings the project is clean under; errors in the presets and in CI,
# so that a newer compiler never stops somebody who only wants to build.
function(tilewise_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion
      $<$<BOOL:${TILEWISE_WERROR}>:-Werror>)
  endforeach()
endfunction()

if(EMSCRIPTEN)
  # One stack size for every version: 3.1.27 renamed the flag and made the default 64 KB, too small for JSON
  # at the depth limit.
  if(EMSCRIPTEN_VERSION VERSION_GREATER_EQUAL 3.1.27)
    set(TILEWISE_STACK_FLAG -sSTACK_SIZE=1MB)
  else()
    set(TILEWISE_STACK_FLAG -sTOTAL_STACK=1MB)
  endif()
endif()

# tilewise_node_program(TARGET): makes an executable that Node runs and that works on this machine's files.
function(tilewise_node_program target)
  # Catch2 throws to leave a failed REQUIRE; the core below it stays without exceptions.
  target_compile_options(${target} PRIVATE -fexceptions)
  target_link_options(${target} PRIVATE
    -fexceptions
    -sEXIT_RUNTIME=1         # main's exit code becomes the process's
    -sALLOW_MEMORY_GROWTH=1
    -sENVIRONMENT=node
    ${TILEWISE_STACK_FLAG}
    -sNODERAWFS=1            # golden files are read, and rewritten, where they lie
    "--pre-js=${PROJECT_SOURCE_DIR}/tests/support/no_fetch.js")
endfunction()

# Emscripten's optimiser is a Node program that needs the package acorn. Debian's acorn lies where only
# Debian's own Node looks.
if(EMSCRIPTEN AND EXISTS /usr/share/nodejs/acorn)
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
    "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs:$ENV{NODE_PATH}")
endif()
