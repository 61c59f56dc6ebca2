import { z } from 'zod';

import { systemClock } from '../agent/clock.ts';
import type { Admission, Credential } from '../agent/station/enrolment.ts';
import { NO_FAULTS } from './headset/faults.ts';
import { Fleet, type FleetEvent, type Member } from './fleet.ts';
import { DEFAULT_HABITS, type Habits } from './headset/life.ts';
import { simulatedAppSchema } from './simulated-app.ts';
import type { Refusal } from '../agent/station/station-client.ts';

const codeSchema = z.int().min(100_000).max(999_999);

/** Parameters of a practice cart. The same `seed` gives the same headsets. */
export const practicePlanSchema = z.object({
  url: z.url(),
  /** The token with which the headsets enrol. */
  enrollToken: z.string(),
  /** A slot without a code requests one, as after a refusal. */
  slots: z
    .array(z.object({ id: z.string(), label: z.string().nullable(), code: codeSchema.optional() }))
    .min(1),
  /** Delay between two typed codes, in ms; varies by a quarter either way. */
  /** Applications that are assigned to them. */
  apps: z.array(simulatedAppSchema).default([]),
  paceMs: z.number().min(0),
  seed: z.union([z.string(), z.number()]),
  /** Interval between two reports of a headset, in ms. */
  heartbeatMs: z.number().min(1),
});
export type PracticePlan = z.input<typeof practicePlanSchema>;

/** A message to a practice cart: the new code of a slot (absent: there will be none), or to end. */
export const practiceOrderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('code'), id: z.string(), code: codeSchema.optional() }),
  z.object({ type: z.literal('stop') }),
]);

/** A message from a practice cart. `id` is that of the slot. After `code-refused` it waits for a `code`. */
export type PracticeEvent =
  | Readonly<{ type: 'code-refused'; id: string }>
  | Readonly<{ type: 'enrolled'; id: string }>
  | Readonly<{ type: 'ready'; id: string }>
  | Readonly<{ type: 'refused'; id: string; code: string; message: string }>
  | Readonly<{ type: 'error'; message: string }>
  | Readonly<{ type: 'stopped' }>;

/** When one headset leaves and for how long: long enough to be shown as offline (90 s). */
const OFFLINE_MS = { after: 60_000, lasts: 150_000, every: 900_000 };
const CART = 30;
/** Slow enough that downloads are seen to move, in bytes per second. */
const BANDWIDTH = 2_000_000;

/**
 * A technician who types codes and the headsets of a whole cart, four fifths of one model and the rest of another. Of
 * thirty, one has a flat battery, one leaves and returns, one fails its first download, and on one the volume is
 * turned up.
 */
export class PracticeCart {
  readonly #plan: z.output<typeof practicePlanSchema>;
  readonly #post: (event: PracticeEvent) => void;
  readonly #fleet: Fleet;
  readonly #waiting = new Map<string, (credential: Credential | null) => void>();
  #isStopped = false;

  constructor(plan: z.output<typeof practicePlanSchema>, post: (event: PracticeEvent) => void) {
    const { url, seed, paceMs, heartbeatMs, slots } = plan;
    this.#plan = plan;
    this.#post = post;
    this.#fleet = new Fleet({
      url,
      seed: String(seed),
      members: slots.map((slot, index) => this.#aMember(slot, index)),
      paceMs,
      heartbeatMs,
      clock: systemClock,
      observe: (event) => this.#forward(event),
    });
  }

  /** Resolves when the cart has ended. */
  async run(): Promise<void> {
    await this.#fleet.run();
  }

  /** Sets the code for a slot whose code was refused; undefined ends the attempt. */
  issueCode(slotId: string, code: number | undefined): void {
    this.#waiting.get(slotId)?.(code === undefined ? null : { kind: 'code', code });
    this.#waiting.delete(slotId);
  }

  /** Stops every headset. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const resume of this.#waiting.values()) resume(null);
    this.#waiting.clear();
    await this.#fleet.stop();
  }

  #aMember({ id, code }: PracticePlan['slots'][number], index: number): Member {
    const admission: Admission = (refused: Refusal | null) => {
      if (refused === null && code !== undefined) return Promise.resolve({ kind: 'code', code });
      if (this.#isStopped) return Promise.resolve(null);
      this.#post({ type: 'code-refused', id });
      return new Promise((resolve) => this.#waiting.set(id, resolve));
    };
    const { apps, enrollToken, heartbeatMs, slots } = this.#plan;
    const habits = { ...habitsAt(index, slots.length, heartbeatMs), apps };
    const faults = {
      ...NO_FAULTS,
      breaksFirstDownload: slots.length > 1 && index % CART === Math.min(3, slots.length - 1),
    };
    return { enrolToken: enrollToken, admission, habits, faults };
  }

  #forward(event: FleetEvent): void {
    const id = this.#plan.slots[event.index]?.id;
    if (id === undefined) return;
    if (event.type === 'enrolled' || event.type === 'ready') this.#post({ type: event.type, id });
    if (event.type === 'refused') this.#post({ type: 'refused', id, ...event.reason });
  }
}

/** A typical school cart. */
const COMMON_MODEL = 'PICO 4 Enterprise';
const OTHER_MODEL = 'Meta Quest 3';

/**
 * A single headset is an ordinary one. In a short cart the last headset has an empty battery, and the first one goes
 * offline.
 */
function habitsAt(index: number, count: number, beatMs: number): Habits {
  const model = index % 5 === 4 ? OTHER_MODEL : COMMON_MODEL;
  const habits = { ...DEFAULT_HABITS, model, shipsLessons: false, bandwidthBytesPerSec: BANDWIDTH };
  const drifter = Math.min(11, count - 1);
  const [flat, wanderer] = [Math.min(6, count - 1), count > 17 ? 17 : 0];
  if (count > 1 && index % CART === flat) return { ...habits, battery: 'flat' };
  if (count > 1 && index % CART === wanderer) return { ...habits, absence: anOuting(beatMs) };
  if (count > 1 && index % CART === drifter) return { ...habits, turnsVolumeUp: true };
  return habits;
}

function anOuting(beatMs: number): Habits['absence'] {
  const beats = (ms: number) => Math.ceil(ms / beatMs);
  const { after, lasts, every } = OFFLINE_MS;
  return { afterBeats: beats(after), forBeats: beats(lasts), everyBeats: beats(every) };
}
