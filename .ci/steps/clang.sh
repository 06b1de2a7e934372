#!/usr/bin/env bash
# The same with clang, under the address and undefined-behaviour sanitizers, and the inputs that once broke
# a reader or that a fuzzer found worth keeping.
. "$(dirname "$0")/../checks.sh"

export UBSAN_OPTIONS=print_stacktrace=1
check "configure" cmake --preset asan || exit
check "build" cmake --build --preset asan || exit
catch_check "tests under sanitizers" build/asan/tests/tilewise_tests
for target in link scenario config gguf; do
  check "replay of the $target inputs" "build/asan/tests/tilewise_${target}_fuzz" "tests/fuzz/corpus/$target"
done
exit 0
