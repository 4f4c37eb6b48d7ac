#!/bin/bash
# long-runs.sh SCALE: all that can run for long, and what it found, as the table of docs/reliability.md
#
# SCALE 1 takes about a quarter of an hour on two processors, fuzzing included; whoever wants to find something new takes
# 10. Output goes to target/long-runs. The status is 1 if anything was found.
set -euo pipefail
cd "$(dirname "$0")/.."

scale=${1:?how long: 1 is a quarter of an hour}
logs=target/long-runs
mkdir -p $logs
failed=0
rows=()

# row NAME AMOUNT COMMAND…: a row of the table.
row() {
  local name=$1 amount=$2 log=$logs/${#rows[@]}.log lost=nothing start=$SECONDS
  shift 2
  "$@" >"$log" 2>&1 || { lost="FOUND, see $log"; failed=1; }
  rows+=("| $name | $amount | $lost | $((SECONDS - start)) s |")
  echo "${rows[-1]}"
}

# property CASES TEST…: one property with so many cases.
property() {
  local cases=$1
  shift
  PROPTEST_CASES=$cases cargo test --locked --workspace --release "$@"
}

cargo test --locked --workspace --release --no-run
export SAYL_BINARY=$PWD/target/release/sayl
cargo build --locked --workspace --release --bins

row "Random edits of schemas, values, templates, modules and resources, broken states included: problems, folds, symbols, tokens, links and hints are those of a fresh start" \
  "$((scale * 4000)) sessions of 1 to 49 edits" property $((scale * 4000)) --test edits
row "Random edits of one text: nodes and problems are those of a fresh reading" \
  "$((scale * 20000)) texts with 1 to 11 edits" property $((scale * 20000)) --lib edits_end_where_a_fresh_reading_does
row "Random sessions that write, delete, open, edit and close files while code is evaluated: problems are those of a fresh start" \
  "$((scale * 300)) sessions of 1 to 24 steps" property $((scale * 300)) --lib a_world_after_any_changes_is_as_one_that_was_always_so
row "The same with the real server, and a client that is pushed problems or asks for them" \
  "$((scale * 10)) sessions" property $((scale * 10)) --test lsp a_session_shows_what_a_fresh_start_shows
row "Every feature at every byte of texts of odd characters and halves of YAML, annotations and code" \
  "$((scale * 300)) worlds of six files" property $((scale * 300)) --test sweep of_odd_texts
row "Paths on the command line against the whole project" \
  "$((scale * 100)) workspaces" property $((scale * 100)) --test paths
row "Hostile files in the real process under a limit of memory" "every case of \`tests/tests/robustness.rs\`" \
  cargo test --locked --workspace --release --test robustness
row "Hostile template code in the real process" "every case of \`tests/tests/hostile.rs\`" \
  cargo test --locked --workspace --release --test hostile
for target in $(sed -n 's/^path = "fuzz_targets\/\(.*\)\.rs"$/\1/p' fuzz/Cargo.toml); do
  about=$(sed -n '1s/^\/\/! //p' "fuzz/fuzz_targets/$target.rs")
  row "Fuzzing, \`$target\`: ${about%.}" "$((scale * 60)) s" fuzz/run.sh $((scale * 60)) "$target"
done

{
  sed '/^No long run/,/^$/d; /^| what was tried/,$d' docs/reliability.md
  echo '| what was tried | how much | what was lost | time |'
  echo '| --- | --- | --- | --- |'
  printf '%s\n' "${rows[@]}"
} >$logs/reliability.md
cp $logs/reliability.md docs/reliability.md
exit $failed
