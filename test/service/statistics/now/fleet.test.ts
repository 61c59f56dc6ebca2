import { expect, test } from 'vitest';

import { patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getFleetStatistics } from '../../../../shared/contract/statistics/statistics-now.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const DAY_MS = 86_400_000;
const clock = new ManualClock();
const station = await aSharedStation({ clock });

/** A separate fleet for one test. */
async function aFleet() {
  const { id: enterpriseId, token } = await station.enterprise();
  const ids: string[] = [];
  return {
    enterpriseId,
    token,
    ids,
    slot: async () => {
      const answer = await station.send('POST', '/station/slots', {
        body: { count: 1, labelPrefix: 'S-' },
        token,
      });
      const [slot] = (answer.body as { items: { id: string; enrollmentToken: string }[] }).items;
      ids.push(slot?.id ?? '');
      return slot ?? { id: '', enrollmentToken: '' };
    },
    async headset(report: object = {}, androidId = `android-${Math.random()}`) {
      const { id, enrollmentToken } = await this.slot();
      await station.call(enrolDevice, { body: { enrollmentToken, androidId }, token });
      const { status } = await station.call(updateDevice, { params: { deviceId: id }, body: report, token });
      expect(status).toBe(200);
      return id;
    },
    ask: async (body?: object) =>
      station.call(getFleetStatistics, { token, ...(body === undefined ? {} : { body }) }),
  };
}
const storage = (totalSpace: number, freeSpace: number) => ({ storages: [{ totalSpace, freeSpace }] });
const battery = (level: number, isCharging = false) => ({ batteryInfo: { level, isCharging } });

test('an empty fleet has empty statistics', async () => {
  const fleet = await aFleet();

  const { status, body } = await fleet.ask();

  expect(status).toBe(200);
  expect(body).toMatchObject({
    computedAt: new Date(clock.now()).toISOString(),
    total: 0,
    availability: { available: 0, unavailable: 0, linked: 0 },
    battery: { reported: 0, averageLevel: null, low: 0, charging: 0 },
    storage: { reported: 0, totalBytes: 0, freeBytes: 0, usedBytes: 0, nearlyFull: 0 },
    models: [],
    osVersions: [],
    invalidIds: [],
  });
});

test('records are enrolled, waiting for their headset, or archived', async () => {
  const fleet = await aFleet();
  await fleet.slot();
  await fleet.headset({}, 'again');
  await fleet.headset({}, 'again');

  expect((await fleet.ask()).body).toMatchObject({ total: 3, enrolled: 1, waiting: 1, archived: 1 });
});

test('a headset is available while it holds its connection or sent a recent heartbeat', async () => {
  const fleet = await aFleet();
  await fleet.headset();
  clock.advance(91_000);
  await fleet.headset();
  const linked = await fleet.headset();
  clock.advance(0);
  const token = await station.issue({ scope: 'device', deviceId: linked, enterpriseId: fleet.enterpriseId });
  await using link = await station.stream(`/devices/${linked}/updates`, token);
  await link.next('hello');

  expect((await fleet.ask()).body.availability).toEqual({ available: 2, unavailable: 1, linked: 1 });
});

test('batteries are counted by level, low at 15 percent', async () => {
  const fleet = await aFleet();
  for (const level of [0, 9.9, 15, 15.1, 95]) await fleet.headset(battery(level));
  await fleet.headset(battery(100, true));
  await fleet.headset();

  const { body } = await fleet.ask();

  expect(body.battery).toMatchObject({ reported: 6, averageLevel: 39.2, low: 3, charging: 1 });
  expect(body.battery.histogram).toHaveLength(10);
  expect(body.battery.histogram.filter(({ count }) => count > 0)).toEqual([
    { from: 0, to: 10, count: 2 },
    { from: 10, to: 20, count: 2 },
    { from: 90, to: 100, count: 2 },
  ]);
});

test('storage is the sum of the fixed volumes', async () => {
  const fleet = await aFleet();
  await fleet.headset(storage(1_000, 400));
  await fleet.headset(storage(1_000, 50));
  await fleet.headset({ storages: [{ totalSpace: 9, freeSpace: 9, isRemovable: true }] });

  expect((await fleet.ask()).body.storage).toEqual({
    reported: 2,
    totalBytes: 2_000,
    freeBytes: 450,
    usedBytes: 1_550,
    nearlyFull: 1,
  });
});

test('models, agents and systems are counted by version, the most frequent first', async () => {
  const fleet = await aFleet();
  const type = { name: 'PICO 4', product: 'A8110' };
  const mdm = (codeVersion: number) => ({
    mdmInfo: { codeVersion, labelVersion: `1.${codeVersion}`, isDeviceOwner: codeVersion > 1 },
  });
  await fleet.headset({ type, osVersion: '5.9', ...mdm(1) });
  await fleet.headset({ type, osVersion: '5.9', ...mdm(2) });
  await fleet.headset({ type, osVersion: '5.9', ...mdm(2) });
  await fleet.headset({ type: { name: 'Quest 3', product: 'eureka' }, osVersion: '62' });
  await fleet.slot();

  const { body } = await fleet.ask();

  expect(body.models).toEqual([
    { name: 'PICO 4', brand: 'pico', count: 3 },
    { name: 'Quest 3', brand: 'meta', count: 1 },
    { name: null, brand: null, count: 1 },
  ]);
  expect(body.osVersions).toEqual([
    { osVersion: '5.9', count: 3 },
    { osVersion: '62', count: 1 },
  ]);
  expect(body.mdm.deviceOwners).toBe(2);
  expect(body.mdm.versions).toHaveLength(3);
  expect(body.mdm.versions[0]).toEqual({ labelVersion: '1.2', codeVersion: 2, count: 2 });
  expect(body.mdm.versions).toContainEqual({ labelVersion: null, codeVersion: null, count: 1 });
});

test('licences are counted by level and status, and by expiry', async () => {
  const fleet = await aFleet();
  const alert = (days: number) => new Date(clock.now() + days * DAY_MS).toISOString();
  for (const license of [
    { level: 'gold', status: 'active', alertDate: alert(30) },
    { level: 'gold', status: 'active', alertDate: alert(31) },
    { level: 'gold', status: 'ended', alertDate: alert(-1) },
  ]) {
    const { id } = await fleet.slot();
    await station.call(patchDevice, { params: { deviceId: id }, body: { license }, token: fleet.token });
  }
  await fleet.slot();

  expect((await fleet.ask()).body.licenses).toEqual({
    byLevel: [
      { level: 'gold', count: 3 },
      { level: null, count: 1 },
    ],
    byStatus: [
      { status: 'active', count: 2 },
      { status: 'ended', count: 1 },
      { status: null, count: 1 },
    ],
    expired: 1,
    expiringSoon: 1,
  });
});

test('deviceIds limits the count; unknown, deleted and foreign ids are named, each once', async () => {
  const fleet = await aFleet();
  const id = await fleet.headset(battery(80));
  await fleet.headset(battery(20));
  const deleted = await fleet.headset();
  await station.send('DELETE', `/devices/${deleted}`, { token: fleet.token });
  const [foreign] = await station.slots(1);

  const deviceIds = [id, 'nobody', id, foreign?.id, deleted, 'nobody'];
  const { body } = await fleet.ask({ deviceIds });

  expect(body).toMatchObject({ total: 1, battery: { averageLevel: 80 } });
  expect(body.invalidIds).toEqual(['nobody', foreign?.id, deleted]);
  expect((await fleet.ask({ deviceIds: [] })).body.total).toBe(0);
  expect((await fleet.ask()).body.total).toBe(2);
});

test('a fleet with granted access counts too', async () => {
  const fleet = await aFleet();
  const other = await aFleet();
  await fleet.slot();
  await other.slot();
  const fleetAccess = [other.enterpriseId];
  const token = await station.issue({ enterpriseId: fleet.enterpriseId, fleetAccess });

  expect((await station.call(getFleetStatistics, { token })).body.total).toBe(2);
});

test('invalid ids are refused', async () => {
  const fleet = await aFleet();

  expect(await fleet.ask({ deviceIds: 'all' })).toMatchObject(refusedAt('deviceIds'));
  expect(await fleet.ask({ deviceIds: [7] })).toMatchObject(refusedAt('deviceIds.0'));
});
