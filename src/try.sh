#!/usr/bin/env bash
# From a fresh Debian 12 to a first search: installs what is missing, builds, and tries skillcat on
# a temporary catalog. Run it as root or with sudo at hand, from anywhere, as often as you like.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
skillcat=$root/build/release/bin/skillcat
source "$root/src/cmake/packages.sh"

build() {
  echo "== building $root/build/release"
  cd "$root"
  cmake --preset release
  cmake --build --preset release
}

try_it() {
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  # Your own catalog and configuration stay as they are.
  export SKILLCAT_CATALOG=$scratch/catalog.db SKILLCAT_CONFIG=$scratch/config.json
  echo "== trying it with a temporary catalog"
  echo '$ skillcat index'
  "$skillcat" index
  echo '$ skillcat search "review code changes"'
  "$skillcat" search "review code changes"
}

say_how_to_go_on() {
  cat <<END

skillcat is $skillcat
Go on with your own catalog:
  export PATH=$root/build/release/bin:\$PATH
  skillcat index                     # find and index the skills of this machine
  skillcat search "what you need"    # ranked; --json for programs
  skillcat --help                    # everything else, examples first
END
}

start_folder=$PWD
install_packages "${build_packages[@]}"
build
cd "$start_folder"  # skillcat looks for skills in the working folder too
try_it
say_how_to_go_on
