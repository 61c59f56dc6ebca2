import type { DriftField } from '../../../../shared/contract/configuration/drift.ts';
import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { factsOfManufacturer, deviationsOf } from '../../devices/views/index.ts';
import type { TargetPlan } from './target.ts';

/** Sends drifted headsets their desired settings again. */
export function planRepair(records: Records): TargetPlan {
  const driftOf = (record: DeviceRecord): readonly DriftField[] => {
    const { drift, neverInEffect } = deviationsOf(records, record);
    return [...drift, ...neverInEffect];
  };
  return {
    keyOf: (record) => JSON.stringify([driftOf(record), records.states.hashOf(record.settings)]),
    targetOf(record) {
      const factsOf = factsOfManufacturer(records, record);
      const drift = driftOf(record);
      return {
        settings: record.settings,
        columns: [],
        discardReports: drift.flatMap(({ entry }) => (entry === null ? [] : [entry.key])),
        rows: drift.map((field) => toRow(field, factsOf)),
        conflicts: [],
        faults: [],
        isForced: true,
        network: null,
      };
    },
  };
}

function toRow(
  { path, entry, wanted, reported }: DriftField,
  factsOf: ReturnType<typeof factsOfManufacturer>,
): SettingsRow {
  const facts = factsOf(path);
  return {
    path,
    entry,
    kind: entry === null ? 'change' : 'add',
    now: wanted,
    wanted,
    reported,
    fields: [],
    isReinstall: path === 'applications[]' && reported !== null,
    restart: facts?.restart ?? 'unknown',
    support: facts?.support ?? 'unknown',
    needsFirmware: null,
    note: facts?.note ?? null,
  };
}
