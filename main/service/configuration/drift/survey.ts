import type { surveySettings } from '../../../../shared/contract/configuration/settings/settings-survey.ts';
import { entriesIn, leavesOf } from '../../devices/comparison/index.ts';
import { asPercent } from '../../../../shared/domain/configuration/catalog/levels.ts';
import type { Brand } from '../../../../shared/contract/devices/reported.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import type { z } from 'zod';

import { Yielder } from '../../kernel/yielding.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { toReported } from '../../devices/registry/index.ts';
import { parseSettings, toEffective } from '../../devices/views/index.ts';

type Survey = z.output<(typeof surveySettings)['reply']>;

/** Maximum number of different values per field, and of entries per list. */
const MAX_VALUES = 20;
const MAX_ENTRIES = 500;
const LISTS = ['applications', 'videos', 'files', 'packages', 'wifi'] as const;
type List = (typeof LISTS)[number];

/** Counts values by their JSON. */
class Tally<Value> {
  readonly #counts = new Map<string, { readonly value: Value; count: number }>();

  add(value: Value, count: number): void {
    const key = JSON.stringify(value);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { value, count });
    else known.count += count;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** Returns the most frequent first. */
  top(atMost: number): { value: Value; count: number }[] {
    return [...this.#counts.values()].toSorted((a, b) => b.count - a.count).slice(0, atMost);
  }
}

/**
 * Returns the common settings of a selection of headsets, computed once for equal settings, in slices that let requests
 * run in between. /
 */
export async function survey(records: Records, ids: readonly string[], caller: Caller): Promise<Survey> {
  const bySettings = new Map<Brand, Map<string, number>>();
  const models = new Tally<Model>();
  const installed = new Map<string, number>();
  const reported = new Map<string, Tally<unknown>>();
  const invalidIds: string[] = [];
  const yielder = new Yielder();
  let devices = 0;
  for (const id of new Set(ids)) {
    const record = findDevice(records, id, caller);
    if (record instanceof Failure) invalidIds.push(id);
    else {
      devices += 1;
      const brand = records.types.brandFor(record);
      const alike = bySettings.get(brand) ?? new Map<string, number>();
      bySettings.set(brand, alike.set(record.settings, (alike.get(record.settings) ?? 0) + 1));
      models.add(modelOf(records, record), 1);
      const effective = toEffective(records.compliance.find(record.key).effective);
      if (effective !== undefined) countLeaves(leavesOf(effective), { count: 1, brand }, reported);
      for (const name of installedOn(records, record)) installed.set(name, (installed.get(name) ?? 0) + 1);
    }
    await yielder.yieldIfDue();
  }
  const fields = new Map<string, Tally<unknown>>();
  const lists = new Map<List, Tally<unknown>>(LISTS.map((list) => [list, new Tally<unknown>()]));
  for (const [brand, alike] of bySettings) {
    for (const [text, count] of alike) {
      addTo(parseSettings(text), { count, brand }, fields, lists);
      await yielder.yieldIfDue();
    }
  }
  const entriesOf = (list: List) =>
    lists
      .get(list)
      ?.top(MAX_ENTRIES)
      .map(({ value, count }) => ({ entry: value, count })) ?? [];
  return {
    devices,
    invalidIds,
    models: models.top(MAX_ENTRIES).map(({ value, count }) => ({ ...value, count })),
    fields: toFields(fields, devices),
    reported: toFields(reported, devices),
    applications: entriesOf('applications'),
    videos: entriesOf('videos'),
    files: entriesOf('files'),
    packages: entriesOf('packages'),
    wifi: entriesOf('wifi'),
    installed: [...installed]
      .map(([packageName, count]) => ({ packageName, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_ENTRIES),
  };
}

type Model = Pick<Survey['models'][number], 'brand' | 'model'>;

function modelOf({ types }: Records, { enterpriseId, typeId }: DeviceRecord): Model {
  const type = typeId === null ? undefined : types.find(enterpriseId, typeId);
  return { brand: type?.brand ?? null, model: type?.name ?? null };
}

function installedOn({ reports }: Records, { key }: DeviceRecord): string[] {
  const { installedPackages } = toReported(reports.inventory(key), reports.report(key));
  return installedPackages.flatMap(({ packageName }) => (packageName === undefined ? [] : [packageName]));
}

function toFields(fields: ReadonlyMap<string, Tally<unknown>>, devices: number): Survey['fields'] {
  return [...fields].map(([path, tally]) => ({
    path,
    values: tally.top(MAX_VALUES),
    unset: devices - tally.total,
  }));
}

/** Headsets of one manufacturer with the same settings. */
type Alike = { readonly count: number; readonly brand: Brand };

function countLeaves(
  leaves: ReadonlyMap<string, unknown>,
  { count, brand }: Alike,
  fields: Map<string, Tally<unknown>>,
): void {
  for (const [path, value] of leaves) {
    const tally = fields.get(path) ?? new Tally<unknown>();
    tally.add(asPercent(path, value, brand), count);
    fields.set(path, tally);
  }
}

function addTo(
  settings: StoredSettings,
  alike: Alike,
  fields: Map<string, Tally<unknown>>,
  lists: ReadonlyMap<List, Tally<unknown>>,
): void {
  countLeaves(leavesOf(settings), alike, fields);
  for (const [list, tally] of lists) {
    for (const { shown } of entriesIn(settings, list).values()) tally.add(shown, alike.count);
  }
}
