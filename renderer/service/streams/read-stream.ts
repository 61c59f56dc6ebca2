import { createParser } from 'eventsource-parser';

import type { StreamEnd, WireEvent } from './messages.ts';

/** One stream, and what is to be done with what comes over it. */
export type Reading = {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** The station has answered and events will follow. */
  readonly onOpen: () => void;
  /** What came at once; nothing but a sign of life where it is empty. */
  readonly onEvents: (events: readonly WireEvent[]) => void;
};

/** Without a byte for this long the connection is taken for dead. The station sends a comment every 15 s. */
const SILENCE_LIMIT_MS = 40_000;

/** Reads one Server-Sent Events stream until it ends. Does not reconnect; never throws. */
export async function readStream(reading: Reading): Promise<StreamEnd> {
  const { url, token, signal, onOpen, onEvents } = reading;
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
  try {
    const answer = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (answer.status === 401 || answer.status === 403) return 'unauthenticated';
    if (!answer.ok || answer.body === null) return 'cut';
    onOpen();
    let events: WireEvent[] = [];
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => events.push([event, data === '' ? '{}' : data]),
    });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'cut';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
      parser.feed(value);
      onEvents(events);
      events = [];
    }
  } catch {
    // Refused, reset, silent or closed by us: the caller decides what comes next.
    return 'cut';
  } finally {
    clearTimeout(timer);
  }
}
