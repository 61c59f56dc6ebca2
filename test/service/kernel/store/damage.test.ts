import Database from 'better-sqlite3';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { listBackups, writeBackup } from '../../../../main/service/kernel/backups/backup.ts';
import { FolderInUseError, lockFolder } from '../../../../main/service/kernel/data-folder/lock.ts';
import { DamagedStoreError, openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { NoBackupError, recover } from '../../../../main/service/kernel/backups/recovery.ts';
import { type RunningService, StartError, startService } from '../../../../main/service/index.ts';
import { aStation, defaults } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const addType = "INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('t1', 'n', 0, 0)";
const types = (db: Database.Database) => db.prepare('SELECT id FROM enterprise').pluck().all();

/** A store with one row; then bytes in the middle of it are overwritten. */
function damage(folder: string): Buffer {
  const path = `${folder}/muster.db`;
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4_096, 4_096 * 6);
  writeFileSync(path, bytes);
  return bytes;
}

async function aStoreWithBackup(folder: string): Promise<void> {
  using db = closing(openStore(folder));
  db.exec(addType);
  await writeBackup(db, folder, Date.UTC(2026, 10, 21, 8));
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function openingOf(folder: string): DamagedStoreError {
  try {
    openStore(folder).close();
  } catch (error) {
    if (error instanceof DamagedStoreError) return error;
    throw error;
  }
  throw new Error('The damaged store was opened');
}

test('a damaged store is quarantined byte for byte, and the newest good backup is offered', async () => {
  using folder = aFolder();
  await aStoreWithBackup(folder.path);
  const bytes = damage(folder.path);

  const error = openingOf(folder.path);

  expect(error.message).toContain('--recover backup');
  expect(error.backup).toBe('muster-2026-11-21T08-00-00-000Z.db');
  expect(readFileSync(`${folder.path}/${error.quarantinedAs}`).equals(bytes)).toBe(true);
  expect(existsSync(`${folder.path}/muster.db`)).toBe(false);
});

test('an unanswered offer is repeated at every start; no empty store is created', async () => {
  using folder = aFolder();
  await aStoreWithBackup(folder.path);
  damage(folder.path);
  const first = openingOf(folder.path);
  expect(openingOf(folder.path).quarantinedAs).toBe(first.quarantinedAs);
  expect(existsSync(`${folder.path}/muster.db`)).toBe(false);
});

test('recovering from the backup restores its rows and keeps the damaged file', async () => {
  using folder = aFolder();
  await aStoreWithBackup(folder.path);
  damage(folder.path);
  const { quarantinedAs } = openingOf(folder.path);
  recover(folder.path, 'backup');
  using db = closing(openStore(folder.path));
  expect(types(db)).toEqual(['t1']);
  expect(readdirSync(folder.path)).toContain(`kept-${quarantinedAs}`);
});

test('recovering empty starts with a new store and keeps the damaged file', async () => {
  using folder = aFolder();
  await aStoreWithBackup(folder.path);
  damage(folder.path);
  const { quarantinedAs } = openingOf(folder.path);
  recover(folder.path, 'empty');
  using db = closing(openStore(folder.path));
  expect(types(db)).toEqual([]);
  expect(readdirSync(folder.path)).toContain(`kept-${quarantinedAs}`);
});

test('a damaged backup is skipped for an older good one', async () => {
  using folder = aFolder();
  await aStoreWithBackup(folder.path);
  writeFileSync(`${folder.path}/backups/muster-2026-11-21T09-00-00-000Z.db`, Buffer.alloc(20_000, 7));
  damage(folder.path);
  expect(openingOf(folder.path).backup).toBe('muster-2026-11-21T08-00-00-000Z.db');
});

test('without a backup the offer says so, and recovering from one is refused', () => {
  using folder = aFolder();
  openStore(folder.path).close();
  damage(folder.path);
  const error = openingOf(folder.path);
  expect(error.backup).toBeUndefined();
  expect(error.message).toContain('no backup');
  expect(() => recover(folder.path, 'backup')).toThrow(NoBackupError);
});

test('a file that is no database at all is quarantined too', () => {
  using folder = aFolder();
  writeFileSync(`${folder.path}/muster.db`, 'this is a text that somebody saved over the store'.repeat(500));
  expect(openingOf(folder.path).quarantinedAs).toMatch(/^muster\.db\.damaged-/);
});

test('only the ten newest backups are kept', async () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  for (let hour = 0; hour < 12; hour += 1) await writeBackup(db, folder.path, Date.UTC(2026, 0, 1, hour));
  expect(listBackups(folder.path)).toHaveLength(10);
  expect(listBackups(folder.path)[0]).toContain('T02-00');
});

test('a backup made during writes has everything that was committed before it began', async () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const add = db.prepare('INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES (?, ?, 0, 0)');
  for (let index = 0; index < 2_000; index += 1) add.run(`a${index}`, `a${index}`);
  const copying = writeBackup(db, folder.path, Date.UTC(2026, 0, 1));
  for (let index = 0; index < 2_000; index += 1) add.run(`b${index}`, `b${index}`);
  const { name } = await copying;
  using copy = closing(new Database(`${folder.path}/backups/${name}`, { readonly: true }));
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(copy.prepare("SELECT count(*) FROM enterprise WHERE id LIKE 'a%'").pluck().get()).toBe(2_000);
});

test('a second station on the same folder is refused until the first has released it', () => {
  using folder = aFolder();
  const first = lockFolder(folder.path);
  expect(() => lockFolder(folder.path)).toThrow(FolderInUseError);
  first.release();
  lockFolder(folder.path).release();
});

test('a store that was closed cleanly is served immediately and found damaged soon after, quarantined and not lost', async () => {
  await using station = await aStation();
  await station.slots(50);
  await station.service.stop();
  const path = `${station.folder}/muster.db`;
  const { atime, mtime } = statSync(path);
  damage(station.folder);
  // Bit rot does not change the modification time of the file.
  utimesSync(path, atime, mtime);
  const bytes = readFileSync(path);

  const served = await startService(defaults(station.folder)).catch((error: unknown) => error);

  const reason = served instanceof StartError ? served : await (served as RunningService).failed;
  expect(reason.message).toContain('The store is damaged and was set aside');
  const quarantined = readdirSync(station.folder).filter((name) => /^muster\.db\.damaged-[^.]*Z$/.test(name));
  expect(quarantined).toHaveLength(1);
  expect(readFileSync(`${station.folder}/${quarantined[0]}`).length).toBe(bytes.length);
});

/** Overwrites the first page of a table. */
function damageTable(folder: string, table: string): void {
  const path = `${folder}/muster.db`;
  const page = (() => {
    using db = closing(new Database(path, { readonly: true }));
    return Number(db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table));
  })();
  expect(page).toBeGreaterThan(1);
  const bytes = readFileSync(path);
  bytes.fill(0x5a, (page - 1) * 4_096, page * 4_096);
  writeFileSync(path, bytes);
}

test('damage that a start comes across before the check is set aside and named as such', async () => {
  await using station = await aStation();
  await station.slots(5);
  await station.service.stop();
  const path = `${station.folder}/muster.db`;
  const { atime, mtime } = statSync(path);
  damageTable(station.folder, 'device_event');
  utimesSync(path, atime, mtime);

  await expect(startService(defaults(station.folder))).rejects.toThrow(
    'The store is damaged and was set aside',
  );
  expect(readdirSync(station.folder)).not.toContain('muster.db');
});

test.each([
  ['a cell that checks later serves first', true],
  ['a cell that does not refuses to start', false],
])('after a crash with a damaged store %s; both set it aside', async (_name, checksLater) => {
  const options = {
    role: 'central' as const,
    cell: { name: 'c01', checksLater, makesBackups: false },
  };
  await using central = await aStation(options);
  await central.slots(50);
  await central.service.stop();
  // A crash leaves no seal.
  rmSync(`${central.folder}/muster.seal`, { force: true });
  damageTable(central.folder, 'change_device');

  const started = await startService({ ...defaults(central.folder), ...options }).catch(
    (error: unknown) => error,
  );

  expect(started instanceof StartError).toBe(!checksLater);
  const reason = started instanceof StartError ? started : await (started as RunningService).failed;
  expect(reason.message).toContain('The store is damaged and was set aside');
});
