import { Readable } from 'node:stream';

import { Pause } from '../pause.ts';

/** Sent in pieces of about this many characters. */
const PIECE = 64 * 1024;

/** A reply that is a long list: its items are made and sent one after the other, letting requests in between. */
export class Sliced<Item> {
  readonly items: Iterable<Item>;

  constructor(items: Iterable<Item>) {
    this.items = items;
  }

  /** The list as JSON text. */
  toStream(): Readable {
    return Readable.from(pieces(this.items));
  }
}

async function* pieces(items: Iterable<unknown>): AsyncGenerator<string> {
  const pause = new Pause();
  let piece = '[';
  let comma = '';
  for (const item of items) {
    piece += comma + JSON.stringify(item);
    comma = ',';
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
    await pause.ifDue();
  }
  yield `${piece}]`;
}
