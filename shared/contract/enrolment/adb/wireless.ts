import { z } from 'zod';

import { endpoint } from '../../endpoint.ts';
import * as field from '../../fields.ts';

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** Numbers only: a name would be looked up by the adb server. */
const PORT = '(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{0,3})';
/** Numbers only: a name would be looked up by the adb server. */
const addressSchema = z
  .string()
  .regex(
    new RegExp(`^(?:${OCTET}\\.){3}${OCTET}:${PORT}$`),
    'Must be an address with its port, as 192.168.1.20:37001',
  );

/**
 * What came of pairing or connecting. `paired`: it accepts this computer now, and was not found on the network to
 * connect to. `wrongCode`: the code was wrong, or no longer shown: adb does not tell which. `notPaired`: it does not
 * accept this computer.
 */
export const WIRELESS_OUTCOMES = [
  'connected',
  'paired',
  'wrongCode',
  'notPaired',
  'unreachable',
  'timeout',
  'cannotPair',
  'noAdb',
  'failed',
] as const;
export type WirelessOutcome = (typeof WIRELESS_OUTCOMES)[number];

const slotSchema = z
  .object({ id: field.id, label: field.label })
  .nullable()
  .describe('The slot that the headset with this serial number is enrolled in.');

const wirelessViewSchema = z.object({
  adb: z
    .object({
      state: z
        .enum(['ready', 'missing', 'failed'])
        .describe('`missing`: no adb on this computer; `failed`: it does not start.'),
      canPair: z.boolean().describe('False for an adb older than version 30.'),
      version: z
        .string()
        .nullable()
        .describe('Version of the adb on this computer, if it cannot pair; null if unknown.'),
    })
    .describe('Whether the adb of this computer can pair with headsets.'),
  isBrowsing: z
    .boolean()
    .describe('False if the station looks for no headset on the network (`ADB_MDNS=0`).'),
  headsets: z
    .array(
      z.object({
        name: z.string().describe('The name under which the headset announces itself.'),
        serial: z.string().nullable().describe('Its serial number, as far as the name tells it.'),
        address: z.string().describe('Where it waits for the code, as `192.168.1.20:37001`.'),
        slot: slotSchema,
      }),
    )
    .describe('Headsets that show a pairing code now, as they announce by multicast DNS.'),
});
export type WirelessView = z.output<typeof wirelessViewSchema>;

const answerSchema = z.object({
  outcome: z.enum(WIRELESS_OUTCOMES).meta({
    description:
      '`paired`: it accepts this computer, but was not found on the network; `wrongCode`: wrong, or no longer shown; `notPaired`: it does not accept this computer.',
  }),
  serial: z.string().nullable().describe('Serial number of the headset; null if unknown.'),
  slot: slotSchema,
  words: z.string().nullable().describe('The answer of adb, without the code; null if it has none.'),
});
export type WirelessAnswer = z.output<typeof answerSchema>;

/**
 * Returns the headsets on the network that show a code for wireless debugging, and whether adb can pair with them. They
 * are looked for from the first call on, for a minute after the last.
 */
export const getWireless = endpoint('GET /station/adb/wireless', {
  summary: 'List the headsets that show a pairing code',
  tag: 'enrolment',
  reply: wirelessViewSchema,
  errors: ['FORBIDDEN'],
});

/**
 * Pairs with the headset that shows this code, and connects to it: takes up to 45 seconds. The code is neither stored
 * nor logged. A headset that is not enrolled is then treated like one at a cable.
 */
export const pairWireless = endpoint('POST /station/adb/wireless/pair', {
  summary: 'Pair with a headset by its code',
  tag: 'enrolment',
  body: z.object({
    address: addressSchema.describe('Where the headset waits for the code, shown beside it.'),
    code: z
      .string()
      .regex(/^\d{6}$/, 'Must be six digits')
      .describe('The six digits that the headset shows.'),
  }),
  reply: answerSchema,
  errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
});

/** Connects to a headset that accepts this computer, where multicast DNS does not find it. */
export const connectWireless = endpoint('POST /station/adb/wireless/connect', {
  summary: 'Connect to a paired headset',
  tag: 'enrolment',
  body: z.object({
    address: addressSchema.describe('The address that the page of wireless debugging shows.'),
  }),
  reply: answerSchema,
  errors: ['VALIDATION_FAILED', 'FORBIDDEN'],
});
