import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, noContent, nothing, text } from '../primitives.ts';
import { ROLES } from './roles.ts';

/** What a person types to sign in. */
export const passcodeSchema = text(128, 8);

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** Who a session speaks for. */
export const sessionSchema = z.object({
  role: z.enum(ROLES),
  /** The person whose passcode opened it; null: the station’s own passcode, this computer, or a program. */
  person: z.object({ id: z.string(), name: z.string() }).nullable(),
  expiresAt: instantSchema.nullable(),
});

/**
 * Opens a session of the interface: on this computer by the one-time launch token of the printed address or a passcode;
 * over the local network by a passcode, where there is one. The launch token and the station’s own passcode make a
 * technician, a person’s passcode what that person is. Ten wrong passcodes of an address within a minute, or forty in
 * all within 15 minutes, have to wait.
 */
export const openSession = endpoint({
  method: 'POST',
  path: '/station/session',
  summary: 'Sign in',
  tag: 'station',
  isExtension: true,
  access: 'loopback',
  params: nothing,
  query: nothing,
  body: z.object({ launchToken: text(256, 1).optional(), passcode: passcodeSchema.optional() }),
  reply: sessionSchema.extend({ token: z.string(), enterpriseId: z.string(), expiresAt: instantSchema }),
  errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED', 'RATE_LIMITED'],
});

/** Who is asking. A program’s token has no role: nothing but its scope limits it, so it is told `technician`. */
export const getSession = endpoint({
  ...common,
  method: 'GET',
  path: '/station/session',
  summary: 'Get the current session',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: sessionSchema,
  errors: [],
});

/** Signs out: the session is refused from now on. Only sessions end so; a program’s token is revoked. */
export const closeSession = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/session',
  summary: 'Sign out',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: noContent,
  errors: ['VALIDATION_FAILED'],
});
