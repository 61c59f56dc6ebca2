import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice, listDevices } from '../../../shared/contract/devices/devices.ts';
import { listSetAside } from '../../../shared/contract/sync/sync-history.ts';
import { listSyncDevices, retrySync } from '../../../shared/contract/sync/sync.ts';
import { aBackend, bytes } from '../../support/a-backend.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;
/** Returns all visible data of the local devices. */
const everything = async () => {
  const { items } = (await station.call(listDevices, { query: { limit: '100' } })).body;
  return Promise.all(items.map(({ id }) => read(id)));
};
/** Answers requests for the list with something else. */
const listAnswers = (central: CentralDouble, body: string, headers = {}): void => {
  central.fault = ({ method, pattern }) =>
    method === 'GET' && pattern === '/devices' ? { kind: 'answer', status: 200, body, headers } : undefined;
};

test.for([
  ['HTML', '<!doctype html><title>Log in to the school Wi-Fi</title>', 'NOT_THIS_INTERFACE'],
  ['JSON that breaks off', '{"page":1,"limit":100,"total":2,"items":[{"id":"a', 'NOT_THIS_INTERFACE'],
  ['a list of another form', '{"data":[]}', 'NOT_THIS_INTERFACE'],
  ['wrong types', '{"page":1,"limit":100,"total":"two","items":"none"}', 'NOT_THIS_INTERFACE'],
  [
    'a million items',
    `{"page":1,"limit":100,"total":1000000,"items":[${Array.from({ length: 60_000 }, (_, index) => `{"id":"device-${index}"}`).join(',')}]}`,
    'TOO_LARGE',
  ],
  [
    'devices of another organisation',
    '{"page":1,"limit":100,"total":1,"items":[{"id":"theirs","enterprise":"another-school"}]}',
    'OTHER_ORGANISATION',
  ],
] as const)(
  '%s instead of the list: rejected with a reason, and nothing changes here',
  async ([, body, code]) => {
    await using central = await aCentral();
    central.add('mine', { label: 'Mine', settings: { volume: 3 } });
    await connect(station, central, { startsOver: true });
    const before = await everything();
    listAnswers(central, body);

    const sync = await syncNow(station);

    expect(sync).toMatchObject({ state: 'blocked', reason: { code } });
    expect(sync.reason?.message).not.toBe('');
    expect(await everything()).toEqual(before);

    // Once it is corrected, sync continues.
    central.fault = () => undefined;
    expect(await syncNow(station)).toMatchObject({ state: 'upToDate', reason: null });
  },
);

test('a central’s redirect is not followed: the token is sent nowhere else', async () => {
  await using elsewhere = await aBackend(bytes('{}', 'application/json'));
  await using central = await aCentral();
  central.add('redirected');
  await connect(station, central, { startsOver: true });
  central.fault = () => ({ kind: 'answer', status: 302, headers: { location: `${elsewhere.url}/devices` } });

  expect(await syncNow(station)).toMatchObject({ state: 'blocked', reason: { code: 'REDIRECTED' } });

  expect(elsewhere.received).toEqual([]);
});

test('a record that is unreadable or from the future is quarantined and blocks no other', async () => {
  await using central = await aCentral();
  central.add('good', { label: 'Good' });
  central.add('odd', { settings: 'none' as never });
  central.add('future', { lastHeartbeatAt: '2199-01-01T00:00:00Z' });

  const sync = await connect(station, central, { startsOver: true });

  expect(sync).toMatchObject({ state: 'upToDate', linked: 1, setAside: 2 });
  const { items } = (await station.call(listSetAside)).body;
  expect(items.map(({ upstreamId, code }) => [upstreamId, code])).toEqual([
    ['future', 'FUTURE_DATE'],
    ['odd', 'NOT_UNDERSTOOD'],
  ]);
  expect((await read('good')).label).toBe('Good');

  central.edit('odd', (device) => (device.settings = { volume: 2 }));
  expect(await syncNow(station)).toMatchObject({ linked: 2, setAside: 1 });
});

test('what this station does not understand of a record survives local edits at the central', async () => {
  await using central = await aCentral();
  const videos = [
    { id: 'dive', url: 'https://content.example/dive.mp4', projectionType: 'hologram', chapters: [1, 2] },
  ];
  central.add('newer', {
    settings: { volume: 1, display: { brightness: 10, glow: 'soft' }, haptics: { isOn: true }, videos },
    metadata: { other: { deep: { value: 1 } } },
  });
  await connect(station, central, { startsOver: true });
  const params = { deviceId: 'newer' };

  await station.call(configureDevice, { params, body: { display: { brightness: 20 } } });
  const more = [{ id: 'reef', url: 'https://content.example/reef.mp4' }];
  const known = (await read('newer')).settings.videos ?? [];
  await station.call(configureDevice, { params, body: { videos: [...known, ...more] } });
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });

  const settings: Record<string, unknown> = central.devices.get('newer')?.settings ?? {};
  expect(settings).toMatchObject({
    display: { brightness: 20, glow: 'soft' },
    haptics: { isOn: true },
  });
  expect(settings['videos']).toEqual(expect.arrayContaining([videos[0], more[0]]));
  expect(await syncNow(station)).toMatchObject({ conflicts: 0, waiting: { desired: 0 } });
});

test('what the central refuses is shown with its reason, is not sent again without a request, and blocks no other', async () => {
  await using central = await aCentral();
  central.add('refused');
  central.add('fine');
  await connect(station, central, { startsOver: true });
  central.fault = ({ path, method }) =>
    method === 'PUT' && path.startsWith('/devices/refused/')
      ? {
          kind: 'answer',
          status: 422,
          body: '{"code":"INVALID_CONFIGURATION","message":"No such language"}',
        }
      : undefined;
  for (const deviceId of ['refused', 'fine']) {
    const body = { system: { locale: deviceId } };
    await station.call(configureDevice, { params: { deviceId }, body });
  }

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', failures: 1, waiting: { desired: 1 } });

  expect(central.devices.get('fine')?.settings).toEqual({ system: { locale: 'fine' } });
  const { items } = (await station.call(listSyncDevices, { query: { which: 'failed' } })).body;
  expect(items).toMatchObject([
    {
      id: 'refused',
      isAhead: true,
      failures: [{ kind: 'desired', code: 'INVALID_CONFIGURATION', message: 'No such language' }],
    },
  ]);
  const tries = central.count('PUT /devices/{deviceId}/configure');
  await syncNow(station);
  expect(central.count('PUT /devices/{deviceId}/configure')).toBe(tries);

  central.fault = () => undefined;
  await station.call(retrySync, { body: {} });
  expect(await syncNow(station)).toMatchObject({ failures: 0, waiting: { desired: 0 } });
  expect(central.devices.get('refused')?.settings).toEqual({ system: { locale: 'refused' } });
});
