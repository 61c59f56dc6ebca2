import { ApkFault } from './apk-fault.ts';

/** Types of chunks. Source: Android's ResourceTypes.h, `ResChunk_header`. */
export const CHUNK = {
  stringPool: 0x00_01,
  table: 0x00_02,
  xml: 0x00_03,
  startElement: 0x01_02,
  endElement: 0x01_03,
  resourceMap: 0x01_80,
  package: 0x02_00,
  type: 0x02_01,
} as const;

/** Types of values. Source: Android's ResourceTypes.h, `Res_value`. */
export const VALUE = {
  reference: 0x01,
  string: 0x03,
  firstInteger: 0x10,
  lastInteger: 0x11,
  boolean: 0x12,
} as const;

/** More chunks than any application has. */
const MAX_CHUNKS = 100_000;

/** A part of binary XML or of a resource table: its type, and all its bytes including the header. */
export type Chunk = { readonly type: number; readonly headerBytes: number; readonly bytes: Buffer };

/** A value as it is stored: `data` is a number, the index of a text or the id of a resource, by its `type`. */
export type StoredValue = { readonly type: number; readonly data: number };

/** Yields consecutive chunks in `bytes`, from `at`. @throws {ApkFault} if one exceeds the end. */
export function* chunksOf(bytes: Buffer, at: number): Generator<Chunk, undefined> {
  let count = 0;
  for (let next = at; next + 8 <= bytes.length; count += 1) {
    const headerBytes = bytes.readUInt16LE(next + 2);
    const sizeBytes = bytes.readUInt32LE(next + 4);
    const isSound = headerBytes >= 8 && sizeBytes >= headerBytes && next + sizeBytes <= bytes.length;
    if (!isSound || count > MAX_CHUNKS) throw new ApkFault('DAMAGED', 'A table reaches beyond its end');
    yield { type: bytes.readUInt16LE(next), headerBytes, bytes: bytes.subarray(next, next + sizeBytes) };
    next += sizeBytes;
  }
  return undefined;
}

/** Returns the single chunk of a file. @throws {ApkFault} if it has another type. */
export function rootChunk(bytes: Buffer, type: number): Chunk {
  const root = chunksOf(bytes, 0).next().value;
  if (root?.type !== type) throw new ApkFault('DAMAGED', 'A table is not what it should be');
  return root;
}

/** Reads the value at `at`. */
export function valueAt(bytes: Buffer, at: number): StoredValue {
  return { type: bytes.readUInt8(at + 3), data: bytes.readUInt32LE(at + 4) };
}
