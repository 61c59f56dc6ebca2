import { expect, test } from 'vitest';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getHealthStatistics } from '../../../../shared/contract/statistics/statistics-now.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });
const ask = (body: object) => station.call(getHealthStatistics, { body });

async function aHeadset(report: object) {
  const { id, token } = await station.enrolled();
  await station.call(updateDevice, { params: { deviceId: id }, body: report, token });
  return id;
}
const batteryInfo = { level: 80, isCharging: true, health: 'Good', temperature: 31.5, voltage: 4_100 };

test('each headset has its last reported health; trends are not there yet', async () => {
  const id = await aHeadset({ batteryInfo, storages: [{ totalSpace: 1_000, freeSpace: 250 }] });

  const { status, body } = await ask({ deviceIds: [id] });

  expect(status).toBe(200);
  expect(body).toMatchObject({ granularity: 'day', series: [], invalidIds: [] });
  expect(body.devices).toEqual([
    {
      deviceId: id,
      label: 'A-01',
      batteryHealth: 'Good',
      batteryLevel: 80,
      isCharging: true,
      temperature: 31.5,
      voltage: 4_100,
      storageUsage: 0.75,
      storageTotalBytes: 1_000,
      storageFreeBytes: 250,
      lastHeartbeatAt: new Date(clock.now()).toISOString(),
      batteryTrend: null,
      storageTrend: null,
    },
  ]);
});

test('the snapshot sums up the enrolled headsets; a silent one has no health', async () => {
  const ids = [
    await aHeadset({ batteryInfo, storages: [{ totalSpace: 1_000, freeSpace: 500 }] }),
    await aHeadset({
      batteryInfo: { level: 10, health: 'Overheat', temperature: 46 },
      storages: [{ totalSpace: 1_000, freeSpace: 0 }],
    }),
    await aHeadset({ batteryInfo: { health: 'Good' } }),
    await aHeadset({}),
  ];
  const [slot] = await station.slots(1);

  const { body } = await ask({ deviceIds: [...ids, slot?.id, 'nobody'] });

  expect(body.snapshot).toEqual({
    devices: 4,
    reported: 3,
    batteryHealth: [
      { health: 'Good', count: 2 },
      { health: 'Overheat', count: 1 },
    ],
    averageLevel: 45,
    averageTemperature: 38.8,
    highestTemperature: 46,
    charging: 1,
    low: 1,
    averageStorageUsage: 0.75,
    nearlyFull: 1,
    batteryTrend: null,
    storageTrend: null,
  });
  expect(body.devices.map(({ deviceId }) => deviceId)).toEqual(ids);
  expect(body.devices[3]).toMatchObject({ batteryHealth: null, batteryLevel: null, storageUsage: null });
  expect(body.invalidIds).toEqual(['nobody']);
});

test('dates and granularity are checked', async () => {
  const startDate = '2026-03-01T00:00:00Z';

  expect((await ask({ startDate, endDate: startDate, granularity: 'month' })).body.granularity).toBe('month');
  expect(await ask({ granularity: 'hour' })).toMatchObject(refusedAt('granularity'));
  expect(await ask({ startDate: '2026-03-01' })).toMatchObject(refusedAt('startDate'));
  expect(await ask({ endDate: 7 })).toMatchObject(refusedAt('endDate'));
  expect(await ask({ startDate, endDate: '2026-02-28T23:59:59Z' })).toMatchObject(refusedAt('endDate'));
});

test('no body means all headsets', async () => {
  await aHeadset({});

  const { status, body } = await station.call(getHealthStatistics);

  expect(status).toBe(200);
  expect(body.devices.length).toBeGreaterThan(0);
});
