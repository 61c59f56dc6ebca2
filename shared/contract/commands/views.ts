import { z } from 'zod';

import { deviceParams, MAX_BULK_IDS } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { deviceIdSchema, entityIdSchema } from '../ids.ts';
import { fileReply, instantSchema, noContent, nothing, text } from '../primitives.ts';
import { negotiatedStreamSchema } from './stream.ts';

/** The longest side of a small picture, in pixels. */
export const MAX_PICTURE_SIDE = 320;
/** The largest small picture. */
export const MAX_PICTURE_BYTES = 64 * 1024;
/** How often a headset that somebody looks at sends one, in seconds. */
export const PICTURE_EVERY_SEC = 3;
/** A board that was not renewed for so long shows nothing any more, in seconds. */
export const BOARD_LEASE_SEC = 15;
/** Live viewers of one headset. */
export const MAX_VIEWERS = 4;
/** Live views of one caller at once. */
export const MAX_LIVE = 6;
/** A live view of which neither its headset nor its viewer was heard for so long ends, in seconds. */
export const LIVE_LEASE_SEC = 20;
/** The largest offer, answer or list of candidates. */
export const MAX_SDP_BYTES = 32 * 1024;

/** What pictures are sent as. */
export const PICTURE_TYPES = ['image/jpeg', 'image/webp'] as const;
export const SDP_TYPE = 'application/sdp';
export const CANDIDATES_TYPE = 'application/trickle-ice-sdpfrag';

/** What of watching stands in the audit log by the station's own word: leases and ends that no request says. */
export const WATCH_OPERATIONS = ['keepBoard', 'closeBoard', 'endLiveView'] as const;

const common = {
  tag: 'station',
  isExtension: true,
  params: deviceParams,
  query: nothing,
  body: nothing,
} as const;

/** Whether the headsets of a cart may be looked at; `cartId` null: those of no cart. Carts that are not listed may not. */
export const viewPermissionSchema = z
  .object({
    cartId: text(128, 1).nullable(),
    isAllowed: z.boolean(),
    /** Whether people with the role `viewer` may as well. */
    viewersMay: z.boolean(),
  })
  .meta({ id: 'ViewPermission' });
export type ViewPermission = z.infer<typeof viewPermissionSchema>;

/** The carts for which a technician decided; practice headsets may be watched by everybody. */
export const listViewPermissions = endpoint({
  ...common,
  method: 'GET',
  path: '/station/views/permissions',
  summary: 'List the carts whose headsets may be watched',
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  params: nothing,
  reply: z.object({ items: z.array(viewPermissionSchema) }),
  errors: [],
});

/** Allows views of a cart, or ends them: whoever looks at one of its headsets then sees nothing more. */
export const setViewPermission = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/permissions',
  summary: 'Allow views of the headsets of a cart, or end them',
  access: ['enterprise'],
  reach: 'administration',
  params: nothing,
  body: viewPermissionSchema,
  reply: viewPermissionSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** What a small picture is worth: in `showing` there is one; all others say why there is none. */
export const VIEW_STATES = ['notAllowed', 'offline', 'asked', 'showing', 'refused', 'unsupported'] as const;
export type ViewState = (typeof VIEW_STATES)[number];

/** A view of one headset on a board. */
export const viewSchema = z
  .object({
    id: z.string(),
    state: z.enum(VIEW_STATES),
    /** The newest small picture: its entity tag, quoted, and when it arrived. */
    picture: z.object({ etag: z.string(), at: instantSchema }).nullable(),
    /** Whether it can be watched live, as far as is known: on another network segment, or where Wi-Fi keeps devices apart, it cannot. */
    live: z.enum(['possible', 'otherNetwork', 'isolated']),
    /** How many watch it live now. */
    viewers: z.int(),
  })
  .meta({ id: 'HeadsetView' });
export type HeadsetView = z.infer<typeof viewSchema>;

const boardParams = z.object({ boardId: entityIdSchema });

/**
 * Says that somebody looks at a board with these headsets, until it is said again, or for 15 s. Only then are headsets asked
 * for pictures, and told who looks. `boardId` is the caller's own choice; `view` events of the fleet's updates say what comes.
 */
export const keepBoard = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/boards/{boardId}',
  summary: 'Watch small pictures of headsets',
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  isRead: true,
  isAudited: false,
  params: boardParams,
  body: z.object({ devicesId: z.array(deviceIdSchema).max(MAX_BULK_IDS) }),
  reply: z.object({ everySec: z.int(), leaseSec: z.int(), items: z.array(viewSchema) }),
  errors: ['VALIDATION_FAILED', 'TOO_MANY_VIEWS', 'BATCH_TOO_LARGE'],
});

export const closeBoard = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/views/boards/{boardId}',
  summary: 'Stop watching small pictures',
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  isRead: true,
  isAudited: false,
  params: boardParams,
  reply: noContent,
  errors: ['VALIDATION_FAILED'],
});

/** A headset's small picture, while it is asked for them: at most 320 pixels a side and 64 KiB. Only the newest is kept, in memory. */
export const sendPicture = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/{deviceId}/picture',
  summary: 'Send a small picture, as the headset that was asked for it',
  access: ['device'],
  isAudited: false,
  media: { body: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_BYTES } },
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'INVALID_VALUE', 'CONFLICT', 'BATCH_TOO_LARGE'],
});

/** For who has it on a board. */
export const getPicture = endpoint({
  ...common,
  method: 'GET',
  path: '/station/views/{deviceId}/picture',
  summary: 'Get the newest small picture of a headset',
  access: ['enterprise'],
  reach: 'administration',
  role: 'viewer',
  tokenLimit: 6_000,
  media: { reply: { status: 200, types: PICTURE_TYPES } },
  reply: fileReply,
  errors: ['DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

/**
 * WHEP: an offer of SDP gets the headset's answer and, in `Location`, the session. The media go straight between the two,
 * on the local network: only candidates with addresses of the station's own networks are passed on.
 */
export const startLiveView = endpoint({
  ...common,
  method: 'POST',
  path: '/station/views/{deviceId}/whep',
  summary: 'Watch a headset live (WHEP)',
  access: ['enterprise'],
  reach: 'anywhere',
  role: 'viewer',
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

const sessionParams = deviceParams.extend({ sessionId: entityIdSchema });

/** Candidates that came late. */
export const addLiveCandidates = endpoint({
  ...common,
  method: 'PATCH',
  path: '/station/views/{deviceId}/whep/{sessionId}',
  summary: 'Add candidates to a live view (WHEP)',
  access: ['enterprise'],
  reach: 'anywhere',
  role: 'viewer',
  isRead: true,
  isAudited: false,
  params: sessionParams,
  media: { body: { types: [CANDIDATES_TYPE], maxBytes: MAX_SDP_BYTES } },
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND', 'BATCH_TOO_LARGE'],
});

export const endLiveView = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/views/{deviceId}/whep/{sessionId}',
  summary: 'Stop watching a headset live (WHEP)',
  access: ['enterprise'],
  reach: 'anywhere',
  role: 'viewer',
  isRead: true,
  isAudited: false,
  params: sessionParams,
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

const share = z.number().min(0).max(1);

/** What arrives at one end: pictures a second, kbit/s, the share of packets that were lost, and the round trip in ms. */
export const arrivalSchema = z.object({
  isConnected: z.boolean(),
  width: z.int().min(0).max(8_192),
  height: z.int().min(0).max(8_192),
  fps: z.number().min(0).max(240),
  bitrateKbps: z.number().min(0).max(1_000_000),
  lostShare: share,
  roundTripMs: z.number().min(0).max(60_000).nullable(),
});
export type Arrival = z.infer<typeof arrivalSchema>;

/** The viewer's sign of life; what is agreed on with the headset now comes back. */
export const reportArrival = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/{deviceId}/whep/{sessionId}/arrival',
  summary: 'Report what arrives of a live view',
  access: ['enterprise'],
  reach: 'anywhere',
  role: 'viewer',
  isRead: true,
  isAudited: false,
  params: sessionParams,
  body: arrivalSchema,
  reply: z.object({ agreed: negotiatedStreamSchema.nullable(), viewers: z.int() }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'NOT_FOUND'],
});

/** The headset's sign of life, every five seconds while it is watched: its live views by their tickets. `ended`: close these. */
export const reportLiveViews = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/{deviceId}/sessions',
  summary: 'Report live views, as the headset that sends them',
  access: ['device'],
  isAudited: false,
  body: z.object({
    items: z.array(arrivalSchema.extend({ ticket: text(4_096, 1) })).max(MAX_VIEWERS * 2),
  }),
  reply: z.object({ ended: z.array(z.string()) }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});

/** The wearer wants to be seen, or not: then whoever watches sees nothing more, until it is said otherwise. */
export const setViewConsent = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/views/{deviceId}/consent',
  summary: 'Refuse views or allow them again, as the headset of the wearer',
  access: ['device'],
  isAudited: false,
  body: z.object({ isRefused: z.boolean() }),
  reply: noContent,
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND'],
});
