#!/usr/bin/env bash
# The built page in a real browser. Needs the step web.
. "$(dirname "$0")/../checks.sh"

TILEWISE_CHROMIUM="$(find_chromium)"
export TILEWISE_CHROMIUM
export TILEWISE_CLI="$TILEWISE_ROOT/build/native/core/cli/tilewise"
node_check "browser tests" npm --prefix web run --silent e2e
exit 0
