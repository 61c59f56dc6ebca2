import { expect, test } from 'vitest';

import { getDevice, listDevices } from '../../../../shared/contract/devices/devices.ts';
import { setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { getPractice, startPractice, stopPractice } from '../../../../shared/contract/operations/station.ts';
import { aStation } from '../../../support/a-station.ts';

test('removing the practice cart removes its own headsets and no other, whatever metadata says', async () => {
  await using station = await aStation();
  const own = await station.enrolled('a-real-headset');
  await station.call(startPractice, { body: { count: 2, paceMs: 60_000 } });
  const practice = (await station.call(listDevices)).body.items.find(({ id }) => id !== own.id);
  const copied = (await station.call(getDevice, { params: { deviceId: practice?.id ?? '' } })).body.metadata[
    'muster'
  ];
  await station.call(setMetadata, { params: { deviceId: own.id, namespace: 'muster' }, body: copied });

  await station.call(stopPractice);

  const { body } = await station.call(listDevices);
  expect(body.items.map(({ id }) => id)).toEqual([own.id]);
});

test('a second practice cart is refused while one runs, and none runs after a restart', async () => {
  await using station = await aStation();
  const first = await station.call(startPractice, { body: { count: 1, paceMs: 60_000 } });
  const second = await station.call(startPractice, { body: { count: 1 } });
  expect(first.body).toMatchObject({ isRunning: true, count: 1 });
  expect(second).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });

  await station.restart();
  expect((await station.call(getPractice)).body.isRunning).toBe(false);
  await station.call(stopPractice);
  expect((await station.call(listDevices)).body.total).toBe(0);
});
