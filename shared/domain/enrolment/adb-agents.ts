import { z } from 'zod';

import { ADB_CONNECTIONS } from '../../contract/devices/fleet.ts';
import { enrolledDeviceSchema } from '../../contract/enrolment/enrolment.ts';

/** What an agent keeps of its enrolment; contains the headset's token. */
export const storedEnrolmentSchema = z.object({ record: enrolledDeviceSchema, typeId: z.string() });
export type StoredEnrolment = z.output<typeof storedEnrolmentSchema>;

/** An address on the Wi-Fi, with its port while the headset uses wireless debugging. */
const wifiAddressSchema = z.union([z.ipv4(), z.string().regex(/^(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}$/)]);

/** A headset that this station manages over adb. */
const managedHeadsetSchema = z.object({
  deviceId: z.string(),
  serial: z.string(),
  /** Null: it has not enrolled yet, and did not tell it. */
  androidId: z.string().nullable(),
  /** Its last address on the Wi-Fi; null: unknown. */
  wifiAddress: wifiAddressSchema.nullable().default(null),
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
 * The start of the thread: the port of the adb server, how the station is named on headsets, its URL on this computer, the folder for contents on
 * their way to headsets, which is emptied, and the one for events that the station has not acknowledged yet. `fingerprint`: the key that the station must present, if its URL is https.
 */
export const agentsPlanSchema = z.object({
  adbPort: z.int(),
  name: z.object({ id: z.string(), name: z.string() }),
  url: z.url(),
  fingerprint: z.string().optional(),
  folder: z.string(),
  eventsFolder: z.string(),
  /** The only network on which headsets are looked for; null: none, absent: every one of this computer. */
  mdns: z.object({ address: z.ipv4(), port: z.int() }).nullish(),
});
export type AgentsPlan = z.input<typeof agentsPlanSchema>;

/** A message to the thread. */
export const agentsOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('manage'), headset: managedHeadsetSchema }),
  z.object({ type: z.literal('release'), deviceId: z.string() }),
  /** Opens or closes adb over the Wi-Fi. */
  z.object({ type: z.literal('wifi'), deviceId: z.string(), isOpen: z.boolean() }),
  /** A host with its MAC address is at this address: perhaps the headset. */
  z.object({ type: z.literal('seenAt'), deviceId: z.string(), address: z.ipv4() }),
  /** Claims it, whichever station has it. */
  z.object({ type: z.literal('takeOver'), deviceId: z.string() }),
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
  /** `heldBy`: the name of the station that manages it instead. */
  z.object({
    type: z.literal('connection'),
    ...ofDevice,
    connection: z.enum(ADB_CONNECTIONS),
    heldBy: z.string().nullable(),
  }),
  /** It is on the Wi-Fi at this address. */
  z.object({ type: z.literal('address'), ...ofDevice, wifiAddress: wifiAddressSchema }),
  /**
   * Whether it listens for adb on the Wi-Fi, as it was read from the headset. `isBlocked`: it does, and the network does
   * not let this computer reach it.
   */
  z.object({
    type: z.literal('listens'),
    ...ofDevice,
    isListening: z.boolean(),
    isBlocked: z.boolean(),
  }),
  /** The station refused it for good, or un-enrolled it: it is no longer managed. */
  z.object({ type: z.literal('ended'), ...ofDevice, code: z.string(), message: z.string() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('stopped') }),
]);
export type AgentsEvent = z.output<typeof agentsEventSchema>;
