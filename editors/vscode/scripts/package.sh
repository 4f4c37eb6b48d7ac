#!/bin/bash
# package.sh [TARGET WHAT]: packs the extension as dist/sayl.vsix; with TARGET (such as linux-x64 or win32-arm64) as
# dist/sayl-TARGET.vsix for that platform alone, with the program WHAT in it. Of TARGET `web`, for VS Code for the Web, WHAT
# is the folder of the npm package that web/build.sh makes.
set -euo pipefail
[ $# -eq 0 ] || [ $# -eq 2 ] || { echo "usage: package.sh [TARGET WHAT]" >&2; exit 2; }
target=${1:-} what=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
extension=$PWD
rm -rf server web
trap 'rm -rf "$extension"/{server,web} "${copy:-}"' EXIT
case $target in
  '') npm run package ;;
  web)
    mkdir web
    cp "$what/sayl.wasm" web/
    npm run bundle:web -- --alias:@sayl/web="$what/index.js"
    npm run check && npm run bundle
    # vsce wants every entry that the manifest names to be there, so only this package names the one for browsers.
    copy=$(mktemp -d)
    tar --exclude=./node_modules --exclude=./src --exclude=./test -cf - . | tar -xf - -C "$copy"
    ln -s "$extension/node_modules" "$copy/node_modules"
    cd "$copy"
    npm pkg set browser=./web/extension.js
    npm run pack -- --target web --out "$extension/dist/sayl-web.vsix" ;;
  *)
    mkdir server
    install -m 755 "$what" server/
    npm run package -- --target "$target" --out "dist/sayl-$target.vsix" ;;
esac
