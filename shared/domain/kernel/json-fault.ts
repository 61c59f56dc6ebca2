/** What is wrong with a text that is to be a JSON object, and where, counted from 1; or its value. */
export type JsonFault =
  | { readonly kind: 'none'; readonly value: Record<string, unknown> }
  | { readonly kind: 'empty' | 'notObject' | 'syntax' | 'token'; readonly where: Place };

type Place = { readonly line: number; readonly column: number; readonly token: string };

const START: Place = { line: 1, column: 1, token: '' };

/** Looks a text over while it is typed. */
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
/** Signs that stand for themselves in a string: all from the space on but the quotation mark and the backslash. */
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
/** As much of a string as is right. */
const STRING_SO_FAR = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Where a text stops being JSON (RFC 8259); null where it does not. Engines tell the place in words of their own, and of
 * short texts not at all. It keeps its own stack: a text of nothing but brackets must not end the page.
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

/** Reads one token that may stand here; null where none may. */
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

/** Where a pattern that begins here ends; null where it does not begin here. */
function end(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
