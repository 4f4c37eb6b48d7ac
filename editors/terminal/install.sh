#!/bin/bash
# install.sh: tmux, which terminal.sh needs, where it is not there yet. For Debian, as root.
set -euo pipefail
. "$(dirname "$0")/../retry.sh"
install_tmux() { apt-get -q update && apt-get -q install -y --no-install-recommends tmux; }
command -v tmux >/dev/null || retry tmux install_tmux
