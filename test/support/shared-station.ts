import { afterAll } from 'vitest';

import type { ServiceOptions } from '../../main/service/index.ts';
import { aStation, type TestStation } from './a-station.ts';

/** Starts one station for all tests of a file, without rate limits; each test uses its own slots and headsets. */
export async function aSharedStation(input: Partial<ServiceOptions> = {}): Promise<TestStation> {
  const station = await aStation({ rateLimit: 0, ...input });
  afterAll(() => station[Symbol.asyncDispose]());
  return station;
}
