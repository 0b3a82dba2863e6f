#!/usr/bin/env bash
# Builds skillcat and runs all tests: tests/run.sh [dev|asan|tsan] [--only REGEX]
# --only runs the tests whose name matches, e.g. --only '^cli: '.
# The last line is "N passed, N failed"; exits non-zero when a test failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source src/cmake/packages.sh

preset=dev
only=.
while [ $# -gt 0 ]; do
  case $1 in
    dev | asan | tsan) preset=$1 ;;
    --only) only=${2:?--only needs a regular expression} && shift ;;
    *) echo "usage: tests/run.sh [dev|asan|tsan] [--only REGEX]" >&2 && exit 2 ;;
  esac
  shift
done

export NO_COLOR=1 CLICOLOR=0 TERM=dumb

# The leak check attaches to its own process, which some containers forbid.
leak_check_works() {
  local folder works=0
  folder=$(mktemp -d)
  echo 'int main() {}' | g++ -fsanitize=address -x c++ - -o "$folder/probe"
  ASAN_OPTIONS=detect_leaks=1 "$folder/probe" >"$folder/log" 2>&1 || works=1
  rm -r "$folder"
  return $works
}

# Also for the build: it runs the test programs to list their tests.
launcher=()
set_up_sanitizer() {
  case $preset in
    asan)
      local leaks=0
      if leak_check_works; then leaks=1; fi
      export ASAN_OPTIONS=detect_leaks=$leaks:halt_on_error=1:strict_string_checks=1
      export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
      echo "== ASAN_OPTIONS=$ASAN_OPTIONS"
      ;;
    tsan)
      export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1
      # Its shadow memory of g++ 12 does not fit the address randomisation of newer kernels.
      if setarch --addr-no-randomize true 2>/dev/null; then
        launcher=(setarch --addr-no-randomize)
      fi
      echo "== TSAN_OPTIONS=$TSAN_OPTIONS ${launcher[*]}"
      ;;
  esac
}

# Real MCP clients and servers, from the npm registry. Their install scripts are not run.
# install_from_npm FOLDER_OF_PACKAGE_JSON FOLDER
install_from_npm() {
  if ! command -v npm >/dev/null; then install_packages nodejs npm; fi
  mkdir -p "$2"
  if cmp -s "$1/package.json" "$2/package.json" && [ -d "$2/node_modules" ]; then return; fi
  echo "== installing what $1/package.json names"
  cp "$1/package.json" "$2/"
  npm install --prefix "$2" --ignore-scripts --no-audit --no-fund --no-package-lock --loglevel error
}

trap 'echo "0 passed, 1 failed"' EXIT  # until tests have run, stopping is one failure
install_packages "${build_packages[@]}" "${test_packages[@]}"
install_from_npm tests/serve/clients build/clients
install_from_npm tests/mcp/servers build/servers
set_up_sanitizer
echo "== building build/$preset"
cmake --preset "$preset"
"${launcher[@]}" cmake --build --preset "$preset"

echo "== testing build/$preset"
log=build/$preset/ctest.log
"${launcher[@]}" ctest --preset "$preset" --parallel 2 --timeout 120 --no-tests=error \
  --tests-regex "$only" 2>&1 | tee "$log" || true  # the summary below tells
summary=$(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\)$/\1 \2/p' "$log")
[ -n "$summary" ]
read -r failed total <<<"$summary"

trap - EXIT
echo "$((total - failed)) passed, $failed failed"
[ "$failed" = 0 ]
