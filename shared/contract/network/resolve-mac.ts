import { z } from 'zod';

import { bulkResultSchema, deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing } from '../primitives.ts';
import { macAddressSchema } from '../devices/reported.ts';

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

/** A MAC address that was found and stored. */
export const resolvedMacSchema = z
  .object({
    deviceId: z.string(),
    macAddress: macAddressSchema,
    /** The LAN address of the headset. */
    ip: z.ipv4(),
    source: z.enum(MAC_SOURCES),
    /** The router, lease file or list that had it; null if the station itself did. */
    routerId: z.string().nullable(),
    resolvedAt: instantSchema,
    /** True for a locally administered address: randomised for this network, so on no label. */
    isRandomised: z.boolean(),
  })
  .meta({ id: 'ResolvedMac' });
export type ResolvedMac = z.infer<typeof resolvedMacSchema>;

/**
 * Looks up the device's last known LAN address and stores the MAC address found. Source: the API documentation, `resolve-mac`.
 */
export const resolveMac = endpoint({
  method: 'POST',
  path: '/devices/{deviceId}/resolve-mac',
  summary: 'Look up the MAC address of a device by its last known LAN address',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: resolvedMacSchema,
  errors: ['VALIDATION_FAILED', 'LAN_ADDRESS_UNKNOWN', 'DEVICE_NOT_FOUND', 'MAC_NOT_RESOLVED'],
});

/** Result for one requested id. */
export const resolvedMacResultSchema = bulkResultSchema
  .extend({ resolved: resolvedMacSchema.optional() })
  .meta({ id: 'ResolvedMacResult' });
export type ResolvedMacResult = z.infer<typeof resolvedMacResultSchema>;

/** Resolves many devices: every table is read once for all of them; one failure does not fail the others. */
export const resolveMacs = endpoint({
  method: 'POST',
  path: '/station/resolve-mac',
  summary: 'Look up the MAC addresses of many devices',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  params: nothing,
  query: nothing,
  body: z.object({ devicesId: z.array(z.string()) }),
  reply: z.array(resolvedMacResultSchema),
  errors: ['VALIDATION_FAILED', 'BATCH_TOO_LARGE'],
});
