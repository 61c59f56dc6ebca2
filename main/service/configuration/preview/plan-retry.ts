import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { contentsOf, deploymentOf, type KindOfEntry, viewOf } from '../../devices/deployment/index.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import { contentKey, LIST_OF_KIND } from '../../devices/comparison/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { toReported } from '../../devices/registry/index.ts';
import { factsOfManufacturer, parseSettings } from '../../devices/views/index.ts';
import type { TargetPlan } from './target.ts';

/** Returns the contents of a device that its headset failed to download, in the order of its settings. */
export function failedContents(records: Records, record: DeviceRecord): readonly KindOfEntry[] {
  const reported = toReported(records.reports.inventory(record.key), records.reports.report(record.key));
  const view = viewOf(reported, records.core.clock.now());
  return contentsOf(parseSettings(record.settings)).filter(
    ({ kind, entry }) => deploymentOf(entry, kind, view)?.status === 'FAILED',
  );
}

/**
 * Makes headsets download failed contents again. The failure reports are discarded when the headsets are notified: see
 * `sendTo`.
 */
export function planRetry(records: Records): TargetPlan {
  const failedOf = (record: DeviceRecord): readonly KindOfEntry[] => failedContents(records, record);
  return {
    keyOf: (record) =>
      JSON.stringify([
        failedOf(record).map(({ kind, entry }) => [kind, contentKey(kind, entry)]),
        records.states.hashOf(record.settings),
      ]),
    targetOf(record) {
      const factsOf = factsOfManufacturer(records, record);
      const failed = failedOf(record);
      return {
        settings: record.settings,
        columns: [],
        discardReports: failed.map(({ kind, entry }) => contentKey(kind, entry)),
        rows: failed.map((content) => toRow(content, factsOf)),
        conflicts: [],
        faults: [],
        isForced: failed.length > 0,
        network: null,
      };
    },
  };
}

function toRow({ kind, entry }: KindOfEntry, factsOf: ReturnType<typeof factsOfManufacturer>): SettingsRow {
  const path = LIST_OF_KIND[kind];
  const facts = factsOf(path);
  const key = contentKey(kind, entry);
  const name = entry.packageName ?? entry.title ?? entry.name ?? contentIdOf(entry);
  return {
    path,
    entry: { key, name },
    kind: 'add',
    now: null,
    wanted: entry,
    fields: [],
    isReinstall: false,
    restart: facts?.restart ?? 'unknown',
    support: facts?.support ?? 'unknown',
    needsFirmware: null,
    note: facts?.note ?? null,
  };
}
