import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';

import type { Clock } from '../clock.ts';
import type { Authenticator, Caller } from '../http/caller.ts';
import { callAt } from '../http/limits/deadline.ts';

/** A reader with more unsent bytes than this is dropped; it reconnects with `Last-Event-ID`. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const KEEP_ALIVE_MS = 15_000;
/** Delay before a reader reconnects, in ms. */
const RETRY_MS = 2_000;
/** A reader that has not received what was sent within this time is dropped, in ms. */
const MAX_DRAIN_MS = 60_000;

/** Encodes an event for the wire, once for all readers. */
export function encodeEvent(name: string, data: unknown, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** One reader of a stream. */
export type EventStream = {
  /** Sends an encoded event; a reader that is too slow is dropped. */
  send(encoded: string): void;
  /**
   * Settles once the reader has received what was sent, or the stream has ended; a reader that takes more than a
   * minute is dropped.
   */
  drained(): Promise<void>;
  end(): void;
  readonly isOpen: boolean;
};

/** All open streams of the service: sends keep-alives, closes them with their token, and closes all at the stop. */
export class EventStreams {
  readonly #open = new Map<EventStream, Caller>();
  readonly #authenticator: Authenticator;
  readonly #clock: Clock;
  readonly #keepAlive: NodeJS.Timeout;
  #isClosed = false;

  constructor(authenticator: Authenticator, clock: Clock) {
    this.#authenticator = authenticator;
    this.#clock = clock;
    this.#keepAlive = setInterval(() => {
      for (const each of this.#open.keys()) each.send(': alive\n\n');
    }, KEEP_ALIVE_MS).unref();
  }

  /** Number of open streams. */
  get count(): number {
    return this.#open.size;
  }

  /** Sends the reply as an event stream to `caller`. `onEnd` runs once, whichever side ends it. */
  open(request: FastifyRequest, reply: FastifyReply, caller: Caller, onEnd: () => void): EventStream {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    const created = this.#track(raw, caller, onEnd);
    raw.write(`retry: ${RETRY_MS}\n\n`);
    if (this.#isClosed) queueMicrotask(() => created.end());
    return created;
  }

  /**
   * Closes every stream, and those opened from now on. Connections of headsets last: their loss at the stop says
   * nothing about the headsets.
   */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#keepAlive);
    const [others, headsets] = [new Set<EventStream>(), new Set<EventStream>()];
    for (const [each, { scope }] of this.#open) (scope === 'device' ? headsets : others).add(each);
    for (const each of others) each.end();
    for (const each of headsets) each.end();
  }

  #track(raw: ServerResponse, caller: Caller, onEnd: () => void): EventStream {
    let isOpen = true;
    const ended = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#open.delete(created);
      stopListening();
      cancelExpiry();
      onEnd();
    };
    const created: EventStream = {
      get isOpen() {
        return isOpen;
      },
      send: (encoded) => {
        if (!isOpen) return;
        // The timer alone would be late after the clock was set. Deferred, because the opener sends hello first and
        // only then registers what `onEnd` cleans up.
        if (hasExpired(caller, this.#clock)) queueMicrotask(() => created.end());
        else if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
        else raw.write(encoded);
      },
      drained: () => (isOpen && raw.writableNeedDrain ? drainOf(raw) : Promise.resolve()),
      end: () => {
        ended();
        raw.end();
        // A reader that never reads must not keep the socket.
        setTimeout(() => raw.destroy(), 500).unref();
      },
    };
    const stopListening = this.#authenticator.onRevoked(caller.tokenId, () => created.end());
    const cancelExpiry = this.#atExpiry(caller, () => created.end());
    raw.on('close', ended);
    raw.on('error', ended);
    this.#open.set(created, caller);
    return created;
  }

  #atExpiry({ expiresAtMs }: Caller, callback: () => void): () => void {
    return expiresAtMs === null ? () => undefined : callAt(expiresAtMs, this.#clock, callback);
  }
}

function hasExpired({ expiresAtMs }: Caller, clock: Clock): boolean {
  return expiresAtMs !== null && expiresAtMs <= clock.now();
}

/** Waits until the socket has sent everything, or is closed. */
function drainOf(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => raw.destroy(), MAX_DRAIN_MS).unref();
    const done = (): void => {
      clearTimeout(late);
      raw.off('drain', done).off('close', done);
      resolve();
    };
    raw.once('drain', done).once('close', done);
  });
}

/** Returns the number that a returning reader names, or undefined for a first visit; NaN if it is not one of ours. */
export function lastEventId(request: FastifyRequest): number | undefined {
  const value = request.headers['last-event-id'];
  if (value === undefined || value === '') return undefined;
  return /^\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN;
}
