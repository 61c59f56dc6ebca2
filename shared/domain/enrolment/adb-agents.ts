import { z } from 'zod';

import { ADB_CONNECTIONS } from '../../contract/devices/fleet.ts';
import { enrolledDeviceSchema } from '../../contract/enrolment/enrolment.ts';

/** What an agent keeps of its enrolment; contains the headset's token. */
export const storedEnrolmentSchema = z.object({ record: enrolledDeviceSchema, typeId: z.string() });
export type StoredEnrolment = z.output<typeof storedEnrolmentSchema>;

/** A headset that this station manages over adb. */
const managedHeadsetSchema = z.object({
  deviceId: z.string(),
  serial: z.string(),
  /** Null: it has not enrolled yet. */
  androidId: z.string().nullable(),
  /** Its last address on the Wi-Fi; null: unknown. */
  wifiAddress: z.ipv4().nullable().default(null),
  /** False: it is managed only by cable, and must not listen on the Wi-Fi. */
  isWifiOpen: z.boolean().default(true),
  /** Its enrolment, or what it needs to enrol. */
  enrolment: z.union([
    storedEnrolmentSchema,
    z.object({ enrollmentToken: z.string(), accessToken: z.string() }),
  ]),
});
export type ManagedHeadset = z.output<typeof managedHeadsetSchema>;

/**
 * The start of the thread: the port of the adb server, the station's URL on this computer, and the folder for contents on
 * their way to headsets, which is emptied. `fingerprint`: the key that the station must present, if its URL is https.
 */
export const agentsPlanSchema = z.object({
  adbPort: z.int(),
  url: z.url(),
  fingerprint: z.string().optional(),
  folder: z.string(),
});
export type AgentsPlan = z.input<typeof agentsPlanSchema>;

/** A message to the thread. */
export const agentsOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('manage'), headset: managedHeadsetSchema }),
  z.object({ type: z.literal('release'), deviceId: z.string() }),
  /** Opens or closes adb over the Wi-Fi. */
  z.object({ type: z.literal('wifi'), deviceId: z.string(), isOpen: z.boolean() }),
  z.object({ type: z.literal('stop') }),
]);
export type AgentsOrder = z.input<typeof agentsOrderSchema>;

const ofDevice = { deviceId: z.string() };

/** A message from the thread. */
export const agentsEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enrolled'),
    ...ofDevice,
    androidId: z.string(),
    enrolment: storedEnrolmentSchema,
  }),
  z.object({ type: z.literal('connection'), ...ofDevice, connection: z.enum(ADB_CONNECTIONS) }),
  /** It is on the Wi-Fi at this address. */
  z.object({ type: z.literal('address'), ...ofDevice, wifiAddress: z.ipv4() }),
  /** Whether it listens for adb on the Wi-Fi, as it was read from the headset. */
  z.object({ type: z.literal('listens'), ...ofDevice, isListening: z.boolean() }),
  /** The station refused it for good, or un-enrolled it: it is no longer managed. */
  z.object({ type: z.literal('ended'), ...ofDevice, code: z.string(), message: z.string() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('stopped') }),
]);
export type AgentsEvent = z.output<typeof agentsEventSchema>;
