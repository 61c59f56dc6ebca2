import { ANSWER_WITHIN_MS } from '../../../../shared/contract/commands/commands.ts';
import { recordedAnswer, type RecordedAnswer } from '../pending/command-answer.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import { encodeEvent } from '../../kernel/streams/event-stream.ts';
import { stopping } from '../../kernel/store/writer.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { WireCommand } from '../pending/pending.ts';

/** A JSON object with which a headset answers. */
export type CommandAnswer = Readonly<Record<string, unknown>>;

export type Answered = { readonly commandId: string; readonly answer: CommandAnswer };

/** A command for a headset. */
export type CommandToSend = { readonly event: string; readonly message: Record<string, unknown> };

/** How a command is sent. */
export type Sending = {
  /** How long it may stay unanswered, in ms. */
  readonly withinMs: number;
  /** False for commands of the station itself: they do not belong in the device's history. */
  readonly isRecorded: boolean;
};

/** A command from a caller: 10 s, and its outcome is in the device's history. */
export const FROM_CALLER: Sending = { withinMs: ANSWER_WITHIN_MS, isRecorded: true };

type Unreachable = Failure<'DEVICE_UNREACHABLE' | 'STATION_STOPPING'>;

/** A command in flight: its headset, and the caller that awaits the answer. */
type Awaited = {
  readonly record: DeviceRecord;
  readonly event: string;
  readonly sentAtMs: number;
  readonly isRecorded: boolean;
  readonly settle: (outcome: Answered | Unreachable) => void;
  readonly cancel: () => void;
};

/** Sends commands over the connections of headsets and returns their answers. Queued ones are in `records.pending`. */
export class CommandSender {
  readonly #records: CommandRecords;
  readonly #awaited = new Map<string, Awaited>();
  readonly #jobs = new AbortController();

  constructor(records: CommandRecords) {
    this.#records = records;
    records.pending.start(this.#jobs.signal);
    records.core.links.onOpened((id) => {
      const record = records.devices.find(id);
      if (record !== undefined) this.#deliver(record);
    });
  }

  /** Returns true if a command would be sent now. */
  canReach(record: DeviceRecord): boolean {
    return hasHeadset(record) && this.#records.core.links.isLinked(record.id);
  }

  /**
   * Sends a command over the headset's connection and waits for its answer; without a connection, or without an
   * answer in time, it fails.
   */
  send(record: DeviceRecord, command: CommandToSend, sending: Sending): Promise<Answered | Unreachable> {
    const { clock, links } = this.#records.core;
    const link = hasHeadset(record) ? links.newest(record.id) : undefined;
    if (link === undefined) return Promise.resolve(notLinked(record.id));
    if (this.#jobs.signal.aborted) return Promise.resolve(stopping());
    const commandId = newId();
    const sentAtMs = clock.now();
    const dueMs = sentAtMs + sending.withinMs;
    return new Promise((resolve) => {
      this.#awaited.set(commandId, {
        record,
        event: command.event,
        sentAtMs,
        isRecorded: sending.isRecorded,
        settle: resolve,
        cancel: callAt(dueMs, clock, () => void this.#giveUp(commandId)),
      });
      link.send(encodeEvent('command', { commandId, ...command, expiresAt: toInstant(dueMs) }));
    });
  }

  /** Accepts a headset's answer to a command in flight. Returns false if there is no such command. */
  async answer(record: DeviceRecord, commandId: string, answer: CommandAnswer): Promise<boolean> {
    const awaited = this.#awaited.get(commandId);
    if (awaited === undefined || awaited.record.key !== record.key) return false;
    this.#awaited.delete(commandId);
    awaited.cancel();
    try {
      await this.#recordOutcome(commandId, awaited, { type: 'COMMAND_ANSWERED', ...recordedAnswer(answer) });
    } finally {
      // Even if the write fails: the headset did answer.
      awaited.settle({ commandId, answer });
    }
    return true;
  }

  /** Delivers queued commands to a headset that is connected. */
  deliverPending(record: DeviceRecord): void {
    if (this.canReach(record)) this.#deliver(record);
  }

  /** Stops waiting: callers learn that the station stops. */
  stop(): void {
    this.#jobs.abort();
    for (const { settle, cancel } of this.#awaited.values()) {
      cancel();
      settle(stopping());
    }
    this.#awaited.clear();
  }

  async #giveUp(commandId: string): Promise<void> {
    const awaited = this.#awaited.get(commandId);
    if (awaited === undefined) return;
    this.#awaited.delete(commandId);
    try {
      await this.#recordOutcome(commandId, awaited, { type: 'COMMAND_UNANSWERED' });
    } catch (error) {
      this.#records.core.log.error({ err: error }, 'an unanswered command could not be recorded');
    }
    awaited.settle(new Failure('DEVICE_UNREACHABLE', 'The headset did not answer in time.'));
  }

  async #recordOutcome(
    commandId: string,
    { record, event, sentAtMs, isRecorded }: Awaited,
    { type, ...recorded }: { readonly type: 'COMMAND_ANSWERED' | 'COMMAND_UNANSWERED' } & RecordedAnswer,
  ): Promise<void> {
    if (!isRecorded) return;
    const { core, events } = this.#records;
    // Without the message, and with only the refusal and its code from the answer, because both may contain secrets.
    const nowMs = core.clock.now();
    const payload = { commandId, event, afterMs: Math.max(0, nowMs - sentAtMs), ...recorded };
    await core.writer.run(() => recordEvent(events, record.key, { type, payload }, nowMs));
  }

  /** Delivers queued commands over the connection that the headset opened. */
  #deliver(record: DeviceRecord): void {
    const { core, pending } = this.#records;
    if (!pending.mayWait(record.key)) return;
    core.writer
      .run((afterCommit) => {
        const commands = pending.take(record.key, afterCommit);
        afterCommit(() => this.#sendAll(record, commands));
      })
      .catch((error: unknown) => this.#logLost(error));
  }

  #sendAll(record: DeviceRecord, commands: readonly WireCommand[]): void {
    const { core, pending } = this.#records;
    const link = core.links.newest(record.id);
    if (link !== undefined) {
      for (const command of commands) link.send(encodeEvent('command', command));
      return;
    }
    // The connection ended meanwhile and nothing was sent: the headset gets them when it is back.
    core.writer
      .run((afterCommit) => pending.requeue(commands, afterCommit))
      .catch((error: unknown) => this.#logLost(error));
  }

  #logLost(error: unknown): void {
    if (this.#jobs.signal.aborted) return;
    this.#records.core.log.error({ err: error }, 'waiting commands could not be handed over');
  }
}

/** Returns false for slots and archived records, which have no headset. */
function hasHeadset({ androidId, isArchived }: DeviceRecord): boolean {
  return androidId !== null && !isArchived;
}

/** Returns the refusal for a headset that is not connected. */
export function notLinked(id: string): Failure<'DEVICE_UNREACHABLE'> {
  return new Failure('DEVICE_UNREACHABLE', `The headset ${id} has no connection to the station.`);
}
