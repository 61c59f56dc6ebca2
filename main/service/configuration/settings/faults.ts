import type { ErrorDetail } from '../../../../shared/contract/errors.ts';
import { isLevel } from '../../../../shared/domain/configuration/catalog/levels.ts';
import { leavesOf } from '../../devices/comparison/index.ts';
import { fileKey } from '../../../../shared/domain/configuration/settings/entries.ts';
import type {
  StoredSettings,
  SealedChange,
} from '../../../../shared/domain/configuration/settings/stored.ts';

/**
 * Returns contradictions within a change, for any device: one video, file or network with two different contents. Equal
 * repeats are allowed. A level in per cent is from 0 to 100.
 */
export function contradictions(change: SealedChange): ErrorDetail[] {
  return [
    ...repeats(
      'videos',
      change.videos,
      (entry) => entry.id,
      (entry) => entry.url,
    ),
    ...repeats('files', change.files, fileKey, (entry) => entry.url),
    ...notPercent(change),
  ];
}

function notPercent(change: SealedChange): ErrorDetail[] {
  if (change.levels !== 'percent') return [];
  return [...leavesOf(change)].flatMap(([path, value]) =>
    isLevel(path) && typeof value === 'number' && (value < 0 || value > 100)
      ? [{ path, message: `${value} is no level in per cent: send a number from 0 to 100` }]
      : [],
  );
}

function repeats<Entry>(
  part: string,
  entries: readonly Entry[] | null | undefined,
  key: (entry: Entry) => string,
  content: (entry: Entry) => string | undefined,
): ErrorDetail[] {
  const first = new Map<string, Entry>();
  return (entries ?? []).flatMap((entry, index) => {
    const known = first.get(key(entry)) ?? entry;
    first.set(key(entry), known);
    return content(known) === content(entry)
      ? []
      : [{ path: `${part}.${index}`, message: `${key(entry)} is listed twice with different URLs` }];
  });
}

/** The reason why a headset could not enter the kiosk, by code; `packageName`: the kiosk’s application, if any. */
export type KioskObstacle =
  | { readonly code: 'KIOSK_WITHOUT_APP'; readonly packageName: null }
  | { readonly code: 'KIOSK_APP_LEAVES' | 'KIOSK_APP_MISSING'; readonly packageName: string };

/**
 * Returns why a headset could not follow these settings, or undefined: the kiosk needs an application that is
 * assigned or installed, also after this change.
 */
export function kioskObstacle(
  before: StoredSettings,
  after: StoredSettings,
  change: SealedChange,
  isInstalled: (packageName: string) => boolean,
): KioskObstacle | undefined {
  const isTouched = ['kioskMode', 'applications', 'packages'].some((part) => Object.hasOwn(change, part));
  if (!isTouched || after.kioskMode?.isActive !== true) return undefined;
  const { packageName } = after.kioskMode;
  if (packageName === undefined) return { code: 'KIOSK_WITHOUT_APP', packageName: null };
  if (isAssigned(after, packageName)) return undefined;
  if (isAssigned(before, packageName)) return { code: 'KIOSK_APP_LEAVES', packageName };
  return isInstalled(packageName) ? undefined : { code: 'KIOSK_APP_MISSING', packageName };
}

/** Returns the same as a message, with its path in the change. */
export function kioskFault(
  before: StoredSettings,
  after: StoredSettings,
  change: SealedChange,
  isInstalled: (packageName: string) => boolean,
): ErrorDetail | undefined {
  const obstacle = kioskObstacle(before, after, change, isInstalled);
  if (obstacle === undefined) return undefined;
  const path = change.kioskMode === undefined ? 'applications' : 'kioskMode.packageName';
  return { path, message: wordsOf(obstacle) };
}

function wordsOf({ code, packageName }: KioskObstacle): string {
  switch (code) {
    case 'KIOSK_WITHOUT_APP':
      return 'A kiosk needs the package name of an application';
    case 'KIOSK_APP_LEAVES':
      return `${packageName} is the kiosk’s application: exit the kiosk before you remove it`;
    case 'KIOSK_APP_MISSING':
      return `${packageName} is neither assigned to this headset nor installed on it`;
  }
}

function isAssigned({ applications, packages }: StoredSettings, packageName: string): boolean {
  return (
    packages?.includes(packageName) === true ||
    applications?.some((entry) => entry.packageName === packageName) === true
  );
}
