#!/bin/bash
# package.sh [TARGET SAYL]: packs the extension as dist/sayl.vsix; with TARGET (such as linux-x64 or win32-arm64) as
# dist/sayl-TARGET.vsix for that platform alone, with the program SAYL in it.
set -euo pipefail
[ $# -eq 0 ] || [ $# -eq 2 ] || { echo "usage: package.sh [TARGET SAYL]" >&2; exit 2; }
sayl=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
rm -rf server
if [ $# -eq 0 ]; then
  npm run package
else
  trap 'rm -rf server' EXIT
  mkdir server
  install -m 755 "$sayl" server/
  npm run package -- --target "$1" --out "dist/sayl-$1.vsix"
fi
