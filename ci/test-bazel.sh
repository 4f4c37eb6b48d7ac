#!/bin/bash
# test-bazel.sh BAZEL SAYL [ADDRESS]: examples/monorepo in a real Bazel (7 or later): what fails, what is taken from the
# cache, what an edit runs again; then 2,000 values files in 40 packages. With ADDRESS, such as grpc://127.0.0.1:50052, all
# of it also on the workers of that remote-execution server. Prints how long each step took.
#
# A person runs it: to install Bazel takes longer than all other tests of the examples.
set -euo pipefail
[ $# -ge 2 ] && [ $# -le 3 ] || { echo "usage: test-bazel.sh BAZEL SAYL [ADDRESS]" >&2; exit 2; }
bazel=$(realpath "$1") sayl=$(realpath "$2") address=${3:-}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
flags=()
finish() {
  local folder
  for folder in "$work"/*/MODULE.bazel; do (cd "$(dirname "$folder")" && in_bazel shutdown) > /dev/null 2>&1 || true; done
  chmod -R u+w "$work" && rm -rf "$work"
}
trap finish EXIT

in_bazel() { "$bazel" --output_user_root="$work/.bazel" "$@"; }

# runs WHAT STATUS PATTERN…: `bazel test //...` in the current folder ends so and says all of this.
runs() {
  local what=$1 expected=$2 began status=0 said pattern
  began=$(date +%s%N)
  said=$(in_bazel test --color=no --curses=no --noshow_progress ${flags[@]+"${flags[@]}"} //... 2>&1) || status=$?
  local took=$((($(date +%s%N) - began) / 1000000))
  for pattern in "${@:3}"; do
    grep --quiet --extended-regexp -- "$pattern" <<< "$said" || { printf '%s\nmissing: %s: %s\n' "$said" "$what" "$pattern" >&2; exit 1; }
  done
  [ "$status" -eq "$expected" ] || { printf '%s\nexpected status %s, got %s: %s\n' "$said" "$expected" "$status" "$what" >&2; exit 1; }
  printf '%-58s %6d ms   %s\n' "$what" "$took" "$(grep -oE '[0-9]+ process.*' <<< "$said" | head -1)"
}

# Status 3: a test has failed.
the_example() {
  cp -R examples/monorepo "$work/example$1"
  cd "$work/example$1"
  cp "$sayl" tools/sayl
  runs "example: everything" 3 '//:envs_search_broken +FAILED' '//:envs_payments_dev +PASSED' '//:schema +PASSED' '3 tests pass and 1 fails'
  grep --quiet unknown-key "$(in_bazel info bazel-testlogs 2> /dev/null)/envs_search_broken/test.xml"
  runs "example: again" 3 '//:envs_payments_dev +\(cached\) PASSED' '//:envs_payments_prod +\(cached\) PASSED'
  sed -i.old 's/9090/9091/' envs/payments/dev.yml
  runs "example: a values file changed" 3 '//:envs_payments_dev +PASSED' '//:envs_payments_prod +\(cached\) PASSED' '//:schema +\(cached\) PASSED'
  sed -i.old 's/8080/8081/' config/schema.yml
  runs "example: the schema changed" 3 '//:envs_payments_dev +PASSED' '//:envs_payments_prod +PASSED' '//:schema +PASSED'
  cd - > /dev/null
}

many_files() {
  examples/monorepo/many.sh "$work/many$1"
  cd "$work/many$1"
  cp "$sayl" tools/sayl
  runs "2,000 files: everything" 3 '//teams/team040:values +FAILED' '//teams/team001:values +PASSED' '40 tests pass and 1 fails'
  runs "2,000 files: again" 3 '//teams/team001:values +\(cached\) PASSED' '//teams/team039:values +\(cached\) PASSED'
  sed -i.old 's/replicas: 1$/replicas: 2/' teams/team007/app001.yml
  runs "2,000 files: one changed" 3 '//teams/team007:values +PASSED' '//teams/team008:values +\(cached\) PASSED'
  in_bazel clean > /dev/null 2>&1
  runs "2,000 files: all results thrown away" 3 '//teams/team001:values +'"${2:-}"'PASSED'
  cd - > /dev/null
}

echo "on this machine:"
the_example ''
many_files ''
began=$(date +%s%N)
(cd "$work/many" && find sayl.toml config teams -type f -not -name BUILD.bazel | tools/sayl check --files-from - > /dev/null) || [ $? -eq 1 ]
printf '%-58s %6d ms\n' "2,000 files: sayl check, without Bazel" $((($(date +%s%N) - began) / 1000000))
if [ -n "$address" ]; then
  echo "on the workers of $address:"
  flags=("--remote_executor=$address" --remote_default_exec_properties=OSFamily=linux)
  the_example -remote
  many_files -remote '\(cached\) '
fi
