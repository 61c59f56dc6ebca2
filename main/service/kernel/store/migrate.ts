import type { Database } from 'better-sqlite3';

/**
 * One step of the schema. Ids rise by ten, so that a hotfix can be slotted between two released steps.
 * A released step is never edited.
 */
export type Migration = { readonly id: number; readonly name: string; readonly sql: string };

/** The file was written by a newer station. Opening it would lose data, so the service refuses to start. */
export class StoreFromFutureError extends Error {
  override readonly name = 'StoreFromFutureError';
}

/** The file was written before the first release. Nothing here reads its schema, so the service refuses to start. */
export class StoreFromPastError extends Error {
  override readonly name = 'StoreFromPastError';
}

/** Returns the id of the last step applied to this file; 0 for an empty one. */
export function storeVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/** Returns true if opening this file with `migrations` would change its schema. */
export function hasPendingSteps(db: Database, migrations: readonly Migration[]): boolean {
  return storeVersion(db) < (migrations.at(-1)?.id ?? 0);
}

/** Returns true for the version of a store that was written before the first of `migrations` existed. */
export function isFromPast(version: number, migrations: readonly Migration[]): boolean {
  return version > 0 && version < (migrations[0]?.id ?? 0);
}

/** Returns true if a newer Muster, which knows more steps, wrote this file. */
export function isFromFuture(db: Database, migrations: readonly Migration[]): boolean {
  return storeVersion(db) > (migrations.at(-1)?.id ?? 0);
}

/**
 * Migrates `db` to the newest step, each in one transaction with the number that records it: a power cut leaves the
 * file at one step or the next, never between. A new file gets all of them in one, with one flush to disk.
 *
 * @throws {StoreFromFutureError} if the file is newer than `migrations`. {StoreFromPastError}
 */
export function migrate(db: Database, migrations: readonly Migration[]): void {
  const current = storeVersion(db);
  if (isFromPast(current, migrations)) throw new StoreFromPastError();
  if (isFromFuture(db, migrations)) {
    throw new StoreFromFutureError(
      'The data was written by a newer Muster. Start that version again, or start this one with --recover older: it restores the newest backup from before, and keeps the newer data as a backup.',
    );
  }
  const pending = migrations.filter(({ id }) => id > current);
  const runSteps = db.transaction((steps: readonly Migration[]) => {
    for (const { id, sql } of steps) {
      db.exec(sql);
      db.pragma(`user_version = ${id}`);
    }
  });
  if (current === 0) runSteps.exclusive(pending);
  else for (const step of pending) runSteps.exclusive([step]);
}
