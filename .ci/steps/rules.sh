#!/usr/bin/env bash
# The rules of the code that a compiler does not know.
. "$(dirname "$0")/../checks.sh"

# nothing_matches PATTERN PATH...: no tracked or new text has the pattern.
nothing_matches() {
  local pattern="$1"
  shift
  ! git grep --untracked -nE "$pattern" -- "$@"
}

# Only these round the same way natively and in WebAssembly: + - * / sqrt floor ceil min max.
no_inexact_maths() {
  nothing_matches '(^|[^A-Za-z0-9_.>"])(std::)?(pow|exp|exp2|expm1|log|log2|log10|log1p|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|cbrt|hypot|erf|erfc|tgamma|lgamma|fma|fmod|remainder|pow10|round|nearbyint|rint)f? *\(' \
    'core/include/*.hpp' 'core/src/*.[ch]pp'
}

# iostream and sstream add 26 KB to the module; the others are missing from one of the compilers.
no_heavy_headers() {
  nothing_matches '#include <(iostream|sstream|fstream|iomanip|format|expected|ranges|source_location|unordered_map|unordered_set|regex|thread)>' \
    'core/include/*.hpp' 'core/src/*.[ch]pp'
}

no_notes_to_self() {
  nothing_matches '(TODO|FIXME|XXX|HACK)' core wasm web/src web/*.mjs tests/*/*.[ch]pp tests/*/*.mjs
}

# nlohmann/json.hpp takes seconds to compile, each time it is included.
few_json_units() {
  local count
  count="$(git grep --untracked -lE '#include <nlohmann/json.hpp>' -- 'core/src/*.cpp' 'core/src/*.hpp' 'core/include/*.hpp' | wc -l)"
  [ "$count" -le 6 ] || { say "$count files of the core include nlohmann/json.hpp"; return 1; }
}

short_files() {
  local file lines bad=0
  while read -r file; do
    lines="$(wc -l <"$file")"
    if [ "$lines" -gt 300 ]; then say "$file has $lines lines, more than 300"; bad=1; fi
  done < <(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' '*.js' '*.mjs' '*.jsx' '*.py' '*.sh')
  return "$bad"
}

# Sources are listed by name: a file that nobody lists is not built and not tested.
every_source_is_built() {
  local file bad=0
  while read -r file; do
    grep -q "$(basename "$file")" core/CMakeLists.txt core/*/CMakeLists.txt || { say "$file is in no list"; bad=1; }
  done < <(git ls-files --cached --others --exclude-standard 'core/src/*.cpp' 'core/score/*.cpp' 'core/cli/*.cpp')
  while read -r file; do
    grep -q "$(basename "$file")" tests/CMakeLists.txt tests/*/CMakeLists.txt 2>/dev/null ||
      { say "$file is in no list"; bad=1; }
  done < <(git ls-files --cached --others --exclude-standard 'tests/*_test.cpp')
  return "$bad"
}

# The data flows one way. Only resolve asks forward, for how many sequences the memory holds.
folders_in_order() {
  local order="base catalogue scenario calibration resolve lower place memory time estimate questions explain import api"
  git grep --untracked -oE '#include "[a-z]+/[a-z_]+\.hpp"' -- core/src | awk -v order="$order" '
    BEGIN { count = split(order, names, " "); for (i = 1; i <= count; ++i) place[names[i]] = i }
    { split($0, part, "/"); split($0, text, "\""); split(text[2], target, "/") }
    text[2] == "memory/concurrency.hpp" && part[3] == "resolve" { next }
    !(part[3] in place) || !(target[1] in place) || place[target[1]] > place[part[3]] { print; bad = 1 }
    END { exit bad }'
}

golden_files_are_pairs() {
  local file bad=0
  for file in tests/golden/*.request.json; do
    [ -e "${file%.request.json}.result.json" ] || { say "$file has no result"; bad=1; }
  done
  for file in tests/golden/*.result.json; do
    [ -e "${file%.result.json}.request.json" ] || { say "$file has no request"; bad=1; }
  done
  return "$bad"
}

check "no maths that differs between native and WebAssembly" no_inexact_maths
check "no header that is heavy or missing on a compiler" no_heavy_headers
check "no notes to self" no_notes_to_self
check "few units include nlohmann" few_json_units
check "no file above 300 lines" short_files
check "every source is in a list" every_source_is_built
check "the folders of the core include in the order of the data flow" folders_in_order
check "golden requests and results are pairs" golden_files_are_pairs
check "every number of the catalogue has a source" python3 core/data/generate_tables.py --check
check "a bad catalogue is refused" python3 tests/unit/catalogue_data_test.py
check "every code of the core has its texts in both languages" python3 tests/unit/messages_test.py
exit 0
