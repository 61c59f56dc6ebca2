import { Readable } from 'node:stream';

import { Pause } from '../yielding.ts';

/** Sent in pieces of about this many bytes. */
const PIECE = 512 * 1024;

/** A piece is not made for longer than this, in ms, however small it is then: requests wait meanwhile. */
const MAX_PIECE_MS = 4;

/** The time is looked at once for so many items. */
const LOOK_EVERY = 8;

/** The JSON text of one item: text, and bytes that it shares with other items and that are only copied. */
export type ItemText = readonly (string | Buffer)[];

/** A reply that is a long list: its items are made and sent one after the other, letting requests in between. */
export class Sliced<Item> {
  /** What it is a list of; for the compiler alone. */
  declare readonly item: Item;
  readonly #texts: Iterator<ItemText>;
  #isFirst = true;
  #isWhole = false;

  private constructor(texts: Iterable<ItemText>) {
    this.#texts = texts[Symbol.iterator]();
  }

  static of<Item>(items: Iterable<Item>): Sliced<Item> {
    return new Sliced<Item>(toTexts(items));
  }

  /** The same of items that are JSON text already. */
  static ofTexts<Item>(texts: Iterable<ItemText>): Sliced<Item> {
    return new Sliced<Item>(texts);
  }

  /** The list as JSON text. For one call. */
  toStream(): Readable {
    return Readable.from(this.#pieces());
  }

  /** The whole list at once. For one call. */
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
    let text = this.#isFirst ? '[' : '';
    const add = (bytes: Buffer): void => {
      parts.push(bytes);
      length += bytes.length;
    };
    const startedAtMs = performance.now();
    for (let count = 1; length + text.length < PIECE; count += 1) {
      if (count % LOOK_EVERY === 0 && performance.now() - startedAtMs > MAX_PIECE_MS) break;
      const next = this.#texts.next();
      if (next.done === true) {
        this.#isWhole = true;
        text += ']';
        break;
      }
      if (!this.#isFirst) text += ',';
      this.#isFirst = false;
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

function* toTexts(items: Iterable<unknown>): Generator<ItemText> {
  for (const item of items) yield [JSON.stringify(item)];
}
