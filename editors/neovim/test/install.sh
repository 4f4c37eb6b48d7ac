#!/bin/bash
# install.sh FOLDER: an up-to-date Neovim as FOLDER/bin/nvim, on Debian.
#
# Debian 12's own Neovim is too old for `vim.lsp.enable`, so the package of Debian's newest suite is unpacked into
# FOLDER together with every library it needs, libc included; nothing outside FOLDER changes. The packages come from
# the mirror that this machine's apt already uses, and apt verifies their signatures. The age of the package lists is
# not verified, so that a mirror frozen at some day works too.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
suite=sid

is_new_enough() {
  [ -x "$folder/bin/nvim" ] && "$folder/bin/nvim" --clean --headless -l /dev/stdin <<<'os.exit(vim.lsp.enable and 0 or 1)'
}

# The first address in apt's sources that serves Debian itself, not its security updates.
debian_mirror() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null \
    | grep -v '^[[:space:]]*#' | grep -oE 'https?://[^] ]+/debian/?([[:space:]]|$)' | head -1 | tr -d '[:space:]' || true
}

# Downloads Neovim and all it depends on, with an apt that believes nothing is installed yet.
download() {
  local mirror apt=$folder/apt
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || { echo "install.sh: no Debian mirror in apt's sources" >&2; exit 1; }
  mkdir -p "$apt"/etc/{sources.list.d,preferences.d,apt.conf.d} "$apt"/state/lists/partial "$apt"/cache/archives/partial
  : > "$apt/state/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" > "$apt/etc/sources.list"
  cat > "$apt/apt.conf" <<CONF
Dir::Etc "$apt/etc";
Dir::Etc::sourcelist "sources.list";
Dir::Etc::sourceparts "sources.list.d";
Dir::State "$apt/state";
Dir::State::status "$apt/state/status";
Dir::Cache "$apt/cache";
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
Debug::NoLocking "1";
CONF
  APT_CONFIG=$apt/apt.conf apt-get -q update
  APT_CONFIG=$apt/apt.conf apt-get -q -y --no-install-recommends --download-only install neovim
}

unpack() {
  local root=$folder/root directory package
  mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
  for directory in bin sbin lib lib64; do
    [ -e "$root/$directory" ] || ln -s "usr/$directory" "$root/$directory"
  done
  for package in "$folder"/apt/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink
  done
}

# A starter that runs Neovim on the unpacked libraries. What Neovim starts (sayl) runs on the machine's own.
write_starter() {
  local root=$folder/root loader libraries parsers
  loader=$(find "$root/usr/lib/" "$root/usr/lib64/" -name 'ld-linux*.so.*' | head -1)
  libraries=$(dirname "$(find "$root/usr/lib/" -name 'libc.so.6' | head -1)")
  # Neovim shows hovers with its own Markdown parser and looks for it where Debian would have installed it.
  parsers=$(dirname "$(find "$root/usr/lib/" -type d -name parser | head -1)")
  mkdir -p "$folder/bin"
  cat > "$folder/bin/nvim" <<STARTER
#!/bin/bash
export VIMRUNTIME=$root/usr/share/nvim/runtime
export LUA_PATH="$root/usr/share/lua/5.1/?.lua;$root/usr/share/lua/5.1/?/init.lua;;"
export LUA_CPATH="$libraries/lua/5.1/?.so;;"
exec $loader --argv0 nvim --library-path $libraries $root/usr/bin/nvim \\
  --cmd 'set runtimepath+=$parsers' "\$@"
STARTER
  chmod +x "$folder/bin/nvim"
}

if ! is_new_enough; then
  download
  unpack
  write_starter
  is_new_enough || { echo "install.sh: the Neovim that was installed has no vim.lsp.enable" >&2; exit 1; }
fi
"$folder/bin/nvim" --version | head -1
