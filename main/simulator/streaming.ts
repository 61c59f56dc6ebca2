import type { BatteryInfo } from '../../shared/contract/configuration/settings.ts';
import { agree, type Agreement, type Encoder, type Picture, type QualityProfile } from './encoder.ts';

/** Over which network a stream runs. */
export type Transport = 'LAN' | 'WEB';

/** A quality that is asked for; what is not said is left to the headset. */
export type QualityWish = Readonly<{
  profile: QualityProfile;
  transport: Transport | null;
  picture: Partial<Picture>;
}>;

/** Hears of what happens here. */
type Happen = (type: string, payload: Record<string, unknown>, atMs: number) => void;

/** The stream of a headset's view: what was agreed on, and whether it runs. Times in ms since 1970 UTC. */
export class Streaming {
  readonly #encoder: Encoder;
  readonly #bandwidthKbps: number;
  readonly #happen: Happen;
  #wish: QualityWish = { profile: 'OPTIMIZED', transport: null, picture: {} };
  #agreed: Agreement | null = null;
  #startedAtMs: number | null = null;

  /** `bandwidthKbps`: what the network gives it, in kbit/s. */
  constructor(encoder: Encoder, bandwidthKbps: number, happen: Happen) {
    this.#encoder = encoder;
    this.#bandwidthKbps = bandwidthKbps;
    this.#happen = happen;
  }

  get isRunning(): boolean {
    return this.#startedAtMs !== null;
  }

  /** Takes on as much of the wish as it can; a stream that runs goes on with it. */
  setQuality(wish: QualityWish, battery: BatteryInfo, atMs: number): Agreement {
    this.#wish = wish;
    this.#agreed = agree(this.#encoder, wish, battery);
    this.tell(atMs);
    return this.#agreed;
  }

  /** Starts with the quality that was last asked for; one that runs goes on. */
  start(battery: BatteryInfo, atMs: number): void {
    if (this.isRunning) return;
    this.#agreed = agree(this.#encoder, this.#wish, battery);
    this.#startedAtMs = atMs;
    this.#happen('STREAM_STARTED', this.#facts(), atMs);
  }

  stop(atMs: number): void {
    if (this.#startedAtMs === null) return;
    const durationMs = atMs - this.#startedAtMs;
    this.#startedAtMs = null;
    this.#happen('STREAM_STOPPED', { durationMs }, atMs);
  }

  /** Says what a stream that runs looks like now. */
  tell(atMs: number): void {
    if (this.isRunning) this.#happen('STREAM_STATS', this.#facts(), atMs);
  }

  #facts(): Record<string, unknown> {
    const { profile, transport } = this.#wish;
    const where = transport === null ? {} : { transport };
    const { appliedProfile = profile, ...agreed } = this.#agreed ?? {};
    return { profile: appliedProfile, ...where, ...agreed, bandwidthKbps: this.#bandwidthKbps };
  }
}
