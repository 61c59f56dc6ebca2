import type { BatteryInfo, Storage } from '../../../shared/contract/configuration/settings/settings.ts';

// Readers for the output of the tools on a headset. Each takes the text of one command and returns only what it
// clearly states: anything else is absent, never guessed.

/** Source: android.os.BatteryManager, BATTERY_STATUS_* (2 charging, 5 full). */
const CHARGING = new Set([2, 5]);
/** Source: android.os.BatteryManager, BATTERY_HEALTH_*. */
const HEALTH: Readonly<Record<number, NonNullable<BatteryInfo['health']>>> = {
  1: 'Unknown',
  2: 'Good',
  3: 'Overheat',
  4: 'Dead',
  5: 'Over Voltage',
};

/** Returns the battery, from `dumpsys battery`; null if it states no level. */
export function readBattery(text: string): BatteryInfo | null {
  const field = (name: string): number | null => {
    const value = new RegExp(`^\\s*${name}:\\s*(-?\\d{1,9})\\s*$`, 'm').exec(text)?.[1];
    return value === undefined ? null : Number(value);
  };
  const [level, scale] = [field('level'), field('scale') ?? 100];
  if (level === null || scale <= 0 || level < 0 || level > scale) return null;
  const [status, health, temperature, voltage] = [
    field('status'),
    field('health'),
    field('temperature'),
    field('voltage'),
  ];
  return {
    level: Math.round((level * 100) / scale),
    ...(status === null ? {} : { isCharging: CHARGING.has(status) }),
    ...(health === null ? {} : { health: HEALTH[health] ?? 'Unknown' }),
    // In tenths of a degree.
    ...(temperature === null ? {} : { temperature: temperature / 10 }),
    ...(voltage === null ? {} : { voltage }),
  };
}

const MOUNTS: Readonly<Record<string, string>> = {
  '/data': 'Internal storage',
  '/storage/emulated': 'Internal shared storage',
};

/** Returns the storages of `df -k /data /sdcard`: sizes of 1 KiB. One that is mounted twice is listed once. */
export function readStorages(text: string): Storage[] {
  const bySize = new Map<string, Storage>();
  for (const line of text.split('\n')) {
    // Filesystem, 1K-blocks, Used, Available, Use%, Mounted on.
    const match = /^(\S+)\s+(\d{1,13})\s+(\d{1,13})\s+(\d{1,13})\s+\d{1,3}%\s+(\/\S*)\s*$/.exec(line.trim());
    if (match === null) continue;
    const [, , total = '', , free = '', mount = ''] = match;
    const [totalSpace, freeSpace] = [Number(total) * 1_024, Number(free) * 1_024];
    if (totalSpace === 0 || freeSpace > totalSpace) continue;
    const isShared = mount.startsWith('/data') || mount.startsWith('/storage/emulated');
    bySize.set(isShared ? `shared ${total}` : mount, {
      volumeDescription: (MOUNTS[mount] ?? mount).slice(0, 256),
      totalSpace,
      freeSpace,
      usedSpace: totalSpace - freeSpace,
      isRemovable: !isShared,
    });
  }
  return [...bySize.values()].slice(0, 32);
}

/** Returns whether the headset is awake, from `dumpsys power`; null if it does not say. A sleeping one is not worn. */
export function readIsAwake(text: string): boolean | null {
  const state = /^\s*mWakefulness=(\w+)/m.exec(text)?.[1];
  return state === undefined ? null : state === 'Awake' || state === 'Dreaming';
}

/** Returns a lower-case MAC address from `cat /sys/class/net/wlan0/address` or `ip link show wlan0`; null if none. */
export function readMac(text: string): string | null {
  const found = /(?:^|link\/ether )((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\b/im.exec(text)?.[1]?.toLowerCase();
  // What a system shows to those who may not know it.
  return found === undefined || found === '02:00:00:00:00:00' || found === '00:00:00:00:00:00' ? null : found;
}
