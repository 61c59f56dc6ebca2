/** What is wrong with a text that is to be a JSON object, with where, counted from 1; or its value. */
export type JsonFault =
  | {
      readonly kind: 'none';
      readonly value: Record<string, unknown>;
      readonly where: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'empty' | 'notObject'; readonly where: Readonly<Record<string, number>> }
  | { readonly kind: 'syntax'; readonly where: Readonly<Record<'line' | 'column', number>> };

/** Looks a text over while it is typed. */
export function jsonFault(text: string): JsonFault {
  if (text.trim() === '') return { kind: 'empty', where: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { kind: 'notObject', where: {} };
    return { kind: 'none', value: Object.fromEntries(Object.entries(value)), where: {} };
  } catch (error) {
    return { kind: 'syntax', where: placeOf(error, text) };
  }
}

/** Engines say it as "at position 12" or "line 2 column 3"; one that says neither stopped at the end. */
function placeOf(error: unknown, text: string): { line: number; column: number } {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  const before = text.slice(0, position === undefined ? text.length : Number(position)).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
