import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, textBoolean } from '../primitives.ts';
import * as field from '../fields.ts';

/**
 * Whether a headset can be reached. `source` states how the station knows: `forced` by a person or program, `link` by
 * its connection or a request over it, `heartbeat` by the time of its last heartbeat. `checkedAt` is when that was
 * set or checked.
 */
export const availabilitySchema = z
  .object({
    id: field.id,
    isAvailable: z.boolean().describe('True if the headset can be reached.'),
    source: z
      .enum(['forced', 'link', 'heartbeat'])
      .describe(
        '`forced` by a person or program; `link`: by its connection; `heartbeat`: by its last heartbeat.',
      ),
    checkedAt: instantSchema.describe('When it was set or checked.'),
  })
  .meta({ id: 'Availability', description: 'Whether a headset can be reached, and how the station knows.' });
export type Availability = z.infer<typeof availabilitySchema>;

/**
 * Returns the availability. `refresh=true` asks the headset over its connection, waits 3 s at most, and ends a forced
 * value.
 */
export const getAvailability = endpoint('GET /devices/{deviceId}/is-available', {
  summary: 'Get the availability of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  query: z.object({ refresh: textBoolean.optional() }),
  reply: availabilitySchema,
  refusesMalformedIds: true,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** Forces a value until the next contact, the loss of the connection, a refresh, or a restart of the station. */
export const forceAvailability = endpoint('POST /devices/{deviceId}/is-available/{isAvailable}', {
  summary: 'Set the availability of a headset',
  tag: 'commands',
  isExtension: false,
  params: deviceParams.extend({ isAvailable: textBoolean }),
  reply: availabilitySchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});
