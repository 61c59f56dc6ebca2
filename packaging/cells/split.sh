#!/bin/sh
# Splits a cell with a clone of its volume:
#
#   split.sh CELL NEWCELL ORGANISATION…
#
# What depends on the machines stands in five commands, which are set in the environment or in /etc/muster/split.env:
#   MUSTER_STOP CELL          stops a cell and returns when it has ended; also if it is not running, or not there yet
#   MUSTER_START CELL         starts it
#   MUSTER_CLONE CELL NEW     makes a clone of its volume for the new cell, unless it is there, and mounts both here
#   MUSTER_FOLDER CELL        prints the data folder of a cell, as it is mounted here
#   MUSTER_ADD NEW            gives the new cell to the proxies: a line in cells.map and a backend in cells.cfg, reloaded
#   MUSTER_SPLIT CELL NEW ORGANISATION…   splits, where that is not done in this process (optional)
#   MUSTER_MAP                the file moved.map; MUSTER_ADMIN the socket of HAProxy (several: separated by spaces)
# Stopped anywhere, run it again with the same words: every step may be repeated.
set -eu

[ -f /etc/muster/split.env ] && . /etc/muster/split.env
[ "$#" -ge 3 ] || { echo 'Usage: split.sh CELL NEWCELL ORGANISATION…' >&2; exit 2; }
cell=$1; new=$2; shift 2
muster=${MUSTER_CELL_COMMAND:-"node main/cli/cell.ts"}

given=''
for organisation in "$@"; do given="$given --organisation $organisation"; done
split_here() {
  cell=$1; new=$2
  # shellcheck disable=SC2086
  $muster split --from "$($MUSTER_FOLDER "$cell")" --to "$($MUSTER_FOLDER "$new")" --new-cell "$new" $given
}
where() {
  for socket in $MUSTER_ADMIN; do
    # shellcheck disable=SC2086
    $muster route --map "$MUSTER_MAP" $given --to "$1" --haproxy "$socket"
  done
}

# The new cell is known to the proxies before anybody is sent there.
$MUSTER_ADD "$new"
where moving
# It runs already if an earlier try was interrupted late.
$MUSTER_STOP "$new"
$MUSTER_STOP "$cell"
$MUSTER_CLONE "$cell" "$new"
# Nothing is lost when this fails: the cell is started as it was, and the routes are given back.
if ! ${MUSTER_SPLIT:-split_here} "$cell" "$new" "$@"; then
  echo "split.sh: not split. $cell is stopped: run this again, or start it with MUSTER_START and give the routes back" >&2
  exit 1
fi
$MUSTER_START "$cell" &
cell_starts=$!
$MUSTER_START "$new" &
new_starts=$!
# At once: what is sent meanwhile waits in the proxy until the cell answers, instead of being refused.
where "$new"
wait "$cell_starts"
wait "$new_starts"
