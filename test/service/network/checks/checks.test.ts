import { expect, test } from 'vitest';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getNetworkChecks, runNetworkChecks } from '../../../../shared/contract/network/network-checks.ts';
import { NETWORK_CHECKS, type NetworkCheck } from '../../../../shared/contract/network/network-findings.ts';
import { aBackend } from '../../../support/a-backend.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';

const HOUR_MS = 3_600_000;

async function check(station: TestStation, token = station.token) {
  const { body } = await station.call(getNetworkChecks, { token });
  return body;
}
async function runChecks(station: TestStation, body: object = {}, token = station.token) {
  return (await station.call(runNetworkChecks, { body, token })).body;
}
type Checks = Awaited<ReturnType<typeof check>>;

function of({ checks }: Checks, id: NetworkCheck) {
  return checks.find((each) => each.id === id);
}

/** An address that answers 204 with its current time. */
const open = (dateMs: () => number) =>
  aBackend((_, response) => void response.writeHead(204, { date: new Date(dateMs()).toUTCString() }).end());

test('every check appears once, in order, with its code and what to do', async () => {
  await using station = await aStation();
  const answer = await check(station);
  expect(answer.checks.map(({ id }) => id)).toEqual([...NETWORK_CHECKS]);
  expect(answer.internetAddress).toBeNull();
  expect(of(answer, 'listener')).toEqual({
    id: 'listener',
    status: 'warning',
    finding: 'LISTENER_OFF',
    todo: 'TURN_ON_LISTENER',
    details: { port: 7_443 },
  });
  expect(of(answer, 'mdns')).toMatchObject({ finding: 'MDNS_OFF', status: 'unknown' });
  expect(of(answer, 'stations')).toMatchObject({ finding: 'STATIONS_UNKNOWN' });
  expect(of(answer, 'isolation')).toMatchObject({ finding: 'ISOLATION_UNKNOWN' });
  expect(of(answer, 'internet')).toMatchObject({
    finding: 'INTERNET_NOT_ASKED',
    todo: 'ASK_FOR_INTERNET_CHECK',
  });
  expect(of(answer, 'stationClock')).toMatchObject({ finding: 'STATION_CLOCK_UNKNOWN' });
  expect(of(answer, 'leases')).toMatchObject({ finding: 'LEASES_UNKNOWN' });
  expect(of(answer, 'headsetClocks')).toMatchObject({ finding: 'CLOCKS_UNKNOWN', details: { measured: 0 } });
});

test('a listener on no network says so, has its port, and reports the missing chosen interface', async () => {
  await using station = await aStation({ lan: { port: 0, interfaceName: 'none' } });
  const answer = await check(station);
  expect(of(answer, 'listener')).toMatchObject({ finding: 'LISTENER_WITHOUT_ADDRESS', status: 'problem' });
  expect(of(answer, 'port')).toMatchObject({ finding: 'PORT_OWN', status: 'ok' });
  expect(of(answer, 'interfaces')).toMatchObject({
    finding: 'INTERFACE_CHOSEN_MISSING',
    details: { missing: ['none'] },
  });
  expect(of(answer, 'addresses')).toMatchObject({ finding: 'ADDRESSES_NONE' });
  expect(of(answer, 'mdns')).toMatchObject({ finding: 'MDNS_NOWHERE' });
});

test('findings are cached for ten seconds; a manual run makes new ones', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  const first = await check(station);
  clock.advance(9_999);
  expect((await check(station)).checkedAt).toBe(first.checkedAt);
  const forced = await runChecks(station);
  expect(Date.parse(forced.checkedAt)).toBe(Date.parse(first.checkedAt) + 9_999);
  clock.advance(10_000);
  expect(Date.parse((await check(station)).checkedAt)).toBe(Date.parse(forced.checkedAt) + 10_000);
  clock.advance(-60_000);
  expect(Date.parse((await check(station)).checkedAt)).toBe(clock.now());
});

test('concurrent requests share one run', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  await using backend = await open(() => clock.now());
  await runChecks(station, { internetAddress: backend.url });
  clock.advance(10_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => check(station)));
  expect(answers.every((each) => of(each, 'internet')?.finding === 'INTERNET_OPEN')).toBe(true);
  expect(backend.received).toHaveLength(2);
});

test('an address that answers 204 means internet, and has the current time', async () => {
  await using station = await aStation();
  await using backend = await open(Date.now);
  const answer = await runChecks(station, { internetAddress: `${backend.url}/generate_204` });
  expect(answer.internetAddress).toBe(`${backend.url}/generate_204`);
  expect(of(answer, 'internet')).toMatchObject({ finding: 'INTERNET_OPEN', details: { status: 204 } });
  expect(of(answer, 'stationClock')).toMatchObject({ finding: 'STATION_CLOCK_RIGHT' });
  expect(backend.received).toMatchObject([{ method: 'GET', path: '/generate_204' }]);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test('a wrong station clock is reported', async () => {
  await using station = await aStation();
  await using backend = await open(() => Date.now() + 2 * HOUR_MS);
  const answer = await runChecks(station, { internetAddress: backend.url });
  expect(of(answer, 'stationClock')).toMatchObject({
    finding: 'STATION_CLOCK_WRONG',
    status: 'problem',
    todo: 'SET_STATION_CLOCK',
  });
});

test.each([
  ['a page', 200, {}, 'INTERNET_PORTAL'],
  ['a page in another form', 200, { 'content-encoding': 'gzip' }, 'INTERNET_PORTAL'],
  ['a way to elsewhere', 302, { location: 'http://portal.example/login' }, 'INTERNET_PORTAL'],
  ['a demand to sign in', 511, {}, 'INTERNET_PORTAL'],
  ['an error', 500, {}, 'INTERNET_UNCLEAR'],
  ['nothing there', 404, {}, 'INTERNET_UNCLEAR'],
] as const)('an internet check answered by %s reports that', async (_, status, headers, finding) => {
  await using station = await aStation();
  await using backend = await aBackend(
    (_received, response) => void response.writeHead(status, headers).end('x'),
  );
  const answer = await runChecks(station, { internetAddress: backend.url });
  expect(of(answer, 'internet')).toMatchObject({ finding });
  expect(of(answer, 'stationClock')).toMatchObject({ finding: 'STATION_CLOCK_UNKNOWN' });
});

test('no answer is not a fault: the station does not need the internet', async () => {
  await using station = await aStation();
  await using backend = await open(Date.now);
  await backend.goAway();
  const answer = await runChecks(station, { internetAddress: backend.url });
  expect(of(answer, 'internet')).toMatchObject({
    finding: 'INTERNET_NONE',
    status: 'ok',
    details: { reason: 'unreachable' },
  });
});

test('the address is kept until it is removed, over a restart too', async () => {
  await using station = await aStation();
  await using backend = await open(Date.now);
  await runChecks(station, { internetAddress: backend.url });
  await station.restart();
  expect(of(await check(station), 'internet')).toMatchObject({ finding: 'INTERNET_OPEN' });
  const answer = await runChecks(station, { internetAddress: null });
  expect(answer.internetAddress).toBeNull();
  expect(of(answer, 'internet')).toMatchObject({ finding: 'INTERNET_NOT_ASKED' });
});

test.each([
  'https://example.org/',
  'ftp://example.org/',
  'example.org',
  'http://',
  'http://user:word@example.org/',
  '',
])('%j is not an address that can be contacted, and nothing of it is stored', async (internetAddress) => {
  await using station = await aStation();
  const answer = await station.call(runNetworkChecks, { body: { internetAddress } });
  expect(answer).toMatchObject(refusedAt('internetAddress'));
  expect((await check(station)).internetAddress).toBeNull();
});

test('another organisation may read, but not change the address', async () => {
  await using station = await aStation();
  await using backend = await open(Date.now);
  const { token } = await station.enterprise();
  const answer = await station.call(runNetworkChecks, { body: { internetAddress: backend.url }, token });
  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(backend.received).toEqual([]);
  expect((await runChecks(station, {}, token)).internetAddress).toBeNull();
});

test('in role central no private address is contacted', async () => {
  await using station = await aStation({ role: 'central' });
  await using backend = await open(Date.now);
  const answer = await runChecks(station, { internetAddress: backend.url });
  expect(of(answer, 'internet')).toMatchObject({
    finding: 'INTERNET_UNCLEAR',
    details: { reason: 'address' },
  });
  expect(backend.received).toEqual([]);
});

test('a headset whose clock is wrong is named to its own organisation only', async () => {
  await using station = await aStation();
  const right = await station.enrolled();
  const wrong = await station.enrolled();
  const lost = await station.enrolled();
  const beat = ({ id, token }: typeof right, timestamp: number) =>
    station.call(updateDevice, {
      params: { deviceId: id },
      token,
      body: { events: [{ eventId: `e-${id}`, type: 'APP_STARTED', timestamp }] },
    });
  await beat(right, Date.now());
  await beat(wrong, Date.now() + 3 * HOUR_MS);
  await beat(lost, 0);

  const answer = of(await check(station), 'headsetClocks');
  expect(answer).toMatchObject({ finding: 'CLOCKS_WRONG', details: { measured: 3, wrong: 2 } });
  const { devices } = (answer?.details ?? {}) as { devices: { deviceId: string; skewMs: number }[] };
  expect(devices.map(({ deviceId }) => deviceId)).toEqual([lost.id, wrong.id]);
  expect(devices[1]?.skewMs).toBeGreaterThan(2.9 * HOUR_MS);

  const { token } = await station.enterprise();
  expect(of(await check(station, token), 'headsetClocks')).toMatchObject({
    finding: 'CLOCKS_UNKNOWN',
    details: { measured: 0, devices: [] },
  });
});
