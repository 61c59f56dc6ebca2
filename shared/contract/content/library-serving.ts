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
  /** For people and players; only the digest says which bytes. */
  name: text(512, 1),
});

/**
 * The bytes of a content, with one range, `If-Range`, `If-Match` and `If-None-Match`. A headset gets what is assigned to
 * it and has its turn; until then 429 with `Retry-After`.
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

/** The digests of the pieces, so that a bad one is found and fetched again alone. Never queued. */
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
      /** In order; the last piece is what is left. */
      pieces: z.array(z.string()),
    })
    .meta({ id: 'ContentPieces' }),
  tokenLimit: 1_200,
  errors: ['NOT_FOUND'],
});

/** How many headsets the station serves at once where nobody chose. Source: lan.md section 5. */
export const DEFAULT_AT_ONCE = 6;

const scheduleSchema = z.object({ atOnce: z.int().min(1).max(100) }).meta({ id: 'DownloadSchedule' });

/** How many headsets may fetch contents from the station at once; the others wait for their turn. */
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

/** One radio serves the whole room, so this is the station’s own and not an organisation’s. */
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
 * A content on its way from this station to a headset. `sent`: every byte has left the station; that it is on the headset
 * is for the headset to say. `paused`: begun, and nothing moves now.
 */
export const downloadSchema = z
  .object({
    deviceId: z.string(),
    sha256: z.string(),
    name: z.string(),
    kind: contentKindSchema,
    sizeBytes: z.int(),
    state: z.enum(['waiting', 'running', 'paused', 'sent', 'noSpace']),
    /** In the queue, from 1; null while it does not wait. */
    place: z.int().nullable(),
    /** Different bytes of it that were sent from here. */
    sentBytes: z.int(),
    /** All bytes that were sent from here, what was sent again included. */
    servedBytes: z.int(),
    /** 0 to 1. */
    progress: z.number(),
    /** To this headset, over the last ten seconds. */
    bytesPerSec: z.int(),
    secondsLeft: z.int().nullable(),
    startedAt: instantSchema,
    updatedAt: instantSchema,
  })
  .meta({ id: 'Download' });
export type Download = z.infer<typeof downloadSchema>;

/**
 * What headsets fetched from this station, the newest first, also what is long through: what is not here came from
 * elsewhere. `cart` is about the headsets that have a slot or wait for one, and everything held here that is assigned to them and
 * not there yet.
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
    /** One content alone. */
    sha256: digestSchema.optional(),
    /** From when on `sent` counts; absent: from the beginning. */
    from: instantSchema.optional(),
  }),
  body: nothing,
  reply: z.object({
    atOnce: z.int(),
    /** What went out of contents that moved since `from`, and to how many headsets. */
    sent: z.object({ bytes: z.int(), headsets: z.int() }),
    cart: z.object({
      headsets: z.int(),
      running: z.int(),
      waiting: z.int(),
      remainingBytes: z.int(),
      /** To all of them together, over the last minute; 0 after 15 s in which nothing left. */
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
