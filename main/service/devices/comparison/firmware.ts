import type { CatalogField } from '../../../../shared/contract/configuration/catalog.ts';

/** The model and version that decide what a headset's firmware supports. */
export type Firmware = { readonly model: string; readonly osVersion: string | null };

/**
 * Returns the firmware version that a field requires, if the headset's own is older. Null if it is new enough or
 * unknown: an unknown version blocks nothing.
 */
export function missingFirmware(
  minimumOs: CatalogField['minimumOs'],
  { model, osVersion }: Firmware,
): string | null {
  const own = numbersOf(osVersion);
  if (own === null) return null;
  const named = minimumOs.find((each) => each.model !== null && isSameModel(each.model, model));
  const needed = named ?? minimumOs.find((each) => each.model === null);
  const least = numbersOf(needed?.version ?? null);
  return needed !== undefined && least !== null && isOlder(own, least) ? needed.version : null;
}

function isSameModel(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Returns the numbers of a version as manufacturers write them: "5.7.0", "v78", "PUI 5.11". Null if there are none. */
function numbersOf(version: string | null): readonly number[] | null {
  const found = /\d+(?:\.\d+)*/.exec(version ?? '');
  return found === null ? null : found[0].split('.').map(Number);
}

function isOlder(own: readonly number[], least: readonly number[]): boolean {
  for (const [place, wanted] of least.entries()) {
    const difference = (own[place] ?? 0) - wanted;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
