import { newId } from '../../kernel/new-id.ts';
import { Failure } from '../../kernel/failure.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CentralClient } from '../client/central.ts';
import type { SyncParts } from '../records/parts.ts';
import { linkRecord } from './link-by-hand.ts';

/** Slots per request, which are also linked together. */
const BATCH_SIZE = 250;

type Which = {
  /** Undefined: all. */
  readonly devicesId: readonly string[] | undefined;
  /** True to leave out devices whose ids the central has used before: they were deleted there. */
  readonly keepsIds?: boolean;
};
type Created = { readonly created: number; readonly failed: number };

/**
 * Creates slots at the central for devices that it does not know, all or those given, and links them. A slot keeps the
 * device's id if the central has never used it, so that it is found again if the answer is lost.
 */
export async function createAtCentral(
  parts: SyncParts,
  central: CentralClient,
  { devicesId, keepsIds = false }: Which,
): Promise<Created | Failure<'CONFLICT' | 'UPSTREAM_UNREACHABLE'>> {
  // Other centrals do not support this.
  if ((parts.stores.upstream.get()?.epoch ?? null) === null)
    return new Failure('CONFLICT', 'This central does not support creating slots. Create them there.');
  const requested = devicesId === undefined ? undefined : new Set(devicesId);
  const records = (await unlinked(parts)).filter(({ id }) => requested?.has(id) ?? true);
  let created = 0;
  for (let at = 0; at < records.length; at += BATCH_SIZE) {
    const made = await createSome(parts, central, records.slice(at, at + BATCH_SIZE), keepsIds ? 1 : 2);
    if (made instanceof Failure) return made;
    created += made;
  }
  const requestedCount = requested?.size ?? records.length;
  return { created, failed: requestedCount - created };
}

/** Returns the devices of this station that the central does not know, sorted by id. */
async function unlinked({ records, stores, enterpriseId }: SyncParts): Promise<DeviceRecord[]> {
  const found: DeviceRecord[] = [];
  const yielder = new Yielder();
  for (let page = 1; ; page += 1) {
    const items = stores.links.pageUnlinked(enterpriseId, { page, limit: 500 });
    found.push(...items.flatMap(({ id }) => records.devices.find(id) ?? []));
    if (items.length < 500) return found;
    await yielder.yieldIfDue();
  }
}

async function createSome(
  parts: SyncParts,
  central: CentralClient,
  records: readonly DeviceRecord[],
  maxTries: number,
): Promise<number | Failure<'CONFLICT' | 'UPSTREAM_UNREACHABLE'>> {
  let left = records.map((record) => ({
    record,
    id: parts.records.devices.slotIdOf(record),
  }));
  let created = 0;
  // A device whose id the central has used before gets another one.
  for (let tries = 0; tries < maxTries && left.length > 0; tries += 1) {
    const slots = left.map(({ record, id }) => ({ id, label: record.label, type: typeOf(parts, record) }));
    const answer = await central.createSlots(slots);
    if (answer.kind === 'refused')
      return new Failure('CONFLICT', `The central refused to create slots: ${answer.message}`);
    if (answer.kind !== 'ok')
      return new Failure('UPSTREAM_UNREACHABLE', 'The central could not be reached. Try again later.');
    created += await linkCreated(
      parts,
      left.filter(({ id }) => answer.value.has(id)),
    );
    left = left.filter(({ id }) => !answer.value.has(id)).map(({ record }) => ({ record, id: newId() }));
  }
  return created;
}

function typeOf({ records }: SyncParts, { enterpriseId, typeId }: DeviceRecord): string | null {
  return typeId === null ? null : (records.types.find(enterpriseId, typeId)?.name ?? null);
}

function linkCreated(
  parts: SyncParts,
  made: readonly { readonly record: DeviceRecord; readonly id: string }[],
): Promise<number> {
  const { records } = parts;
  return records.core.writer.run((afterCommit) => {
    let linked = 0;
    for (const { record, id } of made) {
      const now = records.devices.findByKey(record.key);
      if (now === undefined) continue;
      // A run that read the new slot meanwhile has already linked it.
      const isLinked = parts.stores.links.find(now.key) !== undefined;
      if (
        isLinked ||
        !(linkRecord(parts, now, { id, androidId: null, enrolmentId: null }, afterCommit) instanceof Failure)
      )
        linked += 1;
    }
    return linked;
  });
}
