# A terminal of one's own that a script types into and looks at. To be sourced by the tests of editors that run in one;
# needs tmux, and Node.js for pictures.

terminal_work=$(mktemp -d)
terminal_here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

terminal() { tmux -S "$terminal_work/socket" -f /dev/null "$@"; }
close_terminal() {
  terminal kill-server 2>/dev/null || true
  rm -rf "$terminal_work"
}
trap close_terminal EXIT

# terminal_of FOLDER COMMAND…: starts the command in the folder.
terminal_of() {
  terminal new-session -d -x 112 -y 30 -c "$1" env TERM=tmux-256color COLORTERM=truecolor "${@:2}"
  terminal set -g status off
  terminal set -sa terminal-features ',*:RGB:usstyle'
}

keys() { terminal send-keys "$@"; }
screen() { terminal capture-pane -p; }

# sees WHAT PATTERN: waits until the screen shows it; ends the test with the screen as it was if it never does.
sees() {
  local tries
  for tries in $(seq 300); do
    screen >/dev/null || { echo "missing: $1: the editor has ended" >&2; exit 1; }
    if screen | grep -qE "$2"; then
      printf 'ok: %s: %s\n' "$1" "$(screen | grep -E -m 1 -o "$2")"
      return
    fi
    sleep 0.1
  done
  printf 'missing: %s (%s)\nsaw:\n%s\n' "$1" "$2" "$(screen)" >&2
  exit 1
}

# picture NAME: the screen as it is, as $SAYL_PICTURES/NAME.svg; without that variable, none.
picture() {
  [ -n "${SAYL_PICTURES:-}" ] || return 0
  mkdir -p "$SAYL_PICTURES"
  terminal capture-pane -e -N -p | node "$terminal_here/svg.mjs" > "$SAYL_PICTURES/$1.svg"
}

# is_there PROGRAM…: ends the test if one is missing.
is_there() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || { echo "$0: $program is not there; nothing was tested" >&2; exit 1; }
  done
}
