import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { deleteDevice, getDevice } from '../../../shared/contract/devices/devices.ts';
import { createEnterprise } from '../../../shared/contract/access/tokens.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { listConflicts } from '../../../shared/contract/sync/sync-conflicts.ts';
import { linkDevice, listSyncDevices, pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { refused } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read, unenrol } from './enrolment-steps.ts';

const station = await aSharedStation();
const link = (deviceId: string, upstreamId: string) =>
  station.call(linkDevice, { body: { deviceId, upstreamId } });
const linkOf = async (deviceId: string) =>
  (await station.call(listSyncDevices, { query: { which: 'all' } })).body.items.find(
    ({ id }) => id === deviceId,
  )?.upstreamId;

/** Creates slots at the central, of which the station pulls copies, and one slot that only the station has. */
async function aSlot(central: CentralDouble, ...ids: readonly string[]): Promise<string> {
  for (const id of ids) central.add(id, { label: id, settings: { volume: 7 } });
  const [slot] = await station.slots(1, 'Own ');
  await connect(station, central, { startsOver: true });
  return slot?.id ?? '';
}

test('an empty copy of the slot is replaced by the device that is linked to it, with the data of both', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'empty');
  const params = { deviceId: own };
  await station.call(configureDevice, { params, body: { display: { brightness: 3 } } });

  expect(await link(own, 'empty')).toMatchObject({ status: 200, body: { id: own, upstreamId: 'empty' } });
  await syncNow(station);

  expect(await station.call(getDevice, { params: { deviceId: 'empty' } })).toMatchObject(
    refused(404, 'DEVICE_NOT_FOUND'),
  );
  expect(central.ledger.deletions).toEqual([]);
  const settings = { volume: 7, display: { brightness: 3 } };
  expect((await read(station, own)).settings).toEqual(settings);
  expect(central.devices.get('empty')?.settings).toEqual(settings);
});

test('a copy with an edit that the central does not have is not replaced, and its conflicts go on with the device', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'edited');
  await central.goOffline();
  await station.call(configureDevice, { params: { deviceId: 'edited' }, body: { volume: 3 } });
  central.edit('edited', (device) => Object.assign(device.settings, { volume: 4 }));
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  await central.goOnline();
  await syncNow(station);
  expect((await link(own, 'edited')).body).toMatchObject({ code: 'CONFLICT' });
  central.fault = () => undefined;
  await station.call(configureDevice, { params: { deviceId: 'edited' }, body: { audio: { alarm: 1 } } });
  await syncNow(station);

  expect(await link(own, 'edited')).toMatchObject({ status: 200 });

  const { items } = (await station.call(listConflicts)).body;
  expect(items).toMatchObject([{ deviceId: own, path: ['settings', 'volume'], here: 3, there: 4 }]);
});

test.for(['has', 'had'] as const)(
  'a slot whose copy here %s a headset is not given to another device by hand',
  async (when) => {
    await using central = await aCentral();
    const id = `slot-that-${when}`;
    const own = await aSlot(central, id);
    const headset = await enrolAt(station, id, `headset-that-${when}`);
    if (when === 'had') await unenrol(station, headset);

    const answer = await link(own, id);

    expect(answer).toMatchObject(refused(409, 'CONFLICT'));
    expect(answer.body).toMatchObject({ message: expect.stringContaining(id) as string });
    expect([await linkOf(id), await linkOf(own)]).toEqual([id, undefined]);
  },
);

test('a slot that was deleted here is not linked again before its deletion is uploaded', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'deleting');
  central.fault = ({ method }) => (method === 'DELETE' ? { kind: 'answer', status: 403 } : undefined);
  await station.call(deleteDevice, { params: { deviceId: 'deleting' } });

  expect(await link(own, 'deleting')).toMatchObject(refused(409, 'CONFLICT'));

  central.fault = () => undefined;
  await expect.poll(async () => (await syncNow(station)).waiting.lifecycle).toBe(0);
  expect(central.ledger.deletions).toEqual(['deleting']);
});

test('a device is linked only to a slot that the central has and that belongs to the organisation', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'ours');
  central.add('theirs', { enterprise: 'another-school' });
  central.enterprises = ['school', 'another-school'];

  expect(await link(own, 'theirs')).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await link(own, 'nobodys')).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await link('nobodys', 'ours')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await linkOf(own)).toBeUndefined();
});

test('devices of another organisation of this station are not linked', async () => {
  await using central = await aCentral();
  await aSlot(central, 'not-for-guests');
  const { body: guests } = await station.call(createEnterprise, { body: { name: 'Guests' } });
  const [slot] = (
    (
      await station.send('POST', '/station/slots', {
        body: { count: 1, labelPrefix: 'G-' },
        token: guests.token,
      })
    ).body as { items: { id: string }[] }
  ).items;

  expect(await link(slot?.id ?? '', 'not-for-guests')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('nothing is linked while sync is paused or the central cannot be reached', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'unreachable');
  await station.call(pauseSync);
  expect(await link(own, 'unreachable')).toMatchObject(refused(409, 'CONFLICT'));
  await station.call(resumeSync);
  await syncNow(station);
  central.fault = () => ({ kind: 'answer', status: 403 });

  expect((await link(own, 'unreachable')).body).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' });

  expect(await linkOf(own)).toBeUndefined();
});

test('past events of a device are uploaded once it is linked, each once', async () => {
  await using central = await aCentral({ dedupesEvents: false });
  const own = await aSlot(central, 'with-past');
  const headset = await enrolAt(station, own, 'headset-with-past');
  await beat(station, headset, 3);
  await syncNow(station);

  await link(own, 'with-past');
  await expect.poll(async () => (await syncNow(station)).waiting.events).toBe(0);

  const ids = (central.devices.get('with-past')?.events ?? []).map(({ eventId }) => eventId);
  expect(ids.filter((id) => String(id).startsWith('headset-with-past-'))).toHaveLength(3);
  expect(new Set(ids).size).toBe(ids.length);
  expect(central.devices.get('with-past')?.androidId).toBe('headset-with-past');
});

test('a slot that is linked by hand while a run reads it for the first time is linked once', async () => {
  await using central = await aCentral();
  const own = await aSlot(central, 'before');
  for (const id of ['read-first', 'read-last']) central.add(id, { label: id, settings: { volume: 7 } });
  const release = Promise.withResolvers<undefined>();
  const isHeld = Promise.withResolvers<undefined>();
  central.fault = ({ path }) => {
    if (path !== '/devices/read-last') return undefined;
    isHeld.resolve(undefined);
    return { kind: 'hold', until: release.promise };
  };
  const run = syncNow(station);
  await isHeld.promise;
  await expect.poll(() => central.arrivals.some(({ path }) => path === '/devices/read-first')).toBe(true);
  // The run has computed what to write for it, and waits for the other record.
  await setTimeout(50);

  expect(await link(own, 'read-first')).toMatchObject({ status: 200, body: { id: own } });
  release.resolve(undefined);

  expect(await run).toMatchObject({ state: 'upToDate', failures: 0 });
  expect(await linkOf(own)).toBe('read-first');
  expect((await read(station, own)).settings).toEqual({ volume: 7 });
});
