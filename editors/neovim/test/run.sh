#!/bin/bash
# run.sh NVIM SAYL: starts the real Neovim on the built server; ends with status 1 and says what was missing.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh NVIM SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
for program in "$@"; do
  [ -x "$program" ] || { echo "run.sh: $program is not there; nothing was tested" >&2; exit 1; }
done
[ "$(basename "$2")" = sayl ] || { echo "run.sh: $2 is not called sayl, so Neovim would not find it" >&2; exit 2; }
status=0
timeout 120 "$1" --clean --headless -l "$here/editor.lua" "$(realpath "$1")" "$(realpath "$2")" "$(dirname "$here")" \
  || status=$?
[ "$status" -ne 124 ] || echo "run.sh: Neovim waited for two minutes, most likely at a prompt" >&2
exit "$status"
