import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentKindSchema, PIECE_BYTES } from './library.ts';
import { fileReply, instantSchema, pageQuery, text, nullableInt } from '../primitives.ts';
import * as field from '../fields.ts';

/** A SHA-256 as 64 hexadecimal digits in lower case. */
const digestSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256: 64 hexadecimal digits in lower case');

const contentParams = z.object({
  sha256: digestSchema,
  /** For people and players; only the digest identifies the bytes. */
  name: text(512, 1),
});

/**
 * Returns the bytes of a content, with support for one range, `If-Range`, `If-Match` and `If-None-Match`. A headset
 * gets only contents that are assigned to it, when it is its turn; until then 429 with `Retry-After`.
 */
export const getContent = endpoint('GET /library/{sha256}/{name}', {
  summary: 'Download a content from the station, whole or in ranges',
  access: ['enterprise', 'device'],
  params: contentParams,
  reply: fileReply,
  isFile: true,
  tokenLimit: 1_200,
  errors: [
    'NOT_FOUND',
    'PRECONDITION_FAILED',
    'RANGE_NOT_SATISFIABLE',
    'HEADSET_STORAGE_FULL',
    'DOWNLOAD_QUEUED',
  ],
});

/** Returns the digests of the pieces, so that a bad piece can be downloaded again alone. Never queued. */
export const getContentPieces = endpoint('GET /library/{sha256}/{name}/pieces', {
  summary: 'Get the SHA-256 of each piece of a content',
  access: ['enterprise', 'device'],
  params: contentParams,
  reply: z
    .object({
      sha256: field.sha256,
      name: field.name,
      sizeBytes: field.sizeBytes,
      pieceBytes: z.literal(PIECE_BYTES).describe('Size of a piece in bytes.'),
      pieces: z.array(z.string()).describe('SHA-256 of each piece, in order. The last piece may be shorter.'),
    })
    .meta({
      id: 'ContentPieces',
      description: 'Digests of the pieces of a content, for checking a download piece by piece.',
    }),
  tokenLimit: 1_200,
  errors: ['NOT_FOUND'],
});

/** Default number of headsets that download at once. Of more, all finish late over one radio. */
export const DEFAULT_CONCURRENCY = 6;

const scheduleSchema = z
  .object({ atOnce: z.int().min(1).max(100).describe('Headsets that may download at once.') })
  .meta({ id: 'DownloadSchedule', description: 'How many headsets download from this station at once.' });

/** Returns how many headsets may download from the station at once; the others are queued. */
export const getSchedule = endpoint('GET /station/library/schedule', {
  summary: 'Get the limit of simultaneous downloads',
  role: 'viewer',
  reply: scheduleSchema,
});

/** Sets it for the whole station, not for one organisation, because all headsets share one Wi-Fi channel. */
export const setSchedule = endpoint('PUT /station/library/schedule', {
  summary: 'Set the limit of simultaneous downloads',
  body: scheduleSchema,
  reply: scheduleSchema,
  errors: ['VALIDATION_FAILED'],
});

/**
 * A content on its way from this station to a headset. `sent`: every byte has left the station; only the headset can
 * confirm that it arrived. `paused`: begun, and idle now.
 */
export const downloadSchema = z
  .object({
    deviceId: field.deviceId,
    sha256: field.sha256,
    name: field.name,
    kind: contentKindSchema.describe('Which kind it is.'),
    sizeBytes: field.sizeBytes,
    state: z
      .enum(['waiting', 'running', 'paused', 'sent', 'noSpace'])
      .describe(
        '`waiting`: queued; `paused`: begun and idle; `sent`: every byte has left the station; `noSpace`: the headset is full.',
      ),
    place: nullableInt.describe('Position in the queue, counted from 1; null if not queued.'),
    sentBytes: z.int().describe('Distinct bytes sent.'),
    servedBytes: z.int().describe('All bytes sent, repeats included.'),
    progress: z.number().describe('Share of the bytes sent, 0 to 1.'),
    bytesPerSec: z
      .int()
      .describe('Transfer rate over the last seconds, in bytes per second; 0 while nothing is transferred.'),
    secondsLeft: nullableInt.describe('Estimated seconds left; null while nothing moves.'),
    startedAt: field.startedAt,
    updatedAt: instantSchema.describe('When it last changed.'),
  })
  .meta({ id: 'Download', description: 'A content on its way from this station to a headset.' });
export type Download = z.infer<typeof downloadSchema>;

/**
 * Lists what headsets download from this station, including finished downloads, newest first; contents from elsewhere
 * are not listed. `cart` sums up headsets that are downloading or queued, and everything held here that is assigned
 * to them and missing.
 */
export const listDownloads = endpoint('GET /station/library/downloads', {
  summary: 'List downloads from the station with their estimated end',
  role: 'viewer',
  query: z.object({
    ...pageQuery,
    /** Only this content. */
    sha256: digestSchema.optional(),
    /** Start of the period for `sent`; absent: everything. */
    from: instantSchema.optional(),
  }),
  reply: z.object({
    atOnce: z.int().describe('Headsets that may download at once.'),
    sent: z
      .object({
        bytes: z.int().describe('Bytes sent.'),
        headsets: z.int().describe('Headsets that received something.'),
      })
      .describe('Bytes of contents that moved since `from`, and to how many headsets.'),
    cart: z
      .object({
        headsets: z.int().describe('Number of headsets.'),
        running: z.int().describe('Headsets that are downloading.'),
        waiting: z.int().describe('Headsets that are queued.'),
        remainingBytes: z.int().describe('Bytes still to send.'),
        bytesPerSec: z
          .int()
          .describe(
            'Transfer rate over the last seconds, in bytes per second; 0 while nothing is transferred.',
          ),
        secondsLeft: nullableInt.describe('Estimated seconds left; null while nothing moves.'),
        finishesAt: instantSchema.nullable().describe('Estimated end; null while nothing moves.'),
      })
      .describe('Totals over the headsets that are downloading or queued.'),
    ...field.paging,
    items: field.entriesOf(downloadSchema),
  }),
  errors: ['VALIDATION_FAILED'],
});
