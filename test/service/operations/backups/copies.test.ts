import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { keysBesideBackup } from '../../../../main/service/kernel/backups/backup-keys.ts';
import { prepareRestore } from '../../../../main/service/kernel/backups/recovery.ts';
import { Vault } from '../../../../main/service/kernel/vault.ts';
import {
  addCopy,
  createBackup,
  inspectBackup,
  listBackups,
  listCopies,
  openCopy,
  removeCopy,
  restoreBackup,
} from '../../../../shared/contract/operations/backups.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getHealth } from '../../../../shared/contract/operations/station.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';

const PASSPHRASE = 'seven words of the reef school';
const WIFI = { ssid: 'reef', password: 'under-the-sea' };

/** Returns the bytes of an encrypted copy of everything that the station has. */
async function sealedCopyOf(station: TestStation): Promise<Buffer> {
  const { body: backup } = await station.call(createBackup);
  const body = { backupName: backup.name, passphrase: PASSPHRASE };
  const { status, body: copy } = await station.call(addCopy, { body });
  expect(status).toBe(200);
  const file = await fetch(`${station.url}/station/copies/${copy.name}/file`, {
    headers: { authorization: `Bearer ${station.token}` },
  });
  return Buffer.from(await file.arrayBuffer());
}

/** Uploads an encrypted copy to a station, as its interface does. */
async function importCopy(station: TestStation, bytes: Buffer): Promise<Response> {
  return fetch(`${station.url}/station/copies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
}

/** Restores a backup and waits until the station answers with it. */
async function restoreBackupNamed(station: TestStation, backupName: string): Promise<string> {
  const { status, body } = await station.call(restoreBackup, { params: { backupName } });
  expect(status).toBe(200);
  await expect
    .poll(
      async () => {
        const answer = await station.call(getHealth, { token: null }).catch(() => undefined);
        return answer?.status === 200 && existsSync(join(station.folder, 'backups', body.keptAs));
      },
      { timeout: 120_000, interval: 50 },
    )
    .toBe(true);
  return body.keptAs;
}

test('an empty station takes over from another: its headsets, programs and passwords continue unchanged', async () => {
  await using old = await aStation({ rateLimit: 0 });
  const headset = await old.enrolled('kept');
  const program = await old.issue({ label: 'timetable' });
  await old.call(configureDevice, { params: { deviceId: headset.id }, body: { wifi: [WIFI] } });
  const bytes = await sealedCopyOf(old);
  expect(bytes.includes('under-the-sea')).toBe(false);
  expect(bytes.includes('PRIVATE KEY')).toBe(false);
  const { enterpriseId } = old;

  await using station = await aStation({ rateLimit: 0 });
  const ofTheEmpty = station.enterpriseId;
  const arrived = await importCopy(station, bytes);
  expect(arrived.status).toBe(200);
  const [copy] = (await station.call(listCopies)).body.items;
  const params = { copyName: copy?.name ?? '' };
  const wrong = await station.call(openCopy, { params, body: { passphrase: 'not the words of it' } });
  expect(wrong).toMatchObject(refused(400, 'INVALID_VALUE'));
  expect((await station.call(listBackups)).body.items).toEqual([]);

  const { body: backup } = await station.call(openCopy, { params, body: { passphrase: PASSPHRASE } });
  const inside = await station.call(inspectBackup, { params: { backupName: backup.name } });
  expect(inside.body).toMatchObject({ obstacle: null, isMove: true, enrolled: 1, wouldLose: 0 });
  const keptAs = await restoreBackupNamed(station, backup.name);

  expect(station.enterpriseId).toBe(enterpriseId);
  const beat = {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { batteryInfo: { level: 50 } },
  };
  expect((await station.call(updateDevice, beat)).status).toBe(200);
  expect((await station.call(listDevices, { token: program })).body.items).toHaveLength(1);
  const { body: record } = await station.call(getDevice, { params: { deviceId: headset.id } });
  expect(record.settings.wifi).toMatchObject([WIFI]);
  expect(readdirSync(station.folder).filter((name) => name.includes('arriving'))).toEqual([]);

  // The previous state can be restored, with its own keys.
  await restoreBackupNamed(station, keptAs);
  expect(station.enterpriseId).toBe(ofTheEmpty);
  expect((await station.call(listDevices)).body.items).toEqual([]);
  expect((await station.call(listDevices, { token: program })).status).toBe(401);

  await station.restart();
  expect((await station.call(removeCopy, { params })).status).toBe(200);
  expect((await station.call(removeCopy, { params })).status).toBe(404);
});

test('a station stopped, or killed, during a takeover is the other one at the next start', async () => {
  await using old = await aStation();
  const headset = await old.enrolled('kept');
  const bytes = await sealedCopyOf(old);
  await using station = await aStation();
  const { name: copyName } = (await (await importCopy(station, bytes)).json()) as { name: string };
  const opened = await station.call(openCopy, { params: { copyName }, body: { passphrase: PASSPHRASE } });

  // Killed with the store moved away and nothing in its place yet.
  await station.service.stop();
  const vault = new Vault(station.folder);
  const keys = keysBesideBackup(station.folder, opened.body.name, vault);
  await prepareRestore(station.folder, opened.body.name, keys);
  renameSync(join(station.folder, 'muster.db'), join(station.folder, 'backups', 'muster-before.db'));
  await station.restart();

  const beat = {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { batteryInfo: { level: 9 } },
  };
  expect((await station.call(updateDevice, beat)).status).toBe(200);
  expect(readdirSync(station.folder).filter((name) => name.includes('arriving'))).toEqual([]);

  // Killed before that, the station is unchanged, and the keys of the other one are not left behind.
  await station.service.stop();
  await prepareRestore(station.folder, 'muster-before.db', keys);
  await station.restart();
  expect((await station.call(updateDevice, beat)).status).toBe(200);
  expect(readdirSync(station.folder).filter((name) => name.includes('arriving'))).toEqual([]);
});

test('a file that is not an encrypted backup, is truncated or was changed is refused by name, and nothing of it stays', async () => {
  await using station = await aStation();
  await station.enrolled('one');
  const bytes = await sealedCopyOf(station);
  const stored = readdirSync(join(station.folder, 'backups'));
  for (const wrong of [
    Buffer.from('<html>'),
    Buffer.alloc(0),
    bytes.subarray(0, 40),
    bytes.subarray(0, -1),
  ]) {
    const answer = await importCopy(station, wrong);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_VALUE' });
  }
  expect(readdirSync(join(station.folder, 'backups'))).toEqual(stored);

  const [{ name: copyName } = { name: '' }] = (await station.call(listCopies)).body.items;
  const path = join(station.folder, 'backups', copyName);
  const requested = { params: { copyName }, body: { passphrase: PASSPHRASE } };
  const flipped = Buffer.from(bytes);
  flipped[flipped.length - 1_000] = (flipped.at(-1_000) ?? 0) ^ 1;
  for (const changed of [flipped, bytes.subarray(0, -5_000), bytes.subarray(0, 190)]) {
    writeFileSync(path, changed);
    expect(await station.call(openCopy, requested)).toMatchObject(refused(400, 'INVALID_VALUE'));
  }
  expect(readdirSync(join(station.folder, 'backups'))).toEqual(stored);
  expect((await station.call(openCopy, { ...requested, body: { passphrase: 'short' } })).status).toBe(400);
});

test('a damaged backup, or one without its keys, is not encrypted; one with its keys is encrypted with those', async () => {
  await using old = await aStation();
  const headset = await old.enrolled('kept');
  const bytes = await sealedCopyOf(old);
  const [theirs] = (await old.call(listBackups)).body.items;
  await using station = await aStation();
  const folder = join(station.folder, 'backups');
  const { name: copyName } = (await (await importCopy(station, bytes)).json()) as { name: string };
  const opened = await station.call(openCopy, { params: { copyName }, body: { passphrase: PASSPHRASE } });
  writeFileSync(join(folder, 'muster-damaged.db'), 'no database');
  copyFileSync(join(old.folder, 'backups', theirs?.name ?? ''), join(folder, 'muster-alien.db'));
  const seal = (backupName: string) =>
    station.call(addCopy, { body: { backupName, passphrase: 'other words than before' } });

  expect(await seal('muster-damaged.db')).toMatchObject(refused(409, 'CONFLICT'));
  expect(await seal('muster-alien.db')).toMatchObject(refused(409, 'CONFLICT'));
  const again = await seal(opened.body.name);

  await using third = await aStation();
  const file = readFileSync(join(folder, again.body.name));
  const { name } = (await (await importCopy(third, file)).json()) as { name: string };
  const body = { passphrase: 'other words than before' };
  const moved = await third.call(openCopy, { params: { copyName: name }, body });
  await restoreBackupNamed(third, moved.body.name);
  const beat = { params: { deviceId: headset.id }, token: headset.token, body: {} };
  expect((await third.call(updateDevice, beat)).status).toBe(200);
});

test('a station that started over with its own keys restores its own backups', async () => {
  await using station = await aStation();
  const headset = await station.enrolled('kept');
  const { body: backup } = await station.call(createBackup);
  await station.service.stop();
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(join(station.folder, `muster.db${suffix}`), { force: true });
  await station.restart({ recover: 'empty' });
  expect((await station.call(listDevices)).body.items).toEqual([]);

  const inside = await station.call(inspectBackup, { params: { backupName: backup.name } });
  expect(inside.body).toMatchObject({ obstacle: null, isMove: false, enrolled: 1 });
  await restoreBackupNamed(station, backup.name);

  const beat = {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { batteryInfo: { level: 9 } },
  };
  expect((await station.call(updateDevice, beat)).status).toBe(200);
  expect(readFileSync(join(station.folder, 'station.key'), 'utf8')).toContain('PRIVATE KEY');
});

test('an encrypted copy that several decrypt at once, some with a wrong passphrase, becomes a whole backup', async () => {
  await using station = await aStation({ rateLimit: 0 });
  await station.slots(400, 'A-');
  const bytes = await sealedCopyOf(station);
  const { name: copyName } = (await (await importCopy(station, bytes)).json()) as { name: string };
  const open = (passphrase: string) => station.call(openCopy, { params: { copyName }, body: { passphrase } });

  for (let round = 0; round < 4; round += 1) {
    const wrong = 'not the words of it';
    const opened = await Promise.all([wrong, PASSPHRASE, wrong, PASSPHRASE].map(open));
    expect(opened.map(({ status }) => status)).toEqual([400, 200, 400, 200]);
    const params = { backupName: opened[1]?.body.name ?? '' };
    expect((await station.call(inspectBackup, { params })).body).toMatchObject({
      obstacle: null,
      devices: 400,
    });
  }
});
