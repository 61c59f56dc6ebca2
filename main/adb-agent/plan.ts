import { z } from 'zod';

import { enrolledDeviceSchema } from '../../shared/contract/enrolment/enrolment.ts';

/** What an agent keeps of its enrolment; contains the headset's token. */
const storedEnrolmentSchema = z.object({ record: enrolledDeviceSchema, typeId: z.string() });

/** A headset that this station manages over adb. */
export const managedHeadsetSchema = z.object({
  deviceId: z.string(),
  serial: z.string(),
  /** Null: it has not enrolled yet. */
  androidId: z.string().nullable(),
  /** Its last address on the Wi-Fi; null: unknown. */
  wifiAddress: z.ipv4().nullable().default(null),
  /** Its enrolment, or what it needs to enrol. */
  enrolment: z.union([
    storedEnrolmentSchema,
    z.object({ enrollmentToken: z.string(), accessToken: z.string() }),
  ]),
});
export type ManagedHeadset = z.input<typeof managedHeadsetSchema>;

/**
 * The start of the thread: the port of the adb server, and the station's URL on this computer. `fingerprint`: the key
 * that the station must present, if its URL is https.
 */
export const agentsPlanSchema = z.object({
  adbPort: z.int(),
  url: z.url(),
  fingerprint: z.string().optional(),
});
export type AgentsPlan = z.input<typeof agentsPlanSchema>;

/** A message to the thread. */
export const agentsOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('manage'), headset: managedHeadsetSchema }),
  z.object({ type: z.literal('release'), deviceId: z.string() }),
  z.object({ type: z.literal('stop') }),
]);

/**
 * How a managed headset is connected. `reset`: it has another identity than before, so it is another headset for
 * Muster.
 */
export const CONNECTIONS = ['usb', 'wifi', 'none', 'reset'] as const;

/** A message from the thread. */
export const agentsEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enrolled'),
    deviceId: z.string(),
    androidId: z.string(),
    enrolment: storedEnrolmentSchema,
  }),
  z.object({ type: z.literal('connection'), deviceId: z.string(), connection: z.enum(CONNECTIONS) }),
  /** It listens for adb at this address of the Wi-Fi. */
  z.object({ type: z.literal('address'), deviceId: z.string(), wifiAddress: z.ipv4() }),
  /** The station refused it for good, or un-enrolled it: it is no longer managed. */
  z.object({ type: z.literal('ended'), deviceId: z.string(), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('stopped') }),
]);
export type AgentsEvent = z.input<typeof agentsEventSchema>;
