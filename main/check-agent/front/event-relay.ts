import type { IncomingMessage, ServerResponse } from 'node:http';

import { createParser } from 'eventsource-parser';

/** An event that passed on a stream. */
export type PassedEvent = Readonly<{ name: string; data: string }>;

/** One open stream of Server-Sent Events: passes on the station’s events, and adds others between them. */
export class EventRelay {
  readonly #response: ServerResponse;
  #isBetween = true;
  #queue: string[] = [];

  constructor(stream: IncomingMessage, response: ServerResponse, onEvent: (event: PassedEvent) => void) {
    this.#response = response;
    const decoder = new TextDecoder();
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => onEvent({ name: event, data }),
    });
    stream.on('data', (chunk: Buffer) => {
      const text = decoder.decode(chunk, { stream: true });
      response.write(chunk);
      this.#isBetween = text.endsWith('\n\n');
      parser.feed(text);
      this.#flush();
    });
    stream.on('end', () => response.end()).on('error', () => response.destroy());
    response.on('close', () => stream.destroy());
  }

  /** Adds text to the stream, between two events. */
  add(text: string): void {
    this.#queue.push(text);
    this.#flush();
  }

  #flush(): void {
    if (!this.#isBetween) return;
    for (const text of this.#queue) this.#response.write(text);
    this.#queue = [];
  }
}
