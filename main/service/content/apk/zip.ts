import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

import { ApkFault } from './apk-fault.ts';

/** Signatures and sizes of its records. Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const END = { signature: 0x06_05_4b_50, bytes: 22 };
const CENTRAL = { signature: 0x02_01_4b_50, bytes: 46 };
const LOCAL = { signature: 0x04_03_4b_50, bytes: 30 };
const MAX_COMMENT_LENGTH = 0xff_ff;
const STORED = 0;
const DEFLATED = 8;

/** Maximum size of a directory: 65,535 entries with names of 200 characters. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

type Entry = { readonly method: number; readonly packedBytes: number; readonly headerAt: number };

/**
 * The entries of a ZIP file, read by name and never unpacked to disk, so that no name can escape a folder. ZIP64 is
 * not supported: Android does not install it.
 */
export class Zip implements Disposable {
  readonly #file: number;
  readonly #sizeBytes: number;
  readonly #entries = new Map<string, Entry>();

  private constructor(file: number) {
    this.#file = file;
    this.#sizeBytes = fstatSync(file).size;
  }

  /** @throws {ApkFault} if it is not a ZIP file, or damaged. */
  static open(path: string): Zip {
    const zip = new Zip(openSync(path, 'r'));
    try {
      zip.#readDirectory();
      return zip;
    } catch (error) {
      zip[Symbol.dispose]();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Returns the bytes of an entry; undefined if there is none.
   *
   * @throws {ApkFault} if they are damaged, or more than `maxBytes`.
   */
  read(name: string, maxBytes: number): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.packedBytes > maxBytes) throw new ApkFault('TOO_LARGE', `${name} is too large`);
    const header = this.#bytes(entry.headerAt, LOCAL.bytes);
    if (header.readUInt32LE(0) !== LOCAL.signature) throw new ApkFault('DAMAGED', `${name} has no header`);
    const dataAt = entry.headerAt + LOCAL.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    const packed = this.#bytes(dataAt, entry.packedBytes);
    if (entry.method === STORED) return packed;
    if (entry.method !== DEFLATED) throw new ApkFault('DAMAGED', `${name} is packed in an unknown way`);
    return inflate(packed, name, maxBytes);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #readDirectory(): void {
    const end = this.#findEnd();
    const count = end.readUInt16LE(10);
    const [sizeBytes, startsAt] = [end.readUInt32LE(12), end.readUInt32LE(16)];
    if (sizeBytes > MAX_DIRECTORY_BYTES) throw new ApkFault('TOO_LARGE', 'The directory is too large');
    const directory = this.#bytes(startsAt, sizeBytes);
    let at = 0;
    for (let index = 0; index < count; index += 1) at += this.#readEntry(directory, at);
  }

  #findEnd(): Buffer {
    const length = Math.min(this.#sizeBytes, END.bytes + MAX_COMMENT_LENGTH);
    const tail = this.#bytes(this.#sizeBytes - length, length);
    for (let at = length - END.bytes; at >= 0; at -= 1) {
      const isEnd = tail.readUInt32LE(at) === END.signature;
      // A comment may contain the signature too: the real one has a comment that reaches to the end.
      if (isEnd && at + END.bytes + tail.readUInt16LE(at + 20) === length) return tail.subarray(at);
    }
    throw new ApkFault('NOT_AN_APK', 'It is no ZIP file');
  }

  /** Adds the entry at `at` of the directory. Returns the length of its record. */
  #readEntry(directory: Buffer, at: number): number {
    if (directory.readUInt32LE(at) !== CENTRAL.signature)
      throw new ApkFault('DAMAGED', 'The directory is truncated');
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + nameBytes);
    // Two entries with the same name: which of them Android uses depends on its version.
    if (this.#entries.has(name)) throw new ApkFault('DAMAGED', `${name} is there twice`);
    this.#entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      headerAt: directory.readUInt32LE(at + 42),
    });
    return CENTRAL.bytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }

  #bytes(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.#sizeBytes) throw new ApkFault('DAMAGED', 'It ends too early');
    const bytes = Buffer.alloc(length);
    if (readSync(this.#file, bytes, 0, length, at) < length)
      throw new ApkFault('DAMAGED', 'It ends too early');
    return bytes;
  }
}

function inflate(packed: Buffer, name: string, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new ApkFault(isTooLarge ? 'TOO_LARGE' : 'DAMAGED', `${name} cannot be unpacked`);
  }
}
