import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { deviceIdSchema } from '../ids.ts';
import { nothing } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** Parts of a device that a person tells apart. */
const partSchema = z.enum(['settings', 'label', 'license', 'metadata']);
export type WaitingPart = z.infer<typeof partSchema>;

/** Shown at most: who changed more than this looks at the headset. */
export const MOST_WAITING_SHOWN = 500;

/** What of one device waits for the central, value by value. Passwords are left out of the values. */
export const getSyncWaiting = endpoint({
  ...common,
  method: 'GET',
  path: '/station/sync/devices/{deviceId}/waiting',
  summary: 'List the pending changes of a device',
  params: z.object({ deviceId: deviceIdSchema }),
  query: nothing,
  body: nothing,
  reply: z.object({
    /** Of more than 500 values the first. */
    items: z.array(
      z.object({
        part: partSchema,
        /** Where the value stands: `settings`, `display`, `brightness`. */
        path: z.array(z.string()),
        /** What this station has, and what the central had last; absent values are absent. */
        here: z.unknown().optional(),
        there: z.unknown().optional(),
      }),
    ),
    total: z.int(),
  }),
  errors: ['DEVICE_NOT_FOUND'],
});

/**
 * Takes what the central had last instead of what waits for it, as an ordinary change of the device: of all parts, or of
 * those that are named. A device of which nothing waits stays as it is.
 */
export const dropWaiting = endpoint({
  ...common,
  method: 'POST',
  path: '/station/sync/drop',
  summary: 'Discard pending changes',
  params: nothing,
  query: nothing,
  body: z.object({
    devicesId: z.array(z.string()).min(1).max(5_000),
    parts: z.array(partSchema).min(1).optional(),
  }),
  reply: z.object({
    taken: z.int(),
    /** Devices that the central does not know, or that nobody knows. */
    failed: z.int(),
  }),
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});
