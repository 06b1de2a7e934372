#!/usr/bin/env bash
# The page: types, unit tests, build, size budgets. Needs the step wasm; the build also asks the native core.
. "$(dirname "$0")/../checks.sh"

check "types" npm --prefix web run --silent check
check "build" npm --prefix web run --silent build
node_check "unit tests of the page" npm --prefix web run --silent test
# The budgets are for the published page, which Emscripten 3.1.6 makes; other versions differ by a few KB.
if emcc --version | head -n 1 | grep -qE ' 3\.1\.6( |$)'; then
  check "size budgets" node .ci/sizes.mjs
else
  node .ci/sizes.mjs
fi
exit 0
