import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';

import {
  createBackup,
  inspectBackup,
  listBackups,
  restoreBackup,
} from '../../../../shared/contract/operations/backups.ts';
import { listAudit } from '../../../../shared/contract/operations/audit.ts';
import { listDevices } from '../../../../shared/contract/devices/devices.ts';
import { getHealth } from '../../../../shared/contract/operations/station.ts';
import { revokeToken } from '../../../../shared/contract/access/tokens.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { prepareRestore, swapIn } from '../../../../main/service/kernel/backups/recovery.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const DAY_MS = 86_400_000;

/** Restores a backup and waits until the station answers with it. */
async function restoreBackupNamed(station: TestStation, backupName: string): Promise<string> {
  const { status, body } = await station.call(restoreBackup, { params: { backupName } });
  expect(status).toBe(200);
  // The listener is closed until the backup of the old store exists.
  await expect
    .poll(
      async () => {
        const answer = await station.call(getHealth).catch(() => undefined);
        return answer?.status === 200 && readdirSync(join(station.folder, 'backups')).includes(body.keptAs);
      },
      { timeout: 120_000, interval: 50 },
    )
    .toBe(true);
  return body.keptAs;
}

async function labels(station: TestStation): Promise<string[]> {
  const { body } = await station.call(listDevices);
  return body.items.map(({ label }) => label ?? '').toSorted((a, b) => a.localeCompare(b));
}

test('restoring a backup is a short stop at the same address; the previous state can be restored as well', async () => {
  await using station = await aStation({ rateLimit: 0 });
  const stored = await station.enrolled('kept');
  const { body: backup } = await station.call(createBackup);
  await station.slots(3, 'LATER-');
  const revoked = await station.issue({ label: 'lost laptop' });
  const later = await station.issue({ label: 'timetable' });
  const tokenId = decodeJwt(revoked).jti ?? '';
  await station.call(revokeToken, { params: { tokenId } });
  const address = station.url;

  const keptAs = await restoreBackupNamed(station, backup.name);

  expect(station.url).toBe(address);
  expect(await labels(station)).toEqual(['A-01']);
  // An existing headset continues with its token; programs keep theirs, and revoked ones stay revoked.
  const beat = { params: { deviceId: stored.id }, token: stored.token, body: { batteryInfo: { level: 50 } } };
  expect((await station.call(updateDevice, beat)).status).toBe(200);
  expect((await station.call(listDevices, { token: later })).status).toBe(200);
  expect((await station.call(listDevices, { token: revoked })).status).toBe(401);
  const { body: log } = await station.call(listAudit, { query: { operation: 'restoreBackup' } });
  expect(log.items).toMatchObject([{ operation: 'restoreBackup', status: 200 }]);

  const { body: inside } = await station.call(inspectBackup, { params: { backupName: keptAs } });
  expect(inside).toMatchObject({ obstacle: null, devices: 4 });
  await restoreBackupNamed(station, keptAs);
  expect(await labels(station)).toEqual(['A-01', 'LATER-01', 'LATER-02', 'LATER-03']);
});

test('a station that was stopped right after the request is restored anyway', async () => {
  await using station = await aStation();
  const { body: backup } = await station.call(createBackup);
  await station.slots(2, 'LATER-');

  await station.call(restoreBackup, { params: { backupName: backup.name } });
  await station.restart();

  expect(await labels(station)).toEqual([]);
  expect((await station.call(listBackups)).body.items.length).toBe(2);
});

test.each(['before the copy is in its place', 'before the copy was opened'])(
  'a station that is killed while it restores, %s, knows afterwards who asked and which tokens were revoked',
  async (moment) => {
    await using station = await aStation({ rateLimit: 0 });
    const revoked = await station.issue({ label: 'lost laptop' });
    const { body: backup } = await station.call(createBackup);
    await station.call(revokeToken, { params: { tokenId: decodeJwt(revoked).jti ?? '' } });
    const keptAs = await restoreBackupNamed(station, backup.name);
    await station.service.stop();
    // The same once more, up to the moment of the kill.
    const store = join(station.folder, 'muster.db');
    renameSync(join(station.folder, 'backups', keptAs), store);
    await prepareRestore(station.folder, backup.name);
    swapIn(station.folder, keptAs);
    if (moment === 'before the copy is in its place') renameSync(store, `${store}.arriving`);

    await station.restart();

    expect((await station.call(listDevices, { token: revoked })).status).toBe(401);
    const { body: log } = await station.call(listAudit, { query: { operation: 'restoreBackup' } });
    expect(log.items).toMatchObject([{ operation: 'restoreBackup', detail: backup.name, status: 200 }]);
    await station.restart();
    expect((await station.call(listAudit, { query: { operation: 'restoreBackup' } })).body.total).toBe(1);
  },
);

test('with a backup that cannot be opened the station continues with its unchanged store', async () => {
  await using station = await aStation();
  await station.slots(1, 'KEPT-');
  const { body: backup } = await station.call(createBackup);
  await station.slots(1, 'LATER-');
  // Whole to SQLite, and no store of this Muster.
  using db = closing(new Database(join(station.folder, 'backups', backup.name)));
  db.exec('DROP TABLE audit');
  const names = async () => (await station.call(listBackups)).body.items.map(({ name }) => name);
  const before = await names();

  const { body } = await station.call(restoreBackup, { params: { backupName: backup.name } });
  await expect
    .poll(() => station.service.activity() !== undefined && labels(station))
    .toEqual(['KEPT-01', 'LATER-01']);

  expect(body.name).toBe(backup.name);
  expect(await names()).toEqual(before);
  const { body: log } = await station.call(listAudit, { query: { operation: 'restoreBackup' } });
  expect(log.total).toBe(1);
  await station.restart();
  expect(await labels(station)).toEqual(['KEPT-01', 'LATER-01']);
});

test('while another program reads the store it is not replaced, and nothing is lost', async () => {
  await using station = await aStation();
  const { body: backup } = await station.call(createBackup);
  using reader = closing(new Database(join(station.folder, 'muster.db'), { readonly: true }));
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM device').get();
  await station.slots(2, 'LATER-');
  const names = async () => (await station.call(listBackups)).body.items.map(({ name }) => name);

  await station.call(restoreBackup, { params: { backupName: backup.name } });
  await expect
    .poll(() => station.service.activity() !== undefined && labels(station))
    .toEqual(['LATER-01', 'LATER-02']);

  expect(await names()).toEqual([backup.name]);
  reader.exec('COMMIT');
  await restoreBackupNamed(station, backup.name);
  expect(await labels(station)).toEqual([]);
});

test('with a clock set back by years a backup is made and stays, and so does a store that was replaced', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ rateLimit: 0, clock });
  for (let count = 0; count < 11; count += 1) {
    clock.advance(3 * DAY_MS);
    await station.call(createBackup);
  }
  await station.slots(1, 'LATER-');
  clock.advance(-20 * 365 * DAY_MS);
  const names = async () => (await station.call(listBackups)).body.items.map(({ name }) => name);

  const made = await station.call(createBackup);
  expect(made.status).toBe(200);
  const [before = ''] = await names();
  const keptAs = await restoreBackupNamed(station, before);
  clock.advance(1_000);
  const next = await station.call(createBackup);

  expect(await labels(station)).toEqual([]);
  for (const name of [made.body.name, keptAs, next.body.name]) expect(await names()).toContain(name);
});
