import { type DeviceId, deviceIdSchema } from '../../../../shared/contract/ids.ts';
import type { WaitingPart } from '../../../../shared/contract/sync/sync-waiting.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { changingNow } from '../../devices/changes/index.ts';
import type { SyncParts } from '../records/parts.ts';
import type { Deciding } from './resolve.ts';
import { applyState } from '../apply/apply-state.ts';
import { pendingChangesOf } from '../apply/pending-changes.ts';
import { type KnownState, knownOf, stateOf } from '../wire/wire.ts';

/** Devices that are written before other work gets a turn. */
const BATCH_SIZE = 25;

/** Which parts to discard, and who decides it. */
type Discard = { readonly parts: ReadonlySet<WaitingPart> | undefined; readonly by: Deciding };

/**
 * Replaces pending changes of these devices with the central's last known state. Returns how many devices were changed
 * and for how many it was impossible.
 */
export async function dropWaiting(
  parts: SyncParts,
  ids: readonly string[],
  discard: Discard,
): Promise<{ readonly taken: number; readonly failed: number }> {
  const { writer } = parts.records.core;
  const all = [...new Set(ids)];
  let [taken, failed] = [0, 0];
  const yielder = new Yielder();
  for (let at = 0; at < all.length; at += BATCH_SIZE) {
    const outcomes = await Promise.all(
      all
        .slice(at, at + BATCH_SIZE)
        .map((id) => writer.run((afterCommit) => discardOf(parts, { id, discard }, afterCommit))),
    );
    taken += outcomes.filter((outcome) => outcome === 'taken').length;
    failed += outcomes.filter((outcome) => outcome === 'failed').length;
    await yielder.yieldIfDue();
  }
  return { taken, failed };
}

function discardOf(
  parts: SyncParts,
  { id, discard }: { readonly id: string; readonly discard: Discard },
  afterCommit: AfterCommit,
): 'taken' | 'same' | 'failed' {
  const { records, stores } = parts;
  const record = recordOf(parts, deviceIdSchema.safeParse(id).data);
  const waiting = record === undefined ? undefined : pendingChangesOf(parts, record);
  if (record === undefined || waiting === undefined) return 'failed';
  if (waiting.items.length === 0) return 'same';
  const next = withParts(stateOf(record, records.core.vault), knownOf(waiting.known), discard.parts);
  const { by } = discard;
  const changing = changingNow(records, afterCommit, { ...by.act, continues: by.changeId ?? null });
  applyState(records, record, next, changing);
  by.changeId ??= changing.changeId(record.enterpriseId);
  const now = records.devices.findByKey(record.key) ?? record;
  if (pendingChangesOf(parts, now)?.items.length === 0) {
    stores.links.set(record.key, { syncedRevision: now.revision });
    stores.trouble.clear(record.key, 'desired');
  }
  return 'taken';
}

function recordOf({ records, enterpriseId }: SyncParts, id: DeviceId | undefined): DeviceRecord | undefined {
  const record = id === undefined ? undefined : records.devices.find(id);
  return record?.enterpriseId === enterpriseId ? record : undefined;
}

function withParts(
  here: KnownState,
  there: KnownState,
  parts: ReadonlySet<WaitingPart> | undefined,
): KnownState {
  const isTaken = (part: WaitingPart): boolean => parts?.has(part) ?? true;
  return {
    ...here,
    label: isTaken('label') ? there.label : here.label,
    license: isTaken('license') ? there.license : here.license,
    settings: isTaken('settings') ? there.settings : here.settings,
    metadata: isTaken('metadata') ? there.metadata : here.metadata,
  };
}
