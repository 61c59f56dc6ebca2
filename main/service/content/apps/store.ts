import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** Maximum number of stored names: far more than any fleet has applications. */
const MAX_NAMES = 20_000;
/** Maximum size of all images, in bytes. Backups of the store contain them too. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024;

const foundName = z
  .object({
    name: z.string(),
    checkedAtMs: z.int(),
  })
  .optional();
const foundImage = z
  .object({
    etag: z.string(),
    backend_etag: z.string().nullable(),
    backend_modified: z.string().nullable(),
    checked_at_ms: z.int(),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  })
  .transform((row) => ({
    bytes: row.bytes,
    etag: row.etag,
    validators: { etag: row.backend_etag, modified: row.backend_modified },
    checkedAtMs: row.checked_at_ms,
  }))
  .optional();

/** A name and when the backend last confirmed it. */
export type StoredName = NonNullable<z.infer<typeof foundName>>;
/** An image and when the backend last confirmed it. */
export type StoredImage = NonNullable<z.infer<typeof foundImage>>;
/** The backend's validators for an image: its `ETag` and `Last-Modified`, as received. */
export type Validators = StoredImage['validators'];

export type ApplicationStore = ReturnType<typeof openApplicationStore>;

/** The only code that reads and writes the tables `application_name` and `application_image`. Writes run inside the caller's transaction. */
export function openApplicationStore(db: Database) {
  return { ...openNames(db), ...openImages(db) };
}

function openNames(db: Database) {
  const select = db.prepare(
    'SELECT name, checked_at_ms AS checkedAtMs FROM application_name WHERE package_name = ?',
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO application_name (package_name, name, checked_at_ms) VALUES (?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM application_name WHERE package_name = ?');
  const trim = db.prepare(
    `DELETE FROM application_name WHERE package_name IN
     (SELECT package_name FROM application_name ORDER BY checked_at_ms DESC LIMIT -1 OFFSET ${MAX_NAMES})`,
  );

  return {
    name: (packageName: string): StoredName | undefined => foundName.parse(select.get(packageName)),
    /** Stores names by package name, and evicts the least recently requested ones. */
    putNames(names: ReadonlyMap<string, string>, nowMs: number): void {
      for (const [packageName, name] of names) put.run(packageName, name, nowMs);
      trim.run();
    },
    removeName: (packageName: string): void => void remove.run(packageName),
  };
}

function openImages(db: Database) {
  const select = db.prepare(
    'SELECT etag, backend_etag, backend_modified, checked_at_ms, bytes FROM application_image WHERE package_name = ?',
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO application_image
     (package_name, etag, backend_etag, backend_modified, checked_at_ms, size_bytes, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const touch = db.prepare('UPDATE application_image SET checked_at_ms = ? WHERE package_name = ?');
  const remove = db.prepare('DELETE FROM application_image WHERE package_name = ?');
  const trim = db.prepare(
    `DELETE FROM application_image WHERE package_name IN (
       SELECT package_name FROM (
         SELECT package_name, sum(size_bytes) OVER (ORDER BY checked_at_ms DESC, package_name) AS so_far
         FROM application_image
       ) WHERE so_far > ${MAX_IMAGE_BYTES}
     )`,
  );

  return {
    image: (packageName: string): StoredImage | undefined => foundImage.parse(select.get(packageName)),
    /** Stores an image, and evicts the least recently requested ones. */
    putImage(packageName: string, image: StoredImage): void {
      const { bytes, etag, validators, checkedAtMs } = image;
      const { etag: backendEtag, modified } = validators;
      put.run(packageName, etag, backendEtag, modified, checkedAtMs, bytes.length, bytes);
      trim.run();
    },
    /** Records that the backend still has this image. */
    touchImage: (packageName: string, nowMs: number): void => void touch.run(nowMs, packageName),
    removeImage: (packageName: string): void => void remove.run(packageName),
  };
}
