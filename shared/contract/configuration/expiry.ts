import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { instantSchema, text, nullableString } from '../primitives.ts';
import * as field from '../fields.ts';

/** Subjects of an expiry on a headset: an assigned content, the configuration of the agent, or the licence. */
export const EXPIRY_KINDS = ['application', 'video', 'file', 'settings', 'licence'] as const;
const expiryKindSchema = z.enum(EXPIRY_KINDS);
export type ExpiryKind = z.infer<typeof expiryKindSchema>;

/** Maximum number of headsets that a reply names; beyond that it has counts only. */
export const MAX_EXPIRING = 5_000;

const count = z.int().min(0);

const expirySchema = z
  .object({
    kind: expiryKindSchema.describe('A content, the configuration (`settings`) or a licence.'),
    contentId: nullableString.describe('Id of the content; null for configurations and licences.'),
    packageName: nullableString.describe('Android package name, such as `org.example.volcano`.'),
    title: nullableString.describe(
      'Title of the video, name of the file or level of the licence; null if unknown.',
    ),
    expiresAt: instantSchema.describe('When it expires, in UTC; for a licence its `alertDate`.'),
    devices: count.describe('Number of devices.'),
    remaining: count.describe('Headsets that still report an expired content.'),
    devicesId: z
      .array(z.string())
      .nullable()
      .describe('Ids of the headsets, sorted; null if there are too many to list.'),
  })
  .meta({ id: 'Expiry', description: 'Something that expires, and on how many headsets.' });
export type Expiry = z.infer<typeof expirySchema>;

/**
 * Lists expiries with their headsets, the earliest first: contents and configurations by `expirationDate`, licences by
 * `alertDate`. Archived records do not count.
 */
export const getExpiry = endpoint('GET /station/expiry', {
  summary: 'List expiry dates with their number of headsets',
  role: 'viewer',
  query: z.object({
    kind: expiryKindSchema.optional(),
    /** Only this content. */
    contentId: text(4_096, 1).optional(),
    /** Only expiries at exactly this instant. */
    endsAt: instantSchema.optional(),
  }),
  reply: z.object({
    computedAt: field.computedAt,
    items: field.entriesOf(expirySchema),
  }),
  errors: ['VALIDATION_FAILED'],
});
