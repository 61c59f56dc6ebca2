import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import {
  createBackup,
  downloadBackup,
  inspectBackup,
  listBackups,
  listCopies,
  restoreBackup,
} from '../../../../shared/contract/operations/backups.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { closing } from '../../../support/closing.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });
const backups = join(station.folder, 'backups');

async function aBackup(): Promise<{ name: string; sizeBytes: number; createdAt: string }> {
  clock.advance(1_000);
  return (await station.call(createBackup)).body;
}

test('the list has the newest first, each with its size and time', async () => {
  const first = await aBackup();
  const second = await aBackup();

  const { body } = await station.call(listBackups);

  expect(body).toMatchObject({ everyHours: 6, lastFailure: null });
  expect(body.items.slice(0, 2)).toEqual([second, first]);
});

test('an inspection shows the contents of a backup and what restoring would lose, and changes nothing', async () => {
  await station.enrolled('in-it');
  const { name } = await aBackup();
  await station.enrolled('after-it');
  const before = readFileSync(join(backups, name));

  const { status, body } = await station.call(inspectBackup, { params: { backupName: name } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ name, obstacle: null, organisations: ['This station'], wouldLose: 1 });
  expect(body.enrolled).toBeGreaterThan(0);
  expect(readFileSync(join(backups, name)).equals(before)).toBe(true);
});

test('a damaged backup, one of a newer Muster, one from before the first release and one of another station are named as such, and not restored', async () => {
  const { name } = await aBackup();
  const bytes = readFileSync(join(backups, name));
  writeFileSync(join(backups, 'muster-damaged.db'), Buffer.from(bytes).fill(0x5a, 4_096, 5 * 4_096));
  for (const [copy, change] of [
    ['muster-newer.db', 'PRAGMA user_version = 99999'],
    ['muster-older.db', 'PRAGMA user_version = 650; DROP TABLE key_fingerprint'],
    ['muster-elsewhere.db', `UPDATE key_fingerprint SET fingerprint = 'another'`],
  ] as const) {
    copyFileSync(join(backups, name), join(backups, copy));
    using db = closing(new Database(join(backups, copy)));
    db.exec(change);
  }

  const found = [];
  for (const backupName of [
    'muster-damaged.db',
    'muster-newer.db',
    'muster-older.db',
    'muster-elsewhere.db',
  ]) {
    const requested = { params: { backupName } };
    const { body } = await station.call(inspectBackup, requested);
    found.push(body.obstacle);
    expect(await station.call(restoreBackup, requested)).toMatchObject(refused(409, 'CONFLICT'));
  }

  expect(found).toEqual(['DAMAGED', 'NEWER', 'OLDER', 'OTHER_STATION']);
});

test('a backup is downloaded completely or resumed', async () => {
  const { name, sizeBytes } = await aBackup();
  const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  const path = downloadBackup.path.replace('{backupName}', name);
  const headers = { authorization: `Bearer ${station.token}` };

  const whole = await fetch(station.url + path, { headers });
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const rest = await fetch(station.url + path, { headers: { ...headers, range: 'bytes=4096-' } });

  expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(bytes.length).toBe(sizeBytes);
  expect(digest(bytes)).toBe(digest(readFileSync(join(backups, name))));
  expect(rest.status).toBe(206);
  expect((await rest.arrayBuffer()).byteLength).toBe(sizeBytes - 4_096);
});

test.for(['muster-nothing.db', '..%2Fmuster.db', '%2e%2e%2fmaster.key', 'muster-1.db.partial', 'muster.db'])(
  'no backup is named %s, and only backups can be downloaded',
  async (name) => {
    for (const suffix of ['', '/file']) {
      expect(await station.send('GET', `/station/backups/${name}${suffix}`)).toMatchObject(
        refused(404, 'NOT_FOUND'),
      );
    }
  },
);

test.for(['.db', '.copy'])('a link in the backup folder exposes nothing of its target (%s)', async (end) => {
  const secret = join(station.folder, 'muster-secret.txt');
  writeFileSync(secret, 'not for whoever fetches a backup');
  const name = `muster-link${end}`;
  symlinkSync(secret, join(backups, name));
  const base = end === '.db' ? listBackups.path : listCopies.path;

  const { body } = await station.send('GET', base);
  const file = await station.send('GET', `${base}/${name}/file`);

  expect(JSON.stringify(body)).not.toContain(name);
  expect(file).toMatchObject(refused(404, 'NOT_FOUND'));
  rmSync(join(backups, name));
});

test('another organisation cannot access the backups, which contain every organisation', async () => {
  const { name: backupName } = await aBackup();
  const { token } = await station.enterprise();
  const operations: readonly Endpoint[] = [createBackup, listBackups, inspectBackup, restoreBackup];
  for (const operation of operations) {
    const answer = await station.call(operation, { params: { backupName }, token });
    expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  }
  const file = await station.send('GET', `/station/backups/${backupName}/file`, { token });
  expect(file).toMatchObject(refused(403, 'FORBIDDEN'));
});
