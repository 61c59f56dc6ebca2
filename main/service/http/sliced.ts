import { Readable } from 'node:stream';

import { Pause } from '../pause.ts';

/** Sent in pieces of about this many characters. */
const PIECE = 256 * 1024;

/** How many characters are made ahead at most. */
const AHEAD = 32 * 1024 * 1024;

/** A reply that is a long list: its items are made and sent one after the other, letting requests in between. */
export class Sliced<Item> {
  /** What it is a list of; for the compiler alone. */
  declare readonly item: Item;
  readonly #texts: Iterator<string>;
  readonly #ahead: Buffer[] = [];
  #isFirst = true;
  #isWhole = false;

  private constructor(texts: Iterable<string>) {
    this.#texts = texts[Symbol.iterator]();
  }

  static of<Item>(items: Iterable<Item>): Sliced<Item> {
    return new Sliced<Item>(toTexts(items));
  }

  /** The same of items that are JSON text already. */
  static ofTexts<Item>(texts: Iterable<string>): Sliced<Item> {
    return new Sliced<Item>(texts);
  }

  /** Makes as much of it as may be kept, while there is something else to wait for. */
  async prepare(): Promise<void> {
    const pause = new Pause();
    for (let length = 0; length < AHEAD && !this.#isWhole;) {
      const piece = Buffer.from(this.#nextPiece());
      this.#ahead.push(piece);
      length += piece.length;
      await pause.ifDue();
    }
  }

  /** The list as JSON text. For one call. */
  toStream(): Readable {
    return Readable.from(this.#pieces());
  }

  /** The whole list at once. For one call. */
  toText(): string {
    const pieces = [Buffer.concat(this.#ahead).toString()];
    while (!this.#isWhole) pieces.push(this.#nextPiece());
    return pieces.join('');
  }

  async *#pieces(): AsyncGenerator<string | Buffer> {
    yield* this.#ahead;
    const pause = new Pause();
    while (!this.#isWhole) {
      yield this.#nextPiece();
      await pause.ifDue();
    }
  }

  #nextPiece(): string {
    let piece = this.#isFirst ? '[' : '';
    while (piece.length < PIECE) {
      const next = this.#texts.next();
      if (next.done === true) {
        this.#isWhole = true;
        return `${piece}]`;
      }
      piece += (this.#isFirst ? '' : ',') + next.value;
      this.#isFirst = false;
    }
    return piece;
  }
}

function* toTexts(items: Iterable<unknown>): Generator<string> {
  for (const item of items) yield JSON.stringify(item);
}
