import type { ResultReason } from '../../../../shared/contract/configuration/plans/plans.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import {
  contentsOf,
  deploymentOf,
  type KindOfEntry,
  viewOf,
  withOrders,
} from '../../devices/deployment/index.ts';
import { contentIdOf, evidenceOf } from '../../devices/inventory/index.ts';
import { contentKey } from '../../devices/comparison/index.ts';
import { writeSettings } from '../settings/apply.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { Changing } from '../../devices/changes/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { announceMetadata } from '../../devices/metadata/index.ts';
import { toReported } from '../../devices/registry/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import { columnRows } from '../preview/plan-states.ts';
import type { PlanDeviceRow, PlanStore } from '../plan-store/plan-store.ts';
import { hasMoved } from './view.ts';

const deviceGone = {
  code: 'DEVICE_GONE',
  message: 'The record was removed since the plan was made',
  subject: null,
} as const;
const moved = {
  code: 'MOVED',
  message: 'It was changed since the plan was made. Create the plan again to see what it would change now.',
  subject: null,
} as const;

/** The new state of a headset that was due to be sent something. */
export type SentRow = Pick<PlanDeviceRow, 'state' | 'reason' | 'attempts' | 'sentRevision'>;

/**
 * Writes the desired state of a headset and notifies it, as a part of a change. Its reports of contents that failed
 * before, or that are to be downloaded again, are discarded.
 */
export function sendTo(records: Records, store: PlanStore, row: PlanDeviceRow, changing: Changing): SentRow {
  const { attempts, sentRevision } = row;
  const failed = (reason: ResultReason): SentRow => ({ state: 'failed', reason, attempts, sentRevision });
  const record = records.devices.find(row.deviceId);
  if (record === undefined || record.isArchived) return failed(deviceGone);
  if (hasMoved(record, row)) return failed(moved);
  for (const column of row.columns) restoreColumn(records, record, column, changing);
  // Nothing that a headset has to confirm.
  if (row.targetHash === null)
    return { state: 'confirmed', reason: null, attempts: attempts + 1, sentRevision };
  const settings = store.text(row.targetHash);
  if (settings === undefined) return failed(deviceGone);
  orderDiscard(records, record, { settings, keys: row.discardReports }, changing);
  const written = writeSettings(records, record, settings, changing);
  return { state: 'sent', reason: null, attempts: attempts + 1, sentRevision: written.settingsRevision };
}

function orderDiscard(
  records: Records,
  record: DeviceRecord,
  { settings, keys }: { readonly settings: string; readonly keys: readonly string[] },
  changing: Changing,
): void {
  const reported = toReported(records.reports.inventory(record.key), records.reports.report(record.key));
  const view = viewOf(reported, records.core.clock.now());
  const isToForget = ({ kind, entry }: KindOfEntry): boolean =>
    keys.includes(contentKey(kind, entry)) || deploymentOf(entry, kind, view)?.status === 'FAILED';
  const entries = contentsOf(parseSettings(settings)).filter(isToForget);
  if (entries.length === 0) return;
  const now = entries.map(({ kind, entry }) => ({
    kind,
    contentId: contentIdOf(entry),
    evidence: evidenceOf(entry, kind, view.index),
  }));
  const orders = withOrders(reported.forgotten, now, record.settingsRevision + 1);
  if (orders.length > 0) changing.discardReports(record.key, JSON.stringify(orders));
}

/** Restores a part of the record that no headset has to confirm. */
function restoreColumn(
  records: Records,
  record: DeviceRecord,
  { field, to }: PlanDeviceRow['columns'][number],
  { set, afterCommit }: Changing,
): void {
  if (field === 'metadata') {
    set(record, field, to ?? '{}');
    for (const { path } of columnRows(field, record.metadata, to)) {
      const namespace = path.slice('metadata.'.length);
      afterCommit(() => announceMetadata(records, record, namespace));
    }
    return;
  }
  set(record, field, to);
  const changed =
    field === 'label'
      ? { device: { label: to }, headset: { label: to } }
      : { device: { license: to === null ? null : licenseSchema.parse(JSON.parse(to)) } };
  afterCommit(() => announceDevice(records, record, changed));
}
