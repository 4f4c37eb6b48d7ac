#!/bin/sh
# install.sh RELEASES VERSION FOLDER: puts `sayl` of a release into FOLDER, after comparing its checksum.
#
# RELEASES is where archives lie, in a folder for each version: https://HOST/OWNER/REPOSITORY/releases/download
set -eu
[ $# -eq 3 ] || { echo "usage: install.sh RELEASES VERSION FOLDER" >&2; exit 2; }
releases=$1 version=$2 folder=$3

machine() {
  case $(uname -m) in
    x86_64 | amd64) echo x86_64 ;;
    aarch64 | arm64) echo aarch64 ;;
    *) echo "install.sh: no release for $(uname -m); build it with cargo" >&2; return 1 ;;
  esac
}

# The musl build runs on every Linux.
target() {
  machine=$(machine)
  case $(uname -s) in
    Linux) if ldd --version 2>&1 | grep -qi musl; then echo "$machine-unknown-linux-musl"; else echo "$machine-unknown-linux-gnu"; fi ;;
    Darwin) echo "$machine-apple-darwin" ;;
    MINGW* | MSYS* | CYGWIN*) echo "$machine-pc-windows-msvc" ;;
    *) echo "install.sh: no release for $(uname -s); build it with cargo" >&2; return 1 ;;
  esac
}

verify() {
  if command -v sha256sum > /dev/null; then sha256sum --check --quiet "$1"; else shasum --algorithm 256 --check --quiet "$1"; fi
}

name=sayl-$version-$(target)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
(
  cd "$work"
  for file in "$name.tar.gz" "$name.tar.gz.sha256"; do
    curl --fail --silent --show-error --location --retry 3 --output "$file" "$releases/$version/$file"
  done
  verify "$name.tar.gz.sha256"
  tar -xzf "$name.tar.gz"
)
cp "$work/$name"/sayl* "$folder"
"$folder/sayl" --version
