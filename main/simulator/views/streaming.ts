import type { BatteryInfo } from '../../../shared/contract/configuration/settings/settings.ts';
import { agree, type Agreement, type Encoder, type Picture, type QualityProfile } from './encoder.ts';

/** The network of a stream. */
export type Transport = 'LAN' | 'WEB';

/** A requested quality; absent fields are left to the headset. */
export type QualityRequest = Readonly<{
  profile: QualityProfile;
  transport: Transport | null;
  picture: Partial<Picture>;
}>;

/** Called with events. */
type RecordEvent = (type: string, payload: Record<string, unknown>, atMs: number) => void;

/** The stream of a headset's view: its agreed parameters, and whether it runs. Times in ms since 1970 UTC. */
export class Streaming {
  readonly #encoder: Encoder;
  readonly #bandwidthKbps: number;
  readonly #recordEvent: RecordEvent;
  #request: QualityRequest = { profile: 'OPTIMIZED', transport: null, picture: {} };
  #agreed: Agreement | null = null;
  #startedAtMs: number | null = null;

  /** `bandwidthKbps`: its network bandwidth, in kbit/s. */
  constructor(encoder: Encoder, bandwidthKbps: number, recordEvent: RecordEvent) {
    this.#encoder = encoder;
    this.#bandwidthKbps = bandwidthKbps;
    this.#recordEvent = recordEvent;
  }

  get isRunning(): boolean {
    return this.#startedAtMs !== null;
  }

  /** Accepts as much of the request as possible; a running stream continues with it. */
  setQuality(request: QualityRequest, battery: BatteryInfo, atMs: number): Agreement {
    this.#request = request;
    this.#agreed = agree(this.#encoder, request, battery);
    this.sendState(atMs);
    return this.#agreed;
  }

  /** Starts with the last requested quality; a running stream continues. */
  start(battery: BatteryInfo, atMs: number): void {
    if (this.isRunning) return;
    this.#agreed = agree(this.#encoder, this.#request, battery);
    this.#startedAtMs = atMs;
    this.#recordEvent('STREAM_STARTED', this.#facts(), atMs);
  }

  stop(atMs: number): void {
    if (this.#startedAtMs === null) return;
    const durationMs = atMs - this.#startedAtMs;
    this.#startedAtMs = null;
    this.#recordEvent('STREAM_STOPPED', { durationMs }, atMs);
  }

  /** Reports the parameters of a running stream. */
  sendState(atMs: number): void {
    if (this.isRunning) this.#recordEvent('STREAM_STATS', this.#facts(), atMs);
  }

  #facts(): Record<string, unknown> {
    const { profile, transport } = this.#request;
    const where = transport === null ? {} : { transport };
    const { appliedProfile = profile, ...agreed } = this.#agreed ?? {};
    return { profile: appliedProfile, ...where, ...agreed, bandwidthKbps: this.#bandwidthKbps };
  }
}
