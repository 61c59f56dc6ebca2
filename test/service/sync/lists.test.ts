import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts } from '../../../shared/contract/sync/sync-conflicts.ts';
import { listSetAside, listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import { dropWaiting } from '../../../shared/contract/sync/sync-waiting.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { byText } from '../../../shared/domain/kernel/by-text.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { enrolAt, read, unenrol } from './enrolment-steps.ts';

const station = await aSharedStation();

const LISTS = {
  all: { endpoint: listSyncDevices, query: { which: 'all' } },
  waiting: { endpoint: listSyncDevices, query: { which: 'waiting' } },
  unlinked: { endpoint: listSyncDevices, query: { which: 'unlinked' } },
  conflicts: { endpoint: listConflicts, query: {} },
  quarantined: { endpoint: listSetAside, query: {} },
  runs: { endpoint: listSyncRuns, query: {} },
} as const;

test('each list of sync has every entry on exactly one of its pages, and their number', async () => {
  await using central = await aCentral();
  const ids = [1, 2, 3, 4, 5].map((number) => `paged-${String(number)}`);
  for (const id of ids) {
    central.add(id, { settings: { volume: 1 } });
    central.add(`future-${id}`, { lastHeartbeatAt: '2199-01-01T00:00:00Z' });
  }
  const unlinked = (await station.slots(5, 'Unlinked ')).map(({ id }) => id);
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  for (const deviceId of ids) {
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 2 } });
    central.edit(deviceId, (device) => (device.settings = { volume: 3 }));
  }
  await central.goOnline();
  for (let runs = 0; runs < 5; runs += 1) await syncNow(station);
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  for (const deviceId of ids)
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 9 } });
  await syncNow(station);

  const pages = async (name: keyof typeof LISTS): Promise<string[]> => {
    const { endpoint, query } = LISTS[name];
    const found: string[] = [];
    for (let page = 1; ; page += 1) {
      const limited = { ...query, limit: '2', page: String(page) };
      const { body } = await station.send(
        'GET',
        `${endpoint.path}?${new URLSearchParams(limited).toString()}`,
      );
      const { items, total } = body as { items: { id?: string; upstreamId?: string }[]; total: number };
      found.push(...items.map(({ id, upstreamId }) => id ?? upstreamId ?? ''));
      if (items.length < 2) return [String(total), ...found.toSorted()];
    }
  };

  expect(await pages('all')).toEqual(['5', ...ids]);
  expect(await pages('waiting')).toEqual(['5', ...ids]);
  expect(await pages('unlinked')).toEqual(['5', ...unlinked.toSorted()]);
  expect(await pages('quarantined')).toEqual(['5', ...ids.map((id) => `future-${id}`)]);
  for (const name of ['conflicts', 'runs'] as const) {
    const [total, ...found] = await pages(name);
    expect(found.length).toBeGreaterThanOrEqual(5);
    expect([total, new Set(found).size]).toEqual([String(found.length), found.length]);
  }
});

test('what is pending of a headset is listed in the order in which it happened', async () => {
  await using central = await aCentral();
  central.add('in-order');
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  await unenrol(station, await enrolAt(station, 'in-order', 'headset-first'));

  const { items } = (await station.call(listSyncDevices, { query: { which: 'waiting' } })).body;

  expect(items).toMatchObject([{ id: 'in-order', lifecycle: ['enrol', 'unenrol'] }]);
});

test('pending changes of a device that the central does not know cannot be discarded, and those of others are', async () => {
  await using central = await aCentral();
  central.add('known', { settings: { volume: 1 } });
  const [own] = await station.slots(1, 'Own ');
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const devicesId = ['known', own?.id ?? ''];
  for (const deviceId of devicesId)
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 5 } });

  expect((await station.call(dropWaiting, { body: { devicesId } })).body).toEqual({ taken: 1, failed: 1 });

  const volumes = await Promise.all(devicesId.map(async (id) => (await read(station, id)).settings.volume));
  expect(volumes).toEqual([1, 5]);
});

test('every value of the central that loses is retained, also while the central refuses to be written', async () => {
  await using central = await aCentral();
  central.add('stubborn', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  await station.call(configureDevice, { params: { deviceId: 'stubborn' }, body: { volume: 2 } });
  for (const volume of [3, 5, 5]) {
    central.edit('stubborn', (device) => (device.settings = { volume }));
    await syncNow(station);
  }

  const { items } = (await station.call(listConflicts)).body;
  expect(items.map(({ here, there }) => [here, there])).toEqual([
    [2, 5],
    [2, 3],
  ]);
});

test('a device that was deleted on one side is not shown with changes for the central', async () => {
  await using central = await aCentral();
  for (const id of ['deleted-there', 'deleted-here']) central.add(id, { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  central.fault = ({ method }) => (method === 'DELETE' ? { kind: 'answer', status: 403 } : undefined);
  for (const deviceId of ['deleted-there', 'deleted-here'])
    await station.call(configureDevice, { params: { deviceId }, body: { volume: 2 } });
  await station.call(deleteDevice, { params: { deviceId: 'deleted-here' } });
  central.devices.delete('deleted-there');
  await central.goOnline();
  await syncNow(station);

  const { items } = (await station.call(listSyncDevices, { query: { which: 'all' } })).body;

  const shown = { isAhead: false, wants: [] };
  expect(items.toSorted((a, b) => byText(a.upstreamId ?? '', b.upstreamId ?? ''))).toMatchObject([
    { upstreamId: 'deleted-here', id: null, gone: null, lifecycle: ['delete'], ...shown },
    { upstreamId: 'deleted-there', id: 'deleted-there', gone: 'DELETED', lifecycle: [], ...shown },
  ]);
});
