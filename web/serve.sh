#!/usr/bin/env bash
# The page on this machine: installs what is missing, builds the core natively and as WebAssembly, builds
# the page, prints the default comparison on the command line, and serves the page.
#
#   web/serve.sh               http://localhost:8080/
#   web/serve.sh --port 9000   another port
#   web/serve.sh --no-serve    build only
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../.ci/env.sh"
cd "$TILEWISE_ROOT"

port=8080
serve=yes
while [ $# -gt 0 ]; do
  case "$1" in
    --port) port="${2:?--port needs a number}"; shift 2 ;;
    --no-serve) serve=no; shift ;;
    *) die "usage: web/serve.sh [--port N] [--no-serve]" ;;
  esac
done

bash .ci/setup.sh --native --web
. .ci/env.sh

quietly() {
  local log
  log="$(mktemp)"
  "$@" >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
  rm -f "$log"
}

# The folders of the presets, so that the tests do not build everything again.
say "building the command line"
quietly cmake -S . -B build/native -G Ninja
quietly cmake --build build/native --target tilewise
say "building the module"
quietly cmake -S . -B build/wasm -G Ninja -DCMAKE_TOOLCHAIN_FILE="$TILEWISE_ROOT/wasm/toolchain.cmake"
quietly cmake --build build/wasm --target tilewise_module
say "building the page"
quietly npm --prefix web run build

say ""
build/native/core/cli/tilewise estimate "v=1"
say ""
if [ "$serve" = yes ]; then exec node web/serve.mjs --port "$port"; fi
