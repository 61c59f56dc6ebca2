import { z } from 'zod';

/** Looked up, since making a format for a zone costs 50 µs. */
let listedZones: ReadonlySet<string> | undefined;

/** True for a zone of the IANA database that this computer knows, such as `Europe/Paris`; an offset is no zone. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  listedZones ??= new Set(Intl.supportedValuesOf('timeZone'));
  if (listedZones.has(name)) return true;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** Deepest nesting that an opaque JSON value may have; deeper is refused rather than risking the stack. */
export const MAX_JSON_DEPTH = 32;

/** Text that can be stored and read back unchanged: well-formed Unicode, no NUL, `min` to `max` UTF-16 units. */
export function text(max: number, min = 0): z.ZodString {
  // One check instead of three: a heartbeat has over a hundred texts.
  return z
    .string()
    .check(({ value, issues }) => {
      const fault = textFault(value, max, min);
      if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
    })
    .meta({ override: { type: 'string', ...(min > 0 ? { minLength: min } : {}), maxLength: max } });
}

/** What is wrong with such a text; undefined where it is as `text` wants it. */
export function textFault(value: string, max: number, min = 0): string | undefined {
  if (value.length < min) return 'Must not be empty';
  if (value.length > max) return `Must have at most ${max} characters`;
  if (!value.isWellFormed() || value.includes('\0'))
    return 'Must be well-formed Unicode without NUL characters';
  return undefined;
}

/** An instant as the interface writes it: ISO 8601 with a zone, `Z` or `±HH:MM`. */
export const instantSchema = z.iso.datetime({ offset: true });

/** A zone of the IANA database, such as `Europe/Paris`. */
export const timeZoneSchema = text(64, 1).refine(
  isTimeZone,
  'Must be an IANA time zone, such as Europe/Paris',
);

/** True when `value` nests at most `MAX_JSON_DEPTH` deep. Walks without recursion, so depth cannot overflow the stack. */
export function isShallow(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return false;
    level = containersIn(level);
  }
  return true;
}

/** What lies in these and holds something itself. Every event of every heartbeat comes by here: no closure for each. */
function containersIn(level: readonly object[]): object[] {
  const next: object[] = [];
  for (const item of level) {
    for (const value of Object.values(item)) if (isContainer(value)) next.push(value);
  }
  return next;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Any JSON object of reasonable depth, kept as it came: not z.record, which copies every key. */
export const jsonObjectSchema = z
  .custom<Record<string, unknown>>(
    (value) => isContainer(value) && !Array.isArray(value) && isShallow(value),
    `Must be a JSON object, nested at most ${MAX_JSON_DEPTH} levels`,
  )
  .meta({ override: { type: 'object', additionalProperties: true } });

/** A whole number that arrives as text in a query. */
export function queryInteger(range: { min: number; max: number; fallback: number }) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'Must be a whole number')
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max))
    .default(range.fallback)
    .meta({
      override: { type: 'integer', minimum: range.min, maximum: range.max, default: range.fallback },
    });
}

/** A boolean that arrives as text in a path or a query: `true` or `false`, nothing else. */
export const textBoolean = z
  .string()
  .refine((value) => value === 'true' || value === 'false', 'Must be true or false')
  .transform((value) => value === 'true')
  .meta({ override: { type: 'boolean' } });

/** Page of a list. Source: interface.md "Limits". */
export const pageQuery = {
  page: queryInteger({ min: 1, max: 999_999_999, fallback: 1 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
};

/** No parameters, no query or no body. */
export const nothing = z.object({});

/** Bytes for the caller. `etag` is quoted, as the header has it; the caller who has that version already gets 304. */
export type BytesReply = {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly cacheControl: string;
};

/** The reply of an operation that answers bytes: its handler gives them with their headers, its caller gets them alone. */
export const bytesReply = z
  .custom<BytesReply>(isBytesReply, 'Must be bytes with their headers')
  .transform(({ bytes }) => bytes);

/** True for what the handler of such an operation gives. */
export function isBytesReply(value: unknown): value is BytesReply {
  return isContainer(value) && 'bytes' in value && value.bytes instanceof Uint8Array && 'etag' in value;
}

/** The reply of an operation that answers a file: its handler sends it itself, and nothing of it is JSON. */
export const fileReply = z.custom<never>(() => false);

/** The reply of an endpoint that answers 204, without a body. */
export const noContent = z.undefined();
