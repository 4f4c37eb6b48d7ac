#!/bin/bash
# install.sh FOLDER: VS Code in a browser (code-server) below FOLDER, and Debian's Chromium. For Debian, as root.
#
# No script of any package runs, so nothing is compiled and it takes half a minute: the editor reads, writes and shows
# files without the native modules, which serve its terminal, its search and its proxies. npm verifies what it
# downloads against the lists that code-server ships. What is there already is kept.
set -euo pipefail
. "$(dirname "$0")/../../../retry.sh"
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
code_server=4.139.1 playwright=1.65.1 node=24.21.0

add() { retry "${*:-what $PWD needs}" npm install --ignore-scripts --omit=dev --no-audit --no-fund --loglevel=error "$@"; }

# The folder's name holds the versions: others are installed anew.
install_programs() (
  programs=$folder/code-server-$code_server-playwright-$playwright-node-$node
  if [ ! -e "$programs" ]; then
    rm -rf "$programs.part"
    mkdir "$programs.part"
    cd "$programs.part"
    echo '{ "private": true }' > package.json
    add "node-linux-$(architecture)@$node" "code-server@$code_server" "playwright-core@$playwright"
    ln -s "node_modules/node-linux-$(architecture)/bin/node" node
    for part in lib/vscode lib/vscode/extensions; do (cd "node_modules/code-server/$part" && add); done
    mv "$programs.part" "$programs"
  fi
  ln -sfn "$programs" "$folder/programs"
)

architecture() { case $(uname -m) in x86_64) echo x64 ;; aarch64) echo arm64 ;; *) uname -m ;; esac }

install_chromium() { apt-get -q update && apt-get -q install -y --no-install-recommends chromium; }
command -v chromium >/dev/null || retry Chromium install_chromium
install_programs
"$folder/programs/node" "$folder/programs/node_modules/code-server/out/node/entry.js" --version
