import { contentsIn } from '../files/names.ts';
import { digestInAddress } from '../../../../shared/domain/content/library-address.ts';
import type { Records } from '../../devices/index.ts';
import { parseSettings } from '../../devices/views/index.ts';

/** Devices searched at once. */
const SLICE = 50;
/** Keys that hold URLs: settings without them are not even parsed. */
const KEYS = ['url', 'obbUrl'];

/** An item to look for, and its URLs. */
export type ItemUrls = { readonly sha256: string; readonly urls: readonly string[] };

/**
 * Searches the headsets of an organisation for assigned items; yields after each slice to let requests run. Archived
 * records do not count. Returns the ids of the headsets that have each item, by digest.
 */
export function* findAssigned(
  records: Records,
  enterpriseId: string,
  items: readonly ItemUrls[],
): Generator<void, Map<string, string[]>> {
  const digests = new Set(items.map(({ sha256 }) => sha256));
  const byUrl = new Map(items.flatMap(({ sha256, urls }) => urls.map((url) => [url, sha256] as const)));
  const found = new Map<string, string[]>();
  const digestOf = (url: string): string | undefined => {
    const own = digestInAddress(url);
    return byUrl.get(url) ?? (own !== undefined && digests.has(own) ? own : undefined);
  };
  const ids = records.ids.all(enterpriseId);
  const holding = records.devices.holding(KEYS);
  for (let at = 0; at < ids.length; at += SLICE) {
    for (const { id, settings, isArchived } of holding(ids.slice(at, at + SLICE))) {
      if (isArchived) continue;
      const had = contentsIn(parseSettings(settings)).map(({ url }) => digestOf(url));
      add(found, id, new Set(had.filter((sha256) => sha256 !== undefined)));
      yield;
    }
    yield;
  }
  return found;
}

function add(found: Map<string, string[]>, id: string, digests: ReadonlySet<string>): void {
  for (const sha256 of digests) {
    const known = found.get(sha256);
    if (known === undefined) found.set(sha256, [id]);
    else known.push(id);
  }
}
