import { z } from 'zod';

import { describeIssue, plainMessage } from './plain-messages.ts';

// For every schema of this process, because every schema of the contract is built on this file.
z.config({ customError: describeIssue });

/** Cached, since creating a format for a zone takes 50 µs. */
let listedZones: ReadonlySet<string> | undefined;

/**
 * Returns true for a zone of the IANA database that this computer knows, such as `Europe/Paris`; an offset is not a
 * zone.
 */
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

/** Maximum depth of an opaque JSON value; deeper values are refused rather than risking the stack. */
export const MAX_JSON_DEPTH = 32;

/** Marks that reverse the writing direction, which disguise a name as another. */
export const DIRECTION_MARKS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const directionMarks = new RegExp(`[${DIRECTION_MARKS}]`, 'gu');

/** Returns a name without marks of direction. */
export function withoutDirection(name: string): string {
  return name.replaceAll(directionMarks, '');
}

/** A name that people read: text that loses its marks of direction. */
export function nameText(max: number, min = 0): z.ZodString {
  return textOf(z.string().overwrite(withoutDirection), max, min);
}

/** Text that can be stored and read back unchanged: well-formed Unicode, no NUL, `min` to `max` UTF-16 units. */
export function text(max: number, min = 0): z.ZodString {
  return textOf(z.string(), max, min);
}

function textOf(schema: z.ZodString, max: number, min: number): z.ZodString {
  // One check instead of three: a heartbeat has over a hundred texts.
  return schema
    .check(({ value, issues }) => {
      const fault = textFault(value, max, min);
      if (fault !== undefined) issues.push({ code: 'custom', input: value, message: fault });
    })
    .meta({ override: { type: 'string', ...(min > 0 ? { minLength: min } : {}), maxLength: max } });
}

/** Returns what is wrong with such a text; undefined if it is valid. */
export function textFault(value: string, max: number, min = 0): string | undefined {
  if (value.length < min) return plainMessage('empty');
  if (value.length > max) return plainMessage('tooLong', { max });
  if (!value.isWellFormed() || value.includes('\0')) return plainMessage('unicode');
  return undefined;
}

/** Returns the length of a text in bytes of UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}

/** An instant in ISO 8601 with a zone, `Z` or `±HH:MM`, as the interface writes it. */
export const instantSchema = z.iso.datetime({ offset: true });

/** Values of a reply that may be null. */
export const nullableString = z.string().nullable();
export const nullableInt = z.int().nullable();
export const nullableNumber = z.number().nullable();
export const nullableBoolean = z.boolean().nullable();

/** A zone of the IANA database, such as `Europe/Paris`. */
export const timeZoneSchema = text(64, 1).refine(
  isTimeZone,
  'Must be an IANA time zone, such as Europe/Paris',
);

/**
 * Returns true if `value` nests at most `MAX_JSON_DEPTH` deep. Does not recurse, so that depth cannot overflow the
 * stack.
 */
export function isShallow(value: unknown): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return false;
    level = containersIn(level);
  }
  return true;
}

/** Returns the containers in these. Avoids closures, since every event of every heartbeat passes through here. */
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

/** Any JSON object of limited depth, kept as received: not z.record, which copies every key. */
export const jsonObjectSchema = z
  .custom<Record<string, unknown>>(
    (value) => isContainer(value) && !Array.isArray(value) && isShallow(value),
    `Must be a JSON object, nested at most ${MAX_JSON_DEPTH} levels`,
  )
  .meta({ override: { type: 'object', additionalProperties: true } });

/** Returns a schema for a whole number in a query, where it arrives as text. */
export function queryInteger(range: { min: number; max: number; fallback: number }) {
  return z
    .string()
    .regex(/^\d{1,9}$/, plainMessage('wholeNumber'))
    .transform(Number)
    .pipe(z.int().min(range.min).max(range.max))
    .default(range.fallback)
    .meta({
      override: { type: 'integer', minimum: range.min, maximum: range.max, default: range.fallback },
    });
}

/** A boolean in a path or a query, where it arrives as text: `true` or `false` only. */
export const textBoolean = z
  .string()
  .refine((value) => value === 'true' || value === 'false', plainMessage('boolean'))
  .transform((value) => value === 'true')
  .meta({ override: { type: 'boolean' } });

/** Paging of a list. Source: the API documentation, "Limits". */
export const pageQuery = {
  page: queryInteger({ min: 1, max: 999_999_999, fallback: 1 }),
  limit: queryInteger({ min: 1, max: 100, fallback: 50 }),
};

/** No parameters, no query or no body. */
export const nothing = z.object({});

/** A reply of bytes. `etag` is quoted, as in the header; a caller that has that version gets 304. */
export type BytesReply = {
  readonly bytes: Uint8Array;
  readonly etag: string;
  readonly cacheControl: string;
};

/** The reply of an operation that returns bytes: its handler adds headers, its caller gets the bytes only. */
export const bytesReply = z
  .custom<BytesReply>(isBytesReply, 'Must be bytes with their headers')
  .transform(({ bytes }) => bytes);

/** Returns true for such a reply. */
export function isBytesReply(value: unknown): value is BytesReply {
  return isContainer(value) && 'bytes' in value && value.bytes instanceof Uint8Array && 'etag' in value;
}

/** The reply of an operation that returns a file: its handler sends it, and none of it is JSON. */
export const fileReply = z.custom<never>(() => false);

/** The reply of an endpoint that answers 204, without a body. */
export const noContent = z.undefined();
