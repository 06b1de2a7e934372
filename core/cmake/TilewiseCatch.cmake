# Catch2, version 2 or 3, as the target tilewise_catch.

if(NOT EMSCRIPTEN)
  find_package(Catch2 3 QUIET)
endif()

if(TARGET Catch2::Catch2)
  # Version 3 natively: a library.
  add_library(tilewise_catch INTERFACE)
  target_link_libraries(tilewise_catch INTERFACE Catch2::Catch2)
elseif(TILEWISE_CATCH_AMALGAMATED)
  # Version 3 under WebAssembly: its one-file form, named by the caller, compiled with the tests' flags.
  add_library(tilewise_catch STATIC "${TILEWISE_CATCH_AMALGAMATED}/catch_amalgamated.cpp")
  target_include_directories(tilewise_catch SYSTEM PUBLIC "${TILEWISE_CATCH_AMALGAMATED}")
  target_link_libraries(tilewise_catch PRIVATE tilewise_flags)
  if(EMSCRIPTEN)
    target_compile_options(tilewise_catch PUBLIC -fexceptions)
  endif()
else()
  # Version 2: one header.
  tilewise_header_library(tilewise_catch catch2 catch.hpp catch2)
endif()

# tilewise_node_program(TARGET): makes an executable that Node runs and that reads files of this machine.
function(tilewise_node_program target)
  # Catch2 throws to leave a failed REQUIRE; the core below it stays without exceptions.
  target_compile_options(${target} PRIVATE -fexceptions)
  target_link_options(${target} PRIVATE
    -fexceptions
    -sEXIT_RUNTIME=1          # the exit code of main becomes that of the process
    -sALLOW_MEMORY_GROWTH=1
    -sENVIRONMENT=node
    -sNODERAWFS=1             # golden files are read, and rewritten, where they lie
    -sASSERTIONS=0)
endfunction()
