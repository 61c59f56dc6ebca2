import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, nullableNumber } from '../primitives.ts';
import * as field from '../fields.ts';

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
const reasonSchema = z
  .enum(FALLBACK_REASONS)
  .nullable()
  .describe('Why the quality is lower than requested; null if it is not.');

/**
 * How a headset streams: the negotiated parameters, updated by the events `STREAM_STARTED`, `STREAM_STATS` and
 * `STREAM_STOPPED`, whose payload has any of `{profile, transport, width, height, fps, bitrateKbps, bandwidthKbps,
 * fallbackReason}`. Null means not reported. `since` is when streaming started or stopped.
 */
export const streamStatusSchema = z
  .object({
    deviceId: field.deviceId,
    isStreaming: z.boolean().describe('True while the headset streams.'),
    requestedProfile: profileSchema.nullable().describe('Requested quality; null if none was.'),
    appliedProfile: profileSchema.nullable().describe('Quality in use; null if unknown.'),
    transport: z.enum(TRANSPORTS).nullable().describe('Path of the media; null if unknown.'),
    hardwareTier: z.enum(HARDWARE_TIERS).describe('Class of the headset by its encoder.'),
    width: nullableNumber.describe('Width in pixels.'),
    height: nullableNumber.describe('Height in pixels.'),
    fps: nullableNumber.describe('Frames per second.'),
    bitrateKbps: nullableNumber.describe('Video bit rate, in kbit/s.'),
    fallbackReason: reasonSchema,
    since: instantSchema.nullable().describe('When it started or stopped streaming; null if unknown.'),
    updatedAt: instantSchema.nullable().describe('When it last changed.'),
  })
  .meta({ id: 'StreamStatus', description: 'How a headset streams. Null means not reported.' });
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** Returns the status, or streams it: `hello`, then the status now and after each change. */
export const getStreamStatus = endpoint('GET /devices/{deviceId}/stream-status', {
  summary: 'Get or follow the stream of a headset',
  tag: 'commands',
  isExtension: false,
  access: ['enterprise', 'device'],
  role: 'viewer',
  servesCarts: true,
  reply: streamStatusSchema,
  events: { hello: z.object({ serverTime: instantSchema }), status: streamStatusSchema, resync: nothing },
  errors: ['DEVICE_NOT_FOUND'],
});

/** Stream parameters after negotiation. Sizes in pixels. Source: the API documentation, the same endpoint. */
export const negotiatedStreamSchema = z
  .object({
    requestedProfile: profileSchema.describe('Requested quality; null if none was.'),
    appliedProfile: profileSchema.describe('Quality in use; null if unknown.'),
    transport: z.enum(TRANSPORTS).describe('Path of the media; null if unknown.'),
    hardwareTier: z.enum(HARDWARE_TIERS).describe('Class of the headset by its encoder.'),
    width: z.number().describe('Width in pixels.'),
    height: z.number().describe('Height in pixels.'),
    fps: z.number().describe('Frames per second.'),
    bitrateKbps: z.number().describe('Video bit rate, in kbit/s.'),
    fallbackReason: reasonSchema,
  })
  .meta({ id: 'NegotiatedStream', description: 'Stream parameters after negotiation.' });

/** Negotiates the quality and sends the headset a `set-quality` command. The headset must be online. */
export const setStreamQuality = endpoint('PUT /devices/{deviceId}/stream-quality', {
  summary: 'Set the stream quality of a headset',
  tag: 'commands',
  isExtension: false,
  body: z.object({ qualityProfile: profileSchema.describe('Requested quality.') }),
  reply: z.object({
    success: z.boolean().describe('True if the operation succeeded.'),
    data: negotiatedStreamSchema.describe('The negotiated parameters.'),
  }),
  errors: ['VALIDATION_FAILED', 'DEVICE_NOT_FOUND', 'DEVICE_UNREACHABLE'],
});
