#!/bin/bash
# run.sh FOLDER SAYL: the packed extension in the code-server below FOLDER, on the built server.
#
# Ends with status 1 and says what was missing. Pictures of what was seen are in FOLDER/code-server/pictures.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh FOLDER SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
folder=$(cd "$1" && pwd)
sayl=$(realpath "$2")
node=$folder/node/node_modules/node/bin/node
tools=$folder/code-server
for program in "$node" "$tools/node_modules/.bin/code-server" "$sayl"; do
  [ -x "$program" ] || { echo "run.sh: $program is not there; nothing was tested" >&2; exit 1; }
done
command -v chromium >/dev/null || { echo "run.sh: chromium is not there; nothing was tested" >&2; exit 1; }
cd "$here/../.."
PATH="$(dirname "$node"):$PATH"
npm ci --no-audit --no-fund --silent
npm run --silent package >/dev/null
exec timeout 300 "$node" "$here/editor.mjs" "$tools" "$sayl" dist/sayl.vsix
