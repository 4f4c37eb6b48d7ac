#!/bin/bash
# test.sh [SAYL]: installs Neovim, Helix, Emacs and VS Code on a bare Debian machine, and tests sayl in each of them.
#
# The editors are installed below $SAYL_EDITORS (target/editors if it is not set); those that are there already are
# kept, so a folder that lasts saves the time. Nothing is skipped: an editor that is missing is a failure.
# Pictures of what was seen are in the folder's `pictures`. What a person types has to show within $SAYL_SOON milliseconds,
# 100 if it is not set; a program that is not optimised needs more.
set -euo pipefail
cd "$(dirname "$0")/.."
. editors/retry.sh
sayl=$(realpath "${1:-target/release/sayl}")
folder=${SAYL_EDITORS:-target/editors}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export SAYL_PICTURES=$folder/pictures

step() {
  local began=$SECONDS
  printf '\n-- %s\n' "$1"
  "${@:2}"
  printf -- '-- %d s\n' $((SECONDS - began))
}

# Each editor's test has to say so when the editor is not there.
fails_without_an_editor() {
  local test
  for test in neovim/test helix/test emacs/test vscode/test/e2e; do
    if "editors/$test/run.sh" "$folder/there-is-no-such-editor" "$sayl" 2>/dev/null; then
      echo "$test passes without its editor" >&2
      return 1
    fi
  done
}

unit_test_of_the_extension() (
  cd editors/vscode
  retry "what the extension is built with" npm ci --no-audit --no-fund --silent
  npm run --silent check
  npm test --silent
)

step "A test whose editor is missing fails" fails_without_an_editor
step "Sublime Text, JetBrains, Zed: what their files say" node editors/start.mjs "$sayl"
step "Neovim: install" editors/neovim/test/install.sh "$folder/neovim"
step "Neovim: what a person sees" editors/neovim/test/run.sh "$folder/neovim/bin/nvim" "$sayl"
step "Neovim: what the README alone leads to" editors/neovim/test/readme.sh "$folder/neovim/bin/nvim" "$sayl"
step "Helix: install" editors/helix/test/install.sh "$folder/helix"
step "Helix: what a person sees" editors/helix/test/run.sh "$folder/helix/bin/hx" "$sayl"
step "Emacs: install" editors/emacs/test/install.sh "$folder/emacs"
step "Emacs: what a person sees" editors/emacs/test/run.sh "$folder/emacs/bin/emacs" "$sayl"
step "VS Code: the extension's types, settings and colours" unit_test_of_the_extension
step "VS Code: install" editors/vscode/test/e2e/install.sh "$folder/vscode"
step "VS Code: what a person sees" editors/vscode/test/e2e/run.sh "$folder/vscode" "$sayl"
printf '\nall editors: %d s\n' "$SECONDS"
