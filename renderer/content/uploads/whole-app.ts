/** Names of the main part of an app in several APKs: as on a headset, and from bundletool. */
const BASE = /^(?:base|base-master)\.apk$/i;
/** Names of all parts, and of expansion files. */
const PART = /^(?:(?:base|split|config)[-._].*|base)\.apk$|\.obb$/i;

/** Sizes and positions in a ZIP file have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;
const LOCAL = 0x04_03_4b_50;
const CENTRAL = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** 1 January 1980: the same files make the same bundle, which can be resumed. */
const DATE = 0x00_21;

/**
 * Returns files as they are uploaded: the parts of an app (`base.apk` and its splits) become one bundle, the rest stays
 * as it is.
 */
export async function withWholeApp(files: readonly File[], name = 'app'): Promise<readonly File[]> {
  const parts = partsOf(files);
  if (parts.length === 0) return files;
  const lastModified = Math.max(...parts.map((file) => file.lastModified));
  const bundle = new File(await zipOf(parts), `${name}.apks`, { lastModified });
  return [bundle, ...files.filter((file) => !parts.includes(file))];
}

/** Returns true if some of these are one app. */
export function hasParts(files: readonly File[]): boolean {
  return partsOf(files).length > 0;
}

function partsOf(files: readonly File[]): readonly File[] {
  const parts = files.filter((file) => PART.test(file.name));
  const apks = parts.filter(({ name }) => /\.apk$/i.test(name));
  const totalBytes = parts.reduce((sum, { size, name }) => sum + size + 2 * name.length + 200, 0);
  const isOne = apks.length > 1 && apks.filter(({ name }) => BASE.test(name)).length === 1;
  return isOne && totalBytes < MAX_BYTES ? parts : [];
}

/** Packs files without compressing them: their bytes stay where they are until they are sent. */
async function zipOf(files: readonly File[]): Promise<Blob[]> {
  const content: Blob[] = [];
  const directory: Blob[] = [];
  let at = 0;
  let directoryBytes = 0;
  for (const file of files) {
    const name = new TextEncoder().encode(file.name);
    const fields = [0x08_00, 0, 0, DATE];
    const sizes = [await checksumOf(file), file.size, file.size];
    const local = record([LOCAL], [20, ...fields], sizes, [name.length, 0]);
    const central = record([CENTRAL], [20, 20, ...fields], sizes, [name.length, 0, 0, 0, 0], [0, at]);
    content.push(new Blob([local, name]), file);
    directory.push(new Blob([central, name]));
    at += local.length + name.length + file.size;
    directoryBytes += central.length + name.length;
  }
  const count = files.length;
  return [
    ...content,
    ...directory,
    new Blob([record([END], [0, 0, count, count], [directoryBytes, at], [0])]),
  ];
}

/** Numbers of 32 bits, then of 16 bits, and so on by turns. */
function record(...groups: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  const width = (group: number): number => (group % 2 === 0 ? 4 : 2);
  const length = groups.reduce((sum, { length: count }, group) => sum + count * width(group), 0);
  const view = new DataView(new ArrayBuffer(length));
  let at = 0;
  for (const [group, numbers] of groups.entries()) {
    for (const number of numbers) {
      if (width(group) === 4) view.setUint32(at, number, true);
      else view.setUint16(at, number, true);
      at += width(group);
    }
  }
  return new Uint8Array(view.buffer);
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xed_b8_83_20;
  return value;
});

/** CRC-32 of a file, read a chunk at a time. */
async function checksumOf(file: File): Promise<number> {
  const reader = file.stream().getReader();
  let sum = 0xff_ff_ff_ff;
  for (let next = await reader.read(); !next.done; next = await reader.read())
    for (const byte of next.value) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
