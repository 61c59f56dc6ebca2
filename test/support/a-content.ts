import Database from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { LibraryFiles } from '../../main/service/content/files/files.ts';
import { openLibraryStore } from '../../main/service/content/index.ts';
import { type LibraryKind, PIECE_BYTES } from '../../shared/contract/content/library.ts';
import { libraryPath } from '../../shared/domain/content/library-address.ts';

/** A content for a library; by default a small unique file. */
export type ContentOptions = {
  readonly bytes?: Buffer;
  readonly name?: string;
  readonly kind?: LibraryKind;
  readonly mediaType?: string;
  /** The address that it replaces. */
  readonly sourceUrl?: string;
  readonly enterpriseId?: string;
};

/** A content in a library. */
export type TestContent = {
  readonly sha256: string;
  readonly bytes: Buffer;
  readonly name: string;
  readonly path: string;
  /** File of its bytes. */
  readonly file: string;
};

/** Returns unique bytes of any length. */
export function someBytes(length: number): Buffer {
  made += 1;
  const seed = Buffer.from(`content ${made} of ${process.pid} `);
  return Buffer.alloc(length, seed);
}
let made = 0;

/** Adds a content to the library of a station, as an upload would: its bytes and its rows. */
export function aContent(
  station: { readonly folder: string; readonly enterpriseId: string },
  input: ContentOptions = {},
): TestContent {
  const { bytes = someBytes(1_000), name = 'lab.apk', kind = 'application', sourceUrl = null } = input;
  const { mediaType = 'application/vnd.android.package-archive', enterpriseId = station.enterpriseId } =
    input;
  const sha256 = digestOf(bytes);
  const file = new LibraryFiles(station.folder).pathOf(sha256);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  const pieces = piecesOf(bytes);
  const db = new Database(join(station.folder, 'muster.db'), { timeout: 5_000 });
  try {
    const library = openLibraryStore(db);
    const nowMs = Date.now();
    library.addFile({ sha256, sizeBytes: bytes.length, pieces, apk: null, finding: null, icon: null }, nowMs);
    const origin = { source: 'upload', sourceUrl, fetchedAtMs: null, createdAtMs: nowMs } as const;
    library.add({ enterpriseId, sha256, name, kind, mediaType, ...origin });
  } finally {
    db.close();
  }
  return { sha256, bytes, name, path: libraryPath(sha256, name), file };
}

/** The digests of the pieces of a content. */
export function piecesOf(bytes: Buffer): string[] {
  const count = Math.ceil(bytes.length / PIECE_BYTES);
  return Array.from({ length: count }, (_, at) =>
    digestOf(bytes.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)),
  );
}

/** SHA-256 in hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
