import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { StartError, startService } from '../../main/service/index.ts';
import type { ServiceOptions } from '../../main/service/index.ts';
import { createBackup } from '../../shared/contract/operations/backups.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { aStation, defaults, type TestStation } from '../support/a-station.ts';
import { closing } from '../support/closing.ts';
import { aFolder } from '../support/temp-folder.ts';
import { serveStation } from '../support/served-station.ts';

/** Returns why a station does not start. */
async function refusalOf(folder: string, input: Partial<ServiceOptions> = {}): Promise<StartError> {
  try {
    const service = await startService({ ...defaults(folder), ...input });
    await service.stop();
  } catch (error) {
    if (error instanceof StartError) return error;
    throw error;
  }
  throw new Error('The station started');
}

/** A stopped station with a headset, a backup and a sealed Wi-Fi password. */
async function aStoppedStation(): Promise<TestStation> {
  const station = await aStation();
  await station.call(createSlots, { body: { count: 3 } });
  const { id } = await station.enrolled();
  const saved = await station.send('PATCH', `/devices/${id}`, {
    body: { settings: { wifi: [{ ssid: 'School', password: 'a secret' }] } },
  });
  expect(saved.status).toBe(200);
  await station.call(createBackup);
  await station.service.stop();
  return station;
}

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => writeFileSync(path, '')],
])('for a store that is %s its backup is offered, and no empty one replaces it', async (_, lose) => {
  await using station = await aStoppedStation();
  const backup = readdirSync(join(station.folder, 'backups')).at(-1);
  lose(join(station.folder, 'muster.db'));

  const first = await refusalOf(station.folder);
  const second = await refusalOf(station.folder);

  expect(first.damage).toEqual({ backup });
  expect(first.message).toContain('The store muster.db is missing or empty');
  expect(second).toMatchObject({ message: first.message, damage: { backup } });
  expect(existsSync(join(station.folder, 'muster.db'))).toBe(false);
});

test('a missing store is restored from its backup, with the headsets’ tokens', async () => {
  await using station = await aStoppedStation();
  const { token } = station;
  rmSync(join(station.folder, 'muster.db'));
  await refusalOf(station.folder);

  await station.restart({ recover: 'backup' });

  const page = await station.send('GET', '/devices', { token });
  expect(page).toMatchObject({ status: 200, body: { total: 1 } });
});

test('a missing store starts empty only after confirmation', async () => {
  await using station = await aStoppedStation();
  rmSync(join(station.folder, 'muster.db'));
  await refusalOf(station.folder);

  await station.restart({ recover: 'empty' });

  expect(await station.send('GET', '/devices')).toMatchObject({ status: 200, body: { total: 0 } });
});

test('the log of a missing store is kept', async () => {
  using folder = aFolder();
  const station = await serveStation(folder.path);
  await fetch(`${station.url}/devices/slots`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' },
    body: '{"count":3}',
  });
  await station.kill();
  const log = readFileSync(join(folder.path, 'muster.db-wal'));
  rmSync(join(folder.path, 'muster.db'));

  await refusalOf(folder.path);

  const quarantined = readdirSync(folder.path).filter((name) => /^muster\.db\.damaged-.*-wal$/.test(name));
  expect(quarantined).toHaveLength(1);
  expect(readFileSync(join(folder.path, quarantined[0] ?? '')).equals(log)).toBe(true);
});

test.each(['station.key', 'muster.seal', 'backups/muster-2026-11-21T08-00-00-000Z.db', 'muster.db-wal'])(
  'a folder that contains %s and no store is not a new one',
  async (left) => {
    using folder = aFolder();
    mkdirSync(join(folder.path, 'backups'));
    writeFileSync(join(folder.path, left), 'something');
    expect((await refusalOf(folder.path)).message).toContain('--recover empty');
  },
);

test.each([
  ['missing', (path: string) => rmSync(path), 'is missing'],
  ['empty', (path: string) => writeFileSync(path, ''), 'cannot be read'],
  ['garbage', (path: string) => writeFileSync(path, 'garbage'), 'cannot be read'],
])(
  'a signing key that is %s prevents the start, and is replaced only after confirmation',
  async (_, lose, says) => {
    await using station = await aStoppedStation();
    const { token } = station;
    const path = join(station.folder, 'station.key');
    const key = readFileSync(path);
    lose(path);

    const refusal = await refusalOf(station.folder);

    expect(refusal.message).toContain(`station.key of the data folder ${station.folder} ${says}`);
    expect(refusal.message).toContain('--recover keys');
    writeFileSync(path, key);
    await station.restart();
    expect((await station.send('GET', '/devices', { token })).status).toBe(200);
    await station.service.stop();
    lose(path);
    await station.restart({ recover: 'keys' });
    expect((await station.send('GET', '/devices', { token })).status).toBe(401);
    expect(await station.send('GET', '/devices')).toMatchObject({ status: 200, body: { total: 1 } });
  },
);

test.each([
  ['missing', (path: string) => rmSync(path), 'is missing'],
  ['empty', (path: string) => writeFileSync(path, ''), 'cannot be read'],
  ['short', (path: string) => writeFileSync(path, 'c2hvcnQ'), 'cannot be read'],
  [
    'garbage',
    (path: string) => writeFileSync(path, '\u0000\u0001 % garbage of any length, and no key'),
    'cannot be read',
  ],
  [
    'of another station',
    (path: string) => writeFileSync(path, Buffer.alloc(32, 7).toString('base64url')),
    'does not open',
  ],
])(
  'a master key that is %s prevents the start, and the Wi-Fi passwords stay encrypted',
  async (_, lose, says) => {
    await using station = await aStoppedStation();
    const path = join(station.folder, 'master.key');
    const key = readFileSync(path);
    lose(path);

    const refusal = await refusalOf(station.folder);

    expect(refusal.message).toContain(`master.key of the data folder ${station.folder} ${says}`);
    writeFileSync(path, key);
    await station.restart();
    expect((await station.send('GET', '/devices')).status).toBe(200);
    await station.service.stop();
    lose(path);
    await station.restart({ recover: 'keys' });
    expect(await station.send('GET', '/devices')).toMatchObject({ status: 200, body: { total: 1 } });
  },
);

test('no other user of this computer can read the store, its keys and its backups, even in a folder that was open', async ({
  skip,
}) => {
  if (process.platform === 'win32') skip('Windows keeps rights otherwise');
  using folder = aFolder();
  chmodSync(folder.path, 0o755);
  writeFileSync(join(folder.path, 'notes.txt'), 'of somebody else', { mode: 0o644 });
  const through = ['sh', '-c', 'umask 022; exec "$@"', 'sh'];
  const first = await serveStation(folder.path, [], through);
  const backUp = () =>
    fetch(`${first.url}/station/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.token}` },
    });
  expect((await backUp()).status).toBe(200);
  expect(openTo(folder.path)).toEqual(['notes.txt']);
  await first.stop();
  // As a copy by other means leaves them.
  for (const name of ['muster.db', 'station.key']) chmodSync(join(folder.path, name), 0o644);
  chmodSync(join(folder.path, 'backups'), 0o755);

  const second = await serveStation(folder.path, [], through);

  expect(openTo(folder.path)).toEqual(['notes.txt']);
  await second.stop();
});

test.each(['after a clean stop', 'with a log beside it'])(
  'a store from before the first release is refused %s, and stays as it was',
  async (when) => {
    await using station = await aStoppedStation();
    using store = closing(new Database(join(station.folder, 'muster.db')));
    store.pragma('user_version = 650');
    store.pragma('wal_checkpoint(TRUNCATE)');
    // A connection that stays open keeps what it writes in the log.
    if (when === 'after a clean stop') store.close();
    else store.exec('DELETE FROM device');
    const files = () =>
      readdirSync(station.folder)
        .filter((name) => name.startsWith('muster.') && !name.endsWith('-shm'))
        .map((name) => [name, readFileSync(join(station.folder, name), 'base64')]);
    const before = files();

    const refusal = await refusalOf(station.folder);

    expect(refusal.message).toContain(`${station.folder} was made by a Muster before release 0.1.0`);
    expect(refusal.message).toContain('choose another folder with --data');
    expect(files()).toEqual(before);
  },
);

test('backups from before the first release are not offered', async () => {
  await using station = await aStoppedStation();
  rmSync(join(station.folder, 'muster.db'));
  const [name = ''] = readdirSync(join(station.folder, 'backups'));
  const backup = new Database(join(station.folder, 'backups', name));
  backup.pragma('user_version = 650');
  backup.close();

  expect((await refusalOf(station.folder)).damage).toEqual({ backup: null });
});

/** Returns what other users may read or enter in a folder. */
function openTo(folder: string): string[] {
  return readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
}
