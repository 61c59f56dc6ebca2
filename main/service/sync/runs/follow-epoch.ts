import { forEachLinked } from './each-linked.ts';
import type { SyncParts } from '../records/parts.ts';

/**
 * Stores the epoch of the central. If it has changed, the central was restored from a backup: all retained events are
 * uploaded again (their ids prevent duplicates), and each record is read before its base is used again (`reuploadEnrolment`).
 */
export async function followEpoch(parts: SyncParts, epoch: string | undefined): Promise<void> {
  const { records, stores } = parts;
  const { writer } = records.core;
  const known = stores.upstream.get()?.epoch ?? null;
  if (epoch === undefined || epoch === known) return;
  if (known !== null) await invalidateAll(parts, known);
  await writer.run(() => stores.upstream.set({ epoch, ...(known === null ? {} : { sweptAtMs: null }) }));
}

function invalidateAll(parts: SyncParts, epoch: string): Promise<void> {
  const { records, stores } = parts;
  return forEachLinked(parts, (key) => {
    const scanned = stores.upstream.get()?.eventsScanned ?? 0;
    stores.links.invalidate(key, { epoch, eventsWaiting: records.events.countUpTo(key, scanned) });
  });
}
