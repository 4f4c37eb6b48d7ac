#!/bin/bash
# install.sh FOLDER: an up-to-date Emacs with yaml-mode as FOLDER/bin/emacs, on Debian.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)

# What Emacs is made of is where Debian would have installed it, which is told to it here.
write_starter() {
  local share
  share=$(echo "$folder"/root/usr/share/emacs/[0-9]*)
  mkdir -p "$folder/bin"
  cat > "$folder/bin/emacs" <<STARTER
#!/bin/bash
export EMACSDATA=$share/etc EMACSDOC=$share/etc
export EMACSLOADPATH=$(find "$share/lisp" "$folder"/root/usr/share/emacs/site-lisp/elpa-src/* -type d -printf '%p:')
exec $folder/run emacs-nox "\$@"
STARTER
  chmod +x "$folder/bin/emacs"
}

if [ ! -x "$folder/bin/emacs" ]; then
  "$here/../../debian/unpack.sh" "$folder" emacs-nox elpa-yaml-mode
  write_starter
fi
"$folder/bin/emacs" --version 2>/dev/null | head -1
