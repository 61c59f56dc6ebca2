import { inSlices } from '../../kernel/yielding.ts';
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

async function doubtAll({ records, stores }: SyncParts, epoch: string): Promise<void> {
  const { links, upstream } = stores;
  const keys: number[] = [];
  for (let after = 0; ;) {
    const page = links.page(after, 500);
    keys.push(...page.map(({ deviceKey }) => deviceKey));
    if (page.length < 500) break;
    after = page.at(-1)?.deviceKey ?? after;
  }
  const written: Promise<void>[] = [];
  const doubt = (key: number): void => {
    const scanned = upstream.get()?.eventsScanned ?? 0;
    links.doubt(key, { epoch, eventsWaiting: records.events.countUpTo(key, scanned) });
  };
  await inSlices(keys, 20, (part) => {
    written.push(records.core.writer.run(() => part.forEach(doubt)));
  });
  await Promise.all(written);
}
