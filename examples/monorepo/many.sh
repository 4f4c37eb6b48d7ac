#!/bin/sh
# many.sh FOLDER [PACKAGES [FILES]]: a larger example in FOLDER: this one, and 40 packages of 50 values files (2,000), each
# package a Bazel target. One file in the last package is wrong.
set -eu
folder=$1 packages=${2:-40} files=${3:-50}
cd "$(dirname "$0")"
mkdir -p "$folder/tools"
cp -R BUILD.bazel MODULE.bazel WORKSPACE sayl.bzl sayl.toml config "$folder"
cp tools/BUILD.bazel "$folder/tools"
[ ! -e tools/sayl ] || cp tools/sayl "$folder/tools"
package=1
while [ "$package" -le "$packages" ]; do
  team=$folder/teams/$(printf 'team%03d' "$package")
  mkdir -p "$team"
  cat > "$team/BUILD.bazel" <<'BUILD'
load("//:sayl.bzl", "sayl_test")

sayl_test(
    name = "values",
    size = "small",
    srcs = glob(["*.yml"]),
    deps = ["//:config"],
)
BUILD
  file=1
  while [ "$file" -le "$files" ]; do
    printf '#@data/values\n---\nreplicas: %d\nport: %d\n' "$file" $((8000 + file)) > "$team/$(printf 'app%03d.yml' "$file")"
    file=$((file + 1))
  done
  package=$((package + 1))
done
printf 'prot: 80\n' >> "$team/app001.yml"
