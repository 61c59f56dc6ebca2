import { STATION_EVENT_TYPES } from '../../../../shared/contract/devices/events.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { type ActivityStore, openActivityStore } from './activity.ts';
import { type MissedEvent, openMissedEvents } from './missed.ts';
import { PendingActivity, type PlacedPlay } from './pending.ts';
import { openPresenceStore, type PresenceStore } from './presence.ts';

const MS_PER_MINUTE = 60_000;
const WRITE_EVERY_MS = 5_000;
/** Number of devices, or of unread events, written per transaction: a few milliseconds. */
const DEVICES_PER_BATCH = 100;
const EVENTS_PER_BATCH = 500;
/** After this many events without usage the position is saved: it limits what a start after a crash reads again. */
const EVENTS_WORTH_NOTING = 5_000;

/** The contribution of a heartbeat to the statistics: its time, its new events, and the plays in them. */
export type HeartbeatUsage = {
  readonly receivedAtMs: number;
  readonly stored: readonly { readonly orderMs: number }[];
  readonly plays: readonly PlacedPlay[];
};

/**
 * Keeps the roll-ups of presence and usage as heartbeats and events arrive, so that no statistics scan raw history.
 * Presence is written with the heartbeat. Usage is summed in memory and written every few seconds together with the
 * key of the newest counted event; usage lost in a crash is read again from the events, so each counts exactly once.
 */
export class RollUps {
  readonly presence: PresenceStore;
  readonly activity: ActivityStore;
  readonly #core: Pick<Core, 'writer' | 'log'>;
  readonly #missed: ReturnType<typeof openMissedEvents>;
  /** Key of the newest event when the store was opened: later ones arrive through `note`. */
  readonly #newestAtOpen: number;
  #pending = new PendingActivity();
  #isCaughtUp: boolean;
  #isStopping = false;
  #countedTo: number;
  /** Writes run one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(core: Pick<Core, 'db' | 'writer' | 'log'>) {
    this.#core = core;
    this.presence = openPresenceStore(core.db);
    this.activity = openActivityStore(core.db);
    this.#missed = openMissedEvents(core.db);
    this.#newestAtOpen = this.#missed.newest();
    this.#countedTo = this.activity.countedTo();
    this.#isCaughtUp = this.#newestAtOpen <= this.#countedTo;
  }

  /** Counts a heartbeat inside its transaction. */
  note(deviceKey: number, { receivedAtMs, stored, plays }: HeartbeatUsage, afterCommit: AfterCommit): void {
    this.presence.add(deviceKey, minutesOf(receivedAtMs, stored), afterCommit);
    if (plays.length === 0) return;
    afterCommit(() => this.#pending.add(deviceKey, plays, receivedAtMs));
  }

  /** Resolves once everything acknowledged before the call is in the store. */
  settle(): Promise<void> {
    const settled = this.#last.then(async () => {
      await this.#catchUp();
      if (this.#isCaughtUp) await this.#write();
    });
    this.#last = settled.catch(() => undefined);
    return settled;
  }

  /** Writes every few seconds until `signal`. A failed write is retried, and loses nothing. */
  start(signal: AbortSignal): void {
    const run = (): void => {
      this.settle().catch((error: unknown) => {
        if (!signal.aborted)
          this.#core.log.warn({ err: error }, 'statistics could not be written; trying again');
      });
    };
    const timer = setInterval(run, WRITE_EVERY_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** Writes the pending usage before the store closes. Events not read by then wait for the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.settle().catch((error: unknown) => {
      this.#core.log.warn({ err: error }, 'statistics could not be written; the next start reads them again');
    });
  }

  /**
   * For the retention job: deletes at most `limit` rows older than `day` of each kind; returns false if none are
   * left.
   */
  deleteBefore(day: number, limit: number): boolean {
    const isMorePresence = this.presence.deleteBefore(day, limit);
    return this.activity.deleteBefore(day, limit) || isMorePresence;
  }

  async #write(): Promise<void> {
    // Events are committed some time before `note` is called. After this empty write all of them have been noted and
    // no later one has started: everything up to the newest is in `taken`.
    await this.#core.writer.run(() => undefined);
    const upTo = this.#missed.newest();
    const used = [...this.#pending.devices];
    if (used.length === 0 && Math.abs(upTo - this.#countedTo) < EVENTS_WORTH_NOTING) return;
    this.#pending = new PendingActivity();
    let at = 0;
    try {
      for (; at < used.length; at += DEVICES_PER_BATCH) {
        const slice = used.slice(at, at + DEVICES_PER_BATCH);
        await this.#core.writer.run(() => {
          for (const [deviceKey, device] of slice) this.activity.add(deviceKey, device, upTo);
        });
      }
      await this.#core.writer.run(() => this.activity.setCountedTo(upTo));
      this.#countedTo = upTo;
    } catch (error) {
      for (const [deviceKey, device] of used.slice(at)) this.#pending.restore(deviceKey, device);
      throw error;
    }
  }

  async #catchUp(): Promise<void> {
    while (!this.#isCaughtUp && !this.#isStopping) {
      const events = this.#missed.between(this.#countedTo, this.#newestAtOpen, EVENTS_PER_BATCH);
      const last = events.at(-1);
      if (last === undefined) {
        this.#isCaughtUp = true;
        return;
      }
      await this.#core.writer.run((afterCommit) => this.#count(events, last.key, afterCommit));
      this.#countedTo = last.key;
    }
  }

  #count(events: readonly MissedEvent[], upTo: number, afterCommit: AfterCommit): void {
    const missed = new PendingActivity();
    for (const [deviceKey, of] of Map.groupBy(events, (event) => event.deviceKey)) {
      const countedTo = this.activity.countedToOf(deviceKey);
      const signs = of.filter(({ type }) => !STATION_TYPES.has(type));
      this.presence.add(deviceKey, signs.map(minuteOf), afterCommit);
      for (const { key, play, receivedAtMs } of of)
        if (play !== undefined && key > countedTo) missed.add(deviceKey, [play], receivedAtMs);
    }
    for (const [deviceKey, device] of missed.devices) this.activity.add(deviceKey, device, upTo);
    this.activity.setCountedTo(upTo);
  }
}

const STATION_TYPES: ReadonlySet<string> = new Set(STATION_EVENT_TYPES);

/** Returns the minute in which an event counts: its own time, but not later than when it was received. */
function minuteOf({ orderMs, receivedAtMs }: Pick<MissedEvent, 'orderMs' | 'receivedAtMs'>): number {
  return Math.floor(Math.min(orderMs, receivedAtMs) / MS_PER_MINUTE);
}

/** Returns the minutes of a heartbeat and of its new events; consecutive duplicates are dropped. */
function minutesOf(receivedAtMs: number, stored: HeartbeatUsage['stored']): number[] {
  let last = Math.floor(receivedAtMs / MS_PER_MINUTE);
  const minutes = [last];
  for (const { orderMs } of stored) {
    const minute = minuteOf({ orderMs, receivedAtMs });
    if (minute === last) continue;
    last = minute;
    minutes.push(minute);
  }
  return minutes;
}
