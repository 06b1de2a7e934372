#!/usr/bin/env bash
# Rewriting the golden results changes nothing, and no step has changed a tracked file. Needs the step native.
. "$(dirname "$0")/../checks.sh"

# The golden files, their names and their bytes.
fingerprint() { find tests/golden -name '*.json' -print0 | sort -z | xargs -0 sha256sum; }

rewriting_changes_nothing() {
  local before after
  before="$(fingerprint)"
  REGEN=1 build/native/tests/tilewise_tests "every golden request*" || return 1
  after="$(fingerprint)"
  [ "$before" = "$after" ] || { diff <(say "$before") <(say "$after"); return 1; }
}

no_tracked_file_changed() {
  # Somebody at work has changes of their own; a fresh clone has none.
  [ "${CI:-}" = true ] || return 0
  [ -z "$(git status --porcelain)" ] || { git status --short; return 1; }
}

check "the golden results are what the core answers" rewriting_changes_nothing
check "the checkout is as it was" no_tracked_file_changed
exit 0
