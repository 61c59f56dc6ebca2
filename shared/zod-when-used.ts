/* oxlint-disable typescript/no-unsafe-type-assertion -- it stands between functions whose types it cannot know */
import { z as zod, type ZodType } from 'zod';

// Stands in for `zod` in the bundled service and in the tests (decision 190): thousands of schemas are declared when the
// contract loads, a request needs a few of them. Each is built when something first looks at it.

type Make = () => ZodType;

/** Methods that only give another schema; they wait as well. Whatever is not named here builds the schema at once. */
const REFINING: ReadonlySet<string | symbol> = new Set([
  'array',
  'check',
  'default',
  'extend',
  'int',
  'length',
  'max',
  'meta',
  'min',
  'nullable',
  'nullish',
  'omit',
  'optional',
  'partial',
  'pick',
  'pipe',
  'readonly',
  'refine',
  'regex',
  'required',
  'strict',
  'superRefine',
  'transform',
]);

/** What every schema that was not built yet inherits from. */
const unbuilt = new Proxy(Object.create(null) as object, {
  get(_target, key, schema: Waiting) {
    if (!REFINING.has(key)) return Reflect.get(Waiting.build(schema), key, schema) as unknown;
    return (...args: unknown[]) => {
      // Without words it reads what was said.
      const call: Make = () =>
        (Waiting.build(schema) as unknown as Calls)[key as string]?.(...args) as ZodType;
      return key === 'meta' && args.length === 0 ? call() : new Waiting(call);
    };
  },
  // Asked by who wants to know whether something is a schema.
  has: (_target, key) => key === '_zod',
});

type Calls = Readonly<Record<string, (...args: unknown[]) => unknown>>;

/**
 * A schema that is built in place: it stays the same object, so that what holds it, compares it or describes it sees one
 * schema, and parses with it at full speed afterwards.
 */
class Waiting {
  readonly #make: Make;

  constructor(make: Make) {
    this.#make = make;
  }

  static build(schema: Waiting): Waiting {
    const made = schema.#make();
    const { constr, def, parent } = made._zod as unknown as Internals;
    Object.setPrototypeOf(schema, Object.getPrototypeOf(made) as object);
    constr.call(schema, def);
    const built = schema as unknown as ZodType;
    if (parent !== undefined) (built._zod as unknown as Internals).parent = parent;
    if (zod.globalRegistry.has(made)) {
      const meta = zod.globalRegistry.get(made);
      zod.globalRegistry.remove(made);
      if (meta !== undefined) zod.globalRegistry.add(built, meta);
    }
    return schema;
  }
}
Reflect.deleteProperty(Waiting.prototype, 'constructor');
Object.setPrototypeOf(Waiting.prototype, unbuilt);

/** How a built schema was made. Source: zod 4.6, core/core.ts, `$constructor`. */
type Internals = {
  readonly constr: (this: object, def: unknown) => void;
  readonly def: unknown;
  parent?: ZodType;
};

/** The same function, whose schema waits. */
function waiting<Args extends unknown[], Schema>(make: (...args: Args) => Schema): (...args: Args) => Schema {
  return (...args) => new Waiting(() => make(...args) as unknown as ZodType) as unknown as Schema;
}

/** What of zod the service uses; more is added here when it is wanted. */
export const z = {
  array: waiting(zod.array),
  boolean: waiting(zod.boolean),
  custom: waiting(zod.custom),
  discriminatedUnion: waiting(zod.discriminatedUnion),
  enum: waiting(zod.enum),
  instanceof: waiting(zod.instanceof),
  int: waiting(zod.int),
  intersection: waiting(zod.intersection),
  ipv4: waiting(zod.ipv4),
  iso: { date: waiting(zod.iso.date), datetime: waiting(zod.iso.datetime) },
  json: waiting(zod.json),
  literal: waiting(zod.literal),
  null: waiting(zod.null),
  nullish: waiting(zod.nullish),
  number: waiting(zod.number),
  object: waiting(zod.object),
  record: waiting(zod.record),
  string: waiting(zod.string),
  tuple: waiting(zod.tuple),
  undefined: waiting(zod.undefined),
  union: waiting(zod.union),
  unknown: waiting(zod.unknown),
  url: waiting(zod.url),
};
