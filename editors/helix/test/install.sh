#!/bin/bash
# install.sh FOLDER: an up-to-date Helix as FOLDER/bin/hx, on Debian, and the machine's tmux to look at it with.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

write_starter() {
  local runtime
  runtime=$(dirname "$(find "$folder/root/usr" -type d -name queries -path '*runtime*' | head -1)")
  mkdir -p "$folder/bin"
  cat > "$folder/bin/hx" <<STARTER
#!/bin/bash
export HELIX_RUNTIME=$runtime
exec $folder/run hx "\$@"
STARTER
  chmod +x "$folder/bin/hx"
}

"$here/../../terminal/install.sh"
if [ ! -x "$folder/bin/hx" ]; then
  "$here/../../debian/unpack.sh" "$folder" hx
  write_starter
fi
"$folder/bin/hx" --version
