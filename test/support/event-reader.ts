import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** One event of a stream, with its data as JSON. */
export type ReadEvent = {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: Record<string, unknown>;
};

/** A reader of an event stream that waits for what a test expects. */
export class EventReader implements AsyncDisposable {
  readonly response: Response;
  readonly events: ReadEvent[] = [];
  readonly comments: string[] = [];
  /** Resolves when the station ends the stream. */
  readonly ended: Promise<void>;
  readonly #abort: AbortController;
  readonly #wakers = new Set<() => void>();

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.ended = this.#read();
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: abort.signal,
    });
    return new EventReader(response, abort);
  }

  /** Returns the first event, from the beginning, that `matches`; waits for it, up to 30 s. */
  async next(
    name: string,
    matches: (data: Record<string, unknown>) => boolean = () => true,
  ): Promise<ReadEvent> {
    const deadline = AbortSignal.timeout(120_000);
    for (;;) {
      const found = this.events.find((event) => event.name === name && matches(event.data));
      if (found !== undefined) return found;
      if (deadline.aborted)
        throw new Error(`No ${name} came; there were ${this.events.map((each) => each.name).join(', ')}`);
      await new Promise<void>((resolve) => {
        this.#wakers.add(resolve);
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  async #read(): Promise<void> {
    const parser = createParser({
      onEvent: (message: EventSourceMessage) => {
        this.events.push({
          id: message.id,
          name: message.event ?? 'message',
          data: JSON.parse(message.data) as Record<string, unknown>,
        });
        for (const wake of this.#wakers) wake();
        this.#wakers.clear();
      },
      onComment: (comment) => this.comments.push(comment),
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body ?? [])
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
    } catch {
      // Closed by the test or by the station: ended either way.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }
}
