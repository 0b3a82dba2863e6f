#!/usr/bin/env bash
# Fuzzes the postings with libFuzzer: tests/fuzz/run.sh [SECONDS a target] [codec|search]
# Needs clang-14 and libclang-rt-14-dev, and build/release for the embedded files. What it finds lies in build/fuzz; a finding becomes a test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:-60}
targets=${2:-codec search}

out=build/fuzz
mkdir -p "$out"
flags=(-std=c++20 -g -O1 -Isrc -Iinclude -Itests -DSQLITE_ENABLE_COLUMN_METADATA)
sanitizers=(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
packages=(libutf8proc libcrypto yaml-0.1 re2 libcmark-gfm spdlog sqlite3)
read -ra includes <<<"$(pkg-config --cflags "${packages[@]}")"
read -ra libraries <<<"$(pkg-config --libs "${packages[@]}")"
libraries+=(-lSQLiteCpp -lsqlite3 -lstemmer -lcmark-gfm-extensions -lpthread)

# Each object is built once; a change of its source builds it again.
compile() {
  local source=$1 object
  object=$out/$(tr / _ <<<"$1").o
  if [ "$source" -nt "$object" ]; then
    echo "== $source" >&2
    # clang 14 cannot read some range algorithms of libstdc++ 12: those files run unwatched.
    clang++-14 "${flags[@]}" "${sanitizers[@]}" "${includes[@]}" -c "$source" -o "$object" 2>"$out/log" ||
      g++ "${flags[@]}" "${includes[@]}" -c "$source" -o "$object"
  fi
  echo "$object"
}

for target in $targets; do
  sources=(src/db/posting_codec.cpp)
  [ "$target" = codec ] || sources=(src/{base,db,parse,source,index,query}/*.cpp build/release/src/*.cpp)
  objects=()
  for source in "${sources[@]}" "tests/fuzz/${target}_fuzz.cpp"; do objects+=("$(compile "$source")"); done
  clang++-14 -fsanitize=fuzzer,address,undefined "${objects[@]}" "${libraries[@]}" \
    -o "$out/$target"
  mkdir -p "$out/corpus-$target"
  ASAN_OPTIONS=detect_leaks=0 "$out/$target" -max_total_time="$seconds" -max_len=8192 \
    -artifact_prefix="$out/" "$out/corpus-$target"
done
