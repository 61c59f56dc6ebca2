import { getReadiness } from '../../../shared/contract/content/library-offline.ts';
import type { NeededContentView, ReadinessView } from '../../../shared/contract/content/library-offline.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Number of headsets per request: their ids are in the URL. */
const BATCH = 200;

/** Loads what these headsets could get without internet. */
export async function readReadiness(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<{ reply: ReadinessView } | Refusal> {
  const parts: ReadinessView[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const outcome = await call(getReadiness, {
      query: { devicesId: ids.slice(at, at + BATCH).join(',') },
      ...(signal === undefined ? {} : { signal }),
    });
    if (isRefused(outcome)) return outcome;
    parts.push(outcome.reply);
  }
  return { reply: together(parts) };
}

/** Merges results for several parts of a fleet; what several parts need is counted once, with all their headsets. */
export function together(parts: readonly ReadinessView[]): ReadinessView {
  const byUrl = new Map<string, NeededContentView>();
  for (const content of parts.flatMap(({ contents }) => contents)) {
    const known = byUrl.get(content.url);
    byUrl.set(
      content.url,
      known === undefined ? content : { ...content, devices: known.devices + content.devices },
    );
  }
  const contents = [...byUrl.values()];
  const missing = contents.filter(({ state }) => state !== 'held');
  return {
    isReady: missing.length === 0,
    devices: parts.reduce((sum, { devices }) => sum + devices, 0),
    held: contents.length - missing.length,
    missing: missing.length,
    missingBytes: missing.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
    isMissingBytesExact: missing.every(({ sizeBytes }) => sizeBytes !== null),
    contents,
    invalidIds: parts.flatMap(({ invalidIds }) => invalidIds),
  };
}

const ORDER: Record<NeededContentView['state'], number> = {
  failed: 0,
  unusable: 1,
  missing: 2,
  fetching: 3,
  held: 4,
};

/** Sorts problems first, then missing contents, downloads, and available ones. */
export function byNeed(contents: readonly NeededContentView[]): NeededContentView[] {
  return contents.toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || b.devices - a.devices);
}
