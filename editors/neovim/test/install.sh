#!/bin/bash
# install.sh FOLDER: an up-to-date Neovim as FOLDER/bin/nvim, on Debian, whose own is too old for `vim.lsp.enable`, and
# the machine's tmux to look at it with.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

is_new_enough() {
  [ -x "$folder/bin/nvim" ] && "$folder/bin/nvim" --clean --headless -l /dev/stdin <<<'os.exit(vim.lsp.enable and 0 or 1)'
}

write_starter() {
  local root=$folder/root libraries parsers
  libraries=$(dirname "$(find "$root/usr/lib/" -name 'libc.so.6' | head -1)")
  # Neovim shows hovers with its own Markdown parser and looks for it where Debian would have installed it.
  parsers=$(dirname "$(find "$root/usr/lib/" -type d -name parser | head -1)")
  mkdir -p "$folder/bin"
  cat > "$folder/bin/nvim" <<STARTER
#!/bin/bash
export VIMRUNTIME=$root/usr/share/nvim/runtime
export LUA_PATH="$root/usr/share/lua/5.1/?.lua;$root/usr/share/lua/5.1/?/init.lua;;"
export LUA_CPATH="$libraries/lua/5.1/?.so;;"
exec $folder/run nvim --cmd 'set runtimepath+=$parsers' "\$@"
STARTER
  chmod +x "$folder/bin/nvim"
}

"$here/../../terminal/install.sh"
if ! is_new_enough; then
  "$here/../../debian/unpack.sh" "$folder" neovim
  write_starter
  is_new_enough || { echo "install.sh: the Neovim that was installed has no vim.lsp.enable" >&2; exit 1; }
fi
"$folder/bin/nvim" --version | head -1
