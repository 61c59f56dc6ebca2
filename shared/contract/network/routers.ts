import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nameText, text, nullableString, nullableInt } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of routers per organisation. */
export const MAX_ROUTERS = 20;
/** Maximum length of an uploaded list, in characters. */
const MAX_LIST_LENGTH = 512 * 1_024;

/** Routers that are queried over the network. */
export const NETWORK_KINDS = ['mikrotik', 'openwrt', 'unifi', 'unifi-legacy', 'opnsense', 'kea'] as const;
/** Lease files of programs on this computer. */
export const FILE_KINDS = ['dnsmasq-file', 'kea-file', 'isc-file'] as const;
/** Sources of MAC addresses; `csv` is an uploaded list `ip,mac,hostname`. */
export const ROUTER_KINDS = [...NETWORK_KINDS, ...FILE_KINDS, 'csv'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];
export type FileKind = (typeof FILE_KINDS)[number];

const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** SHA-256 of the router's public key (SPKI), base64url. */
const fingerprintSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Not the fingerprint of a key');

const poolSizeSchema = z.int().min(1).max(16_777_216);

/** A router as it is written. Fields that its kind does not use are ignored; secrets are never returned. */
const routerInputSchema = z.object({
  id: idSchema.optional().describe('Id of the router; absent for a new one.'),
  kind: z.enum(ROUTER_KINDS).describe('Which kind it is.'),
  label: nameText(128, 1).describe('Name shown to people, such as the label of a slot.'),
  isEnabled: z.boolean().optional().describe('False if it is not queried; absent: true.'),
  url: text(2_048, 1)
    .nullish()
    .describe('Scheme, host and port, such as `https://192.168.88.1`; null for other kinds.'),
  username: text(256).nullish().describe('User name, or the API key of OPNsense; null if none.'),
  password: text(1_024)
    .nullish()
    .describe('Password, or the API secret of OPNsense. Absent keeps it, null removes it.'),
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'Must be 1 to 1,024 printable characters without spaces')
    .nullish()
    .describe('API key of UniFi. Absent keeps it, null removes it.'),
  site: text(128).nullish().describe('UniFi site by name or id; null for all.'),
  path: text(4_096, 1)
    .nullish()
    .describe(
      'Absolute path of the lease file on this computer; null for other kinds. Only for the station’s own organisation, in the role station.',
    ),
  csv: text(MAX_LIST_LENGTH, 1)
    .nullish()
    .describe('List `ip,mac,hostname`, one headset per line. Absent keeps it.'),
  allowsOtherNetworks: z
    .boolean()
    .optional()
    .describe(
      'True to allow addresses of this computer or of networks it is not on; only in the role station.',
    ),
  poolSize: poolSizeSchema
    .nullish()
    .describe(
      'Number of addresses for headsets, for the network check. Absent keeps it; null asks the router, if its kind reports it.',
    ),
});
export type RouterInput = z.infer<typeof routerInputSchema>;

/** A router as it is returned. */
export const routerSchema = z
  .object({
    id: field.id,
    kind: z.enum(ROUTER_KINDS).describe('Which kind it is.'),
    label: z.string().describe('Name shown to people, such as the label of a slot.'),
    isEnabled: z.boolean().describe('True if it is used.'),
    url: nullableString.describe(
      'Scheme, host and port, such as `https://192.168.88.1`; null for other kinds.',
    ),
    username: nullableString.describe('User name, or the API key of OPNsense; null if none.'),
    hasPassword: z.boolean().describe('True if a password is stored.'),
    hasApiKey: z.boolean().describe('True if an API key is stored.'),
    site: nullableString.describe('UniFi site by name or id; null for all.'),
    path: nullableString.describe('Absolute path of the lease file on this computer; null for other kinds.'),
    entryCount: nullableInt.describe('Number of addresses in the list; null for other kinds.'),
    allowsOtherNetworks: z
      .boolean()
      .describe('True to allow addresses of this computer or of networks it is not on.'),
    poolSize: poolSizeSchema.nullable().describe('Number of addresses for headsets; null to ask the router.'),
    certificate: z
      .object({
        fingerprint: z
          .string()
          .describe('SHA-256 of the TLS public key in base64url; null if none was presented.'),
        pinnedAt: instantSchema.describe('When the key was accepted.'),
      })
      .nullable()
      .describe('Key that the router must present; null before the first contact and without TLS.'),
  })
  .meta({ id: 'Router', description: 'A source of MAC addresses: a router, a lease file or a list.' });
export type RouterView = z.infer<typeof routerSchema>;

/** Possible findings of a router test. */
export const ROUTER_FINDINGS = [
  'OK',
  'ADDRESS_REFUSED',
  'UNREACHABLE',
  'TIMEOUT',
  'CERTIFICATE_CHANGED',
  'CREDENTIALS_MISSING',
  'CREDENTIALS_REFUSED',
  'NOT_THIS_KIND',
  'REDIRECTED',
  'TOO_LARGE',
  'FILE_MISSING',
  'FILE_REFUSED',
] as const;
export type RouterFinding = (typeof ROUTER_FINDINGS)[number];

export const routerTestSchema = z
  .object({
    id: field.id,
    isOk: z.boolean().describe('True if the test succeeded.'),
    finding: z.enum(ROUTER_FINDINGS).describe('Stable code of what was found; null if nothing.'),
    message: field.message,
    arpEntries: z.int().describe('Addresses in the ARP table or among the connected clients.'),
    leaseEntries: z.int().describe('Addresses in the active leases.'),
    fingerprint: nullableString.describe(
      'SHA-256 of the public key that it presents now, in base64url; null if none. To accept a changed one, send it as `acceptFingerprint`.',
    ),
    durationMs: z.int().describe('Duration in milliseconds.'),
  })
  .meta({ id: 'RouterTest', description: 'Result of a router test.' });
export type RouterTest = z.infer<typeof routerTestSchema>;

const routersSchema = field.listOf(routerSchema);

/** Lists the routers of the caller's organisation, in the order in which they are queried. */
export const listRouters = endpoint('GET /station/routers', {
  summary: 'List the sources of MAC addresses',
  reply: routersSchema,
});

/**
 * Replaces the list: routers that are not in it are removed. A router keeps its secret and its pinned key while kind,
 * scheme, host and port stay the same: they are never sent to another host than the one they were entered for.
 */
export const replaceRouters = endpoint('PUT /station/routers', {
  summary: 'Replace the list of routers, lease files and lists',
  body: z.object({
    items: z
      .array(routerInputSchema)
      .max(MAX_ROUTERS)
      .describe('All routers, in the order in which they are queried; others are removed.'),
  }),
  reply: routersSchema,
  errors: ['VALIDATION_FAILED'],
});

/** Reads the router as for resolving, even if it is disabled, and reports what failed. */
export const testRouter = endpoint('POST /station/routers/{routerId}/test', {
  summary: 'Test the connection to a router',
  body: z.object({
    acceptFingerprint: fingerprintSchema
      .optional()
      .describe('Fingerprint of a changed key to accept, if the router still presents it.'),
  }),
  reply: routerTestSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});
