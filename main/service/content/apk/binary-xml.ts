import { ApkFault } from './apk-fault.ts';
import { CHUNK, chunksOf, rootChunk, type StoredValue, VALUE, valueAt } from './chunks.ts';
import { StringPool } from './string-pool.ts';

/** Attributes of Android by their id; their names may be anything. Source: Android's `R.attr`. */
const ATTRIBUTES: ReadonlyMap<number, string> = new Map([
  [0x01_01_00_01, 'label'],
  [0x01_01_00_02, 'icon'],
  [0x01_01_00_03, 'name'],
  [0x01_01_01_99, 'drawable'],
  [0x01_01_02_0c, 'minSdkVersion'],
  [0x01_01_02_1b, 'versionCode'],
  [0x01_01_02_1c, 'versionName'],
  [0x01_01_05_2c, 'roundIcon'],
  [0x01_01_05_76, 'versionCodeMajor'],
  [0x01_01_05_91, 'isSplitRequired'],
  [0x01_01_06_4e, 'requiredSplitTypes'],
  [0x01_01_06_4f, 'splitTypes'],
]);

/** More elements than any manifest has. */
const MAX_ELEMENTS = 50_000;
const MAX_ATTRIBUTES = 256;
/**
 * Limit on the attributes of all elements: they may share bytes, so that a small file could have any number of them.
 */
const MAX_TOTAL = 200_000;

/** A value with its text if it has one. */
export type XmlValue = StoredValue & { readonly text: string | undefined };

/** A start tag. `depth` is 0 for the root. */
export type XmlElement = {
  readonly name: string;
  readonly depth: number;
  /** By name; of duplicates the first counts. */
  readonly attributes: ReadonlyMap<string, XmlValue>;
};

/** Returns the start tags of binary XML, in order. @throws {ApkFault} {RangeError} if it is damaged. */
export function readXml(bytes: Buffer): XmlElement[] {
  const root = rootChunk(bytes, CHUNK.xml);
  const elements: XmlElement[] = [];
  let strings: StringPool | undefined;
  let ids: Buffer = Buffer.alloc(0);
  let depth = 0;
  let attributeCount = 0;
  for (const chunk of chunksOf(root.bytes, root.headerBytes)) {
    if (chunk.type === CHUNK.stringPool) strings ??= new StringPool(chunk);
    else if (chunk.type === CHUNK.resourceMap) ids = chunk.bytes.subarray(chunk.headerBytes);
    else if (chunk.type === CHUNK.endElement) depth -= 1;
    else if (chunk.type === CHUNK.startElement) {
      if (strings === undefined || elements.length > MAX_ELEMENTS) {
        throw new ApkFault('DAMAGED', 'A manifest is not as manifests are');
      }
      const element = readElement(chunk.bytes.subarray(chunk.headerBytes), strings, ids);
      attributeCount += element.attributes.size;
      if (attributeCount > MAX_TOTAL) throw new ApkFault('TOO_LARGE', 'A manifest has too many attributes');
      elements.push({ ...element, depth });
      depth += 1;
    }
  }
  return elements;
}

/** Returns the resource id of an attribute's name; 0 if it has none. */
function idAt(ids: Buffer, index: number): number {
  const at = index * 4;
  return at + 4 <= ids.length ? ids.readUInt32LE(at) : 0;
}

/** `bytes` begin after the header of the chunk. Source: Android's ResourceTypes.h, `ResXMLTree_attrExt`. */
function readElement(
  bytes: Buffer,
  strings: StringPool,
  ids: Buffer,
): Pick<XmlElement, 'name' | 'attributes'> {
  const [startsAt, sizeBytes] = [bytes.readUInt16LE(8), bytes.readUInt16LE(10)];
  const count = Math.min(bytes.readUInt16LE(12), MAX_ATTRIBUTES);
  const attributes = new Map<string, XmlValue>();
  for (let index = 0; index < count; index += 1) {
    const at = startsAt + index * sizeBytes;
    const nameIndex = bytes.readUInt32LE(at + 4);
    const name = ATTRIBUTES.get(idAt(ids, nameIndex)) ?? strings.at(nameIndex) ?? '';
    const value = valueAt(bytes, at + 12);
    const text = value.type === VALUE.string ? strings.at(value.data) : undefined;
    if (!attributes.has(name)) attributes.set(name, { ...value, text });
  }
  return { name: strings.at(bytes.readUInt32LE(4)) ?? '', attributes };
}
