import { inSlices } from '../../kernel/yielding.ts';
import type { SyncParts } from './parts.ts';

/**
 * Notes which unbroken history of the central this is. Where it is another one than before, the central went back to an
 * earlier state: what it was told since is told again. Enrolments that it may have lost are lined up, events are told from
 * the beginning of what is kept (it knows them by their ids), and what both sides agreed on is not relied on any more.
 */
export async function followEpoch(parts: SyncParts, epoch: string | undefined): Promise<void> {
  const { records, stores } = parts;
  const { writer } = records.core;
  const known = stores.upstream.get()?.epoch ?? null;
  if (epoch === undefined || epoch === known) return;
  if (known !== null) await forgetAgreements(parts);
  await writer.run(() => stores.upstream.set({ epoch, ...(known === null ? {} : { sweptAtMs: null }) }));
}

async function forgetAgreements(parts: SyncParts): Promise<void> {
  const { records, stores } = parts;
  const keys: number[] = [];
  for (let after = 0; ;) {
    const page = stores.links.page(after, 500);
    keys.push(...page.map(({ deviceKey }) => deviceKey));
    if (page.length < 500) break;
    after = page.at(-1)?.deviceKey ?? after;
  }
  const written: Promise<void>[] = [];
  await inSlices(keys, 20, (part) => {
    written.push(records.core.writer.run(() => part.forEach((key) => forgetAgreement(parts, key))));
  });
  await Promise.all(written);
}

function forgetAgreement({ records, stores }: SyncParts, deviceKey: number): void {
  const { links, outbox, upstream } = stores;
  const scanned = upstream.get()?.eventsScanned ?? 0;
  links.forget(deviceKey, records.events.countUpTo(deviceKey, scanned));
  links.removeBase(deviceKey);
  const open = records.enrolments.open(deviceKey);
  const link = links.find(deviceKey);
  if (open === undefined || link === undefined || link.gone !== null) return;
  if (outbox.ofDevice(deviceKey).some(({ enrolmentKey }) => enrolmentKey === open.key)) return;
  const { androidId, key: enrolmentKey } = open;
  outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs: records.core.clock.now(), enrolmentKey });
}
