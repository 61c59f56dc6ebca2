import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nameText, nothing, text } from '../primitives.ts';

const common = { tag: 'station', isExtension: true, access: ['enterprise'] } as const;

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
  /** Absent: a new router. */
  id: idSchema.optional(),
  kind: z.enum(ROUTER_KINDS),
  label: nameText(128, 1),
  /** Absent: true. A disabled one is not queried. */
  isEnabled: z.boolean().optional(),
  /** Scheme, host and port: `https://192.168.88.1`. For routers on the network. */
  url: text(2_048, 1).nullish(),
  /** OPNsense: the API key. Kea: absent if it needs none. */
  username: text(256).nullish(),
  /** OPNsense: the API secret. Absent: unchanged, unless it is now another router; null removes it. */
  password: text(1_024).nullish(),
  /** UniFi only. Absent and null as for the password. */
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'Must be 1 to 1,024 printable characters without spaces')
    .nullish(),
  /** UniFi: the name or id of one site; absent: all of them, or the default one. */
  site: text(128).nullish(),
  /**
   * The absolute path of a lease file on this computer. Only for the station's own organisation, in the role station.
   */
  path: text(4_096, 1).nullish(),
  /** A list `ip,mac,hostname`, one headset per line. Absent: unchanged. */
  csv: text(MAX_LIST_LENGTH, 1).nullish(),
  /** True to allow addresses of this computer itself or of networks it is not on. Role station only. */
  allowsOtherNetworks: z.boolean().optional(),
  /**
   * Number of addresses for headsets, for the network check. Absent: unchanged; null: the router is asked, if its kind
   * reports it (MikroTik, OpenWrt, Kea).
   */
  poolSize: poolSizeSchema.nullish(),
});
export type RouterInput = z.infer<typeof routerInputSchema>;

/** A router as it is returned. */
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
    /** Number of addresses in its list; null if it is no list. */
    entryCount: z.int().nullable(),
    allowsOtherNetworks: z.boolean(),
    poolSize: poolSizeSchema.nullable(),
    /** The key that it presented first and must present from then on; null before that, and without TLS. */
    certificate: z.object({ fingerprint: z.string(), pinnedAt: instantSchema }).nullable(),
  })
  .meta({ id: 'Router' });
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
    id: z.string(),
    isOk: z.boolean(),
    finding: z.enum(ROUTER_FINDINGS),
    /** The finding as text, in English. */
    message: z.string(),
    /** Number of addresses in its ARP table (or among its connected clients), and in its active leases. */
    arpEntries: z.int(),
    leaseEntries: z.int(),
    /** The key that it presents now; null if none. To accept a changed one, send it as `acceptFingerprint`. */
    fingerprint: z.string().nullable(),
    durationMs: z.int(),
  })
  .meta({ id: 'RouterTest' });
export type RouterTest = z.infer<typeof routerTestSchema>;

const routersSchema = z.object({ items: z.array(routerSchema) });

/** Lists the routers of the caller's organisation, in the order in which they are queried. */
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
 * Replaces the list: routers that are not in it are removed. A router keeps its secret and its pinned key while kind,
 * scheme, host and port stay the same: they are never sent to another host than the one they were entered for.
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

/** Reads the router as for resolving, even if it is disabled, and reports what failed. */
export const testRouter = endpoint({
  ...common,
  method: 'POST',
  path: '/station/routers/{routerId}/test',
  summary: 'Test the connection to a router',
  params: z.object({ routerId: idSchema }),
  query: nothing,
  body: z.object({
    /** Fingerprint of a changed key to accept: it is pinned if the router still presents it. */
    acceptFingerprint: fingerprintSchema.optional(),
  }),
  reply: routerTestSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});
