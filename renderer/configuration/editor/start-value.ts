import {
  kindOf,
  type EditorField,
  type ListField,
} from '../../../shared/domain/configuration/settings/editor-fields.ts';
import type { Current } from './current.ts';
import type { FieldSupport } from './field-support.ts';

const LISTS: readonly EditorField[] = [
  'applications',
  'videos',
  'files',
  'packages',
  'wifi',
  'video360',
] satisfies readonly ListField[];

/** True for a field that is a list of entries. */
export function isList(field: EditorField): field is ListField {
  return LISTS.includes(field);
}

/**
 * The value that a field gets when it is ticked: what most headsets have, else something that is plainly a beginning.
 * Lists that differ become one with every entry of any of them: nothing is lost by beginning to edit.
 */
export function startValue(field: EditorField, current: Current | null, support: FieldSupport): unknown {
  if (isList(field)) return (current?.entries(field) ?? []).map(({ entry }) => withoutComputed(entry));
  const [most] = current?.now(field)?.values ?? [];
  if (most !== undefined) return most.value;
  const kind = kindOf(field);
  if (kind === 'flag') return true;
  if (kind === 'number') {
    return support.values?.find((value) => typeof value === 'number') ?? support.range?.max ?? undefined;
  }
  if (kind === 'kiosk') return { isActive: true };
  if (kind === 'proxy') return { use: true };
  return kind === 'texts' ? [] : (support.values?.[0] ?? '');
}

/** What tells one entry of a list from another. */
export function keyOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const fields = new Map<string, unknown>(Object.entries(entry));
  for (const name of ['ssid', 'packageName', 'id', 'url', 'name']) {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '') continue;
    return name === 'packageName' ? `${value} ${JSON.stringify(fields.get('codeVersion'))}` : value;
  }
  return JSON.stringify(entry);
}

const COMPUTED = new Set(['deployment', 'originalUrl', 'originalObbUrl', 'hasPassword']);

function withoutComputed(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !COMPUTED.has(name)));
}
