import type { Readable } from 'node:stream';

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { z } from 'zod';

import { deviceHelloSchema, deviceUpdates } from '../../../shared/contract/devices/events.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { pendingCommandSchema } from '../../../shared/contract/enrolment/heartbeat.ts';
import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';
import { retryDelayMs } from './backoff.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Refusal, StationClient } from './station-client.ts';

/** A command for this headset. */
export type Command = z.infer<typeof pendingCommandSchema>;

/** A message over the connection that a headset acts on. */
export type LinkMessage =
  | Readonly<{ type: 'hello'; settingsRevision: number }>
  /** Settings or metadata changed: read the record again. */
  | Readonly<{ type: 'settings' | 'metadata' }>
  | Readonly<{ type: 'command'; command: Command }>
  | Readonly<{ type: 'resync' }>
  /** The connection was lost; it is being reopened. */
  | Readonly<{ type: 'cut'; reason: string }>;

/** Messages after which the record is read again. */
export const RE_READ: ReadonlySet<string> = new Set<LinkMessage['type']>(['settings', 'metadata', 'resync']);

/** Dependencies of the connection. `random` is for its delays only. */
export type LinkOptions = Readonly<{
  station: StationClient;
  deviceId: string;
  clock: Clock;
  random: Random;
  onMessage: (message: LinkMessage) => void;
}>;

/**
 * The headset's connection: one stream, reopened where it broke. Delays follow the interface's client rules, not the
 * `retry` of the stream. It lives as long as the headset, so that missed events are requested too.
 */
export class Link {
  readonly #options: LinkOptions;
  #lastEventId: string | null = null;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** Stays connected until `signal` is aborted (returns null) or the station refuses it for good. */
  async hold(signal: AbortSignal): Promise<Refusal | null> {
    const { station, deviceId, clock, random, onMessage } = this.#options;
    const path = address(deviceUpdates.path, { deviceId });
    let attempt = 0;
    while (!signal.aborted) {
      const opened = await station.openStream(path, this.#lastEventId);
      if (opened.kind === 'refused') return opened;
      let reason = opened.kind === 'later' ? opened.reason : 'The stream ended';
      if (opened.kind === 'answered') {
        const read = await this.#read(opened.reply);
        if (read.wasGreeted) attempt = 0;
        reason = read.reason;
      }
      if (signal.aborted) break;
      onMessage({ type: 'cut', reason });
      const serverDelayMs = opened.kind === 'later' ? opened.retryAfterMs : 0;
      await clock.wait(Math.max(serverDelayMs, retryDelayMs(attempt, random)), signal);
      attempt += 1;
    }
    return null;
  }

  async #read(stream: Readable): Promise<{ wasGreeted: boolean; reason: string }> {
    let wasGreeted = false;
    const parser = createParser({
      onEvent: (event) => {
        if (event.event === 'hello') wasGreeted = true;
        this.#onEvent(event);
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of stream) {
        if (Buffer.isBuffer(chunk)) parser.feed(decoder.decode(chunk, { stream: true }));
      }
      return { wasGreeted, reason: 'The stream ended' };
    } catch (error) {
      return { wasGreeted, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #onEvent(event: EventSourceMessage): void {
    if (event.id !== undefined) this.#lastEventId = event.id;
    const message = parseMessage(event);
    if (message !== null) this.#options.onMessage(message);
  }
}

/** Returns null for messages that a headset ignores or cannot parse. */
function parseMessage({ event, data }: EventSourceMessage): LinkMessage | null {
  if (event === 'settings' || event === 'metadata' || event === 'resync') return { type: event };
  if (event === 'hello') {
    const hello = deviceHelloSchema.safeParse(parseJson(data));
    return hello.success ? { type: 'hello', settingsRevision: hello.data.settingsRevision } : null;
  }
  if (event === 'command') {
    const command = pendingCommandSchema.safeParse(parseJson(data));
    return command.success ? { type: 'command', command: command.data } : null;
  }
  return null;
}
