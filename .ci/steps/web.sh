#!/usr/bin/env bash
# The page: types, unit tests, build, size budgets. Needs the step wasm; the build also asks the native core.
. "$(dirname "$0")/../checks.sh"

check "types" npm --prefix web run --silent check
check "build" npm --prefix web run --silent build
node_check "unit tests of the page" npm --prefix web run --silent test
check "size budgets" node .ci/sizes.mjs
exit 0
