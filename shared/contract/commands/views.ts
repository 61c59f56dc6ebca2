import { z } from 'zod';

import { MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema } from '../ids.ts';
import { fileReply, instantSchema, noContent, text } from '../primitives.ts';
import { negotiatedStreamSchema } from './stream.ts';
import * as field from '../fields.ts';

/** Maximum side of a small picture, in pixels. */
export const MAX_PICTURE_SIDE = 320;
/** Maximum size of a small picture, in bytes. */
export const MAX_PICTURE_BYTES = 64 * 1024;
/** Time between two pictures of a headset on a board, in seconds. */
export const PICTURE_EVERY_SEC = 3;
/** How long a board stays open unless it is renewed, in seconds. */
export const BOARD_LEASE_SEC = 15;
/** Maximum number of live viewers of one headset. */
export const MAX_VIEWERS = 4;
/** Maximum number of simultaneous live views per caller. */
export const MAX_LIVE = 6;
/** How long a live view stays open without contact from its headset or its viewer, in seconds. */
export const LIVE_LEASE_SEC = 20;
/** Maximum size of an offer, an answer or a list of candidates, in bytes. */
export const MAX_SDP_BYTES = 32 * 1024;

/** Media types of pictures. */
export const PICTURE_TYPES = ['image/jpeg', 'image/webp'] as const;
export const SDP_TYPE = 'application/sdp';
export const CANDIDATES_TYPE = 'application/trickle-ice-sdpfrag';

/** Audit entries about views that the station writes itself, since no request causes them. */
export const WATCH_OPERATIONS = ['keepBoard', 'closeBoard', 'endLiveView'] as const;

/**
 * Whether the headsets of a cart may be viewed; `cartId` null means headsets without a cart. Carts that are not
 * listed may not.
 */
export const viewPermissionSchema = z
  .object({
    cartId: text(128, 1).nullable().describe('Id or name of the cart; null for headsets without a cart.'),
    isAllowed: z.boolean().describe('True if views are allowed.'),
    viewersMay: z.boolean().describe('True if people with the role `viewer` may view too.'),
  })
  .meta({ id: 'ViewPermission', description: 'Whether the headsets of a cart may be viewed.' });
export type ViewPermission = z.infer<typeof viewPermissionSchema>;

/** Lists the carts for which a technician decided. Practice headsets may always be viewed. */
export const listViewPermissions = endpoint('GET /station/views/permissions', {
  summary: 'List the carts whose headsets may be watched',
  role: 'viewer',
  servesCarts: true,
  reply: field.listOf(viewPermissionSchema),
});

/** Allows or ends views of a cart. Open views of its headsets end at once. */
export const setViewPermission = endpoint('PUT /station/views/permissions', {
  summary: 'Allow views of the headsets of a cart, or end them',
  body: viewPermissionSchema,
  reply: viewPermissionSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** State of a small picture: `showing` if there is one; the others state why there is none. */
export const VIEW_STATES = ['notAllowed', 'offline', 'asked', 'showing', 'refused', 'unsupported'] as const;
export type ViewState = (typeof VIEW_STATES)[number];

export const viewSchema = z
  .object({
    id: field.id,
    state: z.enum(VIEW_STATES).describe('`showing` if there is a picture; otherwise why there is none.'),
    picture: z
      .object({
        etag: z.string().describe('Entity tag of the picture, quoted.'),
        at: instantSchema.describe('When the picture arrived.'),
      })
      .nullable()
      .describe('Newest small picture: its entity tag, quoted, and when it arrived; null if none.'),
    live: z
      .enum(['possible', 'otherNetwork', 'isolated'])
      .describe(
        'Whether live viewing is possible, as far as known: not across network segments or with client isolation on the Wi-Fi.',
      ),
    viewers: z.int().describe('Number of people who watch it live.'),
  })
  .meta({ id: 'HeadsetView', description: 'View of a headset on a board.' });
export type HeadsetView = z.infer<typeof viewSchema>;

/**
 * Opens or renews a board with these headsets for 15 s. Only then are they asked for pictures and told who views
 * them. The caller chooses `boardId`; results are published as `view` events on the fleet's stream.
 */
export const keepBoard = endpoint('PUT /station/views/boards/{boardId}', {
  summary: 'Watch small pictures of headsets',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: false,
  body: z.object({ devicesId: z.array(deviceIdSchema).max(MAX_BULK_IDS).describe('Headsets on the board.') }),
  reply: z.object({
    everySec: z.int().describe('Time between two pictures, in seconds.'),
    leaseSec: z.int().describe('How long the board stays open unless it is renewed, in seconds.'),
    items: field.entriesOf(viewSchema),
  }),
  errors: ['VALIDATION_FAILED', 'TOO_MANY_VIEWS', 'BATCH_TOO_LARGE'],
});

export const closeBoard = endpoint('DELETE /station/views/boards/{boardId}', {
  summary: 'Stop watching small pictures',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: false,
  reply: noContent,
  errors: ['VALIDATION_FAILED'],
});

/**
 * Accepts a small picture from a headset that was asked for one: at most 320 pixels a side and 64 KiB. Only the
 * newest is kept, in memory.
 */
export const sendPicture = endpoint('PUT /station/views/{deviceId}/picture', {
  summary: 'Send a small picture, as the headset that shows it',
  access: ['device'],
  isAudited: false,
  media: { body: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_BYTES } },
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'INVALID_VALUE', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

/** Returns the newest picture, for callers that have the headset on a board. */
export const getPicture = endpoint('GET /station/views/{deviceId}/picture', {
  summary: 'Get the newest small picture of a headset',
  role: 'viewer',
  servesCarts: true,
  tokenLimit: 6_000,
  media: { reply: { status: 200, types: PICTURE_TYPES } },
  reply: fileReply,
  errors: ['DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

/**
 * Starts a live view (WHEP): answers the SDP offer with that of the headset, and the session in `Location`. Media
 * flow directly between the two on the local network: only candidates with addresses of the station's own networks
 * are passed on.
 */
export const startLiveView = endpoint('POST /station/views/{deviceId}/whep', {
  summary: 'Watch a headset live (WHEP)',
  reach: 'anywhere',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: true,
  media: {
    body: { types: [SDP_TYPE], maxBytes: MAX_SDP_BYTES },
    reply: { status: 201, types: [SDP_TYPE] },
  },
  reply: fileReply,
  errors: [
    'VALIDATION_FAILED',
    'DEVICE_NOT_FOUND',
    'DEVICE_UNREACHABLE',
    'VIEWS_NOT_ALLOWED',
    'VIEW_REFUSED',
    'TOO_MANY_VIEWS',
    'BATCH_TOO_LARGE',
  ],
});

/** Passes on candidates that were found later. */
export const addLiveCandidates = endpoint('PATCH /station/views/{deviceId}/whep/{sessionId}', {
  summary: 'Add candidates to a live view (WHEP)',
  reach: 'anywhere',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: false,
  media: { body: { types: [CANDIDATES_TYPE], maxBytes: MAX_SDP_BYTES } },
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});

export const endLiveView = endpoint('DELETE /station/views/{deviceId}/whep/{sessionId}', {
  summary: 'Stop watching a headset live (WHEP)',
  reach: 'anywhere',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: false,
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

const share = z.number().min(0).max(1);

/** Quality of reception at one end: frames per second, kbit/s, share of lost packets, round trip in ms. */
export const arrivalSchema = z.object({
  isConnected: z.boolean().describe('True while connected.'),
  width: z.int().min(0).max(8_192).describe('Width in pixels.'),
  height: z.int().min(0).max(8_192).describe('Height in pixels.'),
  fps: z.number().min(0).max(240).describe('Frames per second.'),
  bitrateKbps: z.number().min(0).max(1_000_000).describe('Video bit rate, in kbit/s.'),
  lostShare: share.describe('Share of lost packets, 0 to 1.'),
  roundTripMs: z
    .number()
    .min(0)
    .max(60_000)
    .nullable()
    .describe('Round-trip time in milliseconds; null if unknown.'),
});
export type Arrival = z.infer<typeof arrivalSchema>;

/** Renews a live view for its viewer, and returns the stream parameters that are agreed with the headset. */
export const reportArrival = endpoint('PUT /station/views/{deviceId}/whep/{sessionId}/arrival', {
  summary: 'Report the reception of a live view',
  reach: 'anywhere',
  role: 'viewer',
  servesCarts: true,
  isRead: true,
  isAudited: false,
  body: arrivalSchema,
  reply: z.object({
    agreed: negotiatedStreamSchema
      .nullable()
      .describe('Stream parameters agreed with the headset; null if none.'),
    viewers: z.int().describe('Number of people who watch it live.'),
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

/**
 * Renews the live views of a headset, by their tickets; the headset calls it every five seconds while it is watched.
 * The reply's `ended` lists those to close.
 */
export const reportLiveViews = endpoint('PUT /station/views/{deviceId}/sessions', {
  summary: 'Report live views, as the headset that sends them',
  access: ['device'],
  isAudited: false,
  body: z.object({
    items: z
      .array(arrivalSchema.extend({ ticket: text(4_096, 1).describe('Ticket of the live view.') }))
      .max(MAX_VIEWERS * 2)
      .describe('The entries, in the order that the operation states.'),
  }),
  reply: z.object({ ended: z.array(z.string()).describe('Tickets of the live views to close.') }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** Sets whether the wearer consents to be viewed. Without consent all views end until it is given again. */
export const setViewConsent = endpoint('PUT /station/views/{deviceId}/consent', {
  summary: 'Refuse views or allow them again, as the headset of the wearer',
  access: ['device'],
  isAudited: false,
  body: z.object({ isRefused: z.boolean().describe('True if the wearer does not want to be viewed.') }),
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});
