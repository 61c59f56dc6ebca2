import { byText } from '../../../../shared/domain/kernel/by-text.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import type { JsonObject } from './desired.ts';

export { isObject };

/** Returns an own property: keys are foreign, and one may be `constructor`. */
export function own(object: JsonObject | undefined, key: string): unknown {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the property names of all of these, each once, in order of appearance. */
export function keysOf(...objects: readonly (JsonObject | undefined)[]): string[] {
  return [...new Set(objects.flatMap((object) => (object === undefined ? [] : Object.keys(object))))];
}

/** Returns the object without fields that are undefined or for which `isLeftOut` is true. */
export function withoutFields(
  object: JsonObject,
  isOmitted: (key: string, value: unknown) => boolean = () => false,
): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([key, value]) => value !== undefined && !isOmitted(key, value)),
  );
}

/** Returns the object with a field set, or removed if `value` is undefined. The others keep their order. */
export function withField(object: JsonObject, key: string, value: unknown): JsonObject {
  return Object.fromEntries(
    [...new Map(Object.entries(object)).set(key, value)].filter(([, each]) => each !== undefined),
  );
}

/** Returns whether two JSON values mean the same, whatever the order of fields and the notation of instants. */
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

/** Returns the same text for values that are the same JSON, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => byText(a, b))) : item,
  );
}
