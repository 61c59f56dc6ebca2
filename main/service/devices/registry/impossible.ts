import { z } from 'zod';

import { type Headset, impossibleValueSchema } from '../../../../shared/contract/devices/fleet.ts';
import type { Report } from './reports.ts';

const impossibleSchema = z.array(impossibleValueSchema);

/** Returns the values that a headset reports although they cannot be true. */
export function toImpossible({ impossible }: Pick<Report, 'impossible'>): Headset['impossible'] {
  return impossible === null ? [] : impossibleSchema.parse(JSON.parse(impossible));
}
