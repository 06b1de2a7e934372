#!/usr/bin/env bash
# The core, the command line and the tests with g++, warnings as errors.
. "$(dirname "$0")/../checks.sh"

export CXX="${CXX:-g++}"
check "configure" cmake --preset native &&
  check "build" cmake --build --preset native &&
  catch_check "tests" build/native/tests/tilewise_tests
check "the answers in the README" python3 tests/readme.py build/native/core/cli/tilewise
