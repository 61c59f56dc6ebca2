import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

/** What can end on a headset: a content that is assigned to it, the agent's own configuration, or its licence. */
export const EXPIRY_KINDS = ['application', 'video', 'file', 'settings', 'licence'] as const;
const expiryKindSchema = z.enum(EXPIRY_KINDS);
export type ExpiryKind = z.infer<typeof expiryKindSchema>;

/** The most headsets that an answer names in all; beyond them there are the counts alone. */
export const MOST_EXPIRING = 5_000;

const count = z.int().min(0);

const expirySchema = z
  .object({
    kind: expiryKindSchema,
    /** What an entry of the settings is called in its `deployment`; null of configurations and licences. */
    contentId: z.string().nullable(),
    packageName: z.string().nullable(),
    /** Title of a video, name of a file, level of a licence. */
    title: z.string().nullable(),
    /** In UTC. Of a licence it is its `alertDate`. */
    expiresAt: instantSchema,
    devices: count,
    /** Of contents that are over: headsets that still report them. */
    remaining: count,
    /** Sorted; null where they would be too many. One ending asked for alone names them all. */
    devicesId: z.array(z.string()).nullable(),
  })
  .meta({ id: 'Expiry' });
export type Expiry = z.infer<typeof expirySchema>;

/**
 * What ends when, and on how many headsets, the earliest first: contents and configurations by their `expirationDate`,
 * licences by their `alertDate`. Archived records count no more.
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
    /** Only what ends at exactly this instant. */
    endsAt: instantSchema.optional(),
  }),
  body: nothing,
  reply: z.object({ computedAt: instantSchema, items: z.array(expirySchema) }),
  errors: ['VALIDATION_FAILED'],
});
