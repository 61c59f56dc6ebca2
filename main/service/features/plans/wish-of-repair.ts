import type { DriftField } from '../../../../shared/contract/drift.ts';
import type { SettingsRow } from '../../../../shared/contract/settings-rows.ts';
import { factsOfMaker, type Records } from '../devices/index.ts';
import { toJudged } from '../standing/index.ts';
import type { Wish } from './wish.ts';

/** Headsets that drifted shall be told once more what is wanted. */
export function wishOfRepair(records: Records): Wish {
  const driftOf = (key: number): readonly DriftField[] => toJudged(records.standings.find(key)).drift;
  return {
    keyOf: (record) => JSON.stringify([driftOf(record.key), records.states.hashOf(record.settings)]),
    wantedOf(record) {
      const factsOf = factsOfMaker(records, record);
      const drift = driftOf(record.key);
      return {
        settings: record.settings,
        columns: [],
        forget: drift.flatMap(({ entry }) => (entry === null ? [] : [entry.key])),
        rows: drift.map((field) => toRow(field, factsOf)),
        conflicts: [],
        faults: [],
        isForced: true,
      };
    },
  };
}

function toRow(
  { path, entry, wanted, reported }: DriftField,
  factsOf: ReturnType<typeof factsOfMaker>,
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
