# Counting for the steps. A step is a list of checks; all of them run, whatever fails. Sourced, never run.
#
#   check NAME COMMAND...        one check: the command succeeds
#   catch_check NAME COMMAND...  a Catch2 program: its test cases are counted
#   node_check NAME COMMAND...   Node's test runner: its tests are counted
#
# The last line of a step is "N passed, N failed"; run.sh adds them up.
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"
cd "$TILEWISE_ROOT" || exit 1

checks_passed=0
checks_failed=0
check_log="$(mktemp)"

count() {
  checks_passed=$((checks_passed + $1))
  checks_failed=$((checks_failed + $2))
}

# report NAME STATUS START: one line, and the end of the output when the check failed.
report() {
  local word=ok
  [ "$2" = 0 ] || word=FAILED
  printf '  %-6s %s (%d s)\n' "$word" "$1" "$(($(date +%s) - $3))"
  [ "$2" = 0 ] && return
  # Node's runner names a failed test where it ran, often far above the end.
  { grep -A 20 '^not ok' "$check_log" | head -n 60; tail -n "${TILEWISE_FAILURE_LINES:-60}" "$check_log"; } | sed 's/^/    | /'
}

check() {
  local name="$1" start status=0
  shift
  start="$(date +%s)"
  "$@" >"$check_log" 2>&1 </dev/null || status=$?
  if [ "$status" = 0 ]; then count 1 0; else count 0 1; fi
  report "$name" "$status" "$start"
  return "$status"
}

without_colour() { sed 's/\x1b\[[0-9;]*m//g' "$check_log"; }

# Catch2 ends with "All tests passed (A assertions in T test cases)" or "test cases: T | P passed | F failed".
catch_check() {
  local name="$1" start status=0 good bad
  shift
  start="$(date +%s)"
  "$@" >"$check_log" 2>&1 </dev/null || status=$?
  good="$(without_colour | sed -n \
    -e 's/.*All tests passed (.* in \([0-9]*\) test cases*).*/\1/p' \
    -e 's/.*test cases:.*| *\([0-9]*\) passed.*/\1/p' | tail -n 1)"
  bad="$(without_colour | sed -n 's/.*test cases:.*| *\([0-9]*\) failed.*/\1/p' | tail -n 1)"
  count_run "$status" "${good:-0}" "${bad:-0}"
  report "$name: ${good:-0} passed" "$status" "$start"
  return "$status"
}

# Node's runner ends with "# pass N" and "# fail N", or with an information sign instead of the hash.
node_check() {
  local name="$1" start status=0 good bad
  shift
  start="$(date +%s)"
  "$@" >"$check_log" 2>&1 </dev/null || status=$?
  good="$(without_colour | sed -n 's/^[^a-z]*pass \([0-9]*\)$/\1/p' | tail -n 1)"
  bad="$(without_colour | sed -n 's/^[^a-z]*fail \([0-9]*\)$/\1/p' | tail -n 1)"
  count_run "$status" "${good:-0}" "${bad:-0}"
  report "$name: ${good:-0} passed" "$status" "$start"
  return "$status"
}

# A run that ended badly without naming a failed test, or that ran none, is a failure by itself.
count_run() {
  local status="$1" good="$2" bad="$3"
  if [ "$bad" = 0 ] && { [ "$status" != 0 ] || [ "$good" = 0 ]; }; then bad=1; fi
  count "$good" "$bad"
}

finish() {
  local status=$?
  rm -f "$check_log"
  if [ "$status" != 0 ] && [ "$checks_failed" = 0 ]; then checks_failed=1; fi
  printf '%d passed, %d failed\n' "$checks_passed" "$checks_failed"
  [ "$checks_failed" = 0 ] || exit 1
  exit 0
}
trap finish EXIT
