import { forEachLinked } from './each-linked.ts';
import type { SyncParts } from './parts.ts';

/**
 * Notes which unbroken history of the central this is. Where it is another one than before, the central went back to an
 * earlier state: events are told from the beginning of what is kept (it knows them by their ids), and each record is read
 * before what both sides agreed on is relied on again (`recall`).
 */
export async function followEpoch(parts: SyncParts, epoch: string | undefined): Promise<void> {
  const { records, stores } = parts;
  const { writer } = records.core;
  const known = stores.upstream.get()?.epoch ?? null;
  if (epoch === undefined || epoch === known) return;
  if (known !== null) await doubtAll(parts, known);
  await writer.run(() => stores.upstream.set({ epoch, ...(known === null ? {} : { sweptAtMs: null }) }));
}

function doubtAll(parts: SyncParts, epoch: string): Promise<void> {
  const { records, stores } = parts;
  return forEachLinked(parts, (key) => {
    const scanned = stores.upstream.get()?.eventsScanned ?? 0;
    stores.links.doubt(key, { epoch, eventsWaiting: records.events.countUpTo(key, scanned) });
  });
}
