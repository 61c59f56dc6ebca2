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
    const value = new RegExp(`^[ \\t]{0,8}${name}:[ \\t]{0,8}(-?\\d{1,9})[ \\t\\r]{0,8}$`, 'm').exec(
      text,
    )?.[1];
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

/** Where Android mounts the storage of the headset, and one that can be removed. */
const INTERNAL = /^\/(?:data|storage\/emulated(?:\/0)?)$/;
const REMOVABLE = /^\/(?:storage|mnt\/media_rw)\/([0-9A-F]{4}-[0-9A-F]{4})$/;

/**
 * Returns the storages from `df -k`: sizes in units of 1 KiB. The internal one has two mounts and is listed once, so is
 * each removable one; whatever else a system mounts is no storage for contents.
 */
export function readStorages(text: string): Storage[] {
  const found = new Map<string, Storage>();
  for (const line of text.split('\n')) {
    // Filesystem, 1K-blocks, Used, Available, Use%, Mounted on.
    const match = /^\S{1,256}\s+(\d{1,13})\s+\d{1,13}\s+(\d{1,13})\s+\d{1,3}%\s+(\/\S{1,64})$/.exec(
      line.trim(),
    );
    if (match === null) continue;
    const [, total = '', free = '', mount = ''] = match;
    const card = REMOVABLE.exec(mount)?.[1];
    const name = card ?? (INTERNAL.test(mount) ? 'Internal storage' : undefined);
    const [totalSpace, freeSpace] = [Number(total) * 1_024, Number(free) * 1_024];
    if (name === undefined || found.has(name) || totalSpace === 0 || freeSpace > totalSpace) continue;
    const usedSpace = totalSpace - freeSpace;
    found.set(name, {
      volumeDescription: name,
      totalSpace,
      freeSpace,
      usedSpace,
      isRemovable: card !== undefined,
    });
  }
  return [...found.values()].slice(0, 32);
}

/** Returns whether the headset is awake, from `dumpsys power`; null if it does not say. A sleeping one is not worn. */
export function readIsAwake(text: string): boolean | null {
  const state = /^[ \t]{0,8}mWakefulness=(\w{1,32})/m.exec(text)?.[1];
  return state === undefined ? null : state === 'Awake' || state === 'Dreaming';
}

/** Returns the IPv4 address of an interface, from `ip -o -4 addr show wlan0`; null if there is none. */
export function readAddress(text: string): string | null {
  return /\binet (\d{1,3}(?:\.\d{1,3}){3})\//.exec(text)?.[1] ?? null;
}

/** Returns a lower-case MAC address from `cat /sys/class/net/wlan0/address` or `ip link show wlan0`; null if none. */
export function readMac(text: string): string | null {
  const found = /(?:^|link\/ether )((?:[0-9a-f]{2}:){5}[0-9a-f]{2})\b/im.exec(text)?.[1]?.toLowerCase();
  // What a system shows to those who may not know it.
  return found === undefined || found === '02:00:00:00:00:00' || found === '00:00:00:00:00:00' ? null : found;
}

/** A controller that is paired with the headset, and its charge in per cent. */
export type Controller = Readonly<{ hand: 'left' | 'right'; battery: number }>;

/** Returns the controllers from Meta's `dumpsys OVRRemoteService`, one a line; those without a charge are left out. */
export function readControllers(text: string): Controller[] {
  const found = new Map<Controller['hand'], Controller>();
  for (const line of text.split('\n')) {
    const hand = /\bType:[ \t]{0,8}(Left|Right)\b/.exec(line)?.[1];
    const battery = Number(/\bBattery:[ \t]{0,8}(\d{1,3})%/.exec(line)?.[1] ?? Number.NaN);
    if (hand === undefined || !(battery <= 100)) continue;
    const side = hand === 'Left' ? 'left' : 'right';
    found.set(side, { hand: side, battery });
  }
  return [...found.values()];
}
