import { z } from 'zod';

import { deviceParams, deviceSchema, temporaryCodeSchema } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { androidIdSchema, enrolmentIdSchema } from '../ids.ts';
import { nothing, text } from '../primitives.ts';
import { deviceTypeSchema } from '../devices/reported.ts';

/** A device record plus the token with which the headset speaks from now on. */
export const enrolledDeviceSchema = deviceSchema
  .extend({ accessToken: z.string() })
  .meta({ id: 'EnrolledDevice' });
export type EnrolledDevice = z.infer<typeof enrolledDeviceSchema>;

/** Binds a headset to the slot of an enrolment token. The same headset again gets a fresh `accessToken`, nothing else changes. */
export const enrolDevice = endpoint({
  method: 'POST',
  path: '/devices',
  summary: 'Enrol a headset with an enrolment token',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll'],
  params: nothing,
  query: nothing,
  body: z.object({
    enrollmentToken: text(256, 1),
    androidId: androidIdSchema,
    /** What a station that enrolled the headset calls the enrolment (an extension). */
    enrolmentId: enrolmentIdSchema.optional(),
  }),
  reply: enrolledDeviceSchema,
  errors: ['VALIDATION_FAILED', 'ENROLMENT_TOKEN_UNKNOWN'],
});

/** Binds a headset to the slot of a live numeric code. A code is used up by the first headset that types it. */
export const enrolDeviceByCode = endpoint({
  method: 'POST',
  path: '/devices/manual-enrollment',
  summary: 'Enrol a headset with a typed code',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll'],
  params: nothing,
  query: nothing,
  body: z.object({ code: z.int(), androidId: androidIdSchema }),
  reply: enrolledDeviceSchema,
  errors: ['VALIDATION_FAILED', 'PAIRING_REQUIRED', 'ENROLMENT_CODE_UNKNOWN', 'ENROLMENT_CLOSED'],
});

/** Which model the headset is; an unknown one is created as `generic` unless the station refuses unknown models. */
export const identifyType = endpoint({
  method: 'POST',
  path: '/devices/whatiam',
  summary: 'Get or create the device type of a headset',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise', 'enroll', 'device'],
  params: nothing,
  query: nothing,
  body: z.object({ name: text(128, 1), product: text(128, 1) }),
  reply: deviceTypeSchema,
  errors: ['VALIDATION_FAILED', 'DEVICE_TYPE_UNKNOWN'],
});

/** The live code of a slot: asking again returns the same one until it is used or 15 minutes old. */
export const getTemporaryCode = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/temporary-verification-code',
  summary: 'Get the enrolment code of a slot',
  tag: 'enrolment',
  isExtension: false,
  access: ['enterprise'],
  isAudited: true,
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: temporaryCodeSchema,
  errors: ['DEVICE_NOT_FOUND', 'DEVICE_ALREADY_ENROLLED'],
});
