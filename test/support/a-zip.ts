import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a ZIP file, and false values for its records. */
export type ZipEntry = {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isDeflated?: boolean;
  /** Compressed size in the directory. */
  readonly declaredBytes?: number;
  /** Size in the directory. */
  readonly unpackedBytes?: number;
};

/** Builds a ZIP file. */
export function aZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, isDeflated = false, declaredBytes, unpackedBytes } of entries) {
    const packed = isDeflated ? deflateRawSync(content) : Buffer.from(content);
    const fields = fieldsOf(packed, content, isDeflated);
    const encoded = Buffer.from(name);
    const local = Buffer.concat([u32(0x04034b50), u16(20), fields, u16(encoded.length), u16(0), encoded]);
    const central = Buffer.concat([
      Buffer.concat([u32(0x02014b50), u16(20), u16(20), fields, u16(encoded.length), u16(0), u16(0)]),
      Buffer.concat([u16(0), u16(0), u32(0), u32(at), encoded]),
    ]);
    if (declaredBytes !== undefined) central.writeUInt32LE(declaredBytes, 20);
    if (unpackedBytes !== undefined) central.writeUInt32LE(unpackedBytes, 24);
    parts.push(local, packed);
    directory.push(central);
    at += local.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const count = u16(entries.length);
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0),
    u16(0),
    count,
    count,
    u32(list.length),
    u32(at),
    u16(0),
  ]);
  return Buffer.concat([...parts, list, end]);
}

/** Flags, method, time, date, checksum and both sizes: the same in both records. */
function fieldsOf(packed: Buffer, content: Uint8Array, isDeflated: boolean): Buffer {
  const sizes = [u32(crc32(content)), u32(packed.length), u32(content.length)];
  return Buffer.concat([u16(0), u16(isDeflated ? 8 : 0), u16(0), u16(0), ...sizes]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
