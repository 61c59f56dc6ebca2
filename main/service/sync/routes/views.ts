import type { z } from 'zod';

import type { SyncConflict } from '../../../../shared/contract/sync/sync-conflicts.ts';
import type { syncRunSchema } from '../../../../shared/contract/sync/sync-history.ts';
import { type getSyncWaiting, MOST_WAITING_SHOWN } from '../../../../shared/contract/sync/sync-waiting.ts';
import type { SyncDevice } from '../../../../shared/contract/sync/sync.ts';
import { changeBetween } from '../../../../shared/domain/sync/change-between.ts';
import { NOTHING_DESIRED } from '../../../../shared/domain/sync/desired.ts';
import { toNormalForm } from '../../../../shared/domain/sync/normal-form.ts';
import type { WaitingChange } from '../../../../shared/domain/sync/waiting-changes.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { Conflict } from '../conflicts/conflict-store.ts';
import { isAhead, type Standing } from '../merge/link-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { whyFinal } from '../conflicts/resolve-enrolment.ts';
import type { Run } from '../engine/run-store.ts';
import { shownValue, unsealValue } from '../conflicts/values.ts';
import { liftedOf, stateOf, unsealState } from '../push/wire.ts';

/** A conflict for eyes. */
export function toConflict(parts: SyncParts, conflict: Conflict): SyncConflict {
  const { records } = parts;
  const { vault } = records.core;
  const record = records.devices.findByKey(conflict.deviceKey);
  const isSecret = conflict.path.includes('password');
  const show = (sealed: string | null): unknown =>
    isSecret ? undefined : shownValue(unsealValue(sealed, vault));
  // Who is in the slot here may be another one since it was found.
  const isWho =
    conflict.kind === 'enrolment' && conflict.resolvedAtMs === null && typeof record?.androidId === 'string';
  return {
    id: conflict.id,
    deviceId: record?.id ?? null,
    label: record === undefined ? records.devices.deletedLabel(conflict.deviceKey) : record.label,
    kind: conflict.kind,
    path: conflict.path,
    base: show(conflict.base),
    here: isWho ? record.androidId : show(conflict.here),
    there: show(conflict.there),
    winner: conflict.winner,
    taken: conflict.taken,
    createdAt: toInstant(conflict.createdAtMs),
    resolvedAt: toInstantOrNull(conflict.resolvedAtMs),
    settledBy: conflict.settledBy,
    enrolment: conflict.kind === 'field' ? null : enrolmentOf(parts, conflict),
    isFinal: whyFinal(parts, conflict) !== undefined,
  };
}

/** Free slots that are offered at most. */
const MOST_FREE_SLOTS = 50;

function enrolmentOf(
  { records, stores }: SyncParts,
  { deviceKey, upstreamId, there, about, resolvedAtMs }: Conflict,
): SyncConflict['enrolment'] {
  const record = records.devices.findByKey(deviceKey);
  const here = records.enrolments.ofDevice(deviceKey).at(-1);
  const typeId = record?.typeId ?? null;
  const type =
    record === undefined || typeId === null
      ? undefined
      : records.types.find(record.enterpriseId, typeId)?.name;
  const offers = resolvedAtMs === null && there !== null && record !== undefined;
  return {
    upstreamId,
    hereSince: toInstantOrNull(here?.startedAtMs ?? null),
    isSlotGone: there === null,
    there: about,
    hereModel: type ?? null,
    hereHeartbeatAt: toInstantOrNull(records.reports.report(deviceKey).lastHeartbeatAtMs),
    freeSlots: offers ? freeSlotsOf(stores, deviceKey, about?.slotId) : [],
  };
}

/** A slot that only looks free here, while the central has the headset in it, is none. */
function freeSlotsOf({ links }: SyncParts['stores'], deviceKey: number, taken: string | undefined) {
  return links
    .freeSlots(deviceKey, MOST_FREE_SLOTS)
    .filter(({ upstreamId }) => upstreamId !== taken)
    .map(({ id, label }) => ({ id, label }));
}

/** How a linked device stands. */
export function toSyncDevice({ records, stores }: SyncParts, link: Standing): SyncDevice {
  const { deviceKey } = link;
  const record = records.devices.findByKey(deviceKey);
  return {
    id: link.deviceId,
    label: record === undefined ? records.devices.deletedLabel(deviceKey) : record.label,
    upstreamId: link.upstreamId,
    isAhead: isAhead(link),
    wants: record !== undefined && isAhead(link) ? wantsOf({ records, stores }, record) : [],
    isBehind: link.isBehind,
    lifecycle: stores.outbox.ofDevice(deviceKey).map(({ kind }) => kind),
    events: link.eventsWaiting,
    conflicts: stores.conflicts.openOfDevice(deviceKey).length,
    gone: link.gone,
    failures: stores.trouble.failuresOf(deviceKey).map((failure) => ({
      kind: failure.kind,
      code: failure.code,
      message: failure.message,
      attempts: failure.attempts,
      since: toInstant(failure.firstAtMs),
      lastAt: toInstant(failure.lastAtMs),
    })),
    syncedAt: toInstantOrNull(link.readAtMs),
  };
}

/** The parts in which a device is ahead of what the central had last. */
function wantsOf(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  record: DeviceRecord,
): SyncDevice['wants'] {
  const { vault } = records.core;
  const kept = stores.links.base(record.key);
  const known = kept === undefined ? NOTHING_DESIRED : unsealState(kept, vault);
  const base = toNormalForm(known, known);
  const here = toNormalForm(liftedOf(known, stateOf(record, vault)), base);
  const change = changeBetween(base, here) ?? {};
  return PARTS.filter((part) => part in change);
}

const PARTS = ['settings', 'label', 'license', 'metadata'] as const;

/** What of a device waits, for eyes. */
export function toWaiting(items: readonly WaitingChange[]): z.input<typeof getSyncWaiting.reply> {
  return {
    total: items.length,
    items: items.slice(0, MOST_WAITING_SHOWN).map(({ path, here, there }) => {
      const isSecret = path.includes('password');
      return {
        part: PARTS.find((part) => part === path[0]) ?? 'settings',
        path: [...path],
        ...(isSecret ? {} : { here: shownValue(here), there: shownValue(there) }),
      };
    }),
  };
}

/** A device that the central does not know. */
export function toUnlinked(device: { readonly id: string; readonly label: string | null }): SyncDevice {
  return {
    ...device,
    upstreamId: null,
    isAhead: false,
    wants: [],
    isBehind: false,
    lifecycle: [],
    events: 0,
    conflicts: 0,
    gone: null,
    failures: [],
    syncedAt: null,
  };
}

/** A run for eyes. */
export function toRun(run: Run): z.input<typeof syncRunSchema> {
  return {
    id: run.id,
    cause: run.cause,
    startedAt: toInstant(run.startedAtMs),
    endedAt: toInstantOrNull(run.endedAtMs),
    outcome: run.outcome,
    reason: run.reason,
    counts: run.counts,
  };
}
