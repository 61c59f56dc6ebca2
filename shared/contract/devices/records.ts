import { z } from 'zod';

import { deviceListItemSchema, deviceSchema } from './devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, enterpriseIdSchema } from '../ids.ts';
import { nothing, queryInteger } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;

/** Rows that one page of the list for stations has at most. */
export const MAX_RECORD_ROWS = 1_000;
/** Whole records in one answer: well below what is too large to be read at once. */
export const MAX_RECORDS = 250;

/** Devices of an organisation by id, after one, so that a station reads a long list in a few requests. */
export const listRecords = endpoint({
  ...common,
  method: 'GET',
  path: '/station/records',
  summary: 'List devices in large pages, for a station that syncs',
  role: 'viewer',
  params: nothing,
  query: z.object({
    enterpriseId: enterpriseIdSchema.optional(),
    /** The last id of the page before. */
    after: deviceIdSchema.optional(),
    limit: queryInteger({ min: 1, max: MAX_RECORD_ROWS, fallback: MAX_RECORD_ROWS }),
  }),
  body: nothing,
  reply: z.object({ total: z.int(), items: z.array(deviceListItemSchema) }),
  errors: ['VALIDATION_FAILED'],
});

/** What a station syncs of a device: everything that is wanted of it, and nothing that its headset reports. */
const recordSchema = deviceSchema
  .omit({ mdmInfo: true, downloads: true, installedPackages: true, contentPresence: true })
  .meta({ id: 'DeviceRecord' });

/** Whole records of many devices; ids that name no device of the caller's reach are left out. */
export const readRecords = endpoint({
  ...common,
  method: 'POST',
  path: '/station/records',
  summary: 'Read the records of many devices, for a station that syncs',
  isRead: true,
  role: 'technician',
  params: nothing,
  query: nothing,
  body: z.object({ ids: z.array(z.string()).min(1).max(MAX_RECORDS) }),
  reply: z.array(recordSchema),
  errors: ['VALIDATION_FAILED'],
});
