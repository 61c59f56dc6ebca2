import { z } from 'zod';

import { overAdbSchema } from '../../devices/fleet.ts';
import { endpoint } from '../../endpoint.ts';
import { MAX_BULK_IDS } from '../../devices/devices.ts';
import * as field from '../../fields.ts';

const devicesId = z
  .array(z.string())
  .min(1)
  .max(MAX_BULK_IDS)
  .describe('Headsets, up to 5,000; those that are not managed over adb are left out of the reply.');

/** The headsets among them that are managed over adb. */
const managedSchema = field.listOf(
  z.object({ id: field.id, overAdb: overAdbSchema.describe('How the station manages it over adb.') }),
);

/**
 * Opens or closes adb over the Wi-Fi on headsets that this station manages over adb. A closed one is managed only by
 * cable. A headset that is not connected is told with its next connection; others are not touched.
 */
export const setAdbWifi = endpoint('PUT /station/adb/wifi', {
  summary: 'Open or close adb over Wi-Fi',
  tag: 'enrolment',
  body: z.object({
    devicesId,
    isOpen: z.boolean().describe('False closes it: the headsets are managed only by cable.'),
  }),
  reply: managedSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * Takes over headsets that another station manages over adb, as soon as they are connected; the other one then leaves
 * them alone. Those that no other station manages are not changed.
 */
export const takeOverAdb = endpoint('POST /station/adb/take-over', {
  summary: 'Take over headsets that another station manages',
  tag: 'enrolment',
  body: z.object({
    devicesId,
  }),
  reply: managedSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'FORBIDDEN'],
});
