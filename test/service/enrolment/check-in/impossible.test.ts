import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { headsetSchema } from '../../../../shared/contract/devices/fleet.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { heartbeatSchema, updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getDiagnostics } from '../../../../shared/contract/operations/diagnostics.ts';
import { sized } from '../../../support/long.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation({});

async function aHeadset() {
  const { id, token } = await station.enrolled();
  return {
    id,
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

test('an impossible value is on the headset’s tile and in diagnostics once, until a right one comes', async () => {
  const headset = await aHeadset();
  const shown = async () => {
    await using wall = await station.stream('/station/updates?snapshot=true');
    await wall.next('live');
    const itemsSchema = z.object({ items: z.array(headsetSchema) });
    const pieces = wall.events.filter(({ name }) => name === 'headsets');
    const headsets = pieces.flatMap(({ data }) => itemsSchema.parse(data).items);
    return headsets.find(({ id }) => id === headset.id)?.impossible;
  };
  const inBundle = async () =>
    (await station.call(getDiagnostics)).body.impossible.find(({ id }) => id === headset.id)?.values;
  const level = { path: 'batteryInfo.level', value: '255' };

  await headset.beat({ batteryInfo: { level: 255 }, worn: 'maybe' });
  await headset.beat({ batteryInfo: { level: 255 } });
  await headset.beat({});

  expect(await shown()).toEqual([level, { path: 'worn', value: '"maybe"' }]);
  expect(await inBundle()).toEqual(await shown());
  await headset.beat({ worn: true, effectiveSettings: { wifi: [{ ssid: 7, password: 'hidden-secret' }] } });
  expect(JSON.stringify(await shown())).not.toContain('hidden-secret');
  await headset.beat({ batteryInfo: { level: 80 }, effectiveSettings: {} });
  expect(await shown()).toEqual([]);
  expect(await inBundle()).toBeUndefined();
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

/** The parts of a zod schema that describe its structure. */
type Built = {
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
};

/** Every place at which a schema accepts a value, at any depth; `0` for the entries of lists. */
function placesOf(schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] {
  const { innerType, element, shape } = schema.def as Built;
  if (innerType !== undefined) return placesOf(innerType, path);
  const inner =
    element === undefined
      ? Object.entries(shape ?? {}).flatMap(([key, each]) => placesOf(each, [...path, key]))
      : placesOf(element, [...path, '0']);
  return path.length === 0 ? inner : [path, ...inner];
}

/** Everything that a headset says about itself; the other fields say who reports and what happened. */
const places = placesOf(heartbeatSchema).filter(
  ([field]) => !['androidId', 'macAddress', 'events', 'enrolmentId'].includes(field ?? ''),
);

function reportOf([field = '', ...rest]: readonly string[], value: unknown): unknown {
  const inner = rest.length === 0 ? value : reportOf(rest, value);
  return field === '0' ? [inner] : { [field]: inner };
}

test('whatever is reported in any field at any depth, the events of the same heartbeat are stored', async () => {
  const headset = await aHeadset();
  let count = 0;
  expect(places.map((place) => place.join('.'))).toEqual(
    expect.arrayContaining(['type.name', 'storages.0.freeSpace', 'downloads.0.associatedObject', 'wifiSsid']),
  );

  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 4 }), async (place, value) => {
      count += 1;
      const eventId = `event ${count}`;
      const report = { ...(reportOf(place, value) as object), events: [event(eventId)] };
      const { status, body } = await headset.beat(report);
      expect([place, status, body.acknowledged]).toEqual([place, 200, [eventId]]);
    }),
    { numRuns: sized({ long: 2_000, short: 300 }) },
  );
});
