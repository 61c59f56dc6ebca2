import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';

import { type StationKeys, stationKeysSchema } from '../keys/station-keys.ts';

/**
 * Format of an encrypted backup: `MUSTER1\n`, the length of a header (4 bytes), the header (JSON in plain text: how
 * the key is derived from the passphrase, when the backup was made), then keys and store encrypted with AES-256-GCM,
 * and its tag (16 bytes). The tag also authenticates the header.
 */
const MAGIC = Buffer.from('MUSTER1\n');
const LENGTH_BYTES = 4;
const TAG_BYTES = 16;
const MAX_HEAD_BYTES = 4_096;
const MAX_KEYS_BYTES = 65_536;

/**
 * Source: OWASP Password Storage Cheat Sheet, scrypt with 128 MiB: it runs once per backup, and a stolen file can be
 * attacked offline.
 */
const COST = { N: 131_072, r: 8, p: 1, maxmem: 160 * 1024 * 1024 } as const;
const KEY_BYTES = 32;

const headSchema = z.object({
  salt: z.string().regex(/^[\w-]{22}$/),
  iv: z.string().regex(/^[\w-]{16}$/),
  createdAtMs: z.int(),
  /** Length of everything after the header; absent in older files. */
  restBytes: z.int().optional(),
});
type Head = z.infer<typeof headSchema>;

/**
 * The file cannot be opened; `why` distinguishes a truncated or foreign file from a wrong passphrase or changed
 * bytes.
 */
export class SealedCopyError extends Error {
  override readonly name = 'SealedCopyError';
  readonly why: 'NOT_A_COPY' | 'NOT_OPENED';

  constructor(why: SealedCopyError['why']) {
    super(
      why === 'NOT_A_COPY'
        ? 'This file is not an encrypted backup, or it is incomplete.'
        : 'The passphrase is wrong, or the file was changed.',
    );
    this.why = why;
  }
}

type Sealed = { readonly keys: StationKeys; readonly store: string; readonly createdAtMs: number };

/** Encrypts a copy of the store with the station's keys into the file `path`. Returns once it is flushed to disk. */
export async function sealCopy(path: string, passphrase: string, input: Sealed): Promise<void> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const keys = Buffer.from(JSON.stringify(input.keys));
  const { size } = await stat(input.store);
  const head = headBytes({
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
    createdAtMs: input.createdAtMs,
    restBytes: LENGTH_BYTES + keys.length + size + TAG_BYTES,
  });
  const cipher = createCipheriv('aes-256-gcm', await stretch(passphrase, salt), iv).setAAD(head);
  await using file = await open(path, 'w', 0o600);
  await file.write(head);
  await pipeline(
    createReadStream(input.store),
    async function* keysBefore(store: AsyncIterable<Buffer>) {
      yield Buffer.concat([lengthOf(keys), keys]);
      yield* store;
    },
    cipher,
    async (sealed: AsyncIterable<Buffer>) => {
      for await (const chunk of sealed) await file.write(chunk);
    },
  );
  await file.write(cipher.getAuthTag());
  await file.datasync();
}

/** @throws {SealedCopyError} if the file is not a complete encrypted backup. */
export async function needWholeCopy(path: string): Promise<void> {
  const { isWhole } = await readHead(path);
  if (!isWhole) throw new SealedCopyError('NOT_A_COPY');
}

/** Returns when the backup in it was made. @throws {SealedCopyError} if it is none. */
export async function readSealedHead(path: string): Promise<{ readonly createdAtMs: number }> {
  const { head } = await readHead(path);
  return { createdAtMs: head.createdAtMs };
}

/**
 * Decrypts an encrypted backup: writes its store into the file `store` and returns the keys. Use none of it before this
 * returns: only then are the bytes authenticated.
 * @throws {SealedCopyError}
 */
export async function openSealedCopy(path: string, passphrase: string, store: string): Promise<StationKeys> {
  const { head, bytes, isWhole } = await readHead(path);
  const { size } = await stat(path);
  const end = size - TAG_BYTES;
  if (!isWhole || end <= bytes.length + LENGTH_BYTES) throw new SealedCopyError('NOT_A_COPY');
  const key = await stretch(passphrase, Buffer.from(head.salt, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(head.iv, 'base64url')).setAAD(bytes);
  decipher.setAuthTag(await readTag(path, end));
  const keys = new KeysFirst();
  try {
    await pipeline(
      createReadStream(path, { start: bytes.length, end: end - 1 }),
      decipher,
      (source: AsyncIterable<Buffer>) => keys.split(source),
      createWriteStream(store, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    throw isWrongTag(error) ? new SealedCopyError('NOT_OPENED') : error;
  }
  return stationKeysSchema.parse(JSON.parse(keys.text));
}

/** Reads the keys from the front of a stream and passes the rest on. */
class KeysFirst {
  text = '';

  async *split(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let front: Buffer | undefined = Buffer.alloc(0);
    for await (const chunk of source) {
      if (front === undefined) {
        yield chunk;
        continue;
      }
      front = Buffer.concat([front, chunk]);
      if (front.length < LENGTH_BYTES) continue;
      const length = front.readUInt32BE();
      // Nothing is authenticated yet: with a wrong passphrase this is any number.
      if (length > MAX_KEYS_BYTES) throw new SealedCopyError('NOT_OPENED');
      if (front.length < LENGTH_BYTES + length) continue;
      this.text = front.subarray(LENGTH_BYTES, LENGTH_BYTES + length).toString();
      yield front.subarray(LENGTH_BYTES + length);
      front = undefined;
    }
  }
}

type HeadRead = { readonly head: Head; readonly bytes: Buffer; readonly isWhole: boolean };

async function readHead(path: string): Promise<HeadRead> {
  await using file = await open(path, 'r');
  const start = Buffer.alloc(MAGIC.length + LENGTH_BYTES);
  await file.read(start, 0, start.length, 0);
  const length = start.readUInt32BE(MAGIC.length);
  if (!start.subarray(0, MAGIC.length).equals(MAGIC) || length > MAX_HEAD_BYTES) {
    throw new SealedCopyError('NOT_A_COPY');
  }
  const json = Buffer.alloc(length);
  await file.read(json, 0, length, start.length);
  const head = parseHead(json);
  const bytes = Buffer.concat([start, json]);
  const { size } = await file.stat();
  const isWhole = head.restBytes === undefined || size === bytes.length + head.restBytes;
  return { head, bytes, isWhole };
}

function parseHead(json: Buffer): Head {
  try {
    return headSchema.parse(JSON.parse(json.toString()));
  } catch {
    // Whatever the fault, it is not a valid header.
    throw new SealedCopyError('NOT_A_COPY');
  }
}

async function readTag(path: string, at: number): Promise<Buffer> {
  await using file = await open(path, 'r');
  const tag = Buffer.alloc(TAG_BYTES);
  await file.read(tag, 0, TAG_BYTES, at);
  return tag;
}

function headBytes(head: Head): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  return Buffer.concat([MAGIC, lengthOf(json), json]);
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  return length;
}

/** OpenSSL reports a wrong tag with no more detail than this. */
function isWrongTag(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate data/i.test(error.message);
}

/** Normalises the passphrase, so that different keyboards produce the same characters, and derives the key. */
function stretch(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer): void => (error === null ? resolve(key) : reject(error));
    scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, COST, done);
  });
}
