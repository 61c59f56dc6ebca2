import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, text, nullableString } from '../primitives.ts';
import { passcodeSchema } from '../access/sessions.ts';
import * as field from '../fields.ts';

const interfaceNameSchema = text(64, 1);

export const lanSchema = z
  .object({
    isOn: z.boolean().describe('True if LAN access is switched on.'),
    port: z.int().describe('TCP port on the local network.'),
    interfaces: z.array(z.string()).nullable().describe('Names of the network interfaces; null for all.'),
    addresses: z.array(z.string()).describe('URLs at which headsets reach the station now.'),
    tlsFingerprint: nullableString.describe(
      'SHA-256 of the public key in base64url, which headsets pin; null while LAN access is off.',
    ),
    problem: z
      .enum(['PORT_TAKEN', 'NOT_OPENED'])
      .nullable()
      .describe('Why LAN access is not available although it is on; null if it is.'),
    isSetByFlags: z
      .boolean()
      .describe(
        'True if the command line sets `isOn`, `port` and `interfaces`, so that they cannot be changed here.',
      ),
    allowsUnpairedEnrolment: z
      .boolean()
      .describe('False if headsets must pair before they enrol by code over the local network.'),
    hasAdminPasscode: z
      .boolean()
      .describe('True if a passcode allows administration over the local network.'),
    available: z
      .array(
        z.object({
          name: field.name,
          addresses: z.array(z.string()).describe('IP addresses of the interface.'),
        }),
      )
      .describe('Network interfaces of this computer, with their addresses.'),
  })
  .meta({ id: 'Lan', description: 'LAN access to the station.' });

export const getLan = endpoint('GET /station/lan', {
  summary: 'Get the LAN access settings',
  role: 'viewer',
  reply: lanSchema,
});

/**
 * Changes LAN access at once, without a restart; an absent field stays unchanged. 409 if the command line sets it, or
 * another program uses the port. The passcode is stored as a hash; a new one, or null, ends the sessions that the old
 * one opened.
 */
export const setLan = endpoint('PUT /station/lan', {
  summary: 'Change the LAN access settings',
  body: z.object({
    isOn: z.boolean().optional().describe('True if LAN access is switched on.'),
    port: z.int().min(1).max(65_535).optional().describe('TCP port.'),
    interfaces: z
      .array(interfaceNameSchema)
      .min(1)
      .max(32)
      .nullish()
      .describe('Names of the network interfaces; null for all.'),
    allowsUnpairedEnrolment: z
      .boolean()
      .optional()
      .describe('False if headsets must pair before they enrol by code over the local network.'),
    adminPasscode: passcodeSchema
      .nullish()
      .describe(
        'Passcode for administration over the local network; null removes it. Sessions opened with the old one end.',
      ),
  }),
  reply: lanSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Returns the certificate that browsers on the local network are shown, to compare it or to install it. */
export const getCertificate = endpoint('GET /station/certificate', {
  summary: 'Get the certificate that browsers are shown',
  role: 'viewer',
  reply: z
    .object({
      certificate: z.string().describe('The certificate in PEM.'),
      sha256: z
        .string()
        .describe('SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits.'),
      validUntil: instantSchema.describe(
        'When the certificate expires; a new one from the same key follows.',
      ),
    })
    .meta({
      id: 'StationCertificate',
      description: 'The certificate that browsers on the local network are shown.',
    }),
  errors: ['NOT_FOUND'],
});
