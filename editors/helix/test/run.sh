#!/bin/bash
# run.sh HX SAYL: starts the real Helix on the built server, in a terminal of its own; ends with status 1 and the screen
# as it was when something was missing.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh HX SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
for program in "$@"; do
  [ -x "$program" ] || { echo "run.sh: $program is not there; nothing was tested" >&2; exit 1; }
done
command -v tmux >/dev/null || { echo "run.sh: tmux is not there; nothing was tested" >&2; exit 1; }
hx=$(realpath "$1") sayl=$(realpath "$2")
work=$(mktemp -d)
socket=$work/tmux
terminal() { tmux -S "$socket" -f /dev/null "$@"; }
finish() {
  terminal kill-server 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT

write_workspace() {
  mkdir -p "$work/home/.config/helix" "$work/bundle"
  cp "$here/../languages.toml" "$work/home/.config/helix/languages.toml"
  cat > "$work/bundle/schema.yml" <<'YAML'
#@data/values-schema
---
app:
  #@schema/desc "How many copies run at the same time."
  replicas: 1
  #@schema/desc "Where the image comes from."
  image: registry.example/app
YAML
  cat > "$work/bundle/values.yml" <<'YAML'
#@data/values
---
app:
  replcas: 3
  image: registry.example/other
YAML
}

screen() { terminal capture-pane -p; }
keys() { terminal send-keys "$@"; }

# sees WHAT PATTERN: waits until the screen shows it.
sees() {
  local tries
  for tries in $(seq 150); do
    if screen | grep -qE "$2"; then
      printf 'ok: %s: %s\n' "$1" "$(screen | grep -E -m 1 -o "$2")"
      return
    fi
    sleep 0.1
  done
  printf 'missing: %s (%s)\nsaw:\n%s\n' "$1" "$2" "$(screen)" >&2
  exit 1
}

write_workspace
terminal new-session -d -x 130 -y 32 -c "$work/bundle" \
  env HOME="$work/home" XDG_CONFIG_HOME="$work/home/.config" TERM=xterm-256color PATH="$(dirname "$sayl"):$PATH" "$hx" values.yml
sees "a diagnostic at its line" 'The key `replcas` is not declared in the schema'
keys Space d
sees "the picker of diagnostics" 'unknown-key'
keys Escape
keys 5 g g g s
keys Space k
sees "a hover" 'Where the image comes from\.'
keys Escape
keys 5 g g o
keys -l 're'
keys C-x
sees "a completion" 'replicas +property'
keys Escape
