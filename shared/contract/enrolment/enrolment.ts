import { z } from 'zod';

import { deviceSchema, enrolmentOriginSchema, temporaryCodeSchema } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { enrolmentIdSchema } from '../ids.ts';
import { text } from '../primitives.ts';
import { deviceTypeSchema } from '../devices/reported.ts';
import * as field from '../fields.ts';

export const enrolledDeviceSchema = deviceSchema
  .extend({ accessToken: z.string().describe('Token that the headset uses from now on.') })
  .meta({
    id: 'EnrolledDevice',
    description: 'A device record, with the access token of the headset that has just enrolled.',
  });
export type EnrolledDevice = z.infer<typeof enrolledDeviceSchema>;

/**
 * Enrols a headset into the slot of an enrolment token. The same headset again gets a new `accessToken`; nothing else
 * changes.
 */
export const enrolDevice = endpoint('POST /devices', {
  summary: 'Enrol a headset with an enrolment token',
  servesPartners: true,
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll'],
  body: z.object({
    enrollmentToken: text(256, 1).describe('Token with which a headset enrols into this slot.'),
    androidId: field.androidId,
    enrolmentId: enrolmentIdSchema
      .optional()
      .describe('Id of the enrolment at the station that enrolled the headset (an extension).'),
    origin: enrolmentOriginSchema
      .optional()
      .describe('Where and by whom the headset was enrolled (an extension).'),
  }),
  reply: enrolledDeviceSchema,
  errors: ['VALIDATION_FAILED', 'ENROLMENT_TOKEN_UNKNOWN', 'CONFLICT'],
});

/** Enrols a headset into the slot of a live numeric code. The first headset uses the code up. */
export const enrolDeviceByCode = endpoint('POST /devices/manual-enrollment', {
  summary: 'Enrol a headset with a typed code',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll'],
  body: z.object({
    code: z.int().describe('The code typed into the headset.'),
    androidId: field.androidId,
  }),
  reply: enrolledDeviceSchema,
  errors: ['VALIDATION_FAILED', 'PAIRING_REQUIRED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});

/** Returns the model of a headset. An unknown one is created as `generic` unless the station refuses unknown models. */
export const identifyType = endpoint('POST /devices/whatiam', {
  summary: 'Get or create the device type of a headset',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll', 'device'],
  body: z.object({
    name: text(128, 1).describe('Name shown to people.'),
    product: text(128, 1).describe('Product name as Android reports it.'),
  }),
  reply: deviceTypeSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_TYPE_UNKNOWN'],
});

/** Returns the live code of a slot: the same one until it is used or 15 minutes old. */
export const getTemporaryCode = endpoint('GET /devices/{deviceId}/temporary-verification-code', {
  summary: 'Get the enrolment code of a slot',
  tag: 'enrolment',
  isExtension: false,
  isAudited: true,
  reply: temporaryCodeSchema,
  errors: ['DEVICE_NOT_FOUND', 'DEVICE_ALREADY_ENROLLED'],
});
