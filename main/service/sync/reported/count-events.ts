import type { SyncParts } from '../records/parts.ts';

/** Events that are counted per transaction. */
const EVENTS_PER_BATCH = 5_000;

/** Updates the number of pending events of each linked device. */
export async function countEvents({ records, stores }: SyncParts): Promise<void> {
  const newest = records.events.newestKey();
  for (;;) {
    const from = stores.upstream.get()?.eventsScanned ?? newest;
    if (from >= newest) return;
    const to = Math.min(newest, from + EVENTS_PER_BATCH);
    await records.core.writer.run(() => {
      for (const { deviceKey, count } of records.events.countArrived(from, to))
        stores.links.addEvents(deviceKey, count);
      stores.upstream.set({ eventsScanned: to });
    });
  }
}

type Counted = Pick<SyncParts, 'stores'> & { readonly records: Pick<SyncParts['records'], 'events'> };

/** Counts the pending events of a linked device again, up to this key. Runs inside the caller's transaction. */
export function recountEvents({ records, stores }: Counted, deviceKey: number, upTo: number): void {
  const through = stores.links.find(deviceKey)?.eventsThrough ?? 0;
  const { countUpTo } = records.events;
  const eventsWaiting = Math.max(0, countUpTo(deviceKey, upTo) - countUpTo(deviceKey, through));
  stores.links.set(deviceKey, { eventsWaiting });
}

/** Keeps the number of pending events right when some of them expire before they could be uploaded. */
export function followExpiry(parts: Counted): void {
  const { records, stores } = parts;
  records.events.whenExpired((deviceKey) => {
    if ((stores.links.find(deviceKey)?.eventsWaiting ?? 0) > 0)
      recountEvents(parts, deviceKey, stores.upstream.get()?.eventsScanned ?? 0);
  });
}
