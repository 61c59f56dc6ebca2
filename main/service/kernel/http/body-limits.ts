import { Failure } from '../failure.ts';

const MIB = 1_024 * 1_024;

/** Maximum size of a body, in bytes. The API documentation names none; 30 headsets with long lists stay far below it. */
export const MAX_BODY_BYTES = 8 * MIB;

/** Maximum size of a body without a token, in bytes: the largest of these operations reads 500 package names. */
export const MAX_OPEN_BODY_BYTES = MIB / 4;

/**
 * Maximum number of values in a body, counted with their names: more than a megabyte of the densest measurements. Empty
 * objects take three bytes each, and a few kilobytes of gzip contain millions of them, which take seconds to parse.
 */
const MAX_VALUES = 600_000;

/** Characters that begin or separate values. */
const [QUOTE, BACKSLASH, COMMA, COLON, ARRAY, OBJECT] = Array.from('"\\,:[{', (each) => each.charCodeAt(0));

/** @throws {Failure} if a JSON text has too many values. */
export function refuseManyValues(text: string): void {
  if (text.length > MAX_VALUES && hasManyValues(text))
    throw new Failure('BATCH_TOO_LARGE', `The request has more than ${MAX_VALUES} values. Split it.`);
}

function hasManyValues(text: string): boolean {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === COLON || code === ARRAY || code === OBJECT) count += 1;
    if (count > MAX_VALUES) return true;
  }
  return false;
}

/** Returns where the string that begins at `from` ends; the end of the text if it does not. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
