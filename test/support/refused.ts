import { expect } from 'vitest';

import { anyText, listWith } from './any-value.ts';

/** What every refusal must look like: this status and code, and the same human text twice. */
export function refused(status: number, code: string): object {
  return { status, body: { code, error: anyText, message: anyText } };
}

/** A 400 that names the place where the request is wrong. */
export function refusedAt(...paths: readonly string[]): object {
  return {
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      details: listWith(...paths.map((path): unknown => expect.objectContaining({ path, message: anyText }))),
    },
  };
}
