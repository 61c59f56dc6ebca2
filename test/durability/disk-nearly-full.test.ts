import { statfsSync, writeFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';

import { createBackup, listBackups } from '../../shared/contract/operations/backups.ts';
import { patchDevice } from '../../shared/contract/devices/devices.ts';
import { getHealth, getStation } from '../../shared/contract/operations/station.ts';
import { diskState } from '../../main/service/operations/health/disk.ts';
import { aSmallDisk } from '../support/a-small-disk.ts';
import { aStation } from '../support/a-station.ts';
import { refused } from '../support/refused.ts';

const MB = 1024 * 1024;

test('while the disk is nearly full uploads and backups are refused, and the station says so and keeps working', async ({
  skip,
}) => {
  const disk = aSmallDisk(160);
  if (typeof disk === 'string') return skip(disk);
  using path = disk;
  await using station = await aStation({ dataFolder: path.path });
  const { id } = await station.enrolled();
  const { bavail, bsize } = statfsSync(path.path);
  writeFileSync(`${path.path}/filler`, Buffer.alloc(bavail * bsize - 40 * MB));

  const { body: reported } = await station.call(getStation);
  expect(reported).toMatchObject({ disk: { state: 'full' }, warnings: ['DISK_FULL'] });
  expect(await station.call(createBackup)).toMatchObject(refused(507, 'STORAGE_FULL'));
  const upload = await fetch(`${station.url}/station/library?name=big.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/octet-stream' },
    body: Buffer.alloc(2 * MB, 7),
  });
  expect(upload.status).toBe(507);
  expect((await station.call(getHealth)).status).toBe(200);
  expect(
    (await station.call(patchDevice, { params: { deviceId: id }, body: { label: 'goes on' } })).status,
  ).toBe(200);

  rmSync(`${path.path}/filler`);
  expect((await station.call(createBackup)).status).toBe(200);
  expect((await station.call(listBackups)).body.items).toHaveLength(1);
});

test.for([
  [10 * 1024 * MB, 250 * 1024 * MB, 'ok'],
  [1_900 * MB, 250 * 1024 * MB, 'low'],
  [1_500 * MB, 16 * 1024 * MB, 'ok'],
  [700 * MB, 16 * 1024 * MB, 'low'],
  [60 * MB, 250 * 1024 * MB, 'full'],
] as const)('%i bytes left of %i are %s', ([free, total, state]) => {
  expect(diskState(free, total)).toBe(state);
});
