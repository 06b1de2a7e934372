#!/usr/bin/env bash
# Installs what is missing, then runs everything: builds, tests, sanitizers, WebAssembly, parity, the page,
# the browser. A failed step does not stop the others. Logs are in build/logs; the last line is the sum.
#
#   tests/run.sh                  everything
#   tests/run.sh native rules     some steps of .ci/steps
set -u
. "$(dirname "${BASH_SOURCE[0]}")/../.ci/env.sh"
cd "$TILEWISE_ROOT" || exit 1

steps=("$@")
[ "${#steps[@]}" -gt 0 ] || steps=(rules native clang wasm parity web e2e clean)
logs=build/logs
mkdir -p "$logs"
passed=0
failed=0

# run_step NAME COMMAND...: a line when it starts, its own lines, its time.
run_step() {
  local name="$1" start sum
  shift
  start="$(date +%s)"
  say "== $name"
  "$@" 2>&1 </dev/null | tee "$logs/$name.log"
  sum="$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$logs/$name.log" | tail -n 1)"
  [ -n "$sum" ] || sum="0 passed, 1 failed"
  passed=$((passed + ${sum%% *}))
  sum="${sum#*, }"
  failed=$((failed + ${sum%% *}))
  say "   $name took $(($(date +%s) - start)) s"
}

run_step setup bash .ci/steps/setup.sh
. .ci/env.sh
for step in "${steps[@]}"; do run_step "$step" bash ".ci/steps/$step.sh"; done

say "$passed passed, $failed failed"
[ "$failed" = 0 ]
