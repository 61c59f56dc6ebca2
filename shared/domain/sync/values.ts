import { byText } from '../kernel/by-text.ts';
import { isObject } from '../kernel/is-object.ts';
import type { JsonObject } from './desired.ts';

export { isObject };

/** A field of its own: keys come from elsewhere, and one may be called `constructor`. */
export function own(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** The names of the fields of all of these, each once, in the order in which they first appear. */
export function keysOf(...objects: readonly (JsonObject | undefined)[]): string[] {
  return [...new Set(objects.flatMap((object) => (object === undefined ? [] : Object.keys(object))))];
}

/** The object without the fields that are undefined or that `isLeftOut` names. */
export function kept(
  object: JsonObject,
  isLeftOut: (key: string, value: unknown) => boolean = () => false,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => value !== undefined && !isLeftOut(key, value)),
  );
}

/** The object with a field set, or taken away where `value` is undefined. The others keep their places. */
export function withField(object: JsonObject, key: string, value: unknown): JsonObject {
  return Object.fromEntries(
    [...new Map(Object.entries(object)).set(key, value)].filter(([, each]) => each !== undefined),
  );
}

/** Whether two JSON values mean the same: the order of fields does not count, nor how an instant is written. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return isSameInstant(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  );
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

function isSameInstant(a: string, b: string): boolean {
  return INSTANT.test(a) && INSTANT.test(b) && Date.parse(a) === Date.parse(b);
}

/** One text for values that are the same JSON, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => byText(a, b))) : item,
  );
}
