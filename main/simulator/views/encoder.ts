import type { BatteryInfo } from '../../../shared/contract/configuration/settings/settings.ts';
import type { HardwareTier } from '../headset/models.ts';
import type { Random } from '../../agent/random.ts';

/** Requested quality of a view. */
export type QualityProfile = 'OPTIMIZED' | 'HIGH_FIDELITY';

/** Parameters of a stream; `bitrateKbps` in kbit/s. */
export type Picture = Readonly<{ width: number; height: number; fps: number; bitrateKbps: number }>;

/**
 * The parameters that a headset accepts, and the reason if they are lower than requested; null: they are not.
 */
export type Agreement = Picture &
  Readonly<{
    appliedProfile: QualityProfile;
    fallbackReason: 'ENCODER_UNSUPPORTED' | 'THERMAL' | 'LOW_BATTERY' | null;
  }>;

/** Capabilities of a headset's video encoder. */
export type Encoder = Readonly<{
  /** Maximum picture size, at its highest rate. */
  max: Picture;
  /** Some builds of the system fail at exactly this size. */
  refusedWidth: number | null;
}>;

// The same steps as the presets in shared/domain/commands/stream-quality.ts.
const FULL_HD_60: Picture = { width: 1920, height: 1080, fps: 60, bitrateKbps: 12_000 };
const FULL_HD: Picture = { width: 1920, height: 1080, fps: 30, bitrateKbps: 8_000 };
const HD: Picture = { width: 1280, height: 720, fps: 30, bitrateKbps: 4_000 };
const QHD: Picture = { width: 960, height: 540, fps: 30, bitrateKbps: 1_500 };
const PLAINEST: Picture = { width: 640, height: 360, fps: 24, bitrateKbps: 700 };

/** From the best quality to the lowest. */
const LADDER: readonly Picture[] = [FULL_HD_60, FULL_HD, HD, QHD, PLAINEST];
const BY_TIER: Record<HardwareTier, Picture> = {
  XR2_GEN2: FULL_HD_60,
  XR2_GEN1: FULL_HD,
  LEGACY: HD,
  UNKNOWN: HD,
};
const REFUSAL_SHARE = 0.1;
/** From here the answer says `THERMAL`; the station's own limit is the same. */
const HOT_CELSIUS = 45;
const LOW_PERCENT = 15;

/** Returns the encoder of a headset of this tier; one in ten fails at the size that its tier is known for. */
export function anEncoder(tier: HardwareTier, random: Random): Encoder {
  const max = BY_TIER[tier];
  return { max: max, refusedWidth: random.chance(REFUSAL_SHARE) ? max.width : null };
}

/** Returns what a headset accepts of a request. Absent fields are as in its tier. Total and pure. */
export function agree(
  encoder: Encoder,
  requested: Readonly<{ profile: QualityProfile; picture: Partial<Picture> }>,
  battery: BatteryInfo,
): Agreement {
  const { profile } = requested;
  const preferred = profile === 'HIGH_FIDELITY' ? encoder.max : HD;
  const picture = even({ ...preferred, ...requested.picture });
  const isSparing = profile === 'HIGH_FIDELITY';
  if (!canEncode(encoder, picture)) return lower(encoder, picture, 'ENCODER_UNSUPPORTED');
  if (isSparing && isHot(battery)) return lower(encoder, picture, 'THERMAL');
  if (isSparing && isLow(battery)) return lower(encoder, picture, 'LOW_BATTERY');
  return { ...picture, appliedProfile: profile, fallbackReason: null };
}

/** Returns the next lower step that the encoder supports; the lowest if there is none. */
function lower(
  encoder: Encoder,
  picture: Picture,
  fallbackReason: NonNullable<Agreement['fallbackReason']>,
): Agreement {
  const row = LADDER.find((each) => rate(each) < rate(picture) && canEncode(encoder, each)) ?? PLAINEST;
  const bitrateKbps = Math.min(row.bitrateKbps, picture.bitrateKbps);
  return { ...row, bitrateKbps, appliedProfile: 'OPTIMIZED', fallbackReason };
}

function canEncode({ max, refusedWidth }: Encoder, { width, height, fps }: Picture): boolean {
  const isWithin = width <= max.width && height <= max.height && fps <= max.fps;
  return isWithin && width !== refusedWidth;
}

function rate({ width, height, fps }: Picture): number {
  return width * height * fps;
}

/** Rounds sizes to even numbers, because encoders work on pairs of lines. */
function even({ width, height, fps, bitrateKbps }: Picture): Picture {
  const pairs = (size: number) => Math.max(2, Math.floor(size / 2) * 2);
  return { width: pairs(width), height: pairs(height), fps, bitrateKbps };
}

function isHot({ health, temperature = 0 }: BatteryInfo): boolean {
  return health === 'Overheat' || temperature >= HOT_CELSIUS;
}

function isLow({ level = 100, isCharging }: BatteryInfo): boolean {
  return level < LOW_PERCENT && isCharging !== true;
}
