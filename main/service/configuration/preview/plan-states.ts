import { z } from 'zod';

import type { SettingsRow } from '../../../../shared/contract/configuration/settings/settings-rows.ts';
import { settingsRows } from '../../devices/comparison/index.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import type { Field, State } from '../../devices/history/index.ts';
import { factsOfManufacturer, parseSettings } from '../../devices/views/index.ts';
import { keepNetwork } from '../settings/replaced-network.ts';
import type { ColumnChange } from '../plan-store/plan-store.ts';
import type { TargetPlan, TargetState } from './target.ts';

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
        replacedName(records, record, statesOf(record.key)),
      ]),
    targetOf(record) {
      const states = statesOf(record.key);
      const earlier = states.get('settings') ?? null;
      const restored = earlier === null ? null : restoredSettings(records, record, earlier);
      const columns = columnsOf(record, states);
      return {
        settings: restored?.settings ?? null,
        columns,
        discardReports: [],
        rows: [
          ...(restored?.rows ?? []),
          ...columns.flatMap(({ field, from, to }) => columnRows(field, from, to)),
        ],
        conflicts: [],
        faults: [],
        isForced: false,
        network: restored?.network ?? null,
      };
    },
  };
}

/** Returns the earlier settings, with the network that the headset is on by now where they lack it. */
function restoredSettings(
  records: Records,
  record: DeviceRecord,
  earlier: string,
): Pick<TargetState, 'settings' | 'rows' | 'network'> {
  const [now, before] = [parseSettings(record.settings), parseSettings(earlier)];
  const { settings: wanted, network } = keepNetwork(now, before, records.reports.report(record.key));
  return {
    settings: wanted === before ? earlier : JSON.stringify(wanted),
    rows: settingsRows({ now, wanted, factsOf: factsOfManufacturer(records, record) }),
    network,
  };
}

/** Returns the network that a headset is on if restoring its settings replaces it: others have the same result. */
function replacedName({ reports }: Records, record: DeviceRecord, states: WantedStates): string | null {
  const earlier = states.get('settings') ?? null;
  const { wifiSsid } = reports.report(record.key);
  if (earlier === null || wifiSsid === null) return null;
  const name = `"ssid":${JSON.stringify(wifiSsid)}`;
  return record.settings.includes(name) && !earlier.includes(name) ? wifiSsid : null;
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
