#!/bin/bash
# run.sh FOLDER SAYL: the packed extension in the code-server below FOLDER, on the built server. Where SAYL is the package
# for the web, `sayl-web.vsix`, or the folder of the npm package that web/build.sh makes, the extension runs in the browser,
# as in VS Code for the Web.
#
# Ends with status 1 and says what was missing. Pictures of what was seen are in $SAYL_PICTURES (FOLDER/pictures).
set -euo pipefail
. "$(dirname "$0")/../../../retry.sh"
[ $# -eq 2 ] || { echo "usage: run.sh FOLDER SAYL" >&2; exit 2; }
kind=program
if [ -d "$2" ] || [ "${2%.vsix}" != "$2" ]; then kind=web; fi
here=$(cd "$(dirname "$0")" && pwd)
programs=$1/programs
for program in "$programs/node" "$programs/node_modules/code-server/out/node/entry.js" "$2"; do
  [ -x "$program" ] || [ -s "${program%.vsix}.vsix" ] || { echo "run.sh: $program is not there; nothing was tested" >&2; exit 1; }
done
command -v chromium >/dev/null || { echo "run.sh: chromium is not there; nothing was tested" >&2; exit 1; }
programs=$(realpath "$programs") sayl=$(realpath "$2")
pictures=$(realpath -m "${SAYL_PICTURES:-$(dirname "$programs")/pictures}")/vscode
platform=linux-$("$programs/node" -p process.arch)
if [ $kind = web ]; then platform=web pictures=$pictures-web; fi
cd "$here/../.."
[ -d node_modules ] || retry "what the extension is built with" npm ci --no-audit --no-fund --silent
extension=$sayl
if [ "${sayl%.vsix}" = "$sayl" ]; then
  PATH="$(dirname "$(realpath "$programs/node")"):$PATH" scripts/package.sh "$platform" "$sayl" >/dev/null
  extension=dist/sayl-$platform.vsix
fi
exec timeout 600 "$programs/node" "$here/editor.mjs" "$programs" "$extension" ../../examples "$pictures" $kind
