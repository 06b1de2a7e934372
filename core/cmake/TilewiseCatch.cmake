# Catch2, version 2 or 3, as the target tilewise_catch.

if(NOT EMSCRIPTEN)
  find_package(Catch2 3 QUIET)
endif()

if(TARGET Catch2::Catch2)
  # Version 3 natively: a library.
  add_library(tilewise_catch INTERFACE)
  target_link_libraries(tilewise_catch INTERFACE Catch2::Catch2)
elseif(TILEWISE_CATCH_AMALGAMATED)
  # Version 3 under WebAssembly: its one-file form, in a folder named by the caller, because an installed
  # library is native code.
  add_library(tilewise_catch STATIC "${TILEWISE_CATCH_AMALGAMATED}/catch_amalgamated.cpp")
  target_include_directories(tilewise_catch SYSTEM PUBLIC "${TILEWISE_CATCH_AMALGAMATED}")
  target_link_libraries(tilewise_catch PRIVATE tilewise_flags)
  target_compile_definitions(tilewise_catch PRIVATE CATCH_AMALGAMATED_CUSTOM_MAIN)  # support/main.cpp is it
  if(EMSCRIPTEN)
    target_compile_options(tilewise_catch PRIVATE -fexceptions)
  endif()
else()
  # Version 2: one header.
  tilewise_header_library(tilewise_catch catch2 catch.hpp catch2)
endif()
