import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, noContent, text } from '../primitives.ts';
import { ROLES } from './roles.ts';
import * as field from '../fields.ts';

/** The passcode with which a person signs in. */
export const passcodeSchema = text(128, 8);

/** A session of the interface. */
export const sessionSchema = z.object({
  role: z.enum(ROLES).describe('Role.'),
  person: z
    .object({ id: field.id, name: field.name })
    .nullable()
    .describe('Person who is signed in; null for the station’s own passcode, this computer or a program.'),
  carts: z
    .array(z.string())
    .nullable()
    .describe('Ids of the carts that the person is limited to; null for all headsets.'),
  expiresAt: instantSchema.nullable().describe('When it expires; null if it does not.'),
});

/**
 * Opens a session of the interface: on this computer with the one-time launch token of the printed URL or a passcode,
 * over the local network with a passcode if one is set. The launch token and the station’s own passcode give the role
 * technician; a person’s passcode gives that person’s role. After ten wrong passcodes from one address within a
 * minute, or forty in all within 15 minutes, further attempts have to wait.
 */
export const openSession = endpoint('POST /station/session', {
  summary: 'Sign in',
  access: 'loopback',
  body: z.object({
    launchToken: text(256, 1).optional().describe('One-time token of the printed URL.'),
    passcode: passcodeSchema.optional().describe('Passcode, 8 to 128 characters.'),
  }),
  reply: sessionSchema.extend({
    token: z.string().describe('The token; shown only here.'),
    enterpriseId: z.string().describe('Id of the organisation.'),
    expiresAt: field.expiresAt,
  }),
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
});

/** Returns the caller's identity. A program’s token is limited by its scope only, so its role is `technician`. */
export const getSession = endpoint('GET /station/session', {
  summary: 'Get the current session',
  role: 'viewer',
  servesCarts: true,
  reply: sessionSchema,
});

/** Signs out and invalidates the session. A program’s token is revoked instead. */
export const closeSession = endpoint('DELETE /station/session', {
  summary: 'Sign out',
  role: 'viewer',
  servesCarts: true,
  reply: noContent,
  errors: ['VALIDATION_FAILED'],
});
