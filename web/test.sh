#!/bin/bash
# test.sh SAYL [BUILT]: builds the module, the npm package and the playground below target/web, and tests them: the same
# verdicts as the program SAYL; the README's first problem from the packed npm package; and in Chromium, what a person does
# and sees in the playground. With BUILT, a folder that build.sh made, that is tested instead.
#
# For Debian, where Chromium comes from apt unless it is there. Pictures are in target/web/pictures. Nothing is skipped.
set -euo pipefail
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: test.sh SAYL [BUILT]" >&2; exit 2; }
sayl=$(realpath "$1") built=${2:-target/web}
cd "$(dirname "$0")/.."
. editors/retry.sh
install_chromium() { apt-get -q update && apt-get -q install -y --no-install-recommends chromium; }
[ -x "${SAYL_CHROMIUM:-/usr/bin/chromium}" ] || retry Chromium install_chromium
[ $# -eq 2 ] || web/build.sh "$built"
(cd web && npm run --silent check)
node web/test/verdicts.mjs "$built/sayl.wasm" "$sayl"
node web/test/package.mjs "$built"
node web/test/playground.mjs "$built" target/web/pictures
