import type { InstalledPackage } from '../../../../shared/contract/devices/reported.ts';
import { byText } from '../../../../shared/domain/kernel/by-text.ts';

/** Differences between two lists of packages; each list sorted by package name. */
export type PackageChanges = {
  readonly installed: readonly InstalledPackage[];
  /** `from` is the version code before, null if not reported. */
  readonly updated: readonly (InstalledPackage & { readonly from: number | null })[];
  readonly removed: readonly InstalledPackage[];
};

/** Compares two lists of packages. Their order, and entries without a name, make no difference. */
export function packageChanges(
  before: readonly InstalledPackage[],
  now: readonly InstalledPackage[],
): PackageChanges {
  const [old, current] = [byName(before), byName(now)];
  const updated = [...current].flatMap(([name, each]) => {
    const known = old.get(name);
    return known === undefined || isSame(known, each) ? [] : [{ ...each, from: known.versionCode ?? null }];
  });
  return {
    installed: sorted([...current].filter(([name]) => !old.has(name)).map(([, each]) => each)),
    updated: sorted(updated),
    removed: sorted([...old].filter(([name]) => !current.has(name)).map(([, each]) => each)),
  };
}

/** For a package that is listed twice the higher version counts, as for deployments. */
function byName(packages: readonly InstalledPackage[]): ReadonlyMap<string, InstalledPackage> {
  const map = new Map<string, InstalledPackage>();
  for (const each of packages) {
    if (each.packageName === undefined) continue;
    const known = map.get(each.packageName);
    if (known === undefined || isNewer(each, known)) map.set(each.packageName, each);
  }
  return map;
}

/** Returns true if one listing of a package has a higher version than another. */
export function isNewer(one: InstalledPackage, than: InstalledPackage): boolean {
  const [mine, others] = [one.versionCode ?? -Infinity, than.versionCode ?? -Infinity];
  return mine === others ? (one.versionName ?? '') > (than.versionName ?? '') : mine > others;
}

function isSame(a: InstalledPackage, b: InstalledPackage): boolean {
  return a.versionCode === b.versionCode && a.versionName === b.versionName;
}

function sorted<Entry extends InstalledPackage>(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => byText(a.packageName ?? '', b.packageName ?? ''));
}
