import { spawnSync } from 'node:child_process';

/** Returns why avahi cannot be used on this computer, or undefined if it can. */
export function avahiObstacle(): string | undefined {
  const missing = ['avahi-daemon', 'avahi-browse', 'dbus-daemon', 'unshare'].filter(
    (program) => spawnSync(program, ['--help']).error !== undefined,
  );
  return missing.length === 0
    ? undefined
    : `${missing.join(', ')} not installed: apt-get install avahi-utils avahi-daemon dbus`;
}

/**
 * A shell script that prints what avahi-browse resolves of `_muster._tcp` on eth0, as Linux desktops see it. It has
 * its own daemon and bus in its own /run: start it under `unshare -m`, in a network namespace.
 */
export const AVAHI_BROWSE = `
set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/dbus /run/avahi-daemon
cat > /run/bus.conf <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
END
printf '[server]\\nallow-interfaces=eth0\\n[publish]\\ndisable-publishing=yes\\n' > /run/avahi.conf
dbus-daemon --config-file=/run/bus.conf --fork --print-pid=3 3>/run/dbus.pid
avahi-daemon --no-drop-root --no-chroot --no-rlimits -f /run/avahi.conf >/run/avahi.log 2>&1 &
AVAHI=$!
for TRY in 1 2 3 4 5 6 7 8 9 10; do
  timeout 5 avahi-browse -rpt _muster._tcp > /run/found 2>/run/failed || sleep 0.3
  if grep -q '^=' /run/found; then break; fi
done
cat /run/found
kill $AVAHI $(cat /run/dbus.pid)
`;
