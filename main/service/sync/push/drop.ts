import { type DeviceId, deviceIdSchema } from '../../../../shared/contract/ids.ts';
import type { WaitingPart } from '../../../../shared/contract/sync/sync-waiting.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { Pause } from '../../kernel/yielding.ts';
import { changingNow, type DeviceRecord } from '../../devices/index.ts';
import type { SyncParts } from '../engine/parts.ts';
import type { Deciding } from '../conflicts/resolve.ts';
import { takeState } from '../merge/take.ts';
import { waitingOf } from './waiting.ts';
import { type KnownState, knownOf, stateOf } from './wire.ts';

/** So many devices are written before anybody else has a turn. */
const AT_ONCE = 25;

/** What is to be taken, and by whom. */
type Drop = { readonly parts: ReadonlySet<WaitingPart> | undefined; readonly by: Deciding };

/** Takes what the central had last of these devices for what waits, and answers of how many, and of how many it cannot. */
export async function dropWaiting(
  parts: SyncParts,
  ids: readonly string[],
  drop: Drop,
): Promise<{ readonly taken: number; readonly failed: number }> {
  const { writer } = parts.records.core;
  const all = [...new Set(ids)];
  let [taken, failed] = [0, 0];
  const pause = new Pause();
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const outcomes = await Promise.all(
      all
        .slice(at, at + AT_ONCE)
        .map((id) => writer.run((afterCommit) => dropOf(parts, { id, drop }, afterCommit))),
    );
    taken += outcomes.filter((outcome) => outcome === 'taken').length;
    failed += outcomes.filter((outcome) => outcome === 'failed').length;
    await pause.ifDue();
  }
  return { taken, failed };
}

function dropOf(
  parts: SyncParts,
  { id, drop }: { readonly id: string; readonly drop: Drop },
  afterCommit: AfterCommit,
): 'taken' | 'same' | 'failed' {
  const { records, stores } = parts;
  const record = recordOf(parts, deviceIdSchema.safeParse(id).data);
  const waiting = record === undefined ? undefined : waitingOf(parts, record);
  if (record === undefined || waiting === undefined) return 'failed';
  if (waiting.items.length === 0) return 'same';
  const wanted = withParts(stateOf(record, records.core.vault), knownOf(waiting.known), drop.parts);
  const { by } = drop;
  const changing = changingNow(records, afterCommit, { ...by.act, continues: by.changeId ?? null });
  takeState(records, record, wanted, changing);
  by.changeId ??= changing.changeId(record.enterpriseId);
  const now = records.devices.findByKey(record.key) ?? record;
  if (waitingOf(parts, now)?.items.length === 0) {
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
