import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * A value as it stands here, with what its counterpart of the central has and this station does not understand: unknown
 * fields, unknown words of an enumeration, entries that cannot be read. `raw` is what the central had, `known` what the
 * station understands of it. So what is not understood stays as it is, also through a push.
 */
export function lift(raw: unknown, known: unknown, here: unknown): unknown {
  if (isDeepStrictEqual(known, here)) return raw;
  if (Array.isArray(here) && Array.isArray(raw))
    return liftList(raw, Array.isArray(known) ? known : [], here);
  if (isObject(here) && isObject(raw)) return liftObject(raw, isObject(known) ? known : {}, here);
  return here;
}

function liftObject(raw: Fields, known: Fields, here: Fields): Fields {
  const lifted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (Object.hasOwn(here, key)) continue;
    // What was understood and is not here any more was taken away here.
    if (!Object.hasOwn(known, key)) lifted[key] = value;
  }
  for (const [key, value] of Object.entries(here)) lifted[key] = lift(raw[key], known[key], value);
  return lifted;
}

function liftList(raw: readonly unknown[], known: readonly unknown[], here: readonly unknown[]): unknown[] {
  const rawByKey = byKey(raw);
  const knownByKey = byKey(known);
  const hereKeys = new Set(here.map(keyOf));
  const notUnderstood = raw.filter((each) => !knownByKey.has(keyOf(each)) && !hereKeys.has(keyOf(each)));
  const lifted = here.map((each) => {
    const key = keyOf(each);
    return rawByKey.has(key) ? lift(rawByKey.get(key), knownByKey.get(key), each) : each;
  });
  return [...lifted, ...notUnderstood];
}

function byKey(list: readonly unknown[]): Map<string, unknown> {
  return new Map(list.map((each) => [keyOf(each), each]));
}

/** What an entry of a list is known by. */
function keyOf(entry: unknown): string {
  if (!isObject(entry)) return JSON.stringify(entry);
  for (const name of ['id', 'ssid', 'url', 'packageName']) {
    const value = entry[name];
    if (typeof value === 'string') return `${name}:${value}`;
  }
  return JSON.stringify(entry);
}

type Fields = Readonly<Record<string, unknown>>;
