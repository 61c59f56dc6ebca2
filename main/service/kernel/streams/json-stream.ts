import { Readable } from 'node:stream';

import { Pause } from '../yielding.ts';

/** Sent in pieces of about this many bytes. */
const PIECE_BYTES = 512 * 1024;

/** A piece is not made for longer than this, in ms, however small it is then: requests wait meanwhile. */
const MAX_PIECE_MS = 4;

/** The time is read once for so many texts. */
const LOOK_EVERY = 8;

/** A part of a JSON text: text, and bytes that are shared with other parts and only copied. */
export type JsonText = readonly (string | Buffer)[];

/** A reply too large for one turn of the event loop: its JSON text is made and sent piece by piece, letting requests in between. */
export class JsonStream<out Reply> {
  /** What the text is a reply of; for the compiler alone. */
  declare readonly reply: Reply;
  readonly #texts: Iterator<JsonText>;
  #isWhole = false;

  private constructor(texts: Iterable<JsonText>) {
    this.#texts = texts[Symbol.iterator]();
  }

  /** A list, each item made when it is sent. */
  static list<Item>(items: Iterable<Item>): JsonStream<Item[]> {
    return new JsonStream(bracketed(toTexts(items)));
  }

  /** The same of items that are JSON text already. */
  static listOfTexts<Item>(texts: Iterable<JsonText>): JsonStream<Item[]> {
    return new JsonStream(bracketed(texts));
  }

  /** Parts that together are the JSON text of whatever the endpoint answers; the compiler does not check them. */
  static parts(parts: Iterable<string>): JsonStream<never> {
    return new JsonStream(asTexts(parts));
  }

  /** The JSON text. For one call. */
  toStream(): Readable {
    return Readable.from(this.#pieces());
  }

  /** The whole JSON text at once. For one call. */
  toText(): string {
    const pieces: Buffer[] = [];
    while (!this.#isWhole) pieces.push(this.#nextPiece());
    return Buffer.concat(pieces).toString();
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    const pause = new Pause();
    while (!this.#isWhole) {
      yield this.#nextPiece();
      await pause.ifDue();
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
      if (count % LOOK_EVERY === 0 && performance.now() - startedAtMs > MAX_PIECE_MS) break;
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
    add(Buffer.from(text));
    return Buffer.concat(parts, length);
  }
}

/** The texts of a list's items with the commas between them, for `JsonStream.parts`. */
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
