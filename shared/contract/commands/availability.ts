import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, textBoolean } from '../primitives.ts';

/**
 * Whether a headset can be reached. `source` says how that is known: somebody said so (`forced`), it holds its link or
 * was asked through it (`link`), or by the time of its last heartbeat (`heartbeat`). `checkedAt` is the moment at which
 * it was said or looked at.
 */
export const availabilitySchema = z
  .object({
    id: z.string(),
    isAvailable: z.boolean(),
    source: z.enum(['forced', 'link', 'heartbeat']),
    checkedAt: instantSchema,
  })
  .meta({ id: 'Availability' });
export type Availability = z.infer<typeof availabilitySchema>;

/** `refresh=true` asks the headset through its link, 3 s at most, and ends a forced value. */
export const getAvailability = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/is-available',
  summary: 'Get the availability of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  params: deviceParams,
  query: z.object({ refresh: textBoolean.optional() }),
  body: nothing,
  reply: availabilitySchema,
  refusesMalformedIds: true,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** The value holds until the next sign of life, the loss of the link, a refresh, or a restart of the station. */
export const forceAvailability = endpoint({
  method: 'POST',
  path: '/devices/{deviceId}/is-available/{isAvailable}',
  summary: 'Set the availability of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams.extend({ isAvailable: textBoolean }),
  query: nothing,
  body: nothing,
  reply: availabilitySchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});
