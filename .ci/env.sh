# What every script of this folder starts with: the root of the checkout, and the programs that setup.sh
# may have put beside the system's. Sourced, never run.

TILEWISE_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
TILEWISE_CACHE="$TILEWISE_ROOT/.cache"
export TILEWISE_ROOT TILEWISE_CACHE

# Node 20 from setup.sh, where the system's Node is older.
if [ -x "$TILEWISE_CACHE/node/bin/node" ]; then
  PATH="$TILEWISE_CACHE/node/bin:$PATH"
  export PATH
fi

# Catch2 3 as source, where the system's Catch2 is a native library.
if [ -f "$TILEWISE_CACHE/catch2/catch_amalgamated.cpp" ]; then
  export TILEWISE_CATCH_AMALGAMATED="$TILEWISE_CACHE/catch2"
fi

# Rebuilds are quick where ccache happens to be installed; nothing needs it.
if command -v ccache >/dev/null 2>&1; then
  export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
fi

say() { printf '%s\n' "$*"; }
die() {
  printf '%s\n' "$*" >&2
  exit 1
}

node_major() { "${1:-node}" --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p'; }

# The first browser of the Chromium family that is installed; empty when there is none.
find_chromium() {
  local name
  for name in "${TILEWISE_CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
      command -v "$name"
      return 0
    fi
  done
}
