import type { CatalogField } from '../../../contract/configuration/catalog.ts';

/** A headset as far as it decides what its firmware can do. */
export type Firmware = { readonly model: string; readonly osVersion: string | null };

/**
 * The firmware that a headset would need for a field and that its own is older than; null where it is new enough, and
 * where nobody can say: a version that is not known stops nothing.
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

/** The numbers of a version as makers write them: "5.7.0", "v78", "PUI 5.11". Null where there are none. */
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
