#!/usr/bin/env bash
# The module of the page, and the tests of the core as WebAssembly under Node.
. "$(dirname "$0")/../checks.sh"

check "configure" cmake --preset wasm ${TILEWISE_CATCH_AMALGAMATED:+"-DTILEWISE_CATCH_AMALGAMATED=$TILEWISE_CATCH_AMALGAMATED"} &&
  check "build" cmake --build --preset wasm &&
  catch_check "tests under Node" node build/wasm/tests/tilewise_tests.js
