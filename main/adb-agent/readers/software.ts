import type { InstalledPackage } from '../../../shared/contract/devices/reported.ts';

const PACKAGE_NAME = /^[A-Za-z][\w]*(?:\.[A-Za-z_]\w*)+$/;
const MAX_PACKAGES = 2_000;

/** Returns true for the name of an Android package. */
export function isPackageName(text: string): boolean {
  return text.length <= 256 && PACKAGE_NAME.test(text);
}

/** Returns the packages of `pm list packages --show-versioncode`; without a version where the system states none. */
export function readPackages(text: string): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  for (const line of text.split('\n')) {
    const match = /^package:(\S+)(?:\s+versionCode:(\d{1,15}))?(?:\s+uid:[\d,]+)?\s*$/.exec(line.trim());
    const name = match?.[1] ?? '';
    if (match === null || !isPackageName(name)) continue;
    const code = match[2];
    found.set(name, { packageName: name, ...(code === undefined ? {} : { versionCode: Number(code) }) });
    if (found.size === MAX_PACKAGES) break;
  }
  return [...found.values()];
}

/** Returns the version of a package, from `dumpsys package NAME`; null if it states none. */
export function readVersion(text: string): number | null {
  const version = /^[ \t]{1,16}versionCode=(\d{1,15})\b/m.exec(text)?.[1];
  return version === undefined ? null : Number(version);
}

/**
 * Returns the package in the foreground, from `dumpsys activity activities`; null if it names none. Android 12 and
 * later name it `topResumedActivity`, older systems `mResumedActivity` or `ResumedActivity`.
 */
export function readForeground(text: string): string | null {
  const record = /ResumedActivity[=:] ?ActivityRecord\{\S{1,32} u\d{1,4} ([\w.]{1,256})\//.exec(text)?.[1];
  return record !== undefined && isPackageName(record) ? record : null;
}

/** Returns the activity to start, from `cmd package resolve-activity --brief`; null if there is none. */
export function readActivity(text: string): string | null {
  const last = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return /^[\w.]{1,255}\/[\w.$]{1,255}$/.test(last) ? last : null;
}

/** Returns the current index and the range of a volume, from `cmd media_session volume --get`; null if not stated. */
export function readVolume(
  text: string,
): { readonly index: number; readonly min: number; readonly max: number } | null {
  const match = /volume is (\d{1,4}) in range \[(\d{1,4})\.\.(\d{1,4})\]/.exec(text);
  if (match === null) return null;
  const [index, min, max] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return max > min && index >= min && index <= max ? { index, min, max } : null;
}

/**
 * Returns the ids of known networks by name, from `cmd wifi list-networks`. A network that supports several kinds of
 * security is one line or several.
 */
export function readNetworks(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, id = '', name = ''] =
      /^(\d{1,9}) +(.{1,64}?) +(?:open|owe|wep|wpa|psk|sae|eap)[\w^/-]{0,60}\s*$/u.exec(line) ?? [];
    if (name !== '' && !found.has(name)) found.set(name, id);
  }
  return found;
}

/** Returns a whole number that `settings get` printed; null for `null`, an error or anything else. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  return /^-?\d{1,9}$/.test(trimmed) ? Number(trimmed) : null;
}

/** Control characters, and halves of characters: no name has them, and no report may. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/gu;
const MAX_WORDS = 128;

/** Returns the words that a command printed; null for `null`, nothing, or what is no name. */
export function readWords(text: string): string | null {
  const trimmed = text.trim();
  const isName = trimmed.length <= MAX_WORDS && trimmed.search(UNPRINTABLE) < 0;
  return trimmed === '' || trimmed === 'null' || !isName ? null : trimmed;
}

/** Returns a name as a headset states it, shortened and without what cannot be shown. */
export function toName(text: string): string {
  return Array.from(text.replaceAll(UNPRINTABLE, ' ')).slice(0, 60).join('').trim();
}
