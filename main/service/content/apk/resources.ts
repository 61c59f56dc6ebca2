import { ApkFault } from './apk-fault.ts';
import { type Chunk, CHUNK, chunksOf, rootChunk, type StoredValue, VALUE, valueAt } from './chunks.ts';
import { StringPool } from './string-pool.ts';

/** Flags. Source: Android's ResourceTypes.h, `ResTable_type` and `ResTable_entry`. */
const IS_SPARSE = 0x01;
const HAS_SHORT_OFFSETS = 0x02;
const IS_COMPLEX = 0x00_01;
const IS_COMPACT = 0x00_08;
const NO_ENTRY = 0xff_ff_ff_ff;
const NO_SHORT_ENTRY = 0xff_ff;

/** Maximum depth of references to references; deeper ones are circular. */
const MAX_STEPS = 8;
/** Type chunks in all packages: types times configurations. */
const MAX_TYPES = 100_000;
/** Variants of one resource that are considered: languages times densities. */
const MAX_VARIANTS = 512;

/** One variant of a resource: a text, which may be the path of a file. */
export type Variant = {
  readonly text: string;
  /** Two letters; empty for the default language. */
  readonly language: string;
  /** Dots per inch; 0 = not stated, 65,534 = any, 65,535 = not to be scaled. */
  readonly density: number;
};

type Config = Pick<Variant, 'language' | 'density'>;

/** The resource table of an APK: texts and files by their ids in a manifest. */
export class Resources {
  readonly #strings: StringPool | undefined;
  /** The type chunks by the upper 16 bits of the ids in them: package and type. */
  readonly #types = new Map<number, Chunk[]>();
  #typeCount = 0;

  /** @throws {ApkFault} {RangeError} if the table is damaged. */
  constructor(bytes: Buffer) {
    const table = rootChunk(bytes, CHUNK.table);
    let strings: StringPool | undefined;
    for (const chunk of chunksOf(table.bytes, table.headerBytes)) {
      if (chunk.type === CHUNK.stringPool) strings ??= new StringPool(chunk);
      else if (chunk.type === CHUNK.package) this.#addPackage(chunk);
    }
    this.#strings = strings;
  }

  /** Returns every variant of a resource that resolves to a text. @throws {RangeError} if the table is damaged. */
  variants(id: number): Variant[] {
    return this.#follow(id, { language: '', density: 0 }, MAX_STEPS).slice(0, MAX_VARIANTS);
  }

  #addPackage(chunk: Chunk): void {
    const packageId = chunk.bytes.readUInt32LE(8) & 0xff;
    for (const each of chunksOf(chunk.bytes, chunk.headerBytes)) {
      if (each.type !== CHUNK.type) continue;
      this.#typeCount += 1;
      if (this.#typeCount > MAX_TYPES) throw new ApkFault('TOO_LARGE', 'A table has too many types');
      const key = packageId * 0x1_00 + each.bytes.readUInt8(8);
      const known = this.#types.get(key);
      if (known === undefined) this.#types.set(key, [each]);
      else known.push(each);
    }
  }

  #follow(id: number, outer: Config, steps: number): Variant[] {
    if (steps === 0) return [];
    const found: Variant[] = [];
    for (const chunk of this.#types.get(id >>> 16) ?? []) {
      const value = valueIn(chunk, id & 0xff_ff);
      if (value === undefined) continue;
      const own = configOf(chunk.bytes);
      const config = { language: own.language || outer.language, density: own.density || outer.density };
      if (value.type === VALUE.string) {
        const text = this.#strings?.at(value.data);
        if (text !== undefined) found.push({ ...config, text });
      } else if (value.type === VALUE.reference && value.data !== id) {
        found.push(...this.#follow(value.data, config, steps - 1));
      }
      if (found.length > MAX_VARIANTS) break;
    }
    return found;
  }
}

/** Returns the configuration that a type chunk is for. Source: Android's ResourceTypes.h, `ResTable_config`. */
function configOf(bytes: Buffer): Config {
  const [first, second] = [bytes.readUInt8(28), bytes.readUInt8(29)];
  // A first byte with its top bit set packs three letters, which is never the default language.
  const language = first === 0 ? '' : String.fromCodePoint(first & 0x7f, second & 0x7f);
  return { language, density: bytes.readUInt16LE(34) };
}

/** Returns the simple value of an entry; undefined if it has none for this configuration, or is a bag of values. */
function valueIn({ bytes, headerBytes }: Chunk, index: number): StoredValue | undefined {
  const offset = offsetOf(bytes, headerBytes, index);
  if (offset === undefined) return undefined;
  const at = bytes.readUInt32LE(16) + offset;
  const flags = bytes.readUInt16LE(at + 2);
  if (flags & IS_COMPACT) return { type: flags >>> 8, data: bytes.readUInt32LE(at + 4) };
  if (flags & IS_COMPLEX) return undefined;
  return valueAt(bytes, at + bytes.readUInt16LE(at));
}

/** Returns the offset of an entry from the start of the entries, in any of the three formats. */
function offsetOf(bytes: Buffer, headerBytes: number, index: number): number | undefined {
  const flags = bytes.readUInt8(9);
  const count = bytes.readUInt32LE(12);
  if (flags & IS_SPARSE) return sparseOffset(bytes, headerBytes, { count, index });
  if (index >= count) return undefined;
  if (flags & HAS_SHORT_OFFSETS) {
    const short = bytes.readUInt16LE(headerBytes + index * 2);
    return short === NO_SHORT_ENTRY ? undefined : short * 4;
  }
  const offset = bytes.readUInt32LE(headerBytes + index * 4);
  return offset === NO_ENTRY ? undefined : offset;
}

function sparseOffset(
  bytes: Buffer,
  headerBytes: number,
  { count, index }: { readonly count: number; readonly index: number },
): number | undefined {
  for (let each = 0; each < count; each += 1) {
    const at = headerBytes + each * 4;
    if (bytes.readUInt16LE(at) === index) return bytes.readUInt16LE(at + 2) * 4;
  }
  return undefined;
}
