// Small APKs that are parts of one app: with a manifest and a signature that no headset would accept, but every reader.
import { aZip, type ZipEntry } from './a-zip.ts';

type Value = string | number | boolean;
export type PartFacts = {
  readonly packageName?: string;
  readonly versionCode?: number;
  /** Absent: the base. */
  readonly split?: string;
  readonly isSplitRequired?: boolean;
  readonly requiredSplitTypes?: string;
  readonly splitTypes?: string;
  /** Whose certificate it names; null: it is not signed. */
  readonly signer?: string | null;
};

/** An APK with these facts. */
export function anApk({ signer = 'The developer', ...facts }: PartFacts = {}): Buffer {
  const { packageName = 'org.school.parts', versionCode = 7, ...others } = facts;
  const attributes = { package: packageName, versionCode, ...others };
  const apk = aZip([{ name: 'AndroidManifest.xml', content: aManifest(attributes), isDeflated: true }]);
  return signer === null ? apk : signed(apk, signer);
}

/** A bundle as people share it: a base, a part for its processor, one for a language, and what else is given. */
export function aBundle(changes: PartFacts = {}, others: readonly ZipEntry[] = []): Buffer {
  return aZip([
    { name: 'base.apk', content: anApk(), isDeflated: true },
    { name: 'split_config.arm64_v8a.apk', content: anApk({ split: 'config.arm64_v8a', ...changes }) },
    { name: 'split_config.fr.apk', content: anApk({ split: 'config.fr' }), isDeflated: true },
    ...others,
  ]);
}

function aManifest(attributes: Readonly<Record<string, Value>>): Buffer {
  const strings = [
    'manifest',
    ...Object.entries(attributes).flatMap(([name, value]) => [name, String(value)]),
  ];
  const texts = strings.map((text) => Buffer.concat([u16(text.length), Buffer.from(`${text}\0`, 'utf16le')]));
  const offsets = texts.map((_, index) =>
    u32(texts.slice(0, index).reduce((sum, each) => sum + each.length, 0)),
  );
  const start = 28 + offsets.length * 4;
  const pool = chunk(0x00_01, [texts.length, 0, 0, start, 0], Buffer.concat([...offsets, ...texts]));
  const values = Object.values(attributes).map((value, index) =>
    Buffer.concat([
      u32(0xff_ff_ff_ff),
      u32(1 + index * 2),
      u32(0xff_ff_ff_ff),
      u16(8),
      ...typed(value, index),
    ]),
  );
  const head = [u32(0xff_ff_ff_ff), u32(0), u16(20), u16(20), u16(values.length), u16(0), u16(0), u16(0)];
  const element = chunk(0x01_02, [1, 0xff_ff_ff_ff], Buffer.concat([...head, ...values]));
  return chunk(0x00_03, [], Buffer.concat([pool, element]));
}

/** A reserved byte, the type of a value, and its number. */
function typed(value: Value, index: number): Buffer[] {
  if (typeof value === 'string') return [Buffer.from([0, 0x03]), u32(2 + index * 2)];
  if (typeof value === 'boolean') return [Buffer.from([0, 0x12]), u32(value ? 0xff_ff_ff_ff : 0)];
  return [Buffer.from([0, 0x10]), u32(value)];
}

function chunk(type: number, header: readonly number[], body: Buffer): Buffer {
  const headerBytes = 8 + header.length * 4;
  return Buffer.concat([
    u16(type),
    u16(headerBytes),
    u32(headerBytes + body.length),
    ...header.map(u32),
    body,
  ]);
}

/** Adds a signing block of the second scheme before the directory. */
function signed(apk: Buffer, signer: string): Buffer {
  const directoryAt = apk.readUInt32LE(apk.length - 6);
  const certificates = sized(sized(Buffer.from(signer)));
  const signers = sized(sized(sized(Buffer.concat([sized(Buffer.alloc(0)), certificates]))));
  const pair = Buffer.concat([u64(signers.length + 4), u32(0x71_09_87_1a), signers]);
  const length = u64(pair.length + 24);
  const block = Buffer.concat([length, pair, length, Buffer.from('APK Sig Block 42')]);
  const all = Buffer.concat([apk.subarray(0, directoryAt), block, apk.subarray(directoryAt)]);
  all.writeUInt32LE(directoryAt + block.length, all.length - 6);
  return all;
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([u32(bytes.length), bytes]);
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

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}
