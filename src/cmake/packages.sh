# shellcheck shell=bash disable=SC2034
# The Debian 12 packages skillcat needs, and their installation. Sourced by src/try.sh and
# tests/run.sh; a dependency is added here when CMake starts to look for it.

build_packages=(
  g++ cmake ninja-build pkg-config
  libsqlite3-dev libsqlitecpp-dev nlohmann-json3-dev libcmark-gfm-dev libcmark-gfm-extensions-dev
  libyaml-dev libspdlog-dev libfmt-dev libcli11-dev libutf8proc-dev libssl-dev libexpected-dev
  libstemmer-dev libre2-dev libmicrohttpd-dev libcurl4-openssl-dev libtomlplusplus-dev
)
test_packages=(catch2 clang-format clang-tidy python3 git)
bench_packages=(libxapian-dev ripgrep wrk)

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# install_packages NAME...: installs those that are missing; touches neither apt nor the network
# when none is.
install_packages() {
  local name missing=()
  for name in "$@"; do
    case $(dpkg-query --show --showformat='${db:Status-Status} ' "$name" 2>/dev/null || true) in
      installed*) ;;
      *) missing+=("$name") ;;
    esac
  done
  if [ ${#missing[@]} = 0 ]; then
    echo "== all $# packages are installed"
    return
  fi
  echo "== installing: ${missing[*]}"
  as_root apt-get update -qq
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}"
}
