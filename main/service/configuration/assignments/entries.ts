import type { BulkResult } from '../../../../shared/contract/devices/devices.ts';
import { MAX_ENTRIES } from '../../../../shared/contract/configuration/settings/settings-entries.ts';
import { type KindOfEntry, withOrders } from '../../devices/deployment/index.ts';
import { contentIdOf, evidenceOf, indexInventory } from '../../devices/inventory/index.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { writeSettings } from '../settings/apply.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changeEach, type Changing, toBulkResult } from '../../devices/changes/index.ts';
import { toReported } from '../../devices/registry/index.ts';
import { type ContentChange, ContentPlan } from './plan.ts';

/** A change of entries of one list, on the named devices. */
export type EntriesChange = {
  readonly devicesId: readonly string[];
  readonly caller: Caller;
  /** Its kind in the history. */
  readonly kind: 'files' | 'videos';
  readonly change: ContentChange;
  /** Returns the entries of the changed settings that headsets download again in any case; undefined: none. */
  readonly forced?: ((settings: StoredSettings) => readonly KindOfEntry[]) | undefined;
};

const TOO_LONG = new Failure(
  'INVALID_CONFIGURATION',
  `A device has at most ${MAX_ENTRIES} videos and as many files. Nothing was changed.`,
);

/**
 * Changes entries on every requested device. Unchanged settings are neither written nor published, unless forced:
 * then the headset's report is discarded and it is notified anyway.
 */
export async function changeEntries(
  records: Records,
  { devicesId, caller, kind, change, forced }: EntriesChange,
): Promise<BulkResult[]> {
  const plan = new ContentPlan(change);
  const results = await changeEach(records, { ids: devicesId, caller, kind }, (record, changing) => {
    const planned = plan.for(record);
    if (tooLong(planned.after)) return TOO_LONG;
    if (forced === undefined && planned.text === record.settings) return record;
    if (forced !== undefined) orderDiscard(records, record, forced(planned.after), changing);
    return writeSettings(records, record, planned.text, changing);
  });
  return results.map(toBulkResult);
}

function tooLong({ videos = [], files = [] }: StoredSettings): boolean {
  return videos.length > MAX_ENTRIES || files.length > MAX_ENTRIES;
}

/** Discards reports of these entries until the headset reports something new. */
function orderDiscard(
  records: Records,
  record: DeviceRecord,
  entries: readonly KindOfEntry[],
  changing: Changing,
): void {
  const reported = toReported(records.reports.inventory(record.key), records.reports.report(record.key));
  const index = indexInventory(reported);
  const now = entries.map(({ kind, entry }) => ({
    kind,
    contentId: contentIdOf(entry),
    evidence: evidenceOf(entry, kind, index),
  }));
  const orders = withOrders(reported.forgotten, now, record.settingsRevision + 1);
  if (orders.length > 0) changing.discardReports(record.key, JSON.stringify(orders));
}
