#!/bin/sh
# install.sh [FROM [FOLDER]]: puts `sayl` into FOLDER (~/.local/bin), after comparing its checksum.
#
# FROM is an archive, or the folder that archives lie in, here or at an address:
# https://HOST/OWNER/REPOSITORY/releases/download/VERSION. The installer of a release knows its own.
set -eu
releases=
from=${1:-$releases} folder=${2:-$HOME/.local/bin}
[ $# -le 2 ] && [ -n "$from" ] || { echo "usage: install.sh [FROM [FOLDER]]" >&2; exit 2; }

machine() {
  case $(uname -m) in
    x86_64 | amd64) echo x86_64 ;;
    aarch64 | arm64) echo aarch64 ;;
    *) echo "install.sh: no release for $(uname -m); build it with cargo" >&2; return 1 ;;
  esac
}

target() {
  machine=$(machine)
  case $(uname -s) in
    Linux) echo "$machine-unknown-linux-musl" ;;
    Darwin) echo "$machine-apple-darwin" ;;
    MINGW* | MSYS* | CYGWIN*) echo "$machine-pc-windows-msvc" ;;
    *) echo "install.sh: no release for $(uname -s); build it with cargo" >&2; return 1 ;;
  esac
}

fetch() {
  case $1 in
    *://*)
      if command -v curl > /dev/null; then
        curl --fail --silent --show-error --location --retry 3 --output "$2" "$1"
      else
        wget --quiet --output-document "$2" "$1"
      fi ;;
    *) cp "$1" "$2" ;;
  esac
}

verify() {
  if command -v sha256sum > /dev/null; then sha256sum -c "$1"; else shasum --algorithm 256 --check "$1"; fi > /dev/null
}

case $from in
  *.tar.gz) archive=$from ;;
  *) target=$(target) && archive=${from%/}/sayl-$target.tar.gz ;;
esac
name=$(basename "$archive" .tar.gz)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch "$archive" "$work/$name.tar.gz"
fetch "$archive.sha256" "$work/$name.tar.gz.sha256"
(cd "$work" && verify "$name.tar.gz.sha256" && tar -xzf "$name.tar.gz") || {
  echo "install.sh: $archive is not what its checksum says; nothing was installed" >&2
  exit 1
}
mkdir -p "$folder"
# A program that is running cannot be written to, but replaced.
for program in "$work/$name"/sayl*; do
  cp "$program" "$folder/.new-$(basename "$program")"
  mv "$folder/.new-$(basename "$program")" "$folder/$(basename "$program")"
done
"$folder/sayl" --version
case :$PATH: in
  *:"$folder":*) ;;
  *) echo "$folder is not on PATH: add it, or run $folder/sayl" ;;
esac
