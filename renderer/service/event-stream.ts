import { createParser } from 'eventsource-parser';

/** One event as it stands on the wire, `data` parsed as JSON. */
export type StreamEvent = { readonly name: string; readonly id: string | null; readonly data: unknown };

export type StreamOptions = {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** Of the last event that was handled; the station goes on from there. */
  readonly lastEventId: string | null;
  /** The station has answered and events will follow. */
  onOpen(): void;
  /** Something came, if only a sign of life. */
  onHeard(): void;
  onEvent(event: StreamEvent): void;
};

/** How a stream ended: cut or never reached, or the station does not take the key. */
export type StreamEnd = 'cut' | 'unauthenticated';

/** Without a byte for this long the connection is taken for dead. The station sends a comment every 15 s. */
const SILENCE_LIMIT_MS = 40_000;

/**
 * Waiting time before try `attempt`, counted from 0, in ms.
 * Source: interface.md, client rules: min(30000, 500·2^n) plus up to 250.
 */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  return Math.min(30_000, 500 * 2 ** Math.min(attempt, 16)) + Math.floor(random() * 251);
}

/** Reads one Server-Sent Events stream until it ends. Does not reconnect; never throws. */
export async function readEventStream(options: StreamOptions): Promise<StreamEnd> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
  try {
    const answer = await fetch(options.url, {
      headers: requestHeaders(options),
      cache: 'no-store',
      signal: AbortSignal.any([options.signal, silence.signal]),
    });
    if (answer.status === 401 || answer.status === 403) return 'unauthenticated';
    if (!answer.ok || answer.body === null) return 'cut';
    options.onOpen();
    const parser = createParser({ onEvent: (message) => deliver(message, options) });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'cut';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
      options.onHeard();
      parser.feed(value);
    }
  } catch {
    // Refused, reset, silent or closed by us: the caller decides what comes next.
    return 'cut';
  } finally {
    clearTimeout(timer);
  }
}

function requestHeaders(options: StreamOptions): Headers {
  const headers = new Headers({
    accept: 'text/event-stream',
    authorization: `Bearer ${options.token}`,
  });
  if (options.lastEventId !== null) headers.set('last-event-id', options.lastEventId);
  return headers;
}

function deliver(
  message: { event?: string | undefined; id?: string | undefined; data: string },
  options: StreamOptions,
): void {
  let data: unknown;
  try {
    data = message.data === '' ? {} : JSON.parse(message.data);
  } catch {
    // One event that cannot be read must not take the others with it.
    return;
  }
  options.onEvent({ name: message.event ?? 'message', id: message.id ?? null, data });
}
