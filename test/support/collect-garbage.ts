import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { z } from 'zod';

/** Collects garbage now, so that a test can tell what is still referred to. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  z.function().parse(runInNewContext('gc'))();
}
