import { z } from 'zod';

import { deviceParams } from './devices.ts';
import { endpoint } from './endpoint.ts';
import { instantSchema, nothing } from './primitives.ts';
import { macAddressSchema } from './reported.ts';

/** A MAC address that was found and stored. */
export const resolvedMacSchema = z
  .object({
    deviceId: z.string(),
    macAddress: macAddressSchema,
    /** The LAN address that it was found by. */
    ip: z.ipv4(),
    /** Who knew it: `station` is the station's own neighbour table. */
    source: z.string(),
    resolvedAt: instantSchema,
    /** True for a locally administered address: the headset made it up for this network, so it is on no label. */
    isRandomised: z.boolean(),
  })
  .meta({ id: 'ResolvedMac' });
export type ResolvedMac = z.infer<typeof resolvedMacSchema>;

/** Looks the device's last known LAN address up and stores the MAC address found. Source: interface.md, `resolve-mac`. */
export const resolveMac = endpoint({
  method: 'POST',
  path: '/devices/{deviceId}/resolve-mac',
  summary: 'Find the MAC address of a device by its last known LAN address',
  tag: 'devices',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: resolvedMacSchema,
  errors: ['VALIDATION_FAILED', 'LAN_ADDRESS_UNKNOWN', 'DEVICE_NOT_FOUND', 'MAC_NOT_RESOLVED'],
});
