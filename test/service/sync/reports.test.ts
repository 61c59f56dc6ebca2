import { expect, test } from 'vitest';

import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { getSync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();
const REPORT = 'PUT /devices/{deviceId}';

/** Enrols a headset on both sides. Returns how it reports. */
async function aHeadset(central: CentralDouble, id: string) {
  central.add(id);
  await connect(station, central, { startsOver: true });
  const enrolment = { enrollmentToken: `token-${id}`, androidId: `headset-${id}` };
  const { accessToken: token } = (await station.call(enrolDevice, { body: enrolment })).body;
  await syncNow(station);
  return (body: object) => station.call(updateDevice, { params: { deviceId: id }, body, token });
}

function events(count: number, name = 'event'): object[] {
  return Array.from({ length: count }, (_, index) => ({
    eventId: `${name}-${index}`,
    type: 'APP_STARTED',
    timestamp: Date.now(),
    payload: { packageName: 'com.example.planetarium' },
  }));
}

const idsAt = (central: CentralDouble, id: string): unknown[] =>
  (central.devices.get(id)?.events ?? []).map(({ eventId }) => eventId);

test('a headset’s report is uploaded with its events, at most 500 per request, each once', async () => {
  await using central = await aCentral({ dedupesEvents: false });
  const report = await aHeadset(central, 'reports');
  const before = central.count(REPORT);
  await report({ macAddress: 'AA:BB:CC:00:00:01', events: events(500) });
  await report({ events: events(500, 'more') });
  await report({
    installedPackages: [{ packageName: 'com.example.planetarium', versionCode: 12, versionName: '1.2' }],
    events: events(7, 'last'),
  });

  await syncNow(station);

  // 1,007 events need three requests; the newest report is sent with the first.
  expect(central.count(REPORT) - before).toBe(3);
  expect(idsAt(central, 'reports')).toHaveLength(1_007);
  expect(new Set(idsAt(central, 'reports')).size).toBe(1_007);
  expect(central.devices.get('reports')).toMatchObject({
    macAddress: 'AA:BB:CC:00:00:01',
    reported: { installedPackages: [{ packageName: 'com.example.planetarium', versionCode: 12 }] },
  });
  const sync = await syncNow(station);
  expect(sync.waiting.events).toBe(0);
  expect(central.count(REPORT) - before).toBe(3);
});

test('a delivery whose answer was lost is not repeated, at a central that stores every event as a new one', async () => {
  await using central = await aCentral({ dedupesEvents: false });
  const report = await aHeadset(central, 'lost');
  await report({ events: events(20) });
  let isLost = false;
  central.fault = ({ method, pattern }) => {
    if (isLost || `${method} ${pattern}` !== REPORT) return undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };

  expect(await syncNow(station)).toMatchObject({ state: 'offline', waiting: { events: 20 } });
  await report({ events: events(5, 'later') });
  await syncNow(station);

  expect(isLost).toBe(true);
  expect(idsAt(central, 'lost')).toHaveLength(25);
  expect(new Set(idsAt(central, 'lost')).size).toBe(25);
  expect((await station.call(getSync)).body.waiting.events).toBe(0);
});

test('events from before a device was linked to the central are uploaded, too', async () => {
  await using central = await aCentral();
  const { id, token, androidId } = await station.enrolled('headset-early');
  await station.call(updateDevice, { params: { deviceId: id }, body: { events: events(3) }, token });
  central.add('early', { androidId });

  await connect(station, central, { startsOver: true });

  expect(idsAt(central, 'early')).toEqual(['event-0', 'event-1', 'event-2']);
});
