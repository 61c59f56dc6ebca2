import { expect } from 'vitest';

/** Stands for any text in an expectation. */
export const anyText: unknown = expect.any(String);

/** Stands for any number in an expectation. */
export const anyNumber: unknown = expect.any(Number);

/** Stands for a list that holds at least these, in any order. */
export function listWith(...items: readonly unknown[]): unknown {
  return expect.arrayContaining([...items]);
}
