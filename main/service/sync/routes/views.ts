import type { z } from 'zod';

import type { SyncConflict } from '../../../../shared/contract/sync/sync-conflicts.ts';
import type { syncRunSchema } from '../../../../shared/contract/sync/sync-history.ts';
import { type getSyncWaiting, MAX_PENDING_SHOWN } from '../../../../shared/contract/sync/sync-waiting.ts';
import type { SyncDevice } from '../../../../shared/contract/sync/sync.ts';
import { changeBetween } from '../rules/change-between.ts';
import { NOTHING_DESIRED } from '../rules/desired.ts';
import { toNormalForm } from '../rules/normal-form.ts';
import type { PendingChange } from '../rules/pending-changes.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { countEvents } from '../../devices/events/index.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { Enrolment } from '../../devices/registry/index.ts';
import type { Conflict, OtherHeadset } from '../records/conflict-store.ts';
import { isDirty, type LinkedDevice } from '../records/link-store.ts';
import type { SyncParts } from '../records/parts.ts';
import { originOf } from '../lifecycle/origin.ts';
import { finalReason } from '../conflicts/resolve-enrolment.ts';
import type { Run } from '../records/run-store.ts';
import { shownValue, unsealValue } from '../records/values.ts';
import { withUnknown, stateOf, unsealState } from '../wire/wire.ts';
import type { EngineView } from '../records/view.ts';
import { waitOf } from './waits.ts';

/** Converts a conflict for the API, without secrets. */
export function toConflict(parts: SyncParts, conflict: Conflict): SyncConflict {
  const { records } = parts;
  const { vault } = records.core;
  const record = records.devices.findByKey(conflict.deviceKey);
  const isSecret = conflict.path.includes('password');
  const show = (sealed: string | null): unknown =>
    isSecret ? undefined : shownValue(unsealValue(sealed, vault));
  // The slot may have another headset than when the conflict was found.
  const hasLocalHeadset =
    conflict.kind === 'enrolment' && conflict.resolvedAtMs === null && typeof record?.androidId === 'string';
  return {
    id: conflict.id,
    deviceId: record?.id ?? null,
    label: record === undefined ? records.devices.deletedLabel(conflict.deviceKey) : record.label,
    kind: conflict.kind,
    path: conflict.path,
    base: show(conflict.base),
    here: hasLocalHeadset ? record.androidId : show(conflict.here),
    there: show(conflict.there),
    winner: conflict.winner,
    taken: conflict.taken,
    createdAt: toInstant(conflict.createdAtMs),
    resolvedAt: toInstantOrNull(conflict.resolvedAtMs),
    settledBy: conflict.settledBy,
    enrolment: conflict.kind === 'field' ? null : enrolmentOf(parts, conflict),
    isFinal: finalReason(parts, conflict) !== undefined,
  };
}

/** Maximum number of free slots to offer. */
const MAX_FREE_SLOTS = 50;

function enrolmentOf(
  parts: SyncParts,
  { deviceKey, upstreamId, there, about, resolvedAtMs }: Conflict,
): SyncConflict['enrolment'] {
  const { records, stores, station } = parts;
  const record = records.devices.findByKey(deviceKey);
  const here = records.enrolments.ofDevice(deviceKey).at(-1);
  const origin = here === undefined ? undefined : originOf(parts, here);
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
    there: about === null ? null : withoutEnrolmentId(about),
    hereStation: origin?.station ?? null,
    hereBy: origin?.by ?? null,
    hereProfile: station.profileOf(deviceKey),
    hereEvents: here === undefined ? 0 : countEvents(records.events, deviceKey, spanOf(here, records.core)),
    hereModel: type ?? null,
    hereHeartbeatAt: toInstantOrNull(records.reports.report(deviceKey).lastHeartbeatAtMs),
    freeSlots: offers ? freeSlotsOf(stores, deviceKey, about?.slotId) : [],
  };
}

function withoutEnrolmentId({
  enrolmentId: _enrolmentId,
  ...shown
}: OtherHeadset): Omit<OtherHeadset, 'enrolmentId'> {
  return shown;
}

function spanOf({ startedAtMs, endedAtMs }: Enrolment, { clock }: Core) {
  return { fromMs: startedAtMs, toMs: endedAtMs ?? clock.now() };
}

/** Returns the free slots, except the one in which the central has the headset. */
function freeSlotsOf({ links }: SyncParts['stores'], deviceKey: number, taken: string | undefined) {
  return links
    .freeSlots(deviceKey, MAX_FREE_SLOTS)
    .filter(({ upstreamId }) => upstreamId !== taken)
    .map(({ id, label }) => ({ id, label }));
}

/** Returns the sync status of a linked device. */
export function toSyncDevice(parts: SyncParts, view: EngineView, link: LinkedDevice): SyncDevice {
  const { records, stores } = parts;
  const { deviceKey } = link;
  const record = records.devices.findByKey(deviceKey);
  return {
    id: link.deviceId,
    label: record === undefined ? records.devices.deletedLabel(deviceKey) : record.label,
    upstreamId: link.upstreamId,
    isAhead: isDirty(link),
    wants: record !== undefined && isDirty(link) ? dirtyParts({ records, stores }, record) : [],
    // What is gone there is not read.
    isBehind: link.isStale && link.gone === null,
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
    waits: waitOf(parts, view, link),
    syncedAt: toInstantOrNull(link.readAtMs),
  };
}

/** Returns the parts of a device that differ from the central's last known state. */
function dirtyParts(
  { records, stores }: Pick<SyncParts, 'records' | 'stores'>,
  record: DeviceRecord,
): SyncDevice['wants'] {
  const { vault } = records.core;
  const storedBase = stores.links.base(record.key);
  const known = storedBase === undefined ? NOTHING_DESIRED : unsealState(storedBase, vault);
  const base = toNormalForm(known, known);
  const here = toNormalForm(withUnknown(known, stateOf(record, vault)), base);
  const change = changeBetween(base, here) ?? {};
  return PARTS.filter((part) => part in change);
}

const PARTS = ['settings', 'label', 'license', 'metadata'] as const;

/** Converts the pending changes of a device for the API, without secrets. */
export function toWaiting(items: readonly PendingChange[]): z.input<typeof getSyncWaiting.reply> {
  return {
    total: items.length,
    items: items.slice(0, MAX_PENDING_SHOWN).map(({ path, here, there }) => {
      const isSecret = path.includes('password');
      return {
        part: PARTS.find((part) => part === path[0]) ?? 'settings',
        path: [...path],
        ...(isSecret ? {} : { here: shownValue(here), there: shownValue(there) }),
      };
    }),
  };
}

/** Returns the sync status of a device that the central does not know. */
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
    waits: null,
    syncedAt: null,
  };
}

/** Converts a run for the API. */
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
