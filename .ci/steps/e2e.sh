#!/usr/bin/env bash
# The built page in a real browser. Needs the step web.
. "$(dirname "$0")/../checks.sh"

TILEWISE_CHROMIUM="$(find_chromium)"
export TILEWISE_CHROMIUM
export TILEWISE_CLI="$TILEWISE_ROOT/build/native/core/cli/tilewise"
# A browser that was never started loads for long: not at the cost of the first test.
timeout 60 "$TILEWISE_CHROMIUM" --headless --no-sandbox --disable-gpu --dump-dom about:blank >/dev/null 2>&1
node_check "browser tests" npm --prefix web run --silent e2e
grep '^second run:' "$check_log" | sed 's/^/    /'
check "the page and the embed in Firefox and WebKit, where they are installed" node tests/e2e/engines.mjs
exit 0
