#!/bin/bash
# readme.sh NVIM SAYL: what the README says a person does for the first problem in an editor, in a home that is empty: the
# commands and the `init.lua` are read from it. SAYL is what a package has installed.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: readme.sh NVIM SAYL" >&2; exit 2; }
readme=$(cd "$(dirname "$0")/../../.." && pwd)/README.md
[ -x "$1" ] && [ -x "$2" ] || { echo "readme.sh: $1 or $2 is not there; nothing was tested" >&2; exit 1; }
nvim=$(realpath "$1") sayl=$(realpath "$2")
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
began=$SECONDS

# block LANGUAGE TEXT: the block of the README that holds the text.
block() {
  awk -v begin="^\`\`\`$1\$" -v text="$2" '
    $0 ~ begin { inside = 1; block = ""; next }
    /^```$/ && inside { inside = 0; if (index(block, text)) { printf "%s", block; exit } }
    inside { block = block $0 "\n" }' "$readme"
}

as_a_person() {
  env -i HOME="$home" PATH="$(dirname "$sayl"):/usr/local/bin:/usr/bin:/bin" TERM=dumb "$@"
}

mkdir -p "$home/.config/nvim"
block lua "vim.lsp.enable('sayl')" > "$home/.config/nvim/init.lua"
status=0
(cd "$home" && as_a_person sh -euc "$(block sh 'mkdir try')") > "$home/said" || status=$?
if [ "$status" -ne 1 ] || ! grep --quiet 'unknown-key.*replicsa' "$home/said"; then
  cat "$home/said" >&2
  echo "missing: the problem in the terminal, and status 1 (got $status)" >&2
  exit 1
fi
cat > "$home/look.lua" <<'LUA'
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
for _, problem in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(problem.code, ' in line ', problem.lnum + 1, '\n')
end
vim.cmd('qa!')
LUA
(cd "$home/try" && as_a_person timeout 120 "$nvim" --headless values.yml -S "$home/look.lua") > "$home/seen" 2>&1 || true
grep --quiet '^unknown-key in line 3' "$home/seen" || { cat "$home/seen" >&2; echo "missing: the problem in the editor" >&2; exit 1; }
echo "ok: the README alone leads to a problem in the editor ($((SECONDS - began)) s)"
