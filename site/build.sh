#!/bin/bash
# build.sh SAYL [FOLDER]: builds the site of the documentation into target/site/dist, and tests it with the program SAYL and
# in Chromium. FOLDER holds the built playground (web/dist), which becomes a part of the site if it is there.
#
# SITE_BASE is where the site will lie below its host, such as /sayl/; / if it is not set.
set -euo pipefail
[ $# -ge 1 ] && [ $# -le 2 ] || { echo "usage: build.sh SAYL [FOLDER]" >&2; exit 2; }
sayl=$(realpath "$1") playground=$(realpath -m "${2:-$(dirname "$0")/../web/dist}")
cd "$(dirname "$0")"
. ../editors/retry.sh
# Not `npm ci`: the lock file names the packages of this platform only, and it wants those of all.
[ -d node_modules ] || retry "what the site is built with" npm install --no-save --ignore-scripts --no-audit --no-fund --silent
mkdir -p ../target/site
(cd .. && cargo build --locked --quiet --workspace --examples && "${CARGO_TARGET_DIR:-target}/debug/examples/reference" > target/site/reference.json)
npm run --silent build
if [ -e "$playground/index.html" ]; then
  cp -r "$playground" ../target/site/dist/playground
else
  echo "build.sh: the playground is not built: its links lead nowhere in this site" >&2
fi
SAYL=$sayl npm run --silent test
