import { ANSWER_WITHIN_MS, UNENROLL_EVENT } from '../../../../shared/contract/commands/commands.ts';
import type { HeartbeatReply } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { jsonObjectSchema } from '../../../../shared/contract/primitives.ts';
import { recordedAnswer, type RecordedAnswer } from './command-answer.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Records } from '../../devices/index.ts';
import { type EventStore, recordEvent } from '../../devices/events/index.ts';
import { type CommandRow, openCommandStore } from './store.ts';
import { Sweeper } from './sweeper.ts';

/** A command as delivered to the headset, over its connection or in the reply to its heartbeat. */
export type WireCommand = HeartbeatReply['commands'][number];

/** A command to queue. `expiresAtMs` null: no limit. */
export type NewCommand = {
  readonly event: string;
  readonly message: object;
  readonly expiresAtMs: number | null;
};

/** How a queued command ended. */
type Outcome = 'COMMAND_ANSWERED' | 'COMMAND_UNANSWERED' | 'COMMAND_EXPIRED' | 'COMMAND_CANCELLED';

/** Maximum number of queued commands per headset. */
const MAX_WAITING = 100;

/**
 * Queued commands. An ordinary one is delivered once, and its answer is accepted for 10 s after that; a command to
 * un-enrol is delivered at every contact until it is answered. Survives a restart.
 */
export class PendingCommands {
  readonly #core: Pick<Core, 'clock' | 'vault'>;
  readonly #events: EventStore;
  readonly #store: ReturnType<typeof openCommandStore>;
  readonly #sweeper: Sweeper;
  /** Devices that may have queued commands, so that heartbeats of all others skip the lookup. */
  readonly #mayWait = new Set<number>();
  /** Since when (ms) headsets are being un-enrolled. */
  readonly #unenrolling: Map<number, number>;

  constructor({ core, events, unenrolling }: Pick<Records, 'core' | 'events' | 'unenrolling'>) {
    this.#core = core;
    this.#events = events;
    this.#unenrolling = unenrolling;
    this.#store = openCommandStore(core.db);
    this.#sweeper = new Sweeper(core, this.#store, events);
    for (const row of this.#store.waiting()) {
      this.#mayWait.add(row.device_key);
      if (isUnenrolment(row.event, row.expires_at_ms))
        this.#unenrolling.set(row.device_key, row.created_at_ms);
    }
  }

  /** Starts to remove expired commands; stops with `signal`. */
  start(signal: AbortSignal): void {
    this.#sweeper.start(signal);
  }

  /** Returns false if this device certainly has no queued commands. */
  mayWait(deviceKey: number): boolean {
    return this.#mayWait.has(deviceKey);
  }

  /** Returns true if the queue of this device is full. */
  isFull(deviceKey: number): boolean {
    return this.#mayWait.has(deviceKey) && this.#store.countWaiting(deviceKey) >= MAX_WAITING;
  }

  /** Queues a command for a device, inside the caller's transaction. Returns its id. */
  add(deviceKey: number, command: NewCommand, afterCommit: AfterCommit): string {
    const { event, expiresAtMs } = command;
    const id = newId();
    const createdAtMs = this.#core.clock.now();
    const message = this.#core.vault.seal(JSON.stringify(command.message));
    this.#store.add({ id, deviceKey, event, message, createdAtMs, expiresAtMs });
    afterCommit(() => {
      this.#mayWait.add(deviceKey);
      if (isUnenrolment(event, expiresAtMs)) this.#unenrolling.set(deviceKey, createdAtMs);
      if (expiresAtMs !== null) this.#sweeper.expect(expiresAtMs);
    });
    return id;
  }

  /** Returns the queued command to un-enrol this device. */
  unenrolment(deviceKey: number): string | undefined {
    return this.#store.of(deviceKey).find((row) => isUnenrolment(row.event, row.expiresAtMs))?.id;
  }

  /** Returns true if the headset has received the command to un-enrol: it cannot be cancelled any more. */
  hasReceivedUnenrolment(deviceKey: number): boolean {
    return this.#store
      .of(deviceKey)
      .some((row) => isUnenrolment(row.event, row.expiresAtMs) && row.wasReceived);
  }

  /** Takes the commands to deliver now, in order, inside the caller's transaction. */
  take(deviceKey: number, afterCommit: AfterCommit): WireCommand[] {
    if (!this.#mayWait.has(deviceKey)) return [];
    const nowMs = this.#core.clock.now();
    const rows = this.#store.of(deviceKey).filter((row) => isWaiting(row, nowMs));
    const ordinary = rows.filter((row) => row.expiresAtMs !== null);
    for (const row of ordinary) this.#store.delivered(row.key, nowMs + ANSWER_WITHIN_MS);
    for (const row of rows)
      if (row.expiresAtMs === null && !row.wasReceived) this.#store.markReceived(row.key);
    afterCommit(() => {
      // Effects run in the order of the jobs, so a later job is recorded after this one.
      if (rows.length === ordinary.length) this.#mayWait.delete(deviceKey);
      if (ordinary.length > 0) this.#sweeper.expect(nowMs + ANSWER_WITHIN_MS);
    });
    return rows.map((row) => this.#toWire(row));
  }

  /** Re-queues commands that `take` returned and that could not be delivered, inside the caller's transaction. */
  requeue(commands: readonly WireCommand[], afterCommit: AfterCommit): void {
    for (const { commandId } of commands) {
      const row = this.#store.find(commandId);
      if (row === undefined || row.expiresAtMs === null) continue;
      this.#store.undelivered(row);
      afterCommit(() => {
        this.#mayWait.add(row.deviceKey);
        this.#sweeper.expect(row.expiresAtMs ?? 0);
      });
    }
  }

  /**
   * Accepts the answer to a queued command: `unenrolled` if it confirms un-enrolment; undefined if no such answer is
   * due.
   */
  answer(
    deviceKey: number,
    commandId: string,
    answer: Readonly<Record<string, unknown>>,
  ): 'answered' | 'unenrolled' | undefined {
    const row = this.#store.find(commandId);
    if (row === undefined || row.deviceKey !== deviceKey) return undefined;
    if (isUnenrolment(row.event, row.expiresAtMs)) return 'unenrolled';
    if (!row.isDelivered) return undefined;
    this.#store.remove(row.key);
    this.#record(row, 'COMMAND_ANSWERED', recordedAnswer(answer));
    return 'answered';
  }

  /**
   * Cancels a command that was not delivered, inside the caller's transaction; undefined if there is none. `stays`: it
   * was the command to un-enrol; `received`: that command was delivered, so it cannot be cancelled.
   */
  cancel(
    deviceKey: number,
    commandId: string,
    afterCommit: AfterCommit,
  ): 'cancelled' | 'stays' | 'received' | undefined {
    const row = this.#store.find(commandId);
    if (row === undefined || row.deviceKey !== deviceKey || !isWaiting(row, this.#core.clock.now()))
      return undefined;
    if (row.wasReceived) return 'received';
    this.#store.remove(row.key);
    this.#record(row, 'COMMAND_CANCELLED');
    if (!isUnenrolment(row.event, row.expiresAtMs)) return 'cancelled';
    afterCommit(() => this.#unenrolling.delete(deviceKey));
    return 'stays';
  }

  /** Deletes the queue of a device that is un-enrolled, inside the caller's transaction. */
  drop(deviceKey: number, afterCommit: AfterCommit): void {
    for (const row of this.#store.of(deviceKey)) {
      this.#store.remove(row.key);
      if (row.expiresAtMs !== null)
        this.#record(row, row.isDelivered ? 'COMMAND_UNANSWERED' : 'COMMAND_EXPIRED');
    }
    afterCommit(() => {
      this.#mayWait.delete(deviceKey);
      this.#unenrolling.delete(deviceKey);
    });
  }

  #record(row: CommandRow, type: Outcome, more: RecordedAnswer = {}): void {
    const payload = { commandId: row.id, event: row.event, ...more };
    recordEvent(this.#events, row.deviceKey, { type, payload }, this.#core.clock.now());
  }

  #toWire(row: CommandRow): WireCommand {
    // A message encrypted with a lost key cannot be read any more; the headset then gets the bare command.
    const message = this.#core.vault.unseal(row.message) ?? '{}';
    return {
      commandId: row.id,
      event: row.event,
      message: jsonObjectSchema.parse(JSON.parse(message)),
      expiresAt: toInstantOrNull(row.expiresAtMs),
    };
  }
}

/**
 * Recognised by its name and by having no expiry: an ordinary command of that name could only come from an older
 * store.
 */
function isUnenrolment(event: string, expiresAtMs: number | null): boolean {
  return event === UNENROLL_EVENT && expiresAtMs === null;
}

function isWaiting(row: CommandRow, nowMs: number): boolean {
  return !row.isDelivered && (row.expiresAtMs === null || row.expiresAtMs > nowMs);
}
