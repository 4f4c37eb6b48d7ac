#!/bin/bash
# run.sh EMACS SAYL: starts the real Emacs on the built server and a copy of the examples; ends with status 1 and says
# what was missing. Needs yaml-mode.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh EMACS SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
for program in "$@"; do
  [ -x "$program" ] || { echo "run.sh: $program is not there; nothing was tested" >&2; exit 1; }
done
emacs=$(realpath "$1") sayl=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/../../../examples" "$work/examples"
# The folder is one project, as a repository is.
git init -q "$work/examples"
cd "$work/examples"
if HOME=$work PATH="$(dirname "$sayl"):$PATH" timeout 600 "$emacs" -Q --batch -l yaml-mode -l "$here/../sayl.el" \
  -l "$here/editor.el" >"$work/log" 2>&1; then
  grep '^ok: ' "$work/log"
else
  grep -v '^Loading' "$work/log" >&2
  exit 1
fi
