import { z } from 'zod';

import { bulkResultSchema } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nullableString } from '../primitives.ts';
import { macAddressSchema } from '../devices/reported.ts';
import * as field from '../fields.ts';

/**
 * Sources of MAC addresses, in the order in which they are queried: the station's own neighbour table; a router's ARP
 * table; its active leases; a lease file; an uploaded list; and the library node-arp.
 */
export const MAC_SOURCES = [
  'station',
  'router-arp',
  'router-lease',
  'lease-file',
  'list',
  'node-arp',
] as const;
export type MacSourceName = (typeof MAC_SOURCES)[number];

export const resolvedMacSchema = z
  .object({
    deviceId: field.deviceId,
    macAddress: macAddressSchema.describe('MAC address, six hexadecimal pairs with colons; null if unknown.'),
    ip: z.ipv4().describe('LAN address of the headset.'),
    source: z.enum(MAC_SOURCES).describe('Where it was found.'),
    routerId: nullableString.describe(
      'Id of the router, lease file or list that had it; null if the station itself did.',
    ),
    resolvedAt: instantSchema.describe('When it was found.'),
    isRandomised: z.boolean().describe('True for a randomised MAC address, which is on no label.'),
  })
  .meta({ id: 'ResolvedMac', description: 'A MAC address that was found and stored.' });
export type ResolvedMac = z.infer<typeof resolvedMacSchema>;

/**
 * Looks up the device's last known LAN address and stores the MAC address found. Source: the API documentation, `resolve-mac`.
 */
export const resolveMac = endpoint('POST /devices/{deviceId}/resolve-mac', {
  summary: 'Look up the MAC address of a device by its last known LAN address',
  tag: 'devices',
  isExtension: false,
  reply: resolvedMacSchema,
  errors: ['VALIDATION_FAILED', 'LAN_ADDRESS_UNKNOWN', 'DEVICE_NOT_FOUND', 'MAC_NOT_RESOLVED'],
});

export const resolvedMacResultSchema = bulkResultSchema
  .extend({ resolved: resolvedMacSchema.optional().describe('What was found.') })
  .meta({ id: 'ResolvedMacResult', description: 'Result for one requested id.' });
export type ResolvedMacResult = z.infer<typeof resolvedMacResultSchema>;

/** Resolves many devices: every table is read once for all of them; one failure does not fail the others. */
export const resolveMacs = endpoint('POST /station/resolve-mac', {
  summary: 'Look up the MAC addresses of many devices',
  body: z.object({ devicesId: field.devicesId }),
  reply: z.array(resolvedMacResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});
