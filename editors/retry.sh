# Downloads fail now and then. To be sourced by what installs.

# retry WHAT COMMAND…: runs a command up to four times, with growing pauses; says what could not be had.
retry() {
  local pause
  for pause in 5 15 45 0; do
    "${@:2}" && return
    [ "$pause" -eq 0 ] || { echo "$1: failed; once more in $pause s" >&2; sleep "$pause"; }
  done
  echo "$0: $1 could not be downloaded in four tries: is the network there, and is the mirror or registry up?" >&2
  return 1
}
