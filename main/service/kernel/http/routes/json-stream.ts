import { Readable } from 'node:stream';

import { Yielder } from '../../yielding.ts';

/** Approximate size of a piece, in bytes. */
const PIECE_BYTES = 64 * 1024;

/** Maximum time spent on a piece, in ms, however small it is then, because requests wait meanwhile. */
const MAX_PIECE_MS = 4;

/** Number of texts between two readings of the time. */
const CHECK_INTERVAL = 8;

/** A part of a JSON text: text, and bytes that are shared with other parts and only copied. */
export type JsonText = readonly (string | Buffer)[];

/**
 * A reply too large for one turn of the event loop: its JSON text is created and sent piece by piece, with requests
 * running in between.
 */
export class JsonStream<out Reply> {
  /** The reply type; for the compiler only. */
  declare readonly reply: Reply;
  readonly #texts: Iterator<JsonText>;
  #isWhole = false;

  private constructor(texts: Iterable<JsonText>) {
    this.#texts = texts[Symbol.iterator]();
  }

  /** Returns a list whose items are created when they are sent. */
  static list<Item>(items: Iterable<Item>): JsonStream<Item[]> {
    return new JsonStream(bracketed(toTexts(items)));
  }

  /** Does the same for items that are JSON text already. */
  static listOfTexts<Item>(texts: Iterable<JsonText>): JsonStream<Item[]> {
    return new JsonStream(bracketed(texts));
  }

  /** Returns parts that together are the JSON text of the endpoint's reply; the compiler does not check them. */
  static parts(parts: Iterable<string>): JsonStream<never> {
    return new JsonStream(asTexts(parts));
  }

  /** Returns the JSON text as a stream. Call it once. */
  toStream(): Readable {
    return Readable.from(this.#pieces());
  }

  /** Returns the whole JSON text. Call it once. */
  toText(): string {
    const pieces: Buffer[] = [];
    while (!this.#isWhole) pieces.push(this.#nextPiece());
    return Buffer.concat(pieces).toString();
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    const yielder = new Yielder();
    while (!this.#isWhole) {
      yield this.#nextPiece();
      await yielder.yieldIfDue();
    }
  }

  #nextPiece(): Buffer {
    const parts: Buffer[] = [];
    let length = 0;
    let text = '';
    const add = (bytes: Buffer): void => {
      parts.push(bytes);
      length += bytes.length;
    };
    const startedAtMs = performance.now();
    for (let count = 1; length + text.length < PIECE_BYTES; count += 1) {
      if (count % CHECK_INTERVAL === 0 && performance.now() - startedAtMs > MAX_PIECE_MS) break;
      const next = this.#texts.next();
      if (next.done === true) {
        this.#isWhole = true;
        break;
      }
      for (const part of next.value) {
        if (typeof part === 'string') text += part;
        else {
          add(Buffer.from(text));
          add(part);
          text = '';
        }
      }
    }
    if (parts.length === 0) return Buffer.from(text);
    add(Buffer.from(text));
    return Buffer.concat(parts, length);
  }
}

/** Adds commas between the texts of a list's items, for `JsonStream.parts`. */
export function withCommas(items: readonly string[]): string[] {
  return items.map((item, index) => (index === 0 ? item : `,${item}`));
}

function* asTexts(parts: Iterable<string>): Generator<JsonText> {
  for (const part of parts) yield [part];
}

function* toTexts(items: Iterable<unknown>): Generator<JsonText> {
  for (const item of items) yield [JSON.stringify(item)];
}

function* bracketed(texts: Iterable<JsonText>): Generator<JsonText> {
  let before = '[';
  for (const text of texts) {
    yield [before, ...text];
    before = ',';
  }
  yield [before === '[' ? '[]' : ']'];
}
