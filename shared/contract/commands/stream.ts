import { z } from 'zod';

import { deviceParams } from '../devices/devices.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing } from '../primitives.ts';

/** Quality profiles that can be requested. Source: the API documentation, `PUT /devices/{deviceId}/stream-quality`. */
export const QUALITY_PROFILES = ['OPTIMIZED', 'HIGH_FIDELITY'] as const;
export type QualityProfile = (typeof QUALITY_PROFILES)[number];

export const TRANSPORTS = ['LAN', 'WEB'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** Classes of headsets by their encoder, weakest first. An unknown encoder counts as the weakest. */
export const HARDWARE_TIERS = ['UNKNOWN', 'LEGACY', 'XR2_GEN1', 'XR2_GEN2'] as const;
export type HardwareTier = (typeof HARDWARE_TIERS)[number];

/** Why the quality is lower than requested, in order of precedence. */
export const FALLBACK_REASONS = [
  'UNKNOWN_HARDWARE',
  'HARDWARE_TIER',
  'ENCODER_UNSUPPORTED',
  'THERMAL',
  'LOW_BATTERY',
  'LAN_UNREACHABLE',
  'STATION_CAPACITY',
  'BANDWIDTH',
] as const;
export type FallbackReason = (typeof FALLBACK_REASONS)[number];

const profileSchema = z.enum(QUALITY_PROFILES);
const reasonSchema = z.enum(FALLBACK_REASONS).nullable();

/**
 * How a headset streams: the negotiated parameters, updated by the events `STREAM_STARTED`, `STREAM_STATS` and
 * `STREAM_STOPPED`, whose payload has any of `{profile, transport, width, height, fps, bitrateKbps, bandwidthKbps,
 * fallbackReason}`. Null means not reported. `since` is when streaming started or stopped.
 */
export const streamStatusSchema = z
  .object({
    deviceId: z.string(),
    isStreaming: z.boolean(),
    requestedProfile: profileSchema.nullable(),
    appliedProfile: profileSchema.nullable(),
    transport: z.enum(TRANSPORTS).nullable(),
    hardwareTier: z.enum(HARDWARE_TIERS),
    width: z.number().nullable(),
    height: z.number().nullable(),
    fps: z.number().nullable(),
    bitrateKbps: z.number().nullable(),
    fallbackReason: reasonSchema,
    since: instantSchema.nullable(),
    updatedAt: instantSchema.nullable(),
  })
  .meta({ id: 'StreamStatus' });
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** Returns the status, or streams it: `hello`, then the status now and after each change. */
export const getStreamStatus = endpoint({
  method: 'GET',
  path: '/devices/{deviceId}/stream-status',
  summary: 'Get or follow the stream of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  params: deviceParams,
  query: nothing,
  body: nothing,
  reply: streamStatusSchema,
  events: { hello: z.object({ serverTime: instantSchema }), status: streamStatusSchema, resync: nothing },
  errors: ['DEVICE_NOT_FOUND'],
});

/** Stream parameters after negotiation. Sizes in pixels. Source: the API documentation, the same endpoint. */
export const negotiatedStreamSchema = z
  .object({
    requestedProfile: profileSchema,
    appliedProfile: profileSchema,
    transport: z.enum(TRANSPORTS),
    hardwareTier: z.enum(HARDWARE_TIERS),
    width: z.number(),
    height: z.number(),
    fps: z.number(),
    bitrateKbps: z.number(),
    fallbackReason: reasonSchema,
  })
  .meta({ id: 'NegotiatedStream' });

/** Negotiates the quality and sends the headset a `set-quality` command. The headset must be online. */
export const setStreamQuality = endpoint({
  method: 'PUT',
  path: '/devices/{deviceId}/stream-quality',
  summary: 'Set the stream quality of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise'],
  params: deviceParams,
  query: nothing,
  body: z.object({ qualityProfile: profileSchema }),
  reply: z.object({ success: z.boolean(), data: negotiatedStreamSchema }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE'],
});
