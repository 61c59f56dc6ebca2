/** The fault in the text of a JSON object and its position, counted from 1; or its value. */
export type JsonFault =
  | { readonly kind: 'none'; readonly value: Record<string, unknown> }
  | { readonly kind: 'empty' | 'notObject' | 'syntax' | 'token'; readonly where: JsonPosition };

type JsonPosition = { readonly line: number; readonly column: number; readonly token: string };

const START: JsonPosition = { line: 1, column: 1, token: '' };

/** Checks a text while it is typed. */
export function jsonFault(text: string): JsonFault {
  if (text.trim() === '') return { kind: 'empty', where: START };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { kind: 'notObject', where: START };
    return { kind: 'none', value: Object.fromEntries(Object.entries(value)) };
  } catch {
    const at = faultAt(text) ?? text.length;
    const before = text.slice(0, at).split('\n');
    const token = String.fromCodePoint(text.codePointAt(at) ?? 32).trim();
    const where = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, token };
    return { kind: token === '' ? 'syntax' : 'token', where };
  }
}

type Wanted = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'end';

const SPACE = /[ \t\n\r]*/y;
/**
 * Characters that stand for themselves in a string: all from the space on except the quotation mark and the
 * backslash.
 */
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
/** The valid beginning of a string. */
const STRING_SO_FAR = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Returns where a text stops being valid JSON (RFC 8259); null if it is valid. Engines report the position in their
 * own formats, or not at all. Uses its own stack, so that a text of nothing but brackets cannot overflow it.
 */
export function faultAt(text: string): number | null {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = end(SPACE, text, 0) ?? 0;
  while (at < text.length) {
    const step = next(text, at, wanted, open);
    if (step === null) return text[at] === '"' ? (end(STRING_SO_FAR, text, at) ?? at) : at;
    wanted = step.wanted;
    at = end(SPACE, text, step.at) ?? step.at;
  }
  return wanted === 'end' ? null : text.length;
}

type Step = { readonly at: number; readonly wanted: Wanted };

/** Reads one token that is allowed here; null if none is. */
function next(text: string, at: number, wanted: Wanted, open: ('{' | '[')[]): Step | null {
  const char = text[at];
  if (wanted === 'colon') return char === ':' ? { at: at + 1, wanted: 'value' } : null;
  if (wanted === 'key' || wanted === 'keyOrEnd') {
    if (char === '}' && wanted === 'keyOrEnd') return closed(at, open);
    const after = end(STRING, text, at);
    return after === null ? null : { at: after, wanted: 'colon' };
  }
  if (wanted === 'commaOrEnd') {
    const innermost = open.at(-1);
    if (char === ',') return { at: at + 1, wanted: innermost === '{' ? 'key' : 'value' };
    return char === (innermost === '{' ? '}' : ']') ? closed(at, open) : null;
  }
  if (wanted === 'end') return null;
  if (char === ']' && wanted === 'valueOrEnd') return closed(at, open);
  if (char === '{' || char === '[') {
    open.push(char);
    return { at: at + 1, wanted: char === '{' ? 'keyOrEnd' : 'valueOrEnd' };
  }
  const after = end(STRING, text, at) ?? end(SCALAR, text, at);
  return after === null ? null : { at: after, wanted: afterValue(open) };
}

function closed(at: number, open: ('{' | '[')[]): Step {
  open.pop();
  return { at: at + 1, wanted: afterValue(open) };
}

function afterValue(open: readonly string[]): Wanted {
  return open.length === 0 ? 'end' : 'commaOrEnd';
}

/** Returns where a match of the pattern at this position ends; null if it does not match. */
function end(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
