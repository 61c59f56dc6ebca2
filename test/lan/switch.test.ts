import { createServer } from 'node:net';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';

import { examples } from '../../shared/contract/network/lan.reference.ts';
import { getLan, setLan } from '../../shared/contract/network/lan.ts';
import { getStation } from '../../shared/contract/operations/station.ts';
import { aLanStation, callOverLan } from '../support/a-lan.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { refused, refusedAt } from '../support/refused.ts';
import { aFreePort } from '../support/free-port.ts';

/** On this computer only: nothing is advertised. */
const HERE = ['lo'];

/** Puts a station on the local network with the interface's own operation. */
async function turnOn(station: TestStation): Promise<number> {
  const port = await aFreePort();
  const { status } = await station.call(setLan, { body: { isOn: true, port, interfaces: HERE } });
  expect(status).toBe(200);
  return port;
}

const health = (port: number) => callOverLan(port, { path: '/healthz' });

test('by default the station is not on the local network', async () => {
  await using station = await aStation();

  const { body } = await station.call(getLan);

  expect(body).toMatchObject({
    isOn: false,
    port: 7443,
    interfaces: null,
    addresses: [],
    tlsFingerprint: null,
    problem: null,
    isSetByFlags: false,
    allowsUnpairedEnrolment: true,
    hasAdminPasscode: false,
  });
  expect(body.available.map(({ name }) => name)).toContain('lo');
});

test('it is turned on and off without a restart', async () => {
  await using station = await aStation();

  const port = await turnOn(station);
  expect(await health(port)).toMatchObject({ status: 200 });
  expect((await station.call(getStation)).body.tlsFingerprint).toMatch(/^[\w-]{43}$/);
  const { body } = await station.call(setLan, { body: { isOn: false } });

  expect(body).toMatchObject({ isOn: false, port, interfaces: HERE, tlsFingerprint: null });
  await expect(health(port)).rejects.toThrow('ECONNREFUSED');
});

test('every choice of the example survives a restart', async () => {
  await using station = await aStation();
  const port = await aFreePort();
  const { adminPasscode, ...choices } = { ...examples['setLan']?.body, port, interfaces: HERE };
  const before = new Map(Object.entries<unknown>((await station.call(getLan)).body));

  const { body } = await station.call(setLan, { body: { ...choices, adminPasscode } });
  await station.restart();

  expect((await station.call(getLan)).body).toEqual(body);
  expect(body).toMatchObject({ ...choices, hasAdminPasscode: true });
  const unchanged = Object.entries(choices).filter(([name, value]) =>
    isDeepStrictEqual(before.get(name), value),
  );
  expect(unchanged).toEqual([]);
  expect(await health(port)).toMatchObject({ status: 200 });
});

test('it moves to another port, and keeps its key', async () => {
  await using station = await aStation();
  const before = await turnOn(station);
  const { body } = await station.call(getLan);
  const port = await aFreePort();

  const moved = await station.call(setLan, { body: { port } });

  expect(moved.body).toMatchObject({ port, tlsFingerprint: body.tlsFingerprint });
  expect(await health(port)).toMatchObject({ status: 200 });
  await expect(health(before)).rejects.toThrow('ECONNREFUSED');
});

test('concurrent changes are applied one after the other, and all of them count', async () => {
  await using station = await aStation();
  const port = await turnOn(station);

  const answers = await Promise.all([
    station.call(setLan, { body: { isOn: false } }),
    station.call(setLan, { body: { allowsUnpairedEnrolment: false } }),
    station.call(setLan, { body: { isOn: true } }),
    station.call(setLan, { body: { adminPasscode: 'coral-lagoon' } }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await station.call(getLan)).body).toMatchObject({
    isOn: true,
    port,
    allowsUnpairedEnrolment: false,
    hasAdminPasscode: true,
  });
  expect(await health(port)).toMatchObject({ status: 200 });
});

test('a port that another program holds is a conflict, and nothing changes', async () => {
  await using station = await aStation();
  const port = await turnOn(station);
  const { body } = await station.call(getLan);
  const holder = createServer().listen(0, '0.0.0.0');
  await once(holder, 'listening');
  const address = holder.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;

  const answer = await station.call(setLan, { body: { port: taken, allowsUnpairedEnrolment: false } });
  holder.close();

  expect(answer).toMatchObject(refused(409, 'CONFLICT'));
  expect((await station.call(getLan)).body).toEqual(body);
  expect(await health(port)).toMatchObject({ status: 200 });
});

test('a stored port that is in use does not prevent the start, and is reported', async () => {
  await using station = await aStation();
  const port = await turnOn(station);
  await station.call(setLan, { body: { isOn: false } });
  await station.call(setLan, { body: { isOn: true } });
  await station.service.stop();
  const holder = createServer().listen(port, '0.0.0.0');
  await once(holder, 'listening');

  await station.restart();
  const { body } = await station.call(getLan);
  holder.close();
  await once(holder, 'close');
  const again = await station.call(setLan, { body: {} });

  expect(body).toMatchObject({
    isOn: true,
    port,
    problem: 'PORT_TAKEN',
    addresses: [],
    tlsFingerprint: null,
  });
  expect(again.body).toMatchObject({ isOn: true, problem: null });
  expect(await health(port)).toMatchObject({ status: 200 });
});

test('command-line flags win, cannot be changed, and are not stored', async () => {
  const { station, port } = await aLanStation();
  await using _ = station;

  expect((await station.call(getLan)).body).toMatchObject({ isOn: true, port, isSetByFlags: true });
  for (const body of [{ isOn: false }, { port: port + 1 }, { interfaces: null }])
    expect(await station.call(setLan, { body })).toMatchObject(refused(409, 'CONFLICT'));
  const same = await station.call(setLan, { body: { isOn: true, port, allowsUnpairedEnrolment: false } });
  expect(same).toMatchObject({ status: 200, body: { allowsUnpairedEnrolment: false } });

  await station.restart({ lan: undefined });
  expect((await station.call(getLan)).body).toMatchObject({
    isOn: false,
    port: 7443,
    isSetByFlags: false,
    allowsUnpairedEnrolment: false,
  });
});

test('an interface that this computer does not have is refused with its path', async () => {
  await using station = await aStation();

  const answer = await station.call(setLan, { body: { interfaces: ['lo', 'no-such'] } });

  expect(answer).toMatchObject(refusedAt('interfaces.1'));
  expect((await station.call(getLan)).body.interfaces).toBeNull();
});

test('only the organisation of the station decides where it listens', async () => {
  await using station = await aStation();
  const { token } = await station.enterprise();

  expect(await station.call(setLan, { token, body: { isOn: true } })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});
