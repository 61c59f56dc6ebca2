import fc from 'fast-check';
import { expect, test } from 'vitest';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { heartbeatSchema, updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation({});

async function aHeadset() {
  const { id, token } = await station.enrolled();
  return {
    beat: (body: unknown) => station.call(updateDevice, { params: { deviceId: id }, token, body }),
    read: async () => (await station.call(getDevice, { params: { deviceId: id } })).body,
    eventIds: async () => {
      const { body } = await station.call(listEvents, { params: { deviceId: id } });
      return body.items.map(({ eventId }) => eventId);
    },
  };
}

const event = (eventId: string) => ({ eventId, type: 'APP_STARTED', timestamp: 1_763_000_000_000 });

test.for([
  ['a battery at 255 percent', { batteryInfo: { level: 255, isCharging: true } }, 'batteryInfo.level', '255'],
  ['a battery below nothing', { batteryInfo: { level: -1 } }, 'batteryInfo.level', '-1'],
  [
    'a word for health that is not known',
    { batteryInfo: { health: 'Fine' } },
    'batteryInfo.health',
    '"Fine"',
  ],
  ['a negative size', { storages: [{ usedSpace: -5 }] }, 'storages.0.usedSpace', '-5'],
  [
    'a card that uses more than it holds',
    { storages: [{ volumeDescription: 'SD', totalSpace: 64, usedSpace: 65 }] },
    'storages.0.usedSpace',
    '65',
  ],
  [
    'a card with more free than it holds',
    { storages: [{ totalSpace: 64, freeSpace: 65 }] },
    'storages.0.freeSpace',
    '65',
  ],
  ['a model that nobody has', { type: { id: 'nobody' } }, 'type.id', '"nobody"'],
  ['a name that is too long', { osVersion: 'x'.repeat(129) }, 'osVersion', `"${'x'.repeat(99)}…`],
  ['a word where a list belongs', { installedPackages: 'none' }, 'installedPackages', '"none"'],
] as const)('%s is left out, and the rest is stored', async ([, report, path, value]) => {
  const headset = await aHeadset();

  const { status, body } = await headset.beat({ ...report, worn: true, events: [event('kept')] });

  expect(status).toBe(200);
  expect(body).toMatchObject({ acknowledged: ['kept'], dropped: [{ path, value }] });
  expect((await headset.read()).worn).toBe(true);
  expect(await headset.eventIds()).toContain('kept');
});

test('elements of lists are left out alone, with their places as they were sent', async () => {
  const headset = await aHeadset();

  const { body } = await headset.beat({
    batteryInfo: { level: 255, isCharging: true },
    installedPackages: [
      { packageName: 'a' },
      'b',
      { packageName: 'c', versionCode: 'seven' },
      null,
      { packageName: 'd' },
    ],
  });

  expect(body.dropped?.map(({ path }) => path)).toEqual([
    'installedPackages.1',
    'installedPackages.2.versionCode',
    'installedPackages.3',
    'batteryInfo.level',
  ]);
  const device = await headset.read();
  expect(device.settings.batteryInfo).toEqual({ isCharging: true });
  expect(device.installedPackages).toEqual([
    { packageName: 'a' },
    { packageName: 'c' },
    { packageName: 'd' },
  ]);
});

test('a list that is too long keeps its beginning, and at most twenty values are told', async () => {
  const headset = await aHeadset();
  const packages = Array.from({ length: 2_001 }, (_each, at) => ({ packageName: `p${at}` }));

  const { body } = await headset.beat({
    installedPackages: packages,
    contentPresence: Array.from({ length: 99 }, () => 7),
  });

  expect(body.dropped).toHaveLength(20);
  expect((await headset.read()).installedPackages).toEqual(packages.slice(0, 2_000));
});

test('a value that is nested as deep as a body allows is left out too', async () => {
  const { id } = await station.enrolled();
  const deep = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;

  const { status, body } = await station.send('PUT', `/devices/${id}`, {
    body: `{"batteryInfo":{"level":${deep}}}`,
  });

  expect(status).toBe(200);
  expect(body).toMatchObject({ dropped: [{ path: 'batteryInfo.level', value: '[…]' }] });
});

test('a report without impossible values is answered without the field', async () => {
  const headset = await aHeadset();

  expect((await headset.beat({ batteryInfo: { level: 100 } })).body).not.toHaveProperty('dropped');
});

test('who reports, and what are no events, is still refused whole', async () => {
  const headset = await aHeadset();
  const odd = { batteryInfo: { level: 255 } };

  expect(await headset.beat({ ...odd, macAddress: 'AA-BB' })).toMatchObject(refusedAt('macAddress'));
  expect(await headset.beat({ ...odd, events: 'none' })).toMatchObject(refusedAt('events'));
  expect((await headset.read()).lastHeartbeatAt).toBeNull();
});

/** Fields that say what a headset is like; the others say who reports and what happened. */
const reported = Object.keys(heartbeatSchema.shape).filter(
  (field) => !['androidId', 'macAddress', 'events', 'enrolmentId', 'type'].includes(field),
);

test('whatever is reported in any field, the events of the same heartbeat are stored', async () => {
  const headset = await aHeadset();
  let count = 0;

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...reported), fc.jsonValue({ maxDepth: 4 }), async (field, value) => {
      count += 1;
      const eventId = `event ${count}`;
      const { status, body } = await headset.beat({ [field]: value, events: [event(eventId)] });
      expect([status, body.acknowledged]).toEqual([200, [eventId]]);
    }),
    { numRuns: 300 },
  );
});
