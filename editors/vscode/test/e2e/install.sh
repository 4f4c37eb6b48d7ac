#!/bin/bash
# install.sh FOLDER: VS Code in a browser (code-server) below FOLDER, and Debian's Chromium. For Debian, as root.
#
# What is there already is kept, so a second run is quick. npm verifies what it downloads.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: install.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
version=4.139.1
node=$folder/node/node_modules/node

install_chromium() {
  command -v chromium >/dev/null && return
  apt-get -q update
  apt-get -q install -y --no-install-recommends chromium
}

# In a folder of its own, for its installation takes out what npm does not know.
install_node() {
  [ -x "$node/bin/node" ] && return
  mkdir -p "$folder/node"
  echo '{ "private": true, "allowScripts": { "node": true } }' > "$folder/node/package.json"
  (cd "$folder/node" && npm install --no-audit --no-fund node@24 && npm rebuild node)
}

# Its native modules are built here; their headers come with npm's package of Node.
install_code_server() {
  [ -x "$folder/code-server/node_modules/.bin/code-server" ] && return
  local headers
  headers=$(find "$node" -path '*/include/node/node.h')
  apt-get -q update
  apt-get -q install -y --no-install-recommends libkrb5-dev libx11-dev libxkbfile-dev libsecret-1-dev pkg-config g++ make python3
  mkdir -p "$folder/code-server"
  echo '{ "private": true }' > "$folder/code-server/package.json"
  cd "$folder/code-server"
  npm_config_nodedir=${headers%/include/node/node.h} \
    npm install --no-audit --no-fund --dangerously-allow-all-scripts "code-server@$version" playwright-core@1.65.1
}

install_chromium
install_node
export PATH=$node/bin:$PATH
install_code_server
node "$folder/code-server/node_modules/.bin/code-server" --version
