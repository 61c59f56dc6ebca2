import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type ApkFacts,
  apkFactsSchema,
  type ApkFinding,
  apkFindingSchema,
  contentKindSchema,
} from '../../../../shared/contract/content/library.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import { flag, json } from '../../kernel/store/rows.ts';

/** Bytes of one SHA-256. */
const DIGEST_BYTES = 32;

const blob = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const apkText = z
  .string()
  .nullable()
  .transform((text): ApkFacts | null =>
    // Stored before there were apps in several parts.
    text === null ? null : apkFactsSchema.parse({ parts: null, ...JSON.parse(text) }),
  );

const entryColumns = z.object({
  /** 64 hexadecimal digits in lower case. */
  sha256: z.string(),
  name: z.string(),
  kind: contentKindSchema,
  sizeBytes: z.int(),
  mediaType: z.string(),
  createdAtMs: z.int(),
  /** How the bytes arrived. */
  source: z.enum(['upload', 'url']),
  /** The URL they were downloaded from, or that the uploader says they stand for. */
  sourceUrl: z.string().nullable(),
  fetchedAtMs: z.int().nullable(),
  /** Facts read from an APK. */
  apk: apkText,
  /** Reason why an APK was not read. */
  finding: apkFindingSchema.nullable(),
  hasIcon: flag,
});
const ENTRY = `library_item.sha256, name, kind, size_bytes AS sizeBytes, media_type AS mediaType,
  library_item.created_at_ms AS createdAtMs, source, source_url AS sourceUrl, fetched_at_ms AS fetchedAtMs, apk,
  finding, icon IS NOT NULL AS hasIcon`;

const entrySchema = entryColumns.transform(toEntry);
const itemSchema = entryColumns
  .extend({ pieces: blob })
  .transform(({ pieces, ...row }) => ({ ...toEntry(row), pieces: toPieces(pieces) }));

function toEntry({ hasIcon, ...row }: z.output<typeof entryColumns>) {
  return { ...row, apk: row.apk === null ? null : { ...row.apk, hasIcon } };
}

/** An item of an organisation, without the pieces. */
export type LibraryEntry = z.output<typeof entrySchema>;
/** The same with the SHA-256 of each piece of 8 MiB, in order; the last piece may be shorter. */
export type LibraryItem = LibraryEntry & { readonly pieces: readonly string[] };

/** Bytes on disk, and the facts read from them. */
export type NewFile = {
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly pieces: readonly string[];
  readonly apk: ApkFacts | null;
  readonly finding: ApkFinding | null;
  /** WebP. */
  readonly icon: Uint8Array | null;
};

/** An organisation's name and source for these bytes. */
export type NewItem = Pick<
  LibraryEntry,
  'sha256' | 'name' | 'kind' | 'mediaType' | 'createdAtMs' | 'source' | 'sourceUrl' | 'fetchedAtMs'
> & { readonly enterpriseId: string };

/** Which entries to list, newest first. */
export type Listing = {
  readonly kind?: string | undefined;
  /** Part of the name, of the label or of the package name, without regard to case. */
  readonly search?: string | undefined;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
};

/** The name or the icon of the newest version of a package. */
export type PackageFacts = {
  readonly sha256: string;
  readonly label: string | null;
  readonly icon: Uint8Array | null;
};

export type LibraryStore = ReturnType<typeof openLibraryStore>;

/** The only code that reads and writes `library_file`, `library_item` and `library_address`. Writes run inside the caller's transaction. */
export function openLibraryStore(db: Database) {
  return { ...openReads(db), ...openLists(db), ...openWrites(db), ...openFiles(db) };
}

function openReads(db: Database) {
  const from = 'FROM library_item JOIN library_file USING (sha256)';
  const one = db.prepare(
    `SELECT ${ENTRY}, pieces ${from} WHERE enterprise_id = ? AND library_item.sha256 = ?`,
  );
  const byUrl = db.prepare(
    `SELECT ${ENTRY}, pieces FROM library_address JOIN library_item USING (enterprise_id, sha256)
     JOIN library_file USING (sha256) WHERE enterprise_id = ? AND url = ?`,
  );
  const urls = db
    .prepare('SELECT url FROM library_address WHERE enterprise_id = ? AND sha256 = ? ORDER BY url')
    .pluck();
  const found = itemSchema.optional();

  return {
    find: (enterpriseId: string, sha256: string): LibraryItem | undefined =>
      found.parse(one.get(enterpriseId, sha256)),
    /** Returns the bytes for a URL: downloaded from it, or uploaded for it. */
    findByUrl: (enterpriseId: string, url: string): LibraryItem | undefined =>
      found.parse(byUrl.get(enterpriseId, url)),
    /** Returns every URL that an item stands for. */
    urlsOf: (enterpriseId: string, sha256: string): string[] =>
      z.array(z.string()).parse(urls.all(enterpriseId, sha256)),
  };
}

function openLists(db: Database) {
  const from = `FROM library_item JOIN library_file USING (sha256) WHERE enterprise_id = @enterpriseId
    AND (@kind IS NULL OR kind = @kind)
    AND (@search IS NULL OR instr(lower(name), @search) > 0 OR instr(lower(coalesce(apk, '')), @search) > 0)`;
  const page = db.prepare(
    `SELECT ${ENTRY} ${from}
     ORDER BY library_item.created_at_ms DESC, library_item.sha256 LIMIT @limit OFFSET @offset`,
  );
  const count = db.prepare(`SELECT count(*) ${from}`).pluck();
  const sums = db.prepare(
    `SELECT kind, count(*) AS count, sum(size_bytes) AS bytes FROM library_item JOIN library_file USING (sha256)
     WHERE enterprise_id = ? GROUP BY kind`,
  );
  const sum = z.object({ kind: contentKindSchema, count: z.int(), bytes: z.int() });
  const all = db.prepare(
    `SELECT sha256, name, size_bytes AS sizeBytes,
     (SELECT count(*) FROM library_item AS other WHERE other.sha256 = library_item.sha256) AS owners,
     (SELECT json_group_array(url) FROM library_address WHERE library_address.enterprise_id = library_item.enterprise_id
      AND library_address.sha256 = library_item.sha256) AS urls
     FROM library_item JOIN library_file USING (sha256) WHERE enterprise_id = ? ORDER BY sha256`,
  );
  const brief = z.object({
    sha256: z.string(),
    name: z.string(),
    sizeBytes: z.int(),
    owners: z.int(),
    urls: json(z.array(z.string())),
  });

  return {
    list(enterpriseId: string, listing: Listing): { total: number; items: LibraryEntry[] } {
      const { kind, search, limit } = listing;
      const filter = { enterpriseId, kind: kind ?? null, search: search?.toLowerCase() ?? null };
      const rows = page.all({ ...filter, limit, offset: (listing.page - 1) * limit });
      return { total: z.int().parse(count.get(filter)), items: z.array(entrySchema).parse(rows) };
    },
    /** Returns how many items of each kind an organisation has, and their total size. */
    sums(enterpriseId: string) {
      const counts = { application: 0, obb: 0, video: 0, file: 0 };
      let usedBytes = 0;
      for (const { kind, count: ofKind, bytes } of z.array(sum).parse(sums.all(enterpriseId))) {
        counts[kind] = ofKind;
        usedBytes += bytes;
      }
      return { counts, usedBytes };
    },
    /**
     * Returns everything that an organisation has, in short; `owners` counts the organisations that have these bytes.
     */
    brief: (enterpriseId: string) => z.array(brief).parse(all.all(enterpriseId)),
  };
}

const REMOVE_ITEM = 'DELETE FROM library_item WHERE enterprise_id = ? AND sha256 = ?';
const DELETE_FILE =
  'DELETE FROM library_file WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM library_item WHERE sha256 = ?)';

function openWrites(db: Database) {
  const insertItem = db.prepare(
    `INSERT INTO library_item
     (enterprise_id, sha256, name, kind, media_type, source, source_url, fetched_at_ms, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const putAddress = db.prepare(
    'INSERT OR REPLACE INTO library_address (enterprise_id, url, sha256) VALUES (?, ?, ?)',
  );

  return {
    /**
     * Adds known bytes to an organisation. Returns false if it has them already, under the same name. Its URL refers to
     * these bytes from now on.
     */
    add(item: NewItem): boolean {
      const { enterpriseId, sha256, name, kind, mediaType, source, sourceUrl, fetchedAtMs, createdAtMs } =
        item;
      const origin = [source, sourceUrl, fetchedAtMs, createdAtMs];
      const { changes } = insertItem.run(enterpriseId, sha256, name, kind, mediaType, ...origin);
      if (sourceUrl !== null) putAddress.run(enterpriseId, sourceUrl, sha256);
      return changes > 0;
    },
    /**
     * Removes an item from an organisation, and its bytes if no other organisation has them. A part of a large change.
     */
    removeIn(change: LargeChange, enterpriseId: string, sha256: string): void {
      change.write(REMOVE_ITEM, enterpriseId, sha256);
      change.write(DELETE_FILE, sha256, sha256);
    },
  };
}

function openFiles(db: Database) {
  const insert = db.prepare(
    `INSERT INTO library_file
     (sha256, size_bytes, pieces, package_name, version_code, apk, finding, icon, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET package_name = excluded.package_name, version_code = excluded.version_code,
     apk = excluded.apk, finding = excluded.finding, icon = excluded.icon
     WHERE library_file.apk IS NULL AND library_file.finding IS NULL`,
  );
  const reading = db.prepare('SELECT apk, finding FROM library_file WHERE sha256 = ?');
  const known = db.prepare('SELECT sha256 FROM library_file').pluck();
  const ofPackage = db.prepare(
    `SELECT sha256, apk, icon FROM library_file WHERE package_name = ? ORDER BY version_code DESC LIMIT 1`,
  );
  const readingRow = z.object({ apk: apkText, finding: apkFindingSchema.nullable() }).optional();
  const packageRow = z
    .object({ sha256: z.string(), apk: apkText, icon: blob.nullable() })
    .transform(({ sha256, apk, icon }) => ({ sha256, label: apk?.label ?? null, icon }))
    .optional();

  return {
    /** Returns the facts read from known bytes; both null if they were never read. */
    readingOf: (sha256: string) => readingRow.parse(reading.get(sha256)),
    /** Records bytes on disk, once. Facts are recorded when they were read. */
    addFile(file: NewFile, nowMs: number): void {
      const { sha256, sizeBytes, pieces, apk, finding, icon } = file;
      const facts = apk === null ? null : JSON.stringify(apk);
      const digests = Buffer.from(pieces.join(''), 'hex');
      const { packageName = null, versionCode = null } = apk ?? {};
      const found = [packageName, versionCode, facts, finding, icon];
      insert.run(sha256, sizeBytes, digests, ...found, nowMs);
    },
    /** Returns the digests of all known bytes. */
    knownDigests: (): string[] => z.array(z.string()).parse(known.all()),
    /** Returns name and icon of the newest version of a package, in any organisation. */
    factsOfPackage: (packageName: string): PackageFacts | undefined =>
      packageRow.parse(ofPackage.get(packageName)),
  };
}

function toPieces(digests: Uint8Array): string[] {
  const hex = Buffer.from(digests).toString('hex');
  const digits = DIGEST_BYTES * 2;
  return Array.from({ length: hex.length / digits }, (_, at) => hex.slice(at * digits, (at + 1) * digits));
}
