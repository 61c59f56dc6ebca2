import { setTimeout as wait } from 'node:timers/promises';
import { encode } from 'jpeg-js';
import { z } from 'zod';

import { reportLiveViews, setViewConsent } from '../../../shared/contract/commands/views.ts';
import type { OpenViews } from '../headset/headset-options.ts';
import { LiveSource, type Size } from './live-source.ts';
import { Scene, toRgba } from './scene.ts';

/** Parameters of showing views. */
export type ViewAgentOptions = Parameters<OpenViews>[0] & {
  /** Maximum size of a live picture, because encoding many of them uses up the CPU of this computer. */
  readonly max: Size & { readonly fps: number };
};

const wantedSchema = z.object({ everySec: z.number().positive(), forSec: z.number().positive() });
const offerSchema = z.object({ sessionId: z.string(), ticket: z.string(), sdp: z.string() });
const candidatesSchema = z.object({ sessionId: z.string(), sdp: z.string() });
const endSchema = z.object({ sessionId: z.string() });
const qualitySchema = z.object({
  qualityProfile: z.enum(['OPTIMIZED', 'HIGH_FIDELITY']),
  width: z.number(),
  height: z.number(),
  fps: z.number(),
  bitrateKbps: z.number(),
});

const REFUSED = { accepted: false, reason: 'REFUSED_BY_WEARER' };
const MALFORMED = { accepted: false, reason: 'INVALID_MESSAGE' };
const ACCEPTED = { accepted: true };
const SMALL = { width: 320, height: 180 };
const REPORT_EVERY_MS = 5_000;

/** The part of an agent that shows the headset's view: small pictures, and live. See docs/agents.md. */
export class ViewAgent {
  readonly #options: ViewAgentOptions;
  readonly #scene: Scene;
  readonly #live: LiveSource;
  readonly #end = new AbortController();
  #untilMs = 0;
  #isSending = false;
  #isRefusing = false;

  constructor(options: ViewAgentOptions) {
    this.#options = options;
    this.#scene = new Scene(options.name);
    this.#live = new LiveSource(this.#scene, options);
    void this.#reportLive();
  }

  /** Current viewers, as the station reported them: for the wearer to see. */
  watchers: unknown = [];

  /** Carries out a command about views; undefined if it is about something else. */
  async execute(
    event: string,
    message: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown> | undefined> {
    switch (event) {
      case 'views-wanted':
        return this.#startView(message);
      case 'views-over':
        this.#untilMs = 0;
        return ACCEPTED;
      case 'view-offer': {
        const offer = offerSchema.safeParse(message).data;
        if (offer === undefined) return MALFORMED;
        if (this.#isRefusing) return REFUSED;
        const sdp = await this.#live.answer(offer);
        return sdp === null ? MALFORMED : { ...ACCEPTED, sdp };
      }
      case 'view-candidates': {
        const late = candidatesSchema.safeParse(message).data;
        if (late === undefined) return MALFORMED;
        await this.#live.add(late.sessionId, late.sdp);
        return ACCEPTED;
      }
      case 'view-end': {
        const ended = endSchema.safeParse(message).data;
        if (ended === undefined) return MALFORMED;
        this.#live.close(ended.sessionId);
        return ACCEPTED;
      }
      case 'set-quality': {
        const request = qualitySchema.safeParse(message).data;
        if (request === undefined) return undefined;
        const { qualityProfile: appliedProfile, ...size } = request;
        const applied = await this.#live.setSize(size);
        const isLess = applied.width < size.width || applied.fps < size.fps;
        return {
          ...ACCEPTED,
          appliedProfile,
          ...applied,
          ...(isLess ? { fallbackReason: 'ENCODER_UNSUPPORTED' } : {}),
        };
      }
      default:
        return undefined;
    }
  }

  /** Sets whether the wearer consents to be viewed. */
  async consent(isRefused: boolean): Promise<void> {
    const { station, deviceId } = this.#options;
    this.#isRefusing = isRefused;
    if (isRefused) this.leave();
    await station.call(setViewConsent, { params: { deviceId }, body: { isRefused } });
  }

  leave(): void {
    this.#untilMs = 0;
    this.#live.closeAll();
  }

  stop(): void {
    this.#end.abort();
    this.leave();
  }

  #startView(message: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const wanted = wantedSchema.safeParse(message).data;
    if (wanted === undefined) return MALFORMED;
    if (this.#isRefusing) return REFUSED;
    this.watchers = message['watchers'];
    this.#untilMs = this.#options.nowMs() + wanted.forSec * 1_000;
    void this.#sendPictures(wanted.everySec * 1_000);
    return ACCEPTED;
  }

  async #sendPictures(everyMs: number): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { station, deviceId, nowMs } = this.#options;
    const path = `/station/views/${encodeURIComponent(deviceId)}/picture`;
    // Spread out, because all at the same moment would overload the Wi-Fi.
    await this.#pause(Math.random() * everyMs * 0.3);
    while (nowMs() < this.#untilMs && !this.#end.signal.aborted) {
      const { width, height } = SMALL;
      const data = toRgba(this.#scene.paint(width, height, nowMs()));
      const bytes = encode({ width, height, data }, 55).data;
      const sent = await station.send({ method: 'PUT', path, media: { type: 'image/jpeg', bytes } });
      // Nobody views it any more.
      if (sent.kind === 'refused') this.#untilMs = 0;
      else await this.#pause(everyMs);
    }
    this.#isSending = false;
  }

  /** Reports what is sent live, so that the station keeps the views open, and closes ended ones. */
  async #reportLive(): Promise<void> {
    const { station, deviceId } = this.#options;
    let hadFrames = false;
    while (!this.#end.signal.aborted) {
      await this.#pause(REPORT_EVERY_MS);
      const items = await this.#live.facts();
      if (items.length === 0 && !hadFrames) continue;
      hadFrames = items.length > 0;
      const answer = await station.call(reportLiveViews, { params: { deviceId }, body: { items } });
      if (answer.kind === 'answered') for (const id of answer.reply.ended) this.#live.close(id);
    }
  }

  #pause(ms: number): Promise<void> {
    return wait(ms, undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined);
  }
}
