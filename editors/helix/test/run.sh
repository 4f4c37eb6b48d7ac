#!/bin/bash
# run.sh HX SAYL: starts the real Helix on the built server and the examples, in a terminal of its own; ends with status
# 1 and the screen as it was when something was missing. A picture goes to $SAYL_PICTURES, if that is set.
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: run.sh HX SAYL" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../terminal/terminal.sh"
is_there "$@" tmux
hx=$(realpath "$1") sayl=$(realpath "$2")

mkdir -p "$terminal_work/home/.config/helix"
cp "$here/../languages.toml" "$terminal_work/home/.config/helix/"
cp "$here/config.toml" "$terminal_work/home/.config/helix/"
cp -r "$here/../../../examples" "$terminal_work/examples"
examples=$terminal_work/examples
# What Helix knows a project by; without it, the server is told of no folder.
mkdir "$examples/.git"
terminal_of "$examples" env HOME="$terminal_work/home" XDG_CONFIG_HOME="$terminal_work/home/.config" \
  PATH="$(dirname "$sayl"):$PATH" "$hx" web-app/envs/broken.yml

sees "a diagnostic at its line" 'The key `replicsa` is not declared in the schema'
picture helix
keys Space d
sees "the picker of diagnostics" 'unknown-key'
keys Escape
keys 1 0 g g g s
keys Space k
sees "a hover" 'Environment variables of the container'
keys Escape
keys 3 g g Space a
sees "a quick fix" 'replicas'
keys Enter
sees "the quick fix, applied" '^.{0,10}replicas: 4'
keys 6 g g o
keys -l 'repo'
keys C-x
sees "a completion" 'repository +property'
keys C-n C-y
sees "the completion, accepted" 'repository: '
keys Escape
keys : o Space
keys -l openchoreo/types/web-app.yml
keys Enter
sees "a component type" 'kind: ComponentType'
keys 2 1 g g g s Space r
sees "the name to change" 'rename-to:'
keys C-u
keys -l store
keys Enter
sees "the parameter, renamed" 'store: Database'
keys : w a Enter
keys : o Space
keys -l openchoreo/shop/shop.yml
keys Enter
sees "the component" 'kind: Component$'
sees "its value, renamed" '    store:$'
