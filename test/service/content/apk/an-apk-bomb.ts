// Small APKs that reference the same bytes over and over: decoded naively, they are gigabytes.

/** A chunk of binary XML or of a resource table. */
function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const start = Buffer.alloc(8);
  start.writeUInt16LE(type, 0);
  start.writeUInt16LE(8 + header.length, 2);
  start.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([start, header, body]);
}

const STRING_POOL = 0x00_01;
const TABLE = 0x00_02;
const XML = 0x00_03;
const START_ELEMENT = 0x01_02;
const PACKAGE = 0x02_00;
const TYPE = 0x02_01;
const IS_STRING = 0x03;

/** Texts that are two characters apart and 4,000 long, all different. */
function overlappingTexts(count: number): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt32LE(count, 0);
  header.writeUInt32LE(28 + count * 4, 12);
  const index = Buffer.alloc(count * 4);
  for (let each = 0; each < count; each += 1) index.writeUInt32LE(each * 4, each * 4);
  const text = Buffer.alloc(count * 4 + 10_000);
  for (let at = 0; at < text.length; at += 2) text.writeUInt16LE(4_000 + ((at / 2) % 997), at);
  return chunk(STRING_POOL, header, Buffer.concat([index, text]));
}

/** An element with 256 attributes whose names and values are such texts, from the first on. */
function anElement(first: number): Buffer {
  const count = 256;
  const body = Buffer.alloc(20 + count * 20);
  body.writeUInt16LE(20, 8);
  body.writeUInt16LE(20, 10);
  body.writeUInt16LE(count, 12);
  for (let index = 0; index < count; index += 1) {
    const at = 20 + index * 20;
    body.writeUInt32LE(first + index, at + 4);
    body.writeUInt8(IS_STRING, at + 15);
    body.writeUInt32LE(first + index, at + 16);
  }
  return chunk(START_ELEMENT, Buffer.alloc(8), body);
}

/** A manifest with this many elements that share their few texts. */
export function manyAttributes(elements: number): Buffer {
  const parts = Array.from({ length: elements }, () => anElement(0));
  return chunk(XML, Buffer.alloc(0), Buffer.concat([overlappingTexts(300), ...parts]));
}

/** A manifest whose elements all reference their own texts. */
export function manyTexts(elements: number): Buffer {
  const parts = Array.from({ length: elements }, (_, index) => anElement(index * 256));
  return chunk(XML, Buffer.alloc(0), Buffer.concat([overlappingTexts(elements * 256), ...parts]));
}

/** A resource table with this many packages of 90,000 empty types each. */
export function manyTypes(packages: number): Buffer {
  const types = Buffer.alloc(90_000 * 9);
  const one = chunk(TYPE, Buffer.alloc(0), Buffer.alloc(1));
  for (let at = 0; at < types.length; at += one.length) one.copy(types, at);
  const each = chunk(PACKAGE, Buffer.alloc(4, 1), types);
  return chunk(TABLE, Buffer.alloc(4), Buffer.concat(Array.from({ length: packages }, () => each)));
}
