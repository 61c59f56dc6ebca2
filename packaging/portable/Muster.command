#!/bin/sh
# Starts Muster from this folder, in its newest version. All data is in the Library of the user.
here=$(cd -- "$(dirname -- "$0")" && pwd -P)
node=$here/app/node

# An update puts a version into "versions", and its name into "current". The version that was unpacked stays here.
if [ -f "$here/versions/current" ]; then
  read -r current <"$here/versions/current"
  [ -x "$here/versions/$current/app/node" ] && [ -f "$here/versions/$current/app/start.cjs" ] &&
    exec "$here/versions/$current/Muster.command" "$@"
fi

fail() {
  echo "muster: $1" >&2
  exit 1
}

[ -f "$node" ] && [ -f "$here/app/start.cjs" ] ||
  fail "The folder $here is not complete. Unpack the whole archive, and start Muster in the unpacked folder."
problem=$("$node" --version 2>&1 >/dev/null) ||
  fail "macOS does not run the copy of Node in $here (${problem:-no reason given}). Allow it under System Settings, Privacy and Security. This copy needs Apple silicon and macOS 13.5 or newer."
exec "$node" --min-semi-space-size=16 --max-semi-space-size=16 "$here/app/start.cjs" "$@"
