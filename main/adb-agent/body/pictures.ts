import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

import type { AdbConnection } from '../../adb/connection.ts';
import type { Order, Reaction } from '../../agent/headset.ts';
import type { StationClient } from '../../agent/station/station-client.ts';
import { refusal } from './orders.ts';
import { smallPicture } from './small-picture.ts';

/** A screen of both eyes as PNG has 3 to 10 MB. */
const MAX_SCREEN_BYTES = 32 * 1024 * 1024;
const ACCEPTED: Reaction = { answer: { accepted: true }, afterwards: null };

const wantedSchema = z.object({
  everySec: z.number().positive().max(3_600),
  forSec: z.number().positive().max(3_600),
  watchers: z
    .array(z.object({ name: z.string().max(256) }))
    .max(100)
    .catch([]),
});

/** One screen at a time of all headsets: each needs tens of megabytes of memory. */
let turn: Promise<unknown> = Promise.resolve();

/** What pictures need of the headset and of its agent. */
export type PicturesOptions = Readonly<{
  station: StationClient;
  deviceId: string;
  /** Null: not connected. */
  adb: () => Pick<AdbConnection, 'run' | 'capture'> | null;
  /** False: its settings forbid screen sharing. */
  isAllowed: () => boolean;
  /** True: it is asleep, so nobody wears it. */
  isAsleep: () => boolean;
  /** True for a headset, false for a phone. */
  hasTwoEyes: boolean;
  signal: AbortSignal;
}>;

/** Shows what the wearer sees, as small pictures. Live video needs an encoder on the headset: it is not supported. */
export class Pictures {
  readonly #of: PicturesOptions;
  #untilMs = 0;
  #isSending = false;
  #watchers = '';

  constructor(of: PicturesOptions) {
    this.#of = of;
  }

  /** Carries a command about views out; null if it is about something else. */
  async execute({ event, message }: Order): Promise<Reaction | null> {
    if (event === 'views-over') {
      this.#untilMs = 0;
      this.#watchers = '';
      return ACCEPTED;
    }
    // The documented reason, by which the tile says that this headset has no live view.
    if (event.startsWith('view-')) return refusal('UNKNOWN_COMMAND');
    if (event !== 'views-wanted') return null;
    const wanted = wantedSchema.safeParse(message).data;
    if (wanted === undefined) return refusal('INVALID_MESSAGE');
    if (!this.#of.isAllowed()) return refusal('SCREENSHARING_DISABLED');
    if (this.#of.adb() === null) return refusal('NOT_CONNECTED');
    this.#untilMs = performance.now() + wanted.forSec * 1_000;
    await this.#tellWearer(wanted.watchers.map(({ name }) => name).join(', '));
    void this.#send(wanted.everySec * 1_000);
    return ACCEPTED;
  }

  /** The wearer sees who watches, where the system shows notifications. */
  async #tellWearer(watchers: string): Promise<void> {
    if (watchers === '' || watchers === this.#watchers) return;
    this.#watchers = watchers;
    const text = `Watching: ${watchers}`;
    await this.#of
      .adb()
      ?.run(['cmd', 'notification', 'post', '-t', 'Muster', 'muster-views', text])
      .catch(() => undefined);
  }

  async #send(everyMs: number): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    const { signal } = this.#of;
    try {
      while (performance.now() < this.#untilMs && !signal.aborted) {
        const startedMs = performance.now();
        await this.#sendOne();
        // A headset that is slow is not kept busy with pictures alone.
        const tookMs = performance.now() - startedMs;
        await wait(Math.max(everyMs - tookMs, tookMs), undefined, { signal, ref: false });
      }
    } catch {
      // Stopped, while it waited.
    } finally {
      this.#isSending = false;
    }
  }

  async #sendOne(): Promise<void> {
    const { station, deviceId, adb, isAllowed, isAsleep, hasTwoEyes } = this.#of;
    const connection = adb();
    if (connection === null || isAsleep() || !isAllowed()) return;
    const bytes = await inTurn(async () =>
      smallPicture(await connection.capture(['screencap', '-p'], MAX_SCREEN_BYTES), hasTwoEyes),
    );
    // A damaged picture, or a lost connection: the next one may arrive.
    if (bytes === null) return;
    const path = `/station/views/${encodeURIComponent(deviceId)}/picture`;
    const sent = await station.send({ method: 'PUT', path, media: { type: 'image/jpeg', bytes } });
    // Nobody watches any more.
    if (sent.kind === 'refused') this.#untilMs = 0;
  }
}

/** Returns null if the work failed. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result | null> {
  const next = turn.then(work).catch(() => null);
  turn = next;
  return next;
}
