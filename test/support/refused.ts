import { expect } from 'vitest';

import { anyText, listWith } from './any-value.ts';

/** Checks a refusal: this status and code, and the same text twice. */
export function refused(status: number, code: string): object {
  return { status, body: { code, error: anyText, message: anyText } };
}

/** Checks a 400 with the path of the error. */
export function refusedAt(...paths: readonly string[]): object {
  return {
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      details: listWith(...paths.map((path): unknown => expect.objectContaining({ path, message: anyText }))),
    },
  };
}
