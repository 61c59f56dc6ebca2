import { expect } from 'vitest';

/** What every refusal must look like: this status and code, and the same human text twice. */
export function refused(status: number, code: string): object {
  return { status, body: { code, error: expect.any(String), message: expect.any(String) } };
}

/** A 400 that names the place where the request is wrong. */
export function refusedAt(...paths: readonly string[]): object {
  return {
    status: 400,
    body: {
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining(
        paths.map((path) => expect.objectContaining({ path, message: expect.any(String) })),
      ),
    },
  };
}
