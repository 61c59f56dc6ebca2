import type { z } from 'zod';

const MAX_ROUNDS = 32;
const HOLE = Symbol('hole');

/**
 * Returns the part of a value that fits a schema: drops fields and entries that do not fit, at any depth, instead of
 * rejecting the whole value. Undefined if nothing fits.
 */
export function pickValid<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> | undefined {
  let current: unknown = value;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const parsed = schema.safeParse(current);
    if (parsed.success) return parsed.data;
    if (current === value) current = structuredClone(value);
    const root = { value: current };
    for (const { path } of parsed.error.issues) removeAt(root, ['value', ...path]);
    current = withoutHoles(root.value);
    if (current === HOLE || current === undefined) return undefined;
  }
  return undefined;
}

/** Removes the value at a path or, if it is missing, its closest parent. */
function removeAt(root: object, path: readonly PropertyKey[]): void {
  let last: { readonly holder: object; readonly key: PropertyKey } | undefined;
  let at: unknown = root;
  for (const key of path) {
    if (!isContainer(at) || !Object.hasOwn(at, key)) break;
    last = { holder: at, key };
    at = Reflect.get(at, key);
  }
  if (last === undefined) return;
  const { holder, key } = last;
  // Keep the indexes of entries until all of them are processed.
  if (Array.isArray(holder) || holder === root) Reflect.set(holder, key, HOLE);
  else Reflect.deleteProperty(holder, key);
}

function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== HOLE).map(withoutHoles);
  if (!isContainer(value)) return value;
  for (const [key, each] of Object.entries(value)) Reflect.set(value, key, withoutHoles(each));
  return value;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
