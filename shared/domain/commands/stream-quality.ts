import {
  FALLBACK_REASONS,
  QUALITY_PROFILES,
  TRANSPORTS,
  type FallbackReason,
  type HardwareTier,
  type QualityProfile,
  type Transport,
} from '../../contract/commands/stream.ts';
import type { BatteryInfo } from '../../contract/configuration/settings/settings.ts';
import { HOT_CELSIUS } from '../devices/headset-limits.ts';

/**
 * Maximum number of headsets per organisation that stream in HIGH_FIDELITY at once: more would saturate an access
 * point.
 */
export const MAX_HIGH_FIDELITY = 4;

/** Below this charge in percent, a headset that is not charging gets a lower quality. */
const LOW_BATTERY_PERCENT = 15;
/** A link must carry this many times the bitrate. */
const BANDWIDTH_MARGIN = 1.3;

/** Parameters of one video stream: one eye, H.264. `bitrateKbps` in kbit/s. */
export type StreamNumbers = {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly bitrateKbps: number;
};

/** Negotiated parameters, with the fields of the interface. */
export type NegotiatedStream = StreamNumbers & {
  readonly requestedProfile: QualityProfile;
  readonly appliedProfile: QualityProfile;
  readonly transport: Transport;
  readonly hardwareTier: HardwareTier;
  readonly fallbackReason: FallbackReason | null;
};

type Preset = Readonly<Record<Transport, StreamNumbers>>;

const LEGACY_OPTIMIZED: Preset = {
  LAN: preset(960, 540, 24, 1_500),
  WEB: preset(640, 360, 24, 700),
};

/**
 * The presets; null if a tier does not support a profile over a transport. Proposed, not measured: over the internet by
 * the table of libwebrtc (video/config/simulcast.cc), on the LAN by scrcpy's default of 8 Mbit/s.
 */
const PRESETS: Readonly<
  Record<HardwareTier, { readonly OPTIMIZED: Preset; readonly HIGH_FIDELITY: Partial<Preset> }>
> = {
  UNKNOWN: { OPTIMIZED: LEGACY_OPTIMIZED, HIGH_FIDELITY: {} },
  LEGACY: { OPTIMIZED: LEGACY_OPTIMIZED, HIGH_FIDELITY: { LAN: preset(1_280, 720, 30, 3_000) } },
  XR2_GEN1: {
    OPTIMIZED: { LAN: preset(1_280, 720, 30, 3_000), WEB: preset(960, 540, 30, 1_200) },
    HIGH_FIDELITY: { LAN: preset(1_920, 1_080, 30, 8_000), WEB: preset(1_280, 720, 30, 2_500) },
  },
  XR2_GEN2: {
    OPTIMIZED: { LAN: preset(1_280, 720, 30, 4_000), WEB: preset(1_280, 720, 30, 2_000) },
    HIGH_FIDELITY: { LAN: preset(1_920, 1_080, 60, 12_000), WEB: preset(1_920, 1_080, 30, 5_000) },
  },
};

function preset(width: number, height: number, fps: number, bitrateKbps: number): StreamNumbers {
  return { width, height, fps, bitrateKbps };
}

/**
 * Models by the names they report, strongest tier first, in lower case with spaces for `_` and `-`. The first Quest
 * and the first Vive Focus have no number, so they are matched by the end of their name. The classes
 * follow the chips; code names and product codes as in shared/domain/devices/brand.ts.
 */
const MODELS: readonly (readonly [HardwareTier, RegExp])[] = [
  ['XR2_GEN2', /\b(quest ?3s?|eureka|panther|pico ?4 ?ultra|sparrow|a92\d\d\w*)\b/],
  [
    'XR2_GEN1',
    /\b(quest ?2|quest ?pro|hollywood|seacliff|pico ?4|phoenix|a81\d\d\w*|(pico )?neo ?3|a7[hq]\w*|focus ?3|focus ?vision|xr ?elite)\b/,
  ],
  ['LEGACY', /\b(oculus go|pacific|monterey|pico ?g2|neo ?2)\b|\bquest( ?1)?$|\bvive focus( plus)?$/],
];

/** Returns the tier of a model, by its name or else its product; UNKNOWN if neither matches. */
export function hardwareTierOf(
  type: { readonly name: string; readonly product: string } | null,
): HardwareTier {
  const words = [type?.name ?? '', type?.product ?? ''].map((text) =>
    text.trim().toLowerCase().replaceAll(/[_-]/g, ' '),
  );
  return MODELS.find(([, pattern]) => words.some((text) => pattern.test(text)))?.[0] ?? 'UNKNOWN';
}

/** Everything that limits the quality for a headset. */
export type StreamSituation = {
  readonly requestedProfile: QualityProfile;
  readonly hardwareTier: HardwareTier;
  /** The transport over which the headset can be reached. */
  readonly transport: Transport;
  /** The preferred transport. */
  readonly wantedTransport: Transport;
  readonly battery: BatteryInfo | null;
  /** Number of other headsets in HIGH_FIDELITY, and the maximum. */
  readonly highFidelity: { readonly inUse: number; readonly most: number };
  /** Measured bandwidth of the connection, in kbit/s; null if not measured. */
  readonly bandwidthKbps: number | null;
  /** Steps to lower the quality by, because reception was worse than agreed. */
  readonly lowered?: number;
};

/** Share of OPTIMIZED that remains at each step: of the sides, the frame rate and the bit rate. */
const STEPS = [
  { side: 1, fps: 1, bits: 1 },
  { side: 2 / 3, fps: 1, bits: 0.5 },
  { side: 0.5, fps: 0.5, bits: 0.25 },
] as const;

/** The lowest step below OPTIMIZED. */
const LAST_STEP = STEPS.length - 1;

/** Returns how many steps there are below the quality for this headset if nothing else limits it. */
export function stepsBelow(input: Pick<NegotiatedStream, 'appliedProfile'>): number {
  return LAST_STEP + (input.appliedProfile === 'HIGH_FIDELITY' ? 1 : 0);
}

function stepped(numbers: StreamNumbers, steps: number): StreamNumbers {
  const { side, fps, bits } = STEPS[Math.min(Math.max(0, steps), LAST_STEP)] ?? STEPS[0];
  return {
    width: Math.round((numbers.width * side) / 2) * 2,
    height: Math.round((numbers.height * side) / 2) * 2,
    fps: Math.round(numbers.fps * fps),
    bitrateKbps: Math.round(numbers.bitrateKbps * bits),
  };
}

/**
 * Returns what the station requests of the headset: the preset, and the first reason for a lower quality than
 * requested.
 */
export function negotiateStream(situation: StreamSituation): NegotiatedStream {
  const { requestedProfile, hardwareTier, transport, wantedTransport } = situation;
  const high =
    requestedProfile === 'HIGH_FIDELITY' ? PRESETS[hardwareTier].HIGH_FIDELITY[transport] : undefined;
  const refusal = requestedProfile === 'HIGH_FIDELITY' ? refuseHighFidelity(situation, high) : null;
  const mayBeHigh = high !== undefined && refusal === null;
  const { lowered = 0 } = situation;
  const isHigh = mayBeHigh && lowered === 0;
  const steps = mayBeHigh ? lowered - 1 : lowered;
  const less = lowered > 0 ? ('BANDWIDTH' as const) : null;
  const lost = transport === 'WEB' && wantedTransport === 'LAN' ? ('LAN_UNREACHABLE' as const) : null;
  return {
    ...(isHigh ? high : stepped(PRESETS[hardwareTier].OPTIMIZED[transport], steps)),
    requestedProfile,
    appliedProfile: isHigh ? 'HIGH_FIDELITY' : 'OPTIMIZED',
    transport,
    hardwareTier,
    fallbackReason: firstOf(refusal, lost, less),
  };
}

/** Returns why HIGH_FIDELITY is not possible; null if it is. */
function refuseHighFidelity(
  situation: StreamSituation,
  numbers: StreamNumbers | undefined,
): FallbackReason | null {
  const { hardwareTier, battery, highFidelity, bandwidthKbps } = situation;
  if (hardwareTier === 'UNKNOWN') return 'UNKNOWN_HARDWARE';
  if (numbers === undefined) return 'HARDWARE_TIER';
  if (isHot(battery)) return 'THERMAL';
  if (isLow(battery)) return 'LOW_BATTERY';
  if (highFidelity.inUse >= highFidelity.most) return 'STATION_CAPACITY';
  if (bandwidthKbps !== null && bandwidthKbps < numbers.bitrateKbps * BANDWIDTH_MARGIN) return 'BANDWIDTH';
  return null;
}

function isHot(battery: BatteryInfo | null): boolean {
  return battery?.health === 'Overheat' || (battery?.temperature ?? 0) >= HOT_CELSIUS;
}

function isLow(battery: BatteryInfo | null): boolean {
  return (battery?.level ?? 100) < LOW_BATTERY_PERCENT && battery?.isCharging !== true;
}

/** Returns the reason that comes first in the documented order. */
function firstOf(...reasons: readonly (FallbackReason | null)[]): FallbackReason | null {
  return FALLBACK_REASONS.find((reason) => reasons.includes(reason)) ?? null;
}

/** Parameters that a headset reports or accepted; implausible fields are removed. */
export type StreamClaim = Partial<StreamNumbers> & {
  readonly appliedProfile?: QualityProfile;
  readonly transport?: Transport;
  readonly fallbackReason?: FallbackReason;
  /** Bandwidth of its connection, in kbit/s. */
  readonly bandwidthKbps?: number;
};

/**
 * Reads what a headset reports, and accepts only plausible values: even sizes up to 8192, up to 240 frames per
 * second, up to 1 Gbit/s.
 */
export function readStreamClaim(raw: Readonly<Record<string, unknown>>): StreamClaim {
  const width = numberIn(raw['width'], 16, 8_192);
  const height = numberIn(raw['height'], 16, 8_192);
  const hasSize = isEven(width) && isEven(height);
  const fps = numberIn(raw['fps'], 1, 240);
  const bitrateKbps = numberIn(raw['bitrateKbps'], 1, 1_000_000);
  const bandwidthKbps = numberIn(raw['bandwidthKbps'], 1, 100_000_000);
  const profile = QUALITY_PROFILES.find((each) => each === (raw['appliedProfile'] ?? raw['profile']));
  const transport = TRANSPORTS.find((each) => each === raw['transport']);
  const fallbackReason = FALLBACK_REASONS.find((each) => each === raw['fallbackReason']);
  return {
    // Width without height, or the reverse, would be meaningless.
    ...(hasSize ? { width, height } : {}),
    ...(fps === undefined ? {} : { fps }),
    ...(bitrateKbps === undefined ? {} : { bitrateKbps }),
    ...(bandwidthKbps === undefined ? {} : { bandwidthKbps }),
    ...(profile === undefined ? {} : { appliedProfile: profile }),
    ...(transport === undefined ? {} : { transport }),
    ...(fallbackReason === undefined ? {} : { fallbackReason }),
  };
}

function numberIn(value: unknown, least: number, max: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= max ? value : undefined;
}

function isEven(value: number | undefined): value is number {
  return value !== undefined && value % 2 === 0;
}

/**
 * Returns what is streamed after the headset's answer. Absent fields are as offered, or as in the lower profile if it
 * chose that one. It cannot exceed the offer. Less than offered has a reason, the headset's or the station's,
 * whichever comes first; without one, the encoder is assumed to be the limit.
 */
export function applyStreamAnswer(offer: NegotiatedStream, claim: StreamClaim): NegotiatedStream {
  const isLowered = offer.appliedProfile === 'HIGH_FIDELITY' && claim.appliedProfile === 'OPTIMIZED';
  const base = isLowered ? PRESETS[offer.hardwareTier].OPTIMIZED[offer.transport] : offer;
  const numbers: StreamNumbers = {
    width: claim.width ?? base.width,
    height: claim.height ?? base.height,
    fps: claim.fps ?? base.fps,
    bitrateKbps: claim.bitrateKbps ?? base.bitrateKbps,
  };
  // A headset may round frame and bit rate; lower values count as a loss only with a reason. A smaller picture always
  // does.
  const isSmaller = isLowered || pixels(numbers) < pixels(offer);
  const isLess = isSmaller || numbers.fps < offer.fps || numbers.bitrateKbps < offer.bitrateKbps;
  const reported = isLess ? (claim.fallbackReason ?? null) : null;
  const own = reported ?? (isSmaller ? ('ENCODER_UNSUPPORTED' as const) : null);
  return {
    ...offer,
    ...numbers,
    appliedProfile: isLowered ? 'OPTIMIZED' : offer.appliedProfile,
    fallbackReason: firstOf(own, offer.fallbackReason),
  };
}

function pixels({ width, height }: StreamNumbers): number {
  return width * height;
}
