#!/bin/bash
# package.sh VERSION TARGET FOLDER: builds `sayl` for this machine's TARGET and packs it into FOLDER, with its manual
# page, completions and a checksum. The same sources give the same archive.
set -euo pipefail
[ $# -eq 3 ] || { echo "usage: package.sh VERSION TARGET FOLDER" >&2; exit 2; }
version=$1 target=$2
mkdir -p "$3"
folder=$(cd "$3" && pwd)
cd "$(dirname "$0")/.."

name=sayl-$version-$target
built=${CARGO_TARGET_DIR:-target}/$target/dist
cargo build --locked --profile dist --package sayl --target "$target"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name"/{completions,man}
binary=$built/sayl
[ -e "$binary" ] || binary=$built/sayl.exe
cp "$binary" README.md CHANGELOG.md LICENSE "$work/$name"
"$binary" man > "$work/$name/man/sayl.1"
"$binary" completions bash > "$work/$name/completions/sayl.bash"
"$binary" completions zsh > "$work/$name/completions/_sayl"
"$binary" completions fish > "$work/$name/completions/sayl.fish"
"$binary" completions powershell > "$work/$name/completions/sayl.ps1"
"$binary" completions elvish > "$work/$name/completions/sayl.elv"

# The archive says nothing about when and by whom it was made, where tar can leave that out.
archive() {
  if tar --version | grep -q GNU; then
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work" -cf - "$name" | gzip -9n
  else
    tar -C "$work" -cf - "$name" | gzip -9n
  fi
}
archive > "$folder/$name.tar.gz"
cd "$folder"
if command -v sha256sum > /dev/null; then sha256sum "$name.tar.gz"; else shasum --algorithm 256 "$name.tar.gz"; fi > "$name.tar.gz.sha256"
ls -l "$name.tar.gz"
