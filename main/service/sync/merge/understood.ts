import type { z } from 'zod';

const MOST_ROUNDS = 32;
const HOLE = Symbol('hole');

/**
 * What of a value fits a schema: fields and entries that do not are left out, however deep they stand, instead of the
 * whole being refused for them. Undefined where nothing is left.
 */
export function understood<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> | undefined {
  let current: unknown = value;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const parsed = schema.safeParse(current);
    if (parsed.success) return parsed.data;
    if (current === value) current = structuredClone(value);
    const root = { value: current };
    for (const { path } of parsed.error.issues) cut(root, ['value', ...path]);
    current = withoutHoles(root.value);
    if (current === HOLE || current === undefined) return undefined;
  }
  return undefined;
}

/** Takes away what stands at a path or, where that is missing, what should have held it. */
function cut(root: object, path: readonly PropertyKey[]): void {
  let last: { readonly holder: object; readonly key: PropertyKey } | undefined;
  let at: unknown = root;
  for (const key of path) {
    if (!isContainer(at) || !Object.hasOwn(at, key)) break;
    last = { holder: at, key };
    at = Reflect.get(at, key);
  }
  if (last === undefined) return;
  const { holder, key } = last;
  // Entries keep their places until all of them were looked at.
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
