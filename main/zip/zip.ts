import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib';
import { pipeline, type Readable } from 'node:stream';

/** Signatures and sizes of its records. Source: APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const END = { signature: 0x06_05_4b_50, bytes: 22 };
const CENTRAL = { signature: 0x02_01_4b_50, bytes: 46 };
const LOCAL = { signature: 0x04_03_4b_50, bytes: 30 };
const MAX_COMMENT_LENGTH = 0xff_ff;
const STORED = 0;
const DEFLATED = 8;

/** Maximum size of a directory: 65,535 entries with names of 200 characters. */
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024;

/** Why a file cannot be read: it is no ZIP file, it is damaged or cut off, or a part exceeds the limits. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
  readonly kind: 'NOT_A_ZIP' | 'DAMAGED' | 'TOO_LARGE';

  constructor(kind: ZipFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An entry, as the directory states it. */
export type ZipEntry = {
  readonly method: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly checksum: number;
  readonly headerAt: number;
};

/** A part of a file, in bytes. */
export type Part = { readonly startsAt: number; readonly sizeBytes: number };

/**
 * The entries of a ZIP file, read by name and never unpacked to disk, so that no name can escape a folder. ZIP64 is
 * not supported: Android does not install it.
 */
export class Zip implements Disposable {
  readonly #path: string;
  readonly #file: number;
  readonly #part: Part;
  readonly #entries = new Map<string, ZipEntry>();
  #directoryAt = 0;

  private constructor(path: string, part: Part | undefined) {
    this.#path = path;
    this.#file = openSync(path, 'r');
    this.#part = part ?? { startsAt: 0, sizeBytes: fstatSync(this.#file).size };
  }

  /**
   * Opens a file, or one that is stored in a part of it.
   * @throws {ZipFault} if it is not a ZIP file, or damaged.
   */
  static open(path: string, part?: Part): Zip {
    const zip = new Zip(path, part);
    try {
      zip.#readDirectory();
      return zip;
    } catch (error) {
      zip[Symbol.dispose]();
      // A length in it leads beyond its end.
      throw error instanceof RangeError ? new ZipFault('DAMAGED', 'The directory is damaged') : error;
    }
  }

  /** Names of all entries, in the order of the directory. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Where the directory begins, in bytes: signatures of Android lie before it. */
  get directoryAt(): number {
    return this.#directoryAt;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns the size of an entry when unpacked, as the directory states it; 0 if there is none. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.sizeBytes ?? 0;
  }

  /** Returns where an entry lies in the file that is not packed; undefined if it is packed. @throws {ZipFault} */
  storedAt(name: string): Part | undefined {
    const entry = this.#entryOf(name);
    if (entry.method !== STORED) return undefined;
    return { startsAt: this.#part.startsAt + this.#dataAt(name, entry), sizeBytes: entry.packedBytes };
  }

  /**
   * Returns the bytes of an entry; undefined if there is none.
   *
   * @throws {ZipFault} if they are damaged, or more than `maxBytes`.
   */
  read(name: string, maxBytes: number): Buffer | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    if (entry.packedBytes > maxBytes) throw new ZipFault('TOO_LARGE', `${name} is too large`);
    const packed = this.bytes(this.#dataAt(name, entry), entry.packedBytes);
    if (entry.method === STORED) return packed;
    if (entry.method !== DEFLATED) throw new ZipFault('DAMAGED', `${name} is packed in an unknown way`);
    return inflate(packed, name, maxBytes);
  }

  /**
   * Yields the bytes of an entry, a chunk at a time: never more than the directory states.
   *
   * @throws {ZipFault} if there is none, or it differs from what the directory states.
   */
  async *chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entryOf(name);
    const [{ method, sizeBytes, checksum }, from] = [entry, this.#part.startsAt + this.#dataAt(name, entry)];
    if (method !== STORED && method !== DEFLATED)
      throw new ZipFault('DAMAGED', `${name} is packed in an unknown way`);
    let [total, sum] = [0, 0];
    if (entry.packedBytes > 0) {
      const range = { start: from, end: from + entry.packedBytes - 1, highWaterMark: 1 << 18 };
      for await (const chunk of unpacked(createReadStream(this.#path, range), method === DEFLATED, name)) {
        total += chunk.length;
        if (total > sizeBytes) throw new ZipFault('TOO_LARGE', `${name} is larger than it says`);
        sum = crc32(chunk, sum);
        yield chunk;
      }
    }
    if (total !== sizeBytes || sum !== checksum) throw new ZipFault('DAMAGED', `${name} is damaged`);
  }

  /** Returns bytes at a position. @throws {ZipFault} if it ends before. */
  bytes(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.#part.sizeBytes) throw new ZipFault('DAMAGED', 'It ends too early');
    const bytes = Buffer.alloc(length);
    if (readSync(this.#file, bytes, 0, length, this.#part.startsAt + at) < length)
      throw new ZipFault('DAMAGED', 'It ends too early');
    return bytes;
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #entryOf(name: string): ZipEntry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ZipFault('DAMAGED', `${name} is missing`);
    return entry;
  }

  /** Returns where the bytes of an entry begin. */
  #dataAt(name: string, { headerAt, packedBytes }: ZipEntry): number {
    const header = this.bytes(headerAt, LOCAL.bytes);
    if (header.readUInt32LE(0) !== LOCAL.signature) throw new ZipFault('DAMAGED', `${name} has no header`);
    const dataAt = headerAt + LOCAL.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (dataAt + packedBytes > this.#part.sizeBytes) throw new ZipFault('DAMAGED', 'It ends too early');
    return dataAt;
  }

  #readDirectory(): void {
    const end = this.#findEnd();
    const count = end.readUInt16LE(10);
    const [sizeBytes, startsAt] = [end.readUInt32LE(12), end.readUInt32LE(16)];
    if (sizeBytes > MAX_DIRECTORY_BYTES) throw new ZipFault('TOO_LARGE', 'The directory is too large');
    const directory = this.bytes(startsAt, sizeBytes);
    this.#directoryAt = startsAt;
    let at = 0;
    for (let index = 0; index < count; index += 1) at += this.#readEntry(directory, at);
  }

  #findEnd(): Buffer {
    const length = Math.min(this.#part.sizeBytes, END.bytes + MAX_COMMENT_LENGTH);
    const tail = this.bytes(this.#part.sizeBytes - length, length);
    for (let at = length - END.bytes; at >= 0; at -= 1) {
      const isEnd = tail.readUInt32LE(at) === END.signature;
      // A comment may contain the signature too: the real one has a comment that reaches to the end.
      if (isEnd && at + END.bytes + tail.readUInt16LE(at + 20) === length) return tail.subarray(at);
    }
    const isCutOff = this.#part.sizeBytes > 4 && this.bytes(0, 4).readUInt32LE(0) === LOCAL.signature;
    throw isCutOff
      ? new ZipFault('DAMAGED', 'It ends too early')
      : new ZipFault('NOT_A_ZIP', 'It is no ZIP file');
  }

  /** Adds the entry at `at` of the directory. Returns the length of its record. */
  #readEntry(directory: Buffer, at: number): number {
    if (directory.readUInt32LE(at) !== CENTRAL.signature)
      throw new ZipFault('DAMAGED', 'The directory is truncated');
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + nameBytes);
    // Two entries with the same name: which of them Android uses depends on its version.
    if (this.#entries.has(name)) throw new ZipFault('DAMAGED', `${name} is there twice`);
    this.#entries.set(name, {
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    });
    return CENTRAL.bytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
}

function inflate(packed: Buffer, name: string, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new ZipFault(isTooLarge ? 'TOO_LARGE' : 'DAMAGED', `${name} cannot be unpacked`);
  }
}

/** Yields the bytes of a stream, inflated. */
async function* unpacked(source: Readable, isDeflated: boolean, name: string): AsyncGenerator<Buffer> {
  // The error reaches the reader of the last stream.
  const output = isDeflated ? pipeline(source, createInflateRaw(), () => undefined) : source;
  try {
    for await (const chunk of output) yield Buffer.from(chunk);
  } catch (error) {
    const isOfDisk = error instanceof Error && 'syscall' in error;
    throw isOfDisk ? error : new ZipFault('DAMAGED', `${name} cannot be unpacked`);
  }
}
