import { expect, test } from 'vitest';

import { getDevice, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { getSyncReport } from '../../../shared/contract/sync/sync-history.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const station = await aSharedStation();

const openConflicts = async () => (await station.call(listConflicts)).body.items;

test('a local description is never overwritten silently, and never sent where it cannot be written', async () => {
  await using central = await aCentral();
  const params = { deviceId: 'described' };
  const describe = async (description: string | null) =>
    expect((await station.call(patchDevice, { params, body: { description } })).status).toBe(200);
  const describeThere = async (description: string | null): Promise<void> => {
    central.edit('described', (device) => (device.description = description));
    await syncNow(station);
  };
  const here = async () => (await station.call(getDevice, { params })).body.description;

  central.add('described', { description: 'From the shop' });
  await connect(station, central);
  expect(await here()).toBe('From the shop');
  await describeThere('Bought 2026');
  expect(await here()).toBe('Bought 2026');
  expect((await station.call(getSyncReport)).body.lines).toMatchObject([
    { direction: 'down', deviceId: 'described', what: { parts: ['description'] } },
  ]);

  // A local description remains, however often both sides are compared.
  await describe('Left strap mended');
  for (let runs = 0; runs < 2; runs += 1) {
    expect(await syncNow(station)).toMatchObject({ state: 'upToDate', conflicts: 0 });
    expect(await here()).toBe('Left strap mended');
  }

  // If both sides changed it, the station's applies and the central's is retained in a conflict.
  await describeThere('Lens scratched');
  expect(await here()).toBe('Left strap mended');
  const conflict = { base: 'Bought 2026', here: 'Left strap mended', there: 'Lens scratched' };
  expect(await openConflicts()).toMatchObject([{ ...conflict, path: ['description'], winner: 'here' }]);
  await syncNow(station);
  expect(await openConflicts()).toHaveLength(1);

  const resolve = async (body: object) => {
    const { items } = (await station.call(listConflicts)).body;
    const resolved = (await station.call(listConflicts, { query: { status: 'resolved' } })).body.items;
    const [{ id } = { id: '' }] = [...items, ...resolved];
    const { status } = await station.call(resolveConflict, {
      params: { conflictId: id },
      body: { take: 'there', ...body },
    });
    expect(status).toBe(200);
    await syncNow(station);
  };
  await resolve({});
  expect(await here()).toBe('Lens scratched');
  await resolve({ take: 'here' });
  expect(await here()).toBe('Left strap mended');
  await resolve({ value: 'Both' });
  expect(await here()).toBe('Both');
  // The description was never sent to the central.
  expect(central.devices.get('described')?.description).toBe('Lens scratched');
  expect(central.arrivals.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a description that is changed while its headset is read is not lost', async () => {
  await using central = await aCentral();
  central.add('meanwhile', { description: 'Old' });
  await connect(station, central, { startsOver: true });
  const params = { deviceId: 'meanwhile' };
  let isWritten = false;
  const written = Promise.withResolvers<void>();
  central.fault = ({ path }) => {
    if (path !== '/devices/meanwhile' || isWritten) return undefined;
    isWritten = true;
    const body = { description: 'Written meanwhile' };
    void station.call(patchDevice, { params, body }).then(() => written.resolve());
    return { kind: 'hold', until: written.promise };
  };

  central.edit('meanwhile', (device) => (device.description = 'New'));
  await syncNow(station);
  await written.promise;
  await syncNow(station);

  expect((await station.call(getDevice, { params })).body.description).toBe('Written meanwhile');
  expect(await openConflicts()).toMatchObject([{ base: 'Old', here: 'Written meanwhile', there: 'New' }]);
});
