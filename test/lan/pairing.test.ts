import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import {
  Headset,
  NO_FAULTS,
  onlyWith,
  Pairing,
  StationClient,
  StationPin,
  systemClock,
  USUAL_HABITS,
} from '../../main/simulator/index.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { enrolDeviceByCode } from '../../shared/contract/enrolment/enrolment.ts';
import { setLan } from '../../shared/contract/network/lan.ts';
import { createCodes, getHealth, getStation } from '../../shared/contract/operations/station.ts';
import { aLanStation, callOverLan } from '../support/a-lan.ts';
import type { TestStation } from '../support/a-station.ts';
import { Relay } from './a-relay.ts';

async function aCode(station: TestStation): Promise<{ id: string; code: number }> {
  const [slot] = await station.slots(1);
  const { body } = await station.call(createCodes, { body: { devicesId: [slot?.id] } });
  return { id: slot?.id ?? '', code: body[0]?.code ?? 0 };
}

/** A headset's software at `url`, with only its code. */
function anAgent(url: string, fingerprint: string | null = null, androidId = 'headset-1') {
  const pin = new StationPin(fingerprint);
  const client = new StationClient(url, '', systemClock, pin);
  return { pin, client, pairing: new Pairing(client, pin, androidId) };
}

async function fingerprintOf(station: TestStation): Promise<string | null> {
  return (await station.call(getStation)).body.tlsFingerprint;
}

/** Number of wrong codes that the station has counted. */
async function wrongCodes(station: TestStation): Promise<unknown> {
  await using wall = await station.stream('/station/updates');
  const { data } = await wall.next('hello');
  return (data['enrolment'] as { wrongCodes: number }).wrongCodes;
}

test('a headset pairs by its code, pins the station’s key and enrols over that connection', async () => {
  const { station, url } = await aLanStation();
  await using _ = station;
  const { id, code } = await aCode(station);
  const { pin, client, pairing } = anAgent(url);

  const proved = await pairing.prove(code);
  const enrolled = await client.call(enrolDeviceByCode, { body: { code, androidId: 'headset-1' } });
  await client.disconnect();

  expect(proved).toEqual({ kind: 'answered', reply: null });
  expect(pin.fingerprint).toBe(await fingerprintOf(station));
  expect(enrolled).toMatchObject({ kind: 'answered', reply: { id, androidId: 'headset-1' } });
  expect(await wrongCodes(station)).toBe(0);
});

test('a simulated headset that has only its code becomes ready over the pinned connection', async () => {
  const { station, url } = await aLanStation();
  await using _ = station;
  const { id, code } = await aCode(station);
  const ready = Promise.withResolvers<void>();
  const headset = new Headset({
    url,
    seed: 'paired',
    enrolToken: '',
    admission: onlyWith({ kind: 'code', code }),
    lan: { pairs: true },
    heartbeatMs: 1_000,
    habits: USUAL_HABITS,
    faults: { ...NO_FAULTS, typesWrongCodeFirst: true },
    clock: systemClock,
    observe: ({ type }) => {
      if (type === 'ready') ready.resolve();
      if (type === 'refused') ready.reject(new Error(headset.reason?.message));
    },
  });

  const life = headset.run();
  await ready.promise;
  const device = await station.call(getDevice, { params: { deviceId: id } });
  await headset.stop();
  await life;

  expect(device.body).toMatchObject({ androidId: headset.identity.androidId, isAvailable: true });
  expect(await wrongCodes(station)).toBe(1);
});

test('a wrong code is refused and counted', async () => {
  const { station, url } = await aLanStation();
  await using _ = station;
  const { code } = await aCode(station);
  const { client, pairing } = anAgent(url);

  const refusal = await pairing.prove(code === 999_999 ? 100_000 : code + 1);
  await client.disconnect();

  expect(refusal).toMatchObject({ kind: 'refused', status: 404, code: 'ENROLMENT_CODE_UNKNOWN' });
  expect(await wrongCodes(station)).toBe(1);
});

test('a relaying attacker in the middle is refused, learns no code and gets no token', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;
  await using middle = await Relay.open(port);
  const { code } = await aCode(station);
  const { client, pairing } = anAgent(middle.url);

  const refusal = await pairing.prove(code);
  await client.disconnect();

  expect(refusal).toMatchObject({ kind: 'refused', code: 'ENROLMENT_CODE_UNKNOWN' });
  expect(middle.seen.map(({ path, status }) => [path, status])).toEqual([
    ['/healthz', 200],
    ['/lan/pair/start', 200],
    ['/lan/pair/finish', 404],
  ]);
  expect(JSON.stringify(middle.seen)).not.toContain(String(code));
  expect(await wrongCodes(station)).toBe(1);
});

test('another station with codes of its own cannot replace the one that issued the code', async () => {
  const [real, other] = [await aLanStation(), await aLanStation()];
  await using _ = real.station;
  await using __ = other.station;
  const { code } = await aCode(real.station);
  await aCode(other.station);
  const { client, pairing } = anAgent(other.url);

  const refusal = await pairing.prove(code);
  await client.disconnect();

  expect(refusal).toMatchObject({ kind: 'refused', status: 404 });
  expect(await wrongCodes(other.station)).toBe(1);
});

test('the same code on two stations proves only the station whose key the headset saw', async () => {
  const { station, url, port } = await aLanStation();
  await using _ = station;
  await using middle = await Relay.open(port);
  const { code } = await aCode(station);
  const [there, here] = [anAgent(middle.url), anAgent(url)];

  const through = await there.pairing.prove(code);
  const straight = await here.pairing.prove(code);
  await Promise.all([there.client.disconnect(), here.client.disconnect()]);

  expect([through.kind, straight.kind]).toEqual(['refused', 'answered']);
});

test('a station that presents another key than the pinned one gets not a byte of a request', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;
  await using middle = await Relay.open(port);
  const { client, pairing } = anAgent(middle.url, await fingerprintOf(station));

  const requested = await client.call(getHealth, { body: {} });
  const proved = await pairing.prove(123_456);
  await client.disconnect();

  for (const outcome of [requested, proved])
    expect(outcome).toMatchObject({ kind: 'refused', code: 'STATION_KEY_CHANGED' });
  expect(middle.seen).toEqual([]);
});

test('a station that changes its key during a connection is not used again', async () => {
  const { station, url, port } = await aLanStation();
  const { client, pin } = anAgent(url);
  expect((await client.call(getHealth, { body: {} })).kind).toBe('answered');
  const known = pin.fingerprint;
  await station[Symbol.asyncDispose]();
  await using _ = await Relay.open(port, port);

  await client.disconnect();
  client.reconnect();
  const requested = await client.call(getHealth, { body: {} });
  await client.disconnect();

  expect(requested).toMatchObject({ kind: 'refused', code: 'STATION_KEY_CHANGED' });
  expect(pin.fingerprint).toBe(known);
});

test('a server without TLS cannot be pinned', async () => {
  const plain = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;
  const { client, pin } = anAgent(`http://127.0.0.1:${port}`);

  const requested = await client.call(getHealth, { body: {} });
  await client.disconnect();
  plain.close();

  expect(requested).toMatchObject({ kind: 'refused', code: 'STATION_KEY_CHANGED' });
  expect(pin.fingerprint).toBeNull();
});

test('a code is tried three times at most if the station does not answer', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;
  await using middle = await Relay.open(port);
  const { code } = await aCode(station);
  const { client, pairing } = anAgent(middle.url);
  const codes: unknown[] = [];

  for (let tries = 0; tries < 5; tries += 1) {
    const outcome = await pairing.prove(code);
    codes.push(outcome.kind === 'refused' ? outcome.code : outcome.kind);
  }
  await client.disconnect();

  expect(codes.slice(3)).toEqual(['STATION_UNPROVEN', 'STATION_UNPROVEN']);
  expect(middle.seen.filter(({ path }) => path === '/lan/pair/finish')).toHaveLength(3);
});

test('if the technician allows it, a typed code over the network enrols a paired headset', async () => {
  const { station, url, port } = await aLanStation();
  await using _ = station;
  const [first, second] = [await aCode(station), await aCode(station)];
  const token = await station.issue({ scope: 'enroll' });
  const enrol = (androidId: string, code: number) =>
    callOverLan(port, {
      method: 'POST',
      path: '/devices/manual-enrollment',
      token,
      body: { code, androidId },
    });

  expect(await enrol('headset-1', first.code)).toMatchObject({ status: 200, body: { id: first.id } });
  await station.call(setLan, { body: { allowsUnpairedEnrolment: false } });
  expect(await enrol('headset-2', second.code)).toMatchObject({
    status: 403,
    body: { code: 'PAIRING_REQUIRED' },
  });
  await station.restart();
  expect(await enrol('headset-2', second.code)).toMatchObject({ status: 403 });
  const { client, pairing } = anAgent(url, null, 'headset-2');
  expect((await pairing.prove(second.code)).kind).toBe('answered');
  const enrolled = await client.call(enrolDeviceByCode, {
    body: { code: second.code, androidId: 'headset-2' },
  });
  await client.disconnect();
  expect(enrolled).toMatchObject({ kind: 'answered', reply: { id: second.id } });
});

test('a headset on this computer types its code without pairing', async () => {
  const { station } = await aLanStation();
  await using _ = station;
  const { id, code } = await aCode(station);
  await station.call(setLan, { body: { allowsUnpairedEnrolment: false } });

  const answer = await station.call(enrolDeviceByCode, { body: { code, androidId: 'headset-1' } });

  expect(answer).toMatchObject({ status: 200, body: { id } });
});
