import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

/** The most routers that an organisation may have. */
export const MAX_ROUTERS = 20;
/** The longest list that is read, in characters. */
const MAX_LIST_LENGTH = 512 * 1_024;

/** Routers that are asked over the network. */
export const NETWORK_KINDS = ['mikrotik', 'openwrt', 'unifi', 'unifi-legacy', 'opnsense', 'kea'] as const;
/** Files in which a program on this computer keeps its leases. */
export const FILE_KINDS = ['dnsmasq-file', 'kea-file', 'isc-file'] as const;
/** What knows MAC addresses; `csv` is a list `ip,mac,hostname` that somebody gave. */
export const ROUTER_KINDS = [...NETWORK_KINDS, ...FILE_KINDS, 'csv'] as const;
export type NetworkKind = (typeof NETWORK_KINDS)[number];
export type FileKind = (typeof FILE_KINDS)[number];

const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not an id');

/** SHA-256 of the router's public key (SPKI), base64url. */
const fingerprintSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'Not the fingerprint of a key');

const poolSizeSchema = z.int().min(1).max(16_777_216);

/** A router as it is written. What its kind has no use for is ignored; secrets are never answered. */
const routerInputSchema = z.object({
  /** Absent: a new router. */
  id: idSchema.optional(),
  kind: z.enum(ROUTER_KINDS),
  label: text(128, 1),
  /** Absent: true. One that is off is not asked. */
  isEnabled: z.boolean().optional(),
  /** Scheme, host and port: `https://192.168.88.1`. For what is asked over the network. */
  url: text(2_048, 1).nullish(),
  /** OPNsense: the key of its API. Kea: absent where it asks for none. */
  username: text(256).nullish(),
  /** OPNsense: the secret of its API. Absent: as it is, unless the router is now another one; null removes it. */
  password: text(1_024).nullish(),
  /** UniFi alone. Absent and null as for the password. */
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'Must be 1 to 1,024 printable characters without spaces')
    .nullish(),
  /** UniFi: the name or id of one site; absent: all of them, or the default one. */
  site: text(128).nullish(),
  /** The absolute path of a lease file on this computer. For the organisation of the station itself, in role station. */
  path: text(4_096, 1).nullish(),
  /** A list `ip,mac,hostname`, a headset a line. Absent: the list stays as it is. */
  csv: text(MAX_LIST_LENGTH, 1).nullish(),
  /** True where it may be at an address of this computer itself or of a network that it is not on. Role station. */
  allowsOtherNetworks: z.boolean().optional(),
  /**
   * How many addresses it may give to headsets, for the network check. Absent: as it is; null: it is asked itself, where its kind
   * tells (MikroTik, OpenWrt, Kea).
   */
  poolSize: poolSizeSchema.nullish(),
});
export type RouterInput = z.infer<typeof routerInputSchema>;

/** A router as it is shown. */
export const routerSchema = z
  .object({
    id: z.string(),
    kind: z.enum(ROUTER_KINDS),
    label: z.string(),
    isEnabled: z.boolean(),
    url: z.string().nullable(),
    username: z.string().nullable(),
    hasPassword: z.boolean(),
    hasApiKey: z.boolean(),
    site: z.string().nullable(),
    path: z.string().nullable(),
    /** How many addresses its list has; null where it is no list. */
    entryCount: z.int().nullable(),
    allowsOtherNetworks: z.boolean(),
    poolSize: poolSizeSchema.nullable(),
    /** The key that it showed first, which it must show from then on; null before that, and without TLS. */
    certificate: z.object({ fingerprint: z.string(), pinnedAt: instantSchema }).nullable(),
  })
  .meta({ id: 'Router' });
export type RouterView = z.infer<typeof routerSchema>;

/** What a test of a router can find. */
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
    id: z.string(),
    isOk: z.boolean(),
    finding: z.enum(ROUTER_FINDINGS),
    /** The same for a person. */
    message: z.string(),
    /** How many addresses stand in its ARP table (or among its connected clients), and in its active leases. */
    arpEntries: z.int(),
    leaseEntries: z.int(),
    /** The key that it shows now; null where it showed none. To accept a changed one, send it as `acceptFingerprint`. */
    fingerprint: z.string().nullable(),
    durationMs: z.int(),
  })
  .meta({ id: 'RouterTest' });
export type RouterTest = z.infer<typeof routerTestSchema>;

const routersSchema = z.object({ items: z.array(routerSchema) });

/** The routers of the caller's organisation, in the order in which they are asked. */
export const listRouters = endpoint({
  ...common,
  method: 'GET',
  path: '/station/routers',
  summary: 'List the sources of MAC addresses',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: routersSchema,
  errors: [],
});

/**
 * Replaces the list: what is not in it is removed. A router keeps its secret and its pinned key while kind, scheme, host
 * and port stay the same: they are never sent to another host than the one they were given for.
 */
export const replaceRouters = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/routers',
  summary: 'Replace the list of routers, lease files and lists',
  params: nothing,
  query: nothing,
  body: z.object({ items: z.array(routerInputSchema).max(MAX_ROUTERS) }),
  reply: routersSchema,
  errors: ['VALIDATION_FAILED'],
});

/** Reads it as for resolving, also while it is switched off, and says what stands in the way. */
export const testRouter = endpoint({
  ...common,
  method: 'POST',
  path: '/station/routers/{routerId}/test',
  summary: 'Test the connection to a router',
  params: z.object({ routerId: idSchema }),
  query: nothing,
  body: z.object({
    /** The fingerprint of a changed key that somebody has looked at and accepts: it is pinned if the router still shows it. */
    acceptFingerprint: fingerprintSchema.optional(),
  }),
  reply: routerTestSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});
