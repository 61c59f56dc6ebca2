import type { z } from 'zod';

/**
 * What is wrong with a value and what is valid, for people. `{{name}}` is replaced. The interface has each of them in
 * its languages.
 */
export const PLAIN_MESSAGES = {
  missing: 'Is missing',
  text: 'Must be text',
  number: 'Must be a number',
  wholeNumber: 'Must be a whole number',
  boolean: 'Must be true or false',
  list: 'Must be a list',
  object: 'Must be an object',
  null: 'Must be null or absent',
  exactly: 'Must be exactly {{value}}',
  choice: 'Must be one of {{choices}}',
  empty: 'Must not be empty',
  tooShort: 'Must have at least {{min}} characters',
  tooLong: 'Must have at most {{max}} characters',
  tooFew: 'Must have at least {{min}} entries',
  tooMany: 'Must have at most {{max}} entries',
  tooSmall: 'Must be at least {{min}}',
  notAbove: 'Must be more than {{min}}',
  tooLarge: 'Must be at most {{max}}',
  notBelow: 'Must be less than {{max}}',
  instant: 'Must be a date and time with a zone, such as 2026-01-31T09:30:00Z',
  address: 'Must be a URL, such as https://example.org',
  characters: 'Must have only the allowed characters',
  step: 'Must be a multiple of {{step}}',
  unknownNames: 'Must not have {{names}}',
  unknownName: 'Must have only the allowed names',
  unicode: 'Must be well-formed Unicode without NUL characters',
  ssid: 'Must have at most 32 bytes in UTF-8, in which letters such as é take 2 and emoji 4',
  passphrase: 'Must have 8 to 63 characters, or be a key of 64 hexadecimal digits',
  other: 'Must have the documented form',
} as const;
export type PlainMessage = keyof typeof PLAIN_MESSAGES;

/** Separates what is missing from what is expected, and alternatives from each other. */
export const [AFTER_MISSING, BETWEEN_CHOICES] = ['. ', '. Or: '];

/** Returns a message with its values. */
export function plainMessage(
  name: PlainMessage,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return PLAIN_MESSAGES[name].replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => String(values[key] ?? ''));
}

/** The messages of types that zod names. */
const TYPES: Readonly<Record<string, PlainMessage>> = {
  string: 'text',
  number: 'number',
  int: 'wholeNumber',
  boolean: 'boolean',
  array: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
  null: 'null',
  undefined: 'null',
};

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

/** Returns what is wrong, in place of zod's own text; messages written in a schema take precedence. */
export function describeIssue(issue: RawIssue): string {
  if (issue.code === 'invalid_union') return describeUnion(issue);
  const valid = describeValid(issue);
  const isMissing =
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
  return isMissing ? PLAIN_MESSAGES.missing + AFTER_MISSING + valid : valid;
}

function describeValid(issue: Exclude<RawIssue, { code: 'invalid_union' }>): string {
  switch (issue.code) {
    case 'invalid_type':
      return plainMessage(TYPES[issue.expected] ?? 'other');
    case 'invalid_value':
      return issue.values.length === 1
        ? plainMessage('exactly', { value: String(issue.values[0]) })
        : plainMessage('choice', { choices: issue.values.map(String).join(', ') });
    case 'too_small':
      return describeTooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return describeTooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return plainMessage(FORMATS[issue.format] ?? 'characters');
    case 'not_multiple_of':
      return plainMessage('step', { step: issue.divisor });
    case 'unrecognized_keys':
      return plainMessage('unknownNames', { names: issue.keys.join(', ') });
    case 'invalid_key':
      return plainMessage('unknownName');
    case 'custom':
    case 'invalid_element':
    default:
      return plainMessage('other');
  }
}

const FORMATS: Readonly<Record<string, PlainMessage>> = { datetime: 'instant', url: 'address' };

function describeTooSmall(origin: string, min: number, isInclusive: boolean): string {
  if (origin === 'string') return min <= 1 ? PLAIN_MESSAGES.empty : plainMessage('tooShort', { min });
  if (origin === 'array') return min <= 1 ? PLAIN_MESSAGES.empty : plainMessage('tooFew', { min });
  return plainMessage(isInclusive ? 'tooSmall' : 'notAbove', { min });
}

function describeTooBig(origin: string, max: number, isInclusive: boolean): string {
  if (origin === 'string') return plainMessage('tooLong', { max });
  if (origin === 'array') return plainMessage('tooMany', { max });
  return plainMessage(isInclusive ? 'tooLarge' : 'notBelow', { max });
}

type Found = { readonly code?: string; readonly path: readonly PropertyKey[]; readonly message: string };

/** Describes the alternative that the value comes nearest to; all of them if it has the type of none. */
function describeUnion({ input, errors, options }: Extract<RawIssue, { code: 'invalid_union' }>): string {
  if (input === undefined) return PLAIN_MESSAGES.missing;
  // The path is that of the field that decides.
  if (Array.isArray(options)) return plainMessage('choice', { choices: options.map(String).join(', ') });
  const alternatives: readonly (readonly Found[])[] = errors;
  const isOther = ([first]: readonly Found[]): boolean =>
    first?.path.length === 0 && (first.code === 'invalid_type' || first.code === 'invalid_value');
  const [nearest] = alternatives.find((each) => !isOther(each)) ?? [];
  if (nearest !== undefined) {
    const place = nearest.path.join('.');
    return place === '' ? nearest.message : `${place}: ${nearest.message}`;
  }
  const messages = new Set(alternatives.flatMap(([first]) => first?.message ?? []));
  return messages.size === 0 ? PLAIN_MESSAGES.other : [...messages].join(BETWEEN_CHOICES);
}
