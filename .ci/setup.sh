#!/usr/bin/env bash
# Installs what is missing to build, serve and test Tilewise. Debian 12 and 13, Ubuntu; elsewhere it says
# what to install. Safe to run again: when nothing is missing it asks no server and takes a second.
#
#   .ci/setup.sh              everything
#   .ci/setup.sh --native     the command line
#   .ci/setup.sh --web        the page (with --native, what web/serve.sh needs)
#   .ci/setup.sh --tests      the tests of the core, natively and as WebAssembly
#   .ci/setup.sh --browsers   the browser tests
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# Each line: group, Debian package, and the file or command that shows it is there already.
needed() {
  cat <<'LIST'
native g++ command:g++
native cmake command:cmake
native ninja-build command:ninja
native python3 command:python3
native git command:git
native nlohmann-json3-dev header:nlohmann/json.hpp
native libexpected-dev header:tl/expected.hpp
native libcli11-dev header:CLI/CLI.hpp
native ca-certificates file:/etc/ssl/certs/ca-certificates.crt
tests catch2 header:catch2
tests clang command:clang++
web emscripten command:emcc
web nodejs command:node
web npm command:npm
web zopfli command:zopfli
browsers chromium chromium
browsers fonts-noto-cjk font:NotoSansCJK
LIST
}

# Clang's sanitizers are a package of their own on Debian.
needed_for_clang() {
  local runtime
  runtime="$(clang++ --print-runtime-dir 2>/dev/null || true)"
  compgen -G "$runtime/libclang_rt.asan*.a" >/dev/null || say libclang-rt-dev
}

is_there() {
  local kind="${1%%:*}" what="${1#*:}"
  case "$kind" in
    command) command -v "$what" >/dev/null 2>&1 ;;
    header) [ -e "/usr/include/$what" ] || [ -e "/usr/local/include/$what" ] ;;
    file) [ -e "$what" ] ;;
    font) ls /usr/share/fonts/opentype/noto/"$what"* /usr/share/fonts/*/*/"$what"* >/dev/null 2>&1 ;;
    chromium) [ -n "$(find_chromium)" ] ;;
  esac
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  as_root apt-get -qq update
  # Without recommended packages: they are fonts, documentation and a second compiler.
  as_root apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

install_packages() {
  local groups=" $* " missing=() group package probe
  while read -r group package probe; do
    [[ "$groups" == *" $group "* ]] || continue
    is_there "$probe" || missing+=("$package")
  done < <(needed)
  if [[ "$groups" == *" tests "* ]]; then
    mapfile -t -O "${#missing[@]}" missing < <(needed_for_clang)
  fi
  [ "${#missing[@]}" -gt 0 ] || return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    die "Please install what these Debian packages hold, then run this again: ${missing[*]}"
  fi
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null 2>&1; then
    die "Please run as root, or install yourself: ${missing[*]}"
  fi
  say "installing ${missing[*]}"
  apt_install "${missing[@]}"
}

# The browser tests need Node 20; Debian 12 has 18. It goes beside the system's, into .cache.
install_node() {
  local major arch
  major="$(node_major)"
  [ "${major:-0}" -lt 20 ] || return 0
  case "$(uname -m)" in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) die "Please install Node 20 or newer; there is no package of it for $(uname -m)." ;;
  esac
  say "installing Node 20 into .cache/node (the system's is ${major:-none})"
  mkdir -p "$TILEWISE_CACHE/node/bin"
  npm install --silent --no-audit --no-fund --prefix "$TILEWISE_CACHE/node" "node-linux-$arch@20" npm@10
  ln -sf "../node_modules/node-linux-$arch/bin/node" "$TILEWISE_CACHE/node/bin/node"
  ln -sf ../node_modules/npm/bin/npm-cli.js "$TILEWISE_CACHE/node/bin/npm"
  ln -sf ../node_modules/npm/bin/npx-cli.js "$TILEWISE_CACHE/node/bin/npx"
  PATH="$TILEWISE_CACHE/node/bin:$PATH"
  hash -r
  [ "$(node_major)" -ge 20 ] || die "Node 20 was installed but does not run."
}

# npm ci, unless it has run for this very lock file.
install_npm_packages() {
  cd "$TILEWISE_ROOT/web"
  local stamp=node_modules/.tilewise-lock
  if [ -f "$stamp" ] && cmp -s package-lock.json "$stamp"; then return 0; fi
  say "npm ci in web/"
  npm ci --silent --no-audit --no-fund
  cp package-lock.json "$stamp"
}

# Debian 13 and later: Catch2 3 is a native library. Its source in one file serves WebAssembly.
install_catch_source() {
  if [ -e /usr/include/catch2/catch.hpp ] || [ -f "$TILEWISE_CACHE/catch2/catch_amalgamated.cpp" ]; then
    return 0
  fi
  say "fetching the source of Catch2 3 for the WebAssembly tests"
  local work lists
  work="$(mktemp -d)"
  lists="$work/sources.list"
  . /etc/os-release
  local mirror
  mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)"
  say "deb-src $mirror ${VERSION_CODENAME} main universe" >"$lists"
  if [ "$ID" = debian ]; then sed -i 's/ universe//' "$lists"; fi
  as_root apt-get -qq install -y --no-install-recommends dpkg-dev >/dev/null
  mkdir -p "$work/state/lists/partial"
  (cd "$work" &&
    apt-get -qq -o Dir::Etc::sourcelist="$lists" -o Dir::Etc::sourceparts=/dev/null \
      -o Dir::State::lists="$work/state/lists" -o APT::Sandbox::User=root update &&
    apt-get -qq -o Dir::Etc::sourcelist="$lists" -o Dir::Etc::sourceparts=/dev/null \
      -o Dir::State::lists="$work/state/lists" -o APT::Sandbox::User=root source catch2 >/dev/null)
  mkdir -p "$TILEWISE_CACHE/catch2"
  cp "$work"/catch2-*/extras/catch_amalgamated.[ch]pp "$TILEWISE_CACHE/catch2/"
  rm -rf "$work"
}

main() {
  local groups=() option
  for option in "$@"; do
    case "$option" in
      --native | --web | --tests | --browsers) groups+=("${option#--}") ;;
      *) die "usage: .ci/setup.sh [--native] [--web] [--tests] [--browsers]" ;;
    esac
  done
  [ "${#groups[@]}" -gt 0 ] || groups=(native web tests browsers)
  install_packages "${groups[@]}"
  local all=" ${groups[*]} "
  if [[ "$all" == *" web "* || "$all" == *" browsers "* ]]; then
    install_node
    install_npm_packages
  fi
  if [[ "$all" == *" tests "* && "$all" == *" web "* ]]; then install_catch_source; fi
}

main "$@"
