import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
import { aStation, type TestStation } from '../../../support/a-station.ts';

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
      { timeout: 30_000, interval: 50 },
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
