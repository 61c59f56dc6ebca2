import { Readable } from 'node:stream';

import { Pause } from '../pause.ts';

/** Sent in pieces of about this many characters. */
const PIECE = 64 * 1024;

/** How many characters are made ahead at most. */
const AHEAD = 32 * 1024 * 1024;

/** A reply that is a long list: its items are made and sent one after the other, letting requests in between. */
export class Sliced<Item> {
  readonly #items: Iterator<Item>;
  readonly #ahead: string[] = [];
  #isFirst = true;
  #isWhole = false;

  constructor(items: Iterable<Item>) {
    this.#items = items[Symbol.iterator]();
  }

  /** Makes as much of it as may be kept, while there is something else to wait for. */
  async prepare(): Promise<void> {
    const pause = new Pause();
    for (let length = 0; length < AHEAD && !this.#isWhole;) {
      const piece = this.#nextPiece();
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
    const pieces = [...this.#ahead];
    while (!this.#isWhole) pieces.push(this.#nextPiece());
    return pieces.join('');
  }

  async *#pieces(): AsyncGenerator<string> {
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
      const next = this.#items.next();
      if (next.done === true) {
        this.#isWhole = true;
        return `${piece}]`;
      }
      piece += (this.#isFirst ? '' : ',') + JSON.stringify(next.value);
      this.#isFirst = false;
    }
    return piece;
  }
}
