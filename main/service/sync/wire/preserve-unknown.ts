import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * Merges into a local value what this station does not understand of the central's: unknown fields, unknown enumeration
 * values, unreadable entries. `raw` is the central's value, `known` the part of it that this station understands. So a
 * push does not delete what is not understood.
 */
export function preserveUnknown(raw: unknown, known: unknown, here: unknown): unknown {
  if (isDeepStrictEqual(known, here)) return raw;
  if (Array.isArray(here) && Array.isArray(raw))
    return preserveInList(raw, Array.isArray(known) ? known : [], here);
  if (isObject(here) && isObject(raw)) return preserveInObject(raw, isObject(known) ? known : {}, here);
  return here;
}

function preserveInObject(raw: Fields, known: Fields, here: Fields): Fields {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(here, key)) continue;
    // A known field that is missing here was removed here.
    if (!Object.hasOwn(known, key)) result[key] = value;
  }
  for (const [key, value] of Object.entries(here)) result[key] = preserveUnknown(raw[key], known[key], value);
  return result;
}

function preserveInList(
  raw: readonly unknown[],
  known: readonly unknown[],
  here: readonly unknown[],
): unknown[] {
  const rawByKey = byKey(raw);
  const knownByKey = byKey(known);
  const hereKeys = new Set(here.map(keyOf));
  const unknown = raw.filter((each) => !knownByKey.has(keyOf(each)) && !hereKeys.has(keyOf(each)));
  const result = here.map((each) => {
    const key = keyOf(each);
    return rawByKey.has(key) ? preserveUnknown(rawByKey.get(key), knownByKey.get(key), each) : each;
  });
  return [...result, ...unknown];
}

function byKey(list: readonly unknown[]): Map<string, unknown> {
  return new Map(list.map((each) => [keyOf(each), each]));
}

/** Returns what identifies an entry of a list. */
function keyOf(entry: unknown): string {
  if (!isObject(entry)) return JSON.stringify(entry);
  for (const name of ['id', 'ssid', 'url', 'packageName']) {
    const value = entry[name];
    if (typeof value === 'string') return `${name}:${value}`;
  }
  return JSON.stringify(entry);
}

type Fields = Readonly<Record<string, unknown>>;
