import { ApkFault } from './apk-fault.ts';
import type { Chunk } from './chunks.ts';

const IS_UTF8 = 1 << 8;
/** Longer texts are truncated: no label or name is as long. */
const MAX_CHARACTERS = 4_096;
/**
 * Limit on all decoded texts together with the overhead of each, because a file can refer to the same text any number
 * of times.
 */
const MAX_TOTAL = 4 * 1024 * 1024;
const OVERHEAD_BYTES = 32;

/** The texts of a table, decoded on demand. Source: Android's ResourceTypes.h, `ResStringPool_header`. */
export class StringPool {
  readonly #chunk: Chunk;
  readonly #count: number;
  readonly #isUtf8: boolean;
  readonly #startsAt: number;
  readonly #known = new Map<number, string>();
  #left = MAX_TOTAL;

  constructor(chunk: Chunk) {
    const { bytes } = chunk;
    this.#chunk = chunk;
    this.#count = bytes.readUInt32LE(8);
    this.#isUtf8 = (bytes.readUInt32LE(16) & IS_UTF8) !== 0;
    this.#startsAt = bytes.readUInt32LE(20);
  }

  /**
   * Returns the text at `index`; undefined if there is none. @throws {RangeError} if it is beyond the end.
   * @throws {ApkFault} if more text is decoded than any application has.
   */
  at(index: number): string | undefined {
    if (index >= this.#count) return undefined;
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const text = this.#decode(index);
    this.#left -= text.length + OVERHEAD_BYTES;
    if (this.#left < 0) throw new ApkFault('TOO_LARGE', 'It has too much text');
    this.#known.set(index, text);
    return text;
  }

  #decode(index: number): string {
    const { bytes, headerBytes } = this.#chunk;
    const at = this.#startsAt + bytes.readUInt32LE(headerBytes + index * 4);
    return this.#isUtf8 ? this.#utf8(at) : this.#utf16(at);
  }

  /** Format: length in characters, then in bytes, each in one or two bytes; the text. */
  #utf8(at: number): string {
    const { bytes } = this.#chunk;
    const lengthAt = at + (bytes.readUInt8(at) & 0x80 ? 2 : 1);
    const first = bytes.readUInt8(lengthAt);
    const isLong = (first & 0x80) !== 0;
    const length = isLong ? ((first & 0x7f) << 8) | bytes.readUInt8(lengthAt + 1) : first;
    const textAt = lengthAt + (isLong ? 2 : 1);
    return clean(bytes.toString('utf8', textAt, textAt + Math.min(length, MAX_CHARACTERS * 4)));
  }

  /** Format: length in units, in one or two units; the text. */
  #utf16(at: number): string {
    const { bytes } = this.#chunk;
    const first = bytes.readUInt16LE(at);
    const isLong = (first & 0x80_00) !== 0;
    const length = isLong ? ((first & 0x7f_ff) << 16) | bytes.readUInt16LE(at + 2) : first;
    const textAt = at + (isLong ? 4 : 2);
    const endsAt = textAt + Math.min(length, MAX_CHARACTERS) * 2;
    // A truncated text could end in half a unit: Node 24 writes beyond its own memory when it decodes one from an odd
    // address.
    if (endsAt > bytes.length) throw new RangeError('A text goes beyond the end of its table');
    return clean(bytes.toString('utf16le', textAt, endsAt));
  }
}

function clean(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '');
}
