import { z } from 'zod';

import { androidIdSchema } from './ids.ts';
import { instantSchema, nullableString } from './primitives.ts';

/**
 * Fields with one meaning wherever they are, each with its description; imported as `field`. A field that means more
 * has its own description beside it.
 */
export const id = z.string().describe('Identifier, unique in the station.');
export const name = z.string().describe('Name shown to people.');
export const label = z.string().nullable().describe('Name shown to people, such as the label of a slot.');
export const path = z
  .string()
  .describe('Path of the setting as in the settings catalog, such as `display.brightness`.');
export const url = z.string().describe('URL, with scheme and host.');
export const message = z.string().describe('The reason in English.');
export const success = z.literal(true).describe('True if the operation succeeded.');

export const deviceId = z.string().describe('Id of the device record.');
export const androidId = androidIdSchema.describe('Identifier that Android gave the headset.');
export const devicesId = z.array(z.string()).describe('Ids of the device records.');
export const invalidIds = z
  .array(z.string())
  .describe('Requested ids that match no device in the caller’s reach.');
export const model = z.string().nullable().describe('Model name as the headset reports it; null if unknown.');
export const lastHeartbeatAt = instantSchema
  .nullable()
  .describe('When the station last received a heartbeat; null if never.');

export const enrolledAt = instantSchema
  .nullable()
  .describe('When the headset enrolled; null for a slot without a headset.');
export const upstreamId = nullableString.describe(
  'Id of the device at the central; null if the central does not have it.',
);

export const packageName = z.string().describe('Android package name, such as `org.example.volcano`.');
export const sha256 = z.string().describe('SHA-256 of the bytes: 64 hexadecimal digits in lower case.');
export const sizeBytes = z.int().describe('Size in bytes.');

export const devices = z.int().describe('Number of devices.');
export const count = z.int().describe('Number of headsets or entries.');
export const failed = z.int().describe('Number that failed.');
export const attempts = z.int().describe('Number of attempts so far.');

export const at = instantSchema.describe('When it happened.');
export const createdAt = instantSchema.describe('When it was created.');
export const startedAt = instantSchema.describe('When it started.');
export const endedAt = instantSchema.nullable().describe('When it ended; null while it runs.');
export const expiresAt = instantSchema.describe('When it expires; null if it does not.');
export const computedAt = instantSchema.describe('When the station computed it.');

export const total = z.int().describe('Number of entries on all pages.');
/** Where a page stands in its list. */
export const paging = {
  page: z.int().describe('Number of this page, counted from 1.'),
  limit: z.int().describe('Maximum number of entries on a page.'),
  total,
};

/** Returns the schema of the entries of a list. */
export function entriesOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).describe('The entries, in the order that the operation states.');
}

/** Returns the schema of a list that is sent whole. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: entriesOf(item) });
}

/** Returns the schema of one page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ ...paging, items: entriesOf(item) });
}
