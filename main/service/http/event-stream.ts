import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServerResponse } from 'node:http';

import type { Authenticator, Caller } from './caller.ts';

/** A reader that lets more than this pile up is dropped; it comes back with `Last-Event-ID`. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
const KEEP_ALIVE_MS = 15_000;
/** How soon a reader comes back after a cut. Source: design.md section 4. */
const RETRY_MS = 2_000;
/** setTimeout takes no more; a token that lives longer is looked at again then. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** One event as it goes over the wire; made once for all readers. */
export function encodeEvent(name: string, data: unknown, id?: number): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  return `${idLine}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** One reader of a stream. */
export type EventStream = {
  /** Sends an encoded event; a reader that does not keep up is dropped. */
  send(encoded: string): void;
  end(): void;
  readonly isOpen: boolean;
};

/** All open streams of the service: keeps them alive, ends them with their token, and ends them all at the stop. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  readonly #authenticator: Authenticator;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(authenticator: Authenticator) {
    this.#authenticator = authenticator;
    this.#keepAlive = setInterval(() => {
      for (const each of this.#open) each.send(': alive\n\n');
    }, KEEP_ALIVE_MS).unref();
  }

  /** Streams open now. */
  get count(): number {
    return this.#open.size;
  }

  /** Takes over the reply as an event stream of `caller`. `onEnd` runs once, whoever ends it. */
  open(request: FastifyRequest, reply: FastifyReply, caller: Caller, onEnd: () => void): EventStream {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    });
    request.raw.socket.setNoDelay(true);
    const created = this.#track(raw, caller, onEnd);
    raw.write(`retry: ${RETRY_MS}\n\n`);
    return created;
  }

  /** Ends every stream; no more keep-alive. */
  close(): void {
    clearInterval(this.#keepAlive);
    for (const each of this.#open) each.end();
  }

  #track(raw: ServerResponse, caller: Caller, onEnd: () => void): EventStream {
    let isOpen = true;
    const ended = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#open.delete(created);
      stopListening();
      clearTimeout(expiry);
      onEnd();
    };
    const created: EventStream = {
      get isOpen() {
        return isOpen;
      },
      send: (encoded) => {
        if (!isOpen) return;
        if (raw.writableLength > MAX_BUFFERED_BYTES) raw.destroy();
        else raw.write(encoded);
      },
      end: () => {
        ended();
        raw.end();
        // A reader that never reads must not keep the socket.
        setTimeout(() => raw.destroy(), 500).unref();
      },
    };
    const stopListening = this.#authenticator.onRevoked(caller.tokenId, () => created.end());
    const expiry = atExpiry(caller.expiresAtMs, () => created.end());
    raw.on('close', ended);
    raw.on('error', ended);
    this.#open.add(created);
    return created;
  }
}

function atExpiry(expiresAtMs: number | null, callback: () => void): NodeJS.Timeout | undefined {
  if (expiresAtMs === null) return undefined;
  const leftMs = expiresAtMs - Date.now();
  return setTimeout(callback, Math.min(Math.max(0, leftMs), LONGEST_TIMER_MS)).unref();
}

/** The number that a returning reader names, or undefined for a first visit; NaN when it is not a number of ours. */
export function lastEventId(request: FastifyRequest): number | undefined {
  const value = request.headers['last-event-id'];
  if (value === undefined || value === '') return undefined;
  return /^\d{1,16}$/.test(String(value)) ? Number(value) : Number.NaN;
}
