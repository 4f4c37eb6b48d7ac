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
printf '%s\n' '#@data/values' '---' 'replicas:    3   #! three copies' '' 'image:' '      tag:   "1.2"' >"$examples/web-app/envs/untidy.yml"

# opens FILE
opens() {
  keys -l ":o $1"
  keys Enter
}

terminal_of "$examples" env HOME="$terminal_work/home" XDG_CONFIG_HOME="$terminal_work/home/.config" \
  PATH="$(dirname "$sayl"):$PATH" "$hx" web-app/envs/broken.yml

sees "a diagnostic at its line" 'The key `replicsa` is not declared in the schema'
sees "the last of the problems" 'The key `tls` is deprecated'
picture helix
opens web-app/config/deployment.yml
sees "a template" 'imagePullPolicy: #@'
keys -l ':lsp-workspace-command sayl.showRendered'
keys Enter
sees "its output" 'imagePullPolicy: [A-Z]'
opens web-app/envs/broken.yml
sees "the values file again" '^.{0,10}replicsa: 4'
keys Space d
sees "the picker of diagnostics" 'unknown-key'
keys Escape
leaves "the picker of diagnostics" 'unknown-key'
keys 1 0 g g g s Space k
sees "a hover" 'Environment variables of the container'
keys Escape
leaves "the hover" 'Environment variables of the container'
keys 3 g g Space a
sees "a quick fix" 'Change to `replicas`'
keys Enter
sees "the quick fix, applied" '^.{0,10}replicas: 4$'
keys 6 g g o
keys -l 'repo'
keys C-x
sees "a completion" 'repository +property'
keys C-n
sees "the documentation of what is chosen" 'GitHub: "ghcr.io/example/web-app"'
keys Enter
leaves "the documentation of what is chosen" 'GitHub: "ghcr.io/example/web-app"'
keys -l 'ghcr.io/shop'
sees "the completion, accepted, and a value behind it" '^.{0,10}repository: ghcr.io/shop$'
keys Escape
sees "the end of typing" '^ NOR '

opens web-app/envs/untidy.yml
sees "a file that is out of line" 'replicas:    3   #! three copies$'
keys -l ':format'
keys Enter
sees "the file in line, its comment kept" 'replicas: 3   #! three copies$'
sees "what is nested, in line" '^ +6    tag: "1.2"$'

opens openchoreo/types/web-app.yml
sees "a component type" 'kind: ComponentType'
keys Space s
sees "the outline" 'class +Database +types'
keys Escape
leaves "the outline" 'class +Database +types'
keys 2 1 g g g s Space r
sees "the name to change" 'rename-to:'
keys C-u
keys -l store
keys Enter
sees "the parameter, renamed" 'store: Database'
keys -l ':wa'
keys Enter
opens openchoreo/shop/shop.yml
sees "the component, its value renamed" '    store:$'

opens web-app/envs/prod.yml
sees "a values file" 'tag: "1.29.3"$'
keys -l ':vs web-app/config/schema.yml'
keys Enter
sees "its schema beside it" 'small letters'
keys 2 6 g g g l r x
sees "a problem of the values while the schema is edited in the other split" '`port` must be a string'
keys u
leaves "the problem of the values" '`port` must be a string'
