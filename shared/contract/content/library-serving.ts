import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { contentKindSchema, PIECE_BYTES } from './library.ts';
import { fileReply, instantSchema, nothing, pageQuery, text } from '../primitives.ts';

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
export const getContent = endpoint({
  method: 'GET',
  path: '/library/{sha256}/{name}',
  summary: 'Download a content from the station, whole or in ranges',
  tag: 'station',
  isExtension: true,
  access: ['enterprise', 'device'],
  params: contentParams,
  query: nothing,
  body: nothing,
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
export const getContentPieces = endpoint({
  method: 'GET',
  path: '/library/{sha256}/{name}/pieces',
  summary: 'Get the SHA-256 of each piece of a content',
  tag: 'station',
  isExtension: true,
  access: ['enterprise', 'device'],
  params: contentParams,
  query: nothing,
  body: nothing,
  reply: z
    .object({
      sha256: z.string(),
      name: z.string(),
      sizeBytes: z.int(),
      pieceBytes: z.literal(PIECE_BYTES),
      /** In order; the last piece may be shorter. */
      pieces: z.array(z.string()),
    })
    .meta({ id: 'ContentPieces' }),
  tokenLimit: 1_200,
  errors: ['NOT_FOUND'],
});

/** Default number of headsets that download at once. Of more, all finish late over one radio. */
export const DEFAULT_CONCURRENCY = 6;

const scheduleSchema = z.object({ atOnce: z.int().min(1).max(100) }).meta({ id: 'DownloadSchedule' });

/** Returns how many headsets may download from the station at once; the others are queued. */
export const getSchedule = endpoint({
  method: 'GET',
  path: '/station/library/schedule',
  summary: 'Get the limit of simultaneous downloads',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: scheduleSchema,
  errors: [],
});

/** Sets it for the whole station, not for one organisation, because all headsets share one Wi-Fi channel. */
export const setSchedule = endpoint({
  method: 'PUT',
  path: '/station/library/schedule',
  summary: 'Set the limit of simultaneous downloads',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  params: nothing,
  query: nothing,
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
    deviceId: z.string(),
    sha256: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    sizeBytes: z.int(),
    state: z.enum(['waiting', 'running', 'paused', 'sent', 'noSpace']),
    /** Position in the queue, counted from 1; null if not queued. */
    place: z.int().nullable(),
    /** Distinct bytes sent. */
    sentBytes: z.int(),
    /** All bytes sent, repeats included. */
    servedBytes: z.int(),
    /** 0 to 1. */
    progress: z.number(),
    /** Bytes per second to this headset, over the last ten seconds. */
    bytesPerSec: z.int(),
    secondsLeft: z.int().nullable(),
    startedAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Download' });
export type Download = z.infer<typeof downloadSchema>;

/**
 * Lists what headsets download from this station, including finished downloads, newest first; contents from elsewhere
 * are not listed. `cart` sums up headsets that are downloading or queued, and everything held here that is assigned
 * to them and missing.
 */
export const listDownloads = endpoint({
  method: 'GET',
  path: '/station/library/downloads',
  summary: 'List downloads from the station with their estimated end',
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  role: 'viewer',
  params: nothing,
  query: z.object({
    ...pageQuery,
    /** Only this content. */
    sha256: digestSchema.optional(),
    /** Start of the period for `sent`; absent: everything. */
    from: instantSchema.optional(),
  }),
  body: nothing,
  reply: z.object({
    atOnce: z.int(),
    /** Bytes sent of contents that moved since `from`, and to how many headsets. */
    sent: z.object({ bytes: z.int(), headsets: z.int() }),
    cart: z.object({
      headsets: z.int(),
      running: z.int(),
      waiting: z.int(),
      remainingBytes: z.int(),
      /** Bytes per second to all of them together, over the last minute; 0 after 15 s without a byte. */
      bytesPerSec: z.int(),
      /** Null while nothing moves. */
      secondsLeft: z.int().nullable(),
      finishesAt: instantSchema.nullable(),
    }),
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    items: z.array(downloadSchema),
  }),
  errors: ['VALIDATION_FAILED'],
});
