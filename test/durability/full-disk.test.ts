import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { aSmallDisk } from '../support/a-small-disk.ts';
import { aStation } from '../support/a-station.ts';

function fill(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(`${path}/filler`, Buffer.alloc(Number(bavail) * Number(bsize)));
}

test('on a full disk writes are refused with a code, reads continue, and writes work again once there is room', async ({
  skip,
}) => {
  const disk = aSmallDisk(24);
  if (typeof disk === 'string') return skip(disk);
  using path = disk;
  await using station = await aStation({ dataFolder: path.path });
  const headset = await station.enrolled();
  const requested = { params: { deviceId: headset.id }, token: headset.token };
  const events = (round: number) =>
    Array.from({ length: 400 }, (_, index) => ({
      eventId: `${round}-${index}`,
      type: 'NOTE',
      timestamp: Date.now(),
      payload: { text: 'x'.repeat(500) },
    }));
  fill(path.path);

  // The log may still have space in its last pages, so the first writes can succeed.
  let refused: Awaited<ReturnType<typeof station.call<typeof updateDevice.reply>>> | undefined;
  for (let round = 0; round < 40 && refused === undefined; round += 1) {
    const answer = await station.call(updateDevice, { ...requested, body: { events: events(round) } });
    if (answer.status !== 200) refused = answer;
  }
  expect(refused).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
  expect(refused?.headers.get('retry-after')).toBe('5');
  const read = await station.call(getDevice, requested);
  expect(read.status).toBe(200);

  rmSync(`${path.path}/filler`);
  const params = { deviceId: headset.id };
  const written = await station.call(patchDevice, { params, body: { label: 'room again' } });
  expect(written).toMatchObject({ status: 200, body: { label: 'room again' } });
  const lost = await station.call(updateDevice, { ...requested, body: { events: events(1_000) } });
  expect(lost.body.acknowledged).toHaveLength(400);
});
