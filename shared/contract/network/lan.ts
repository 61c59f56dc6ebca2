import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';
import { passcodeSchema } from '../access/sessions.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

const interfaceNameSchema = text(64, 1);

/** LAN access to the station. */
export const lanSchema = z
  .object({
    /** Whether it is switched on; `problem` states why it is not available although it is on. */
    isOn: z.boolean(),
    port: z.int(),
    /** Network interfaces by name; null = all. */
    interfaces: z.array(z.string()).nullable(),
    /** URLs at which headsets reach it now. */
    addresses: z.array(z.string()),
    /** SHA-256 of the public key in base64url, which headsets pin; null while it is off. */
    tlsFingerprint: z.string().nullable(),
    problem: z.enum(['PORT_TAKEN', 'NOT_OPENED']).nullable(),
    /** True if the command line sets `isOn`, `port` and `interfaces`: they cannot be changed here. */
    isSetByFlags: z.boolean(),
    /** False: headsets that enrol by code over the local network must have paired. */
    allowsUnpairedEnrolment: z.boolean(),
    /** True if a passcode allows administration over the local network. */
    hasAdminPasscode: z.boolean(),
    /** The network interfaces of this computer, with their addresses. */
    available: z.array(z.object({ name: z.string(), addresses: z.array(z.string()) })),
  })
  .meta({ id: 'Lan' });

export const getLan = endpoint({
  ...common,
  method: 'GET',
  path: '/station/lan',
  summary: 'Get the LAN access settings',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: lanSchema,
  errors: [],
});

/**
 * Changes LAN access at once, without a restart; an absent field stays unchanged. 409 if the command line sets it, or
 * another program uses the port. The passcode is stored as a hash; a new one, or null, ends the sessions that the old
 * one opened.
 */
export const setLan = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/lan',
  summary: 'Change the LAN access settings',
  params: nothing,
  query: nothing,
  body: z.object({
    isOn: z.boolean().optional(),
    port: z.int().min(1).max(65_535).optional(),
    interfaces: z.array(interfaceNameSchema).min(1).max(32).nullish(),
    allowsUnpairedEnrolment: z.boolean().optional(),
    adminPasscode: passcodeSchema.nullish(),
  }),
  reply: lanSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Returns the certificate that browsers on the local network are shown, to compare it or to install it. */
export const getCertificate = endpoint({
  ...common,
  method: 'GET',
  path: '/station/certificate',
  summary: 'Get the certificate that browsers are shown',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z
    .object({
      /** In PEM. */
      certificate: z.string(),
      /** SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits. */
      sha256: z.string(),
      validUntil: instantSchema,
    })
    .meta({ id: 'StationCertificate' }),
  errors: ['NOT_FOUND'],
});
