#!/bin/bash
# run.sh NVIM SAYL: starts the real Neovim on the built server; ends with status 1 and says what was missing. First one
# without a screen, then one in a terminal, whose picture and recording go to $SAYL_PICTURES, if that is set.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh NVIM SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../terminal/terminal.sh"
is_there "$@" tmux
[ "$(basename "$2")" = sayl ] || { echo "run.sh: $2 is not called sayl, so Neovim would not find it" >&2; exit 2; }
nvim=$(realpath "$1") sayl=$(realpath "$2") plugin=$(dirname "$here")
cp -r "$here/../../../examples" "$terminal_work/examples"

without_a_screen() {
  local status=0
  timeout 600 "$nvim" --clean --headless -l "$here/editor.lua" "$nvim" "$sayl" "$plugin" "$terminal_work/examples" || status=$?
  [ "$status" -ne 124 ] || echo "run.sh: Neovim waited for ten minutes, most likely at a prompt" >&2
  return "$status"
}

# What the README begins with: a quick fix, a hover, and a value that the schema allows.
records_how_problems_are_mended() {
  frame 2600
  keys 3 G g r a
  sees "the quick fixes of the line" '1: Change to .replicas'
  frame 1600
  keys 1 Enter
  sees "the quick fix, taken" ' replicas: 4'
  leaves "the problem of the key" 'did you mean .replicas'
  frame 1400
  keys 5 G ^ K
  sees "a hover" 'Declared in'
  frame 2200
  keys 6 G '$' c i w
  leaves "the hover" 'Declared in'
  frame 500
  keys C-x C-o
  sees "the values that are allowed, and what is said of the first" 'IfNotPresent .*default +default'
  frame 1400
  keys C-n
  sees "the next value" 'pull_policy: Always'
  frame 700
  keys C-y Escape
  leaves "the mode in which text is typed" '-- INSERT --'
  sees "the problems that are left" 'deprecated-key: '
  leaves "the problem of the value" 'must be one of "Always"'
  frame 3200
  recording recording
}

# The screen is one of its own, connected to an editor without one: one that runs on libraries of its own cannot start
# its other half by itself.
in_a_terminal() {
  (cd "$here/../../../examples/web-app" && PATH="$(dirname "$sayl"):$PATH" exec "$nvim" --clean -n --headless \
    --listen "$terminal_work/nvim" --cmd "set runtimepath^=$plugin" -u "$here/init.lua" envs/broken.yml) &
  server=$!
  trap 'kill "$server" 2>/dev/null || true; close_terminal' EXIT
  local end=$((SECONDS + terminal_patience))
  until [ -S "$terminal_work/nvim" ] || ! kill -0 "$server" 2>/dev/null || [ "$SECONDS" -ge "$end" ]; do sleep 0.1; done
  terminal_of / "$nvim" --clean --server "$terminal_work/nvim" --remote-ui
  sees "problems below their lines" 'must be one of "Always"'
  picture neovim
  records_how_problems_are_mended
  keys : q a ! Enter
  end=$((SECONDS + terminal_patience))
  while kill -0 "$server" 2>/dev/null && [ "$SECONDS" -lt "$end" ]; do sleep 0.1; done
}

without_a_screen
in_a_terminal
