import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { settingsRows } from '../comparison/rows.ts';
import { isSameJson } from '../../kernel/json/same-json.ts';

/** The parts of a record that belong to its desired state, and so have a history. */
export const FIELDS = ['settings', 'label', 'license', 'metadata'] as const;
export type Field = (typeof FIELDS)[number];

/** A value of such a part; JSON columns as JSON text. */
export type State = string | null;

/** Maximum number of paths in a change. */
export const MAX_PATHS = 12;

/** Returns the differences between two states of a field, by path. */
export function pathsBetween(
  field: Field,
  before: State,
  after: State,
  parse: (text: string) => StoredSettings,
): string[] {
  if (field === 'label' || field === 'license') return [field];
  if (field === 'metadata') {
    const [old, next] = [fieldsOf(before), fieldsOf(after)];
    return [...new Set([...old.keys(), ...next.keys()])]
      .filter((name) => !isSameJson(old.get(name), next.get(name)))
      .map((name) => `metadata.${name}`);
  }
  const rows = settingsRows({
    now: parse(before ?? '{}'),
    wanted: parse(after ?? '{}'),
    factsOf: () => undefined,
  });
  return [...new Set(rows.map(({ path }) => path))];
}

function fieldsOf(text: State): ReadonlyMap<string, unknown> {
  const value: unknown = text === null ? {} : JSON.parse(text);
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
