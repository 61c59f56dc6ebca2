import { expect } from 'vitest';

/** Matches any text in an expectation. */
export const anyText: unknown = expect.any(String);

/** Matches any number in an expectation. */
export const anyNumber: unknown = expect.any(Number);

/** Matches a list that contains at least these, in any order. */
export function listWith(...items: readonly unknown[]): unknown {
  return expect.arrayContaining([...items]);
}
