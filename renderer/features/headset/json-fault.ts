/** What is wrong with a text that is to be a JSON object: where, counted from 1, or at which sign; or its value. */
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
  } catch (error) {
    return faultOf(error instanceof Error ? error.message : '', text);
  }
}

/** Engines say "at position 12", or which sign they did not expect; one that says neither stopped at the end. */
function faultOf(message: string, text: string): JsonFault {
  const position = /position (\d+)/.exec(message)?.[1];
  const token = /token '?(.)/u.exec(message)?.[1];
  if (position === undefined && token !== undefined) return { kind: 'token', where: { ...START, token } };
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return {
    kind: 'syntax',
    where: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, token: '' },
  };
}
