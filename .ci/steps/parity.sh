#!/usr/bin/env bash
# The same questions to the native core and to the two modules: the answers are the same bytes.
# Needs the steps native and wasm.
. "$(dirname "$0")/../checks.sh"

folder=build/parity
mkdir -p "$folder"
native() { build/native/tests/tilewise_parity "$@"; }
ask_native() { native answer <"$folder/requests.txt" >"$folder/native.txt"; }
ask() { node tests/parity/wasm.mjs build/wasm/module "$@" <"$folder/requests.txt"; }
# The first module where it can, the second for the rest; and the second alone.
ask_first() { ask tilewise tilewise-more >"$folder/first.txt"; }
ask_second() { ask tilewise-more >"$folder/second.txt"; }
write_requests() { native requests 20260101 2000 >"$folder/requests.txt"; }

check "requests" write_requests &&
  check "native answers" ask_native &&
  check "answers of the first module" ask_first &&
  check "they are the same bytes" cmp "$folder/native.txt" "$folder/first.txt" &&
  check "answers of the second module" ask_second &&
  check "they are the same bytes" cmp "$folder/native.txt" "$folder/second.txt"
