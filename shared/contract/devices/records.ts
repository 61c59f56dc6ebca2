import { z } from 'zod';

import { deviceListItemSchema, deviceSchema } from './devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, enterpriseIdSchema } from '../ids.ts';
import { queryInteger } from '../primitives.ts';
import * as field from '../fields.ts';

/** Maximum number of rows per page of the list for stations. */
export const MAX_RECORD_ROWS = 1_000;
/** Maximum number of whole records in one answer: well below what is too large to be read at once. */
export const MAX_RECORDS = 250;

/**
 * Lists the devices of an organisation by id, after a given one, so that a station reads a long list in a few requests.
 */
export const listRecords = endpoint('GET /station/records', {
  summary: 'List devices in large pages, for a station that syncs',
  servesPartners: true,
  role: 'viewer',
  servesCarts: true,
  query: z.object({
    enterpriseId: enterpriseIdSchema.optional(),
    /** The last id of the previous page. */
    after: deviceIdSchema.optional(),
    limit: queryInteger({ min: 1, max: MAX_RECORD_ROWS, fallback: MAX_RECORD_ROWS }),
  }),
  reply: z.object({
    total: field.total,
    items: field.entriesOf(deviceListItemSchema),
  }),
  errors: ['VALIDATION_FAILED'],
});

const recordSchema = deviceSchema
  .omit({ mdmInfo: true, downloads: true, installedPackages: true, contentPresence: true })
  .meta({
    id: 'DeviceRecord',
    description: 'What a station syncs of a device: its assigned state, without what its headset reports.',
  });

/** Returns whole records of many devices, without ids outside the caller's reach. */
export const readRecords = endpoint('POST /station/records', {
  summary: 'Read the records of many devices, for a station that syncs',
  servesPartners: true,
  isRead: true,
  role: 'technician',
  body: z.object({ ids: z.array(z.string()).min(1).max(MAX_RECORDS).describe('Ids of the device records.') }),
  reply: z.array(recordSchema),
  errors: ['VALIDATION_FAILED'],
});
