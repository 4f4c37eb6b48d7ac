#!/bin/bash
# Builds the fuzz targets and runs each for so many seconds, from what lies in fuzz/corpus: fuzz/run.sh SECONDS [TARGET…]
#
# What is found is written to fuzz/artifacts, and the status is 1. `template` and `messages` ask the program that
# SAYL_BINARY names, else target/debug/sayl.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:?how many seconds each target runs}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"$/\1/p' fuzz/Cargo.toml)
export SAYL_BINARY=${SAYL_BINARY:-$PWD/target/debug/sayl}
[ -x "$SAYL_BINARY" ] || { echo "there is no program $SAYL_BINARY: build it, or name one in SAYL_BINARY" >&2; exit 2; }

command -v cargo-fuzz >/dev/null || cargo install --locked cargo-fuzz
# Without a sanitizer a stable compiler does: what matters here are panics, and the engine has next to no unsafe code.
cargo fuzz build --sanitizer none
binaries=$(cargo metadata --format-version 1 --no-deps --manifest-path fuzz/Cargo.toml |
  sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/$(rustc -vV | sed -n 's/^host: //p')/release

# One target with what it has learnt before, and its seeds; new finds stay out of the tree.
run() {
  local target=$1 found=fuzz/target/corpus/$1 log=fuzz/target/$1.log
  mkdir -p "$found" "fuzz/artifacts/$target"
  if "$binaries/$target" "$found" "fuzz/corpus/$target" -dict=fuzz/words.dict -max_total_time="$seconds" \
    -max_len=1024 -timeout=25 -rss_limit_mb=4096 -artifact_prefix="fuzz/artifacts/$target/" >"$log" 2>&1; then
    echo "$target: $(grep -c . <(ls "$found")) inputs kept, $(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$log") runs, nothing found"
  else
    echo "$target: FOUND, see $log and fuzz/artifacts/$target" >&2
    grep -A 12 -E 'panicked at|SUMMARY|ERROR: libFuzzer' "$log" | head -40 >&2
    return 1
  fi
}

failed=0
running=()
for target in "${targets[@]}"; do
  run "$target" &
  running+=($!)
  # As many at a time as there are processors.
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do sleep 1; done
done
for process in "${running[@]}"; do
  wait "$process" || failed=1
done
exit $failed
