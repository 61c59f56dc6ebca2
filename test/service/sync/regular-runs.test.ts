import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getSync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read } from './enrolment-steps.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock, syncPace: 0.005 });
const LIST = 'GET /devices';
const REPORT = 'PUT /devices/{deviceId}';

/** Lets time pass, without asking for a sync, until the condition holds. */
const passUntil = (holds: () => Promise<boolean> | boolean): Promise<void> =>
  expect
    .poll(
      async () => {
        clock.advance(2_000);
        return holds();
      },
      { interval: 10 },
    )
    .toBe(true);

/** Connects, and waits until the devices are followed and were read again because of that. */
async function atRest(central: CentralDouble, ids: readonly string[]): Promise<void> {
  for (const id of ids) central.add(id, { label: id, settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await expect.poll(() => central.listeners.length).toBe(ids.length);
  const lists = central.count(LIST);
  await passUntil(() => central.count(LIST) > lists);
  await syncNow(station);
}

test('a change that the central did not announce is downloaded automatically, and only the changed device is read', async () => {
  await using central = await aCentral();
  await atRest(central, ['listed-1', 'listed-2', 'listed-3']);
  const from = central.arrivals.length;
  const device = central.devices.get('listed-2');
  if (device !== undefined) device.label = 'Renamed';

  await passUntil(async () => (await read(station, 'listed-2')).label === 'Renamed');

  const requested = central.arrivals.slice(from).map(({ method, path }) => `${method} ${path}`);
  expect(requested.filter((each) => each.includes('/devices/listed-'))).toEqual(['GET /devices/listed-2']);
});

test('a headset that reports nothing new is reported to the central every fifteen minutes', async () => {
  await using central = await aCentral();
  central.add('silent');
  await connect(station, central, { startsOver: true });
  const headset = await enrolAt(station, 'silent', 'headset-silent');
  await syncNow(station);
  await beat(station, headset);
  const reportsAfter = async (minutes: number): Promise<number> => {
    clock.advance(minutes * 60_000);
    const before = central.count(REPORT);
    await beat(station, headset);
    await syncNow(station);
    return central.count(REPORT) - before;
  };

  expect(await reportsAfter(0)).toBe(1);
  expect(await reportsAfter(5)).toBe(0);
  expect(await reportsAfter(9)).toBe(0);
  expect(await reportsAfter(2)).toBe(1);
  expect(await reportsAfter(14)).toBe(0);
});

test('what the central refused is not sent again automatically, but the next edit of the device is', async () => {
  await using central = await aCentral();
  await atRest(central, ['refused']);
  const sent = (volume: number): number =>
    central.arrivals.filter(
      ({ method, body }) => method === 'PUT' && JSON.stringify(body).includes(`"volume":${String(volume)}`),
    ).length;
  central.fault = ({ method }) =>
    method === 'PUT' && sent(5) === 0 ? { kind: 'answer', status: 422 } : undefined;
  const edit = (volume: number) =>
    station.call(configureDevice, { params: { deviceId: 'refused' }, body: { volume } });
  await edit(3);
  await passUntil(async () => (await station.call(getSync)).body.failures === 1);
  const lists = central.count(LIST);
  await passUntil(() => central.count(LIST) > lists);

  await edit(5);
  // Time for the run of an edit, and for no other one.
  clock.advance(5_000);
  await expect.poll(() => central.devices.get('refused')?.settings).toEqual({ volume: 5 });

  expect([sent(3), sent(5)]).toEqual([1, 1]);
});
