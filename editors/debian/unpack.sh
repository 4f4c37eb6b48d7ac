#!/bin/bash
# unpack.sh FOLDER PACKAGE…: programs of Debian's newest suite below FOLDER/root, together with every library they need.
#
# Debian's stable editors are older than what is tested here. Nothing outside FOLDER changes: an apt of its own believes
# that nothing is installed yet, libc included. The packages come from the mirror that this machine's apt already uses,
# and apt verifies their signatures. The age of the package lists is not verified, so that a mirror frozen at some day
# works too. What is unpacked runs with `FOLDER/run PROGRAM …`, on its own libraries; what it starts runs on the
# machine's.
set -euo pipefail
. "$(dirname "$0")/../retry.sh"
[ $# -ge 2 ] || { echo "usage: unpack.sh FOLDER PACKAGE…" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
apt=$folder/apt root=$folder/root suite=sid

# The first address in apt's sources that serves Debian itself, not its security updates.
debian_mirror() {
  cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null \
    | grep -v '^[[:space:]]*#' | grep -oE 'https?://[^] ]+/debian/?([[:space:]]|$)' | head -1 | tr -d '[:space:]' || true
}

configure_apt() {
  local mirror
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || { echo "unpack.sh: no Debian mirror in apt's sources" >&2; exit 1; }
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
Acquire::Retries "3";
Acquire::http::Timeout "60";
Acquire::Check-Valid-Until "false";
Debug::NoLocking "1";
CONF
}

unpack() {
  local directory package
  mkdir -p "$root"/usr/{bin,sbin,lib,lib64}
  for directory in bin sbin lib lib64; do
    [ -e "$root/$directory" ] || ln -s "usr/$directory" "$root/$directory"
  done
  for package in "$apt"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink
  done
}

write_runner() {
  local loader libraries
  loader=$(find "$root/usr/lib/" "$root/usr/lib64/" -name 'ld-linux*.so.*' | head -1)
  libraries=$(dirname "$(find "$root/usr/lib/" -name 'libc.so.6' | head -1)")
  cat > "$folder/run" <<RUNNER
#!/bin/bash
exec $loader --argv0 "\$1" --library-path $libraries $root/usr/bin/"\$1" "\${@:2}"
RUNNER
  chmod +x "$folder/run"
}

configure_apt
# A mirror that is being updated may hold lists and packages that do not fit; so both are fetched anew.
download() { apt-get -q update && apt-get -q -y --no-install-recommends --download-only install "$@"; }
export APT_CONFIG=$apt/apt.conf
retry "$*" download "$@"
unpack
write_runner
