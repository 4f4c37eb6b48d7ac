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

# How long something may take to appear, in seconds: far longer than it does, however busy the machine is.
terminal_patience=120

# What the screen showed before the keys that the next look is about.
terminal_before=

# keys KEY…: presses keys; keys -l TEXT: types a text.
keys() {
  [ -n "$terminal_before" ] || terminal_before=$(screen)
  terminal send-keys "$@"
}
screen() { terminal capture-pane -p; }

# missing WHAT: ends the test with the screen as it was.
missing() {
  printf 'missing: %s\nsaw:\n%s\n' "$1" "$(screen)" >&2
  exit 1
}

# sees WHAT PATTERN: waits until the screen shows it; ends the test if it never does. What was there before the keys is
# nothing that they led to, so a pattern that fits it ends the test as well.
sees() {
  local end=$((SECONDS + terminal_patience)) seen
  ! grep -qE -- "$2" <<<"$terminal_before" || missing "$1: what was there before looks like it already ($2)"
  until seen=$(screen | grep -E -m 1 -o -- "$2"); do
    screen >/dev/null || { echo "missing: $1: the editor has ended" >&2; exit 1; }
    [ "$SECONDS" -lt "$end" ] || missing "$1 ($2)"
    sleep 0.1
  done
  terminal_before=
  printf 'ok: %s: %s\n' "$1" "$seen"
}

# leaves WHAT PATTERN: waits until the screen does not show it any more.
leaves() {
  local end=$((SECONDS + terminal_patience))
  while screen | grep -qE -- "$2"; do
    [ "$SECONDS" -lt "$end" ] || missing "the end of $1 ($2)"
    sleep 0.1
  done
  terminal_before=
}

# picture NAME: the screen as it is, as $SAYL_PICTURES/NAME.svg; without that variable, none.
picture() {
  [ -n "${SAYL_PICTURES:-}" ] || return 0
  mkdir -p "$SAYL_PICTURES"
  terminal capture-pane -e -N -p | node "$terminal_here/svg.mjs" > "$SAYL_PICTURES/$1.svg"
}

# frame MILLISECONDS: the screen as it is becomes the next frame of a recording, to be looked at for so long.
terminal_frames=0
frame() {
  terminal_frames=$((terminal_frames + 1))
  terminal capture-pane -e -N -p \
    > "$terminal_work/$(printf 'frame-%03d' "$terminal_frames")-$1-$(terminal display-message -p '#{cursor_x}-#{cursor_y}')"
}

# recording NAME: the frames, as $SAYL_PICTURES/NAME.svg; without that variable, none. Ends the test if they show another
# text than docs/pictures/NAME.svg, which is then to be replaced by them.
recording() {
  local made=${SAYL_PICTURES:-$terminal_work}/$1.svg
  mkdir -p "$(dirname "$made")"
  node "$terminal_here/svg.mjs" "$terminal_work"/frame-* > "$made"
  node "$terminal_here/frames.mjs" "$terminal_here/../../docs/pictures/$1.svg" "$made"
}

# is_there PROGRAM…: ends the test if one is missing.
is_there() {
  local program
  for program in "$@"; do
    command -v "$program" >/dev/null || { echo "$0: $program is not there; nothing was tested" >&2; exit 1; }
  done
}
