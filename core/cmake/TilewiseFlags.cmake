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

# tilewise_warnings(TARGET...): the warnings the project is clean under; errors in the presets and in CI,
# so that a newer compiler never stops somebody who only wants to build.
function(tilewise_warnings)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion
      $<$<BOOL:${TILEWISE_WERROR}>:-Werror>)
  endforeach()
endfunction()
