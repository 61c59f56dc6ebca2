import type { JsonObject, Side } from './desired.ts';
import { inOrder, entriesOf, LISTS, toList } from './lists.ts';
import { PartMerge, type Three } from './merge-values.ts';
import { packageOf, type Together } from './packages.ts';
import { isObject, isSame, own, withField } from './values.ts';

/** Further input of the rule for kiosks. */
export type KioskRule = Together & {
  /** True if the headset reported this package as installed. */
  readonly isInstalled: (packageName: string) => boolean;
};

/**
 * Returns the merged settings with a kiosk that has its application. One side may have locked headsets to an
 * application while the other removed it or chose another: each is valid alone, but together they lock a headset to
 * nothing.
 */
export function settleKiosk(merged: JsonObject, rule: KioskRule): JsonObject {
  if (isGood(merged, rule)) return merged;
  const { settings, winnerOf, conflicts } = rule;
  const winner = winnerOf('kioskMode');
  const isUsable = (side: Side): boolean => isGood(settings[side], rule);
  // If neither side is valid alone, the merge did not cause this.
  const chosen = isUsable(winner) ? winner : opposite(winner);
  if (!isUsable(chosen)) return merged;
  const part = new PartMerge(chosen, conflicts);
  const kiosk = own(settings[chosen], 'kioskMode');
  if (!isSame(kiosk, own(merged, 'kioskMode'))) part.note(['settings', 'kioskMode'], kiosksOf(settings));
  const settled = withField(merged, 'kioskMode', kiosk);
  const packageName = kioskPackage(settled);
  return packageName === undefined || isGood(settled, rule)
    ? settled
    : withApplication(settled, { settings, holder: chosen, packageName, part });
}

/** True if a kiosk states whether it is on and, if so, has an application to run. */
function isGood(settings: JsonObject, { isInstalled }: KioskRule): boolean {
  const kiosk = own(settings, 'kioskMode');
  if (!isObject(kiosk) || own(kiosk, 'isActive') === false) return true;
  // A kiosk without the field `enabled` is off.
  if (own(kiosk, 'isActive') !== true) return false;
  const packageName = packageOf(kiosk);
  return packageName !== undefined && (isAssigned(settings, packageName) || isInstalled(packageName));
}

function opposite(side: Side): Side {
  return side === 'here' ? 'there' : 'here';
}

type Restored = {
  readonly settings: Three<JsonObject>;
  readonly holder: Side;
  readonly packageName: string;
  readonly part: PartMerge;
};

/** Returns the settings with the entries of a package from the side that keeps the kiosk. */
function withApplication(merged: JsonObject, { settings, holder, packageName, part }: Restored): JsonObject {
  let restored = merged;
  for (const [name, kind] of LISTS) {
    const of = (side: JsonObject): ReadonlyMap<string, unknown> => entriesOf(kind, own(side, name));
    const stored = new Map(of(merged));
    for (const [key, entry] of of(settings[holder])) {
      if (!names(name, entry, packageName) || stored.has(key)) continue;
      stored.set(key, entry);
      part.note(['settings', name, key], {
        base: of(settings.base).get(key),
        here: of(settings.here).get(key),
        there: of(settings.there).get(key),
      });
    }
    const order = inOrder(new Set(stored.keys()), of(merged), of(settings[holder]));
    const list = toList(new Map(order.map((key) => [key, stored.get(key)])));
    if (list.length > 0) restored = withField(restored, name, list);
  }
  return restored;
}

function names(list: string, entry: unknown, packageName: string): boolean {
  return list === 'packages'
    ? entry === packageName
    : list === 'applications' && packageOf(entry) === packageName;
}

function kioskPackage(settings: JsonObject): string | undefined {
  const kiosk = own(settings, 'kioskMode');
  return isObject(kiosk) && own(kiosk, 'isActive') === true ? packageOf(kiosk) : undefined;
}

function isAssigned(settings: JsonObject, packageName: string): boolean {
  return [...LISTS].some(([name, kind]) =>
    [...entriesOf(kind, own(settings, name)).values()].some((entry) => names(name, entry, packageName)),
  );
}

function kiosksOf({ base, here, there }: Three<JsonObject>): Three {
  return { base: own(base, 'kioskMode'), here: own(here, 'kioskMode'), there: own(there, 'kioskMode') };
}
