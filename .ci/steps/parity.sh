#!/usr/bin/env bash
# The same questions to the native core and to the module: the answers are the same bytes.
# Needs the steps native and wasm.
. "$(dirname "$0")/../checks.sh"

folder=build/parity
mkdir -p "$folder"
native() { build/native/tests/tilewise_parity "$@"; }
ask_native() { native answer <"$folder/requests.txt" >"$folder/native.txt"; }
ask_module() { node tests/parity/wasm.mjs build/wasm/module <"$folder/requests.txt" >"$folder/wasm.txt"; }
write_requests() { native requests 20260101 2000 >"$folder/requests.txt"; }

check "requests" write_requests &&
  check "native answers" ask_native &&
  check "module answers" ask_module &&
  check "the answers are the same bytes" cmp "$folder/native.txt" "$folder/wasm.txt"
