import { expect, test } from 'vitest';

import { NO_FAULTS, onlyWith, USUAL_HABITS, type Credential } from '../../main/simulator/index.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aStationDouble, type StationDouble } from './station-double.ts';

const reports = (station: StationDouble) => station.seen.filter(({ method }) => method === 'PUT');

test('a headset enrols by token, reports, holds its connection and is ready, all as the contract says', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  const device = station.device(running.headset.deviceId ?? '');
  expect(device.androidId).toBe(running.headset.identity.androidId);
  const operations = station.seen.map(({ method, path }) => `${method} ${path}`);
  expect(operations.slice(0, 2)).toEqual(['POST /devices/whatiam', 'POST /devices']);
  expect(operations).toContain(`GET /devices/${device.id}/updates`);
  expect(reports(station)[0]).toMatchObject({
    token: running.headset.accessToken,
    body: { settingsRevision: 0, worn: false, mdmInfo: { isDeviceOwner: true } },
  });
  expect(station.faults).toEqual([]);
});

test('a headset enrols by a typed code', async () => {
  await using station = await aStationDouble();
  const { id } = await station.aSlot();
  const code = await station.aCode(id);
  await using running = await aRunningHeadset(station, { admission: onlyWith({ kind: 'code', code }) });
  await running.untilEvent('ready');

  expect(running.headset.deviceId).toBe(id);
});

test('a headset whose code is refused asks for another and enrols with it', async () => {
  await using station = await aStationDouble();
  const { id } = await station.aSlot();
  const old = await station.aCode(id);
  station.voidCodes();
  const refusals: (string | null)[] = [];
  const admission = async (refused: { code: string | null } | null): Promise<Credential> => {
    if (refused !== null) refusals.push(refused.code);
    return { kind: 'code', code: refused === null ? old : await station.aCode(id) };
  };
  await using running = await aRunningHeadset(station, { admission });
  await running.untilEvent('enrolled');

  expect(refusals).toEqual(['ENROLMENT_CODE_UNKNOWN']);
  expect(running.headset.deviceId).toBe(id);
});

test('a headset that is always refused stops and says why', async () => {
  await using station = await aStationDouble();
  const admission = onlyWith({ kind: 'code', code: 999_999 });
  await using running = await aRunningHeadset(station, { admission });
  await running.untilEvent('refused');

  expect(running.headset.state).toBe('refused');
  expect(running.headset.reason?.code).toBe('ENROLMENT_CODE_UNKNOWN');
});

test('a headset applies changed settings and reports the revision that it applied', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  const device = station.device(running.headset.deviceId ?? '');
  device.settings = { applications: [{ id: 'app-1', packageName: 'org.school.app', codeVersion: 7 }] };
  device.settingsRevision = 1;
  station.say(device.id, 'settings', { revision: 1 });
  await running.untilEvent('applied');
  const revisions = () =>
    reports(station).map(({ body }) => (body as { settingsRevision: number }).settingsRevision);
  await running.until(() => revisions().includes(1));

  const last = reports(station).at(-1)?.body;
  expect(last).toMatchObject({ contentPresence: [{ contentId: 'app-1', present: true }] });
  expect(last).toMatchObject({
    installedPackages: expect.arrayContaining([
      { packageName: 'org.school.app', versionCode: 7, versionName: '7' },
    ]) as unknown,
  });
  await running.until(() => running.headset.state === 'ready');
});

test('a headset notified of new metadata reads its record again and stays ready', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');
  const id = running.headset.deviceId ?? '';
  const reads = () => station.seen.filter(({ method, path }) => `${method} ${path}` === `GET /devices/${id}`);
  const before = reads().length;

  station.say(id, 'metadata', { namespace: 'org.school' });
  await running.until(() => reads().length === before + 1);

  expect(running.headset.state).toBe('ready');
  expect(station.faults).toEqual([]);
});

test('a command is carried out once, and answered as often as it is delivered', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  const command = { commandId: 'c-1', event: 'identify', message: {}, expiresAt: null };
  station.say(running.headset.deviceId ?? '', 'command', command);
  station.say(running.headset.deviceId ?? '', 'command', command);
  station.say(running.headset.deviceId ?? '', 'command', { ...command, commandId: 'c-2', event: 'unenroll' });
  await running.untilEvent('refused');

  expect(running.events.filter(({ type }) => type === 'commanded')).toHaveLength(2);
  expect(station.answers).toEqual([{ accepted: true }, { cleaned: true }]);
  expect(station.posts).toEqual([
    { commandId: 'c-1', status: 204 },
    // The station has its answer already.
    { commandId: 'c-1', status: 404 },
    { commandId: 'c-2', status: 204 },
  ]);
  expect(running.headset.reason?.code).toBe('UNENROLLED');
});

test('an invalid message on the connection is ignored', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station);
  await running.untilEvent('ready');

  const deviceId = running.headset.deviceId ?? '';
  station.say(deviceId, 'command', 'not a command');
  station.say(deviceId, 'something-new', { from: 'later' });
  station.say(deviceId, 'command', { commandId: 'c-1', event: 'ring', message: {}, expiresAt: null });
  await running.untilEvent('commanded');

  expect(running.headset.state).toBe('ready');
});

test('a headset without reports enrols and connects but is never ready', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station, { faults: { ...NO_FAULTS, neverReports: true } });
  await running.untilEvent('linked');

  expect(reports(station)).toEqual([]);
  expect(running.headset.state).toBe('enrolled');
});

test('a first wrong code costs one refusal and no slot', async () => {
  await using station = await aStationDouble();
  await using running = await aRunningHeadset(station, {
    faults: { ...NO_FAULTS, typesWrongCodeFirst: true },
  });
  await running.untilEvent('ready');

  const typed = station.seen.filter(({ path }) => path === '/devices/manual-enrollment');
  expect(typed).toHaveLength(1);
});

test('a clock that is years off is visible in the events', async () => {
  await using station = await aStationDouble();
  const tenYearsMs = 10 * 365 * 24 * 3_600_000;
  const faults = { ...NO_FAULTS, clockOffsetMs: -tenYearsMs };
  await using running = await aRunningHeadset(station, { faults, habits: USUAL_HABITS });
  await running.untilEvent('delivered');

  const first = reports(station)[0]?.body as { events: { timestamp: number }[] } | undefined;
  expect(first?.events[0]?.timestamp).toBeLessThan(Date.now() - tenYearsMs / 2);
});
