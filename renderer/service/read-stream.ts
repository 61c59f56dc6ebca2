import { createParser } from 'eventsource-parser';

/** One event of a stream, its data parsed. */
export type StreamEvent = { readonly name: string; readonly data: unknown };

/** How a stream ended: interrupted or unreachable, or the station refuses the session. */
export type StreamEnd = 'cut' | 'unauthenticated';

/** One stream and its callbacks. */
export type StreamOptions = {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
  /** The station has answered and events will follow. */
  readonly onOpen: () => void;
  /** Called with any data, including keep-alives. */
  readonly onData: () => void;
  readonly onEvent: (event: StreamEvent) => void;
};

/** Without a byte for this long the connection counts as dead, in ms. The station sends a comment every 15 s. */
const SILENCE_LIMIT_MS = 40_000;

/** Reads one Server-Sent Events stream until it ends. Does not reconnect; never throws. */
export async function readStream(options: StreamOptions): Promise<StreamEnd> {
  const { url, token, signal, onOpen, onData, onEvent } = options;
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
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => deliver(event, data === '' ? '{}' : data, onEvent),
    });
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'cut';
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT_MS);
      onData();
      parser.feed(value);
    }
  } catch {
    // Refused, reset, silent or closed by us: the caller decides what to do.
    return 'cut';
  } finally {
    clearTimeout(timer);
  }
}

function deliver(name: string, text: string, onEvent: (event: StreamEvent) => void): void {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    // One unreadable event must not drop the others.
    return;
  }
  onEvent({ name, data });
}
