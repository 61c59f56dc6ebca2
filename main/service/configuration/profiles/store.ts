import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Actor, withAuthor } from '../../devices/history/index.ts';
import { rowsOf } from '../../kernel/store/rows.ts';

const rowSchema = z
  .object({
    key: z.int(),
    id: z.string(),
    enterpriseId: z.string(),
    name: z.string(),
    description: z.string(),
    version: z.int(),
    createdAtMs: z.int(),
    savedAtMs: z.int(),
    authorKind: z.string(),
    authorToken: z.string().nullable(),
    size: z.int(),
    /** An encrypted change, as JSON text. */
    settings: z.string(),
  })
  .transform(withAuthor);

/** A profile in one of its versions. */
export type ProfileRow = z.infer<typeof rowSchema>;

/** The content of a version. */
export type NewVersion = Pick<ProfileRow, 'name' | 'description' | 'size' | 'settings'> & {
  readonly author: Actor;
  readonly savedAtMs: number;
};

const number = z.int();

/** Number of versions of a profile that are retained. */
const MAX_VERSIONS = 100;

export type ProfileStore = ReturnType<typeof openProfileStore>;

/** The only code that reads and writes the tables `profile` and `profile_version`. Writes run inside the caller's transaction. */
export function openProfileStore(db: Database) {
  const FROM = `SELECT key, id, enterprise_id AS enterpriseId, v.name AS name, description, v.version AS version,
      created_at_ms AS createdAtMs, saved_at_ms AS savedAtMs, author_kind AS authorKind, author_token AS authorToken,
      size, settings FROM profile JOIN profile_version AS v ON profile_key = key`;
  const read = rowsOf(db, FROM, rowSchema);
  const selectNamed = db.prepare('SELECT id FROM profile WHERE enterprise_id = ? AND name = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM profile WHERE enterprise_id = ?').pluck();
  const insert = db.prepare(
    'INSERT INTO profile (id, enterprise_id, name, version, created_at_ms) VALUES (?, ?, ?, 0, ?)',
  );
  const update = db.prepare('UPDATE profile SET name = ?, version = version + 1 WHERE id = ?');
  const insertVersion = db.prepare(
    `INSERT INTO profile_version (profile_key, version, name, description, size, saved_at_ms, author_kind, author_token, settings)
     SELECT key, version, ?, ?, ?, ?, ?, ?, ? FROM profile WHERE id = ?`,
  );
  const pruneOld = db.prepare(
    `DELETE FROM profile_version WHERE profile_key = (SELECT key FROM profile WHERE id = @id)
     AND version <= (SELECT version FROM profile WHERE id = @id) - ${MAX_VERSIONS}`,
  );
  const remove = db.prepare('DELETE FROM profile WHERE id = ?');

  return {
    all: read.all<[enterpriseId: string]>(
      'AND v.version = profile.version WHERE enterprise_id = ? ORDER BY profile.name',
    ),
    /** Returns its newest version. */
    find: read.one<[id: string]>('AND v.version = profile.version WHERE id = ?'),
    findVersion: read.one<[id: string, version: number]>('WHERE id = ? AND v.version = ?'),
    /** Newest first. */
    versions: read.all<[id: string]>('WHERE id = ? ORDER BY v.version DESC'),
    /** Returns the id of the profile with this name, without regard to case. */
    idOfName: (enterpriseId: string, name: string): string | undefined =>
      z.string().optional().parse(selectNamed.get(enterpriseId, name)),
    count: (enterpriseId: string): number => number.parse(count.get(enterpriseId)),
    add: (id: string, enterpriseId: string, name: string, nowMs: number): void =>
      void insert.run(id, enterpriseId, name, nowMs),
    /** Saves the next version. */
    save(id: string, { name, description, size, settings, author, savedAtMs }: NewVersion): void {
      update.run(name, id);
      insertVersion.run(name, description, size, savedAtMs, author.kind, author.tokenId, settings, id);
      pruneOld.run({ id });
    },
    remove: (id: string): void => void remove.run(id),
  };
}
