# Finds Emscripten by its compiler, wherever it is installed, and uses its own toolchain file.
find_program(TILEWISE_EMCC emcc REQUIRED)
file(REAL_PATH "${TILEWISE_EMCC}" TILEWISE_EMCC_REAL)
get_filename_component(TILEWISE_EMSCRIPTEN_ROOT "${TILEWISE_EMCC_REAL}" DIRECTORY)
include("${TILEWISE_EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
