import { z } from 'zod';

import { deviceListItemSchema } from './devices.ts';
import { endpoint } from '../endpoint.ts';
import * as field from '../fields.ts';

/** Maximum number of ids per lookup. */
export const MAX_LOOKUP_IDS = 1_000;

/**
 * Returns the devices for many ids, each once, in the order of the request. With `strict` one invalid id refuses the
 * whole request.
 */
export const lookUpDevices = endpoint('POST /devices/lookup', {
  summary: 'Get devices by their ids',
  tag: 'devices',
  isExtension: false,
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  body: z.object({
    ids: z.array(z.string()).min(1, 'Must name at least one device').describe('Ids of the device records.'),
    strict: z.boolean().optional().describe('True to refuse the whole request if one id is invalid.'),
  }),
  reply: z.object({
    devices: z.array(deviceListItemSchema).describe('Devices found, in the order of the request.'),
    invalidIds: field.invalidIds,
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'BATCH_TOO_LARGE'],
});
