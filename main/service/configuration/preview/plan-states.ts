import { z } from 'zod';

import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { settingsRows } from '../../devices/comparison/index.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { Field, State } from '../../devices/history/index.ts';
import { factsOfManufacturer, parseSettings } from '../../devices/views/index.ts';
import { keepNetwork, replacedNetwork } from '../settings/replaced-network.ts';
import type { ColumnChange } from '../plan-store/plan-store.ts';
import type { TargetPlan } from './target.ts';

/** The desired states of the parts of a record. */
export type WantedStates = ReadonlyMap<Field, State>;

const objectSchema = z.record(z.string(), z.unknown());

/** Restores headsets to an earlier state. */
export function planStates(records: Records, statesOf: (key: number) => WantedStates): TargetPlan {
  return {
    keyOf: (record) =>
      JSON.stringify([
        [...statesOf(record.key)].map(([field, state]) => [field, state && records.states.hashOf(state)]),
        records.states.hashOf(record.settings),
        record.label,
        record.license,
        record.metadata,
        records.reports.report(record.key).wifiSsid,
      ]),
    targetOf(record) {
      const states = statesOf(record.key);
      const earlier = states.get('settings') ?? null;
      const now = parseSettings(record.settings);
      const wanted = earlier === null ? now : parseSettings(earlier);
      const network = replacedNetwork(now, wanted, records.reports.report(record.key), {});
      const kept = keepNetwork(now, wanted, network);
      const settings = kept === wanted ? earlier : JSON.stringify(kept);
      const columns = columnsOf(record, states);
      return {
        settings,
        columns,
        discardReports: [],
        rows: [
          ...(settings === null
            ? []
            : settingsRows({
                now,
                wanted: kept,
                factsOf: factsOfManufacturer(records, record),
              })),
          ...columns.flatMap(({ field, from, to }) => columnRows(field, from, to)),
        ],
        conflicts: [],
        faults: [],
        isForced: false,
        network,
      };
    },
  };
}

function columnsOf(record: DeviceRecord, states: WantedStates): ColumnChange[] {
  return [...states].flatMap(([field, to]) =>
    field === 'settings' || record[field] === to ? [] : [{ field, from: record[field], to }],
  );
}

/** Returns the differences between two states of a part of the record other than settings. */
export function columnRows(field: Field, from: State, to: State): SettingsRow[] {
  if (field === 'label') return [aRow('label', from, to)];
  if (field === 'license') return [aRow('license', toJson(from), toJson(to))];
  const [before, after] = [namespacesOf(from), namespacesOf(to)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [old, next] = [before.get(name) ?? null, after.get(name) ?? null];
    return isSameJson(old, next) ? [] : [aRow(`metadata.${name}`, old, next)];
  });
}

function namespacesOf(text: State): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(objectSchema.parse(toJson(text) ?? {})));
}

function toJson(text: State): unknown {
  return text === null ? null : JSON.parse(text);
}

function aRow(path: string, now: unknown, wanted: unknown): SettingsRow {
  const kind = now === null ? 'set' : wanted === null ? 'clear' : 'change';
  return {
    path,
    entry: null,
    kind,
    now,
    wanted,
    fields: [],
    isReinstall: false,
    restart: 'no',
    support: 'yes',
    needsFirmware: null,
    note: null,
  };
}
