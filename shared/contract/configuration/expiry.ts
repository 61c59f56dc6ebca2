import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

/** Subjects of an expiry on a headset: an assigned content, the configuration of the agent, or the licence. */
export const EXPIRY_KINDS = ['application', 'video', 'file', 'settings', 'licence'] as const;
const expiryKindSchema = z.enum(EXPIRY_KINDS);
export type ExpiryKind = z.infer<typeof expiryKindSchema>;

/** Maximum number of headsets that a reply names; beyond that it has counts only. */
export const MAX_EXPIRING = 5_000;

const count = z.int().min(0);

const expirySchema = z
  .object({
    kind: expiryKindSchema,
    /** Identity of the content, as in its `deployment`; null for configurations and licences. */
    contentId: z.string().nullable(),
    packageName: z.string().nullable(),
    /** Title of the video, name of the file, level of the licence. */
    title: z.string().nullable(),
    /** In UTC. For a licence, its `alertDate`. */
    expiresAt: instantSchema,
    devices: count,
    /** For expired contents: headsets that still report them. */
    remaining: count,
    /** Sorted; null if there are too many. A request for one expiry names them all. */
    devicesId: z.array(z.string()).nullable(),
  })
  .meta({ id: 'Expiry' });
export type Expiry = z.infer<typeof expirySchema>;

/**
 * Lists expiries with their headsets, the earliest first: contents and configurations by `expirationDate`, licences by
 * `alertDate`. Archived records do not count.
 */
export const getExpiry = endpoint({
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
  method: 'GET',
  path: '/station/expiry',
  summary: 'List expiry dates with their number of headsets',
  role: 'viewer',
  params: nothing,
  query: z.object({
    kind: expiryKindSchema.optional(),
    /** Only this content. */
    contentId: text(4_096, 1).optional(),
    /** Only expiries at exactly this instant. */
    endsAt: instantSchema.optional(),
  }),
  body: nothing,
  reply: z.object({ computedAt: instantSchema, items: z.array(expirySchema) }),
  errors: ['VALIDATION_FAILED'],
});
