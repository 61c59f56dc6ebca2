import { expect, test } from 'vitest';

import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { createEnterprise } from '../../../shared/contract/access/tokens.ts';
import { patchDevice } from '../../../shared/contract/devices/devices.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import {
  confirmPartnerPairing,
  endPartner,
  getPartner,
  listNearbyStations,
  startPartnerPairing,
  takeOverFromPartner,
} from '../../../shared/contract/sync/partner.ts';
import { createCentralSlots, getSync } from '../../../shared/contract/sync/sync.ts';
import { setUpstream } from '../../../shared/contract/sync/upstream.ts';
import { callOverLan } from '../../support/a-lan.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aPartnerToken } from '../../support/partner-double.ts';
import { choose, join, untilPartner } from '../../support/partners.ts';
import { syncNow } from '../../support/synced-station.ts';
import { agree } from './device-edits.ts';
import { settle, slotsOf, twoCarts } from './two-carts.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

async function volumeOf(station: TestStation, id: string): Promise<unknown> {
  const { body } = await station.send('GET', `/devices/${id}`);
  return (body as { settings: { audio?: { multimedia?: number } } }).settings.audio?.multimedia;
}

test('two stations that choose each other and confirm the code work together: both have every slot, once', async () => {
  const carts = await twoCarts();
  const codes = await choose(...carts);
  expect(codes[0]).toMatch(/^\d{6}$/);
  expect(codes[1]).toBe(codes[0]);
  const views = await Promise.all(carts.map(({ station }) => station.call(getPartner)));
  // Cart A has more slots.
  expect(views.map(({ body }) => body.pairing?.serves)).toEqual([true, false]);
  for (const { station } of carts) await station.call(confirmPartnerPairing, { body: { code: codes[0] } });
  const [one, other] = carts;
  for (const each of carts) await untilPartner(each, ({ partner }) => partner !== null);
  await settle(other);

  const slots = await slotsOf(one.station);
  expect(Object.values(slots).toSorted()).toEqual([
    'A-01 headset-of-Cart-A',
    'A-01 headset-of-Cart-B',
    'Cart A-01 -',
    'Cart A-02 -',
    'Cart A-03 -',
    'Cart B-01 -',
  ]);
  expect(await slotsOf(other.station)).toEqual(slots);
  // A slot that is created later is shared too.
  const [later] = await other.station.slots(1, 'later-');
  await expect.poll(() => slotsOf(one.station)).toMatchObject({ [later?.id ?? '']: 'later-01 -' });
});

test('a wrong code ends the pairing on both stations', async () => {
  const [one, other] = await twoCarts();
  const [code = ''] = await choose(one, other);
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await one.station.call(confirmPartnerPairing, { body: { code: wrong } })).toMatchObject({
    status: 409,
  });
  const failed = await untilPartner(one, ({ pairing }) => pairing?.state === 'failed');
  expect(failed.pairing?.fault).toBe('CODE_WRONG');
  await other.station.call(confirmPartnerPairing, { body: { code } });
  expect(await one.station.call(confirmPartnerPairing, { body: { code } })).toMatchObject({ status: 409 });
  expect((await other.station.call(getPartner)).body.partner).toBeNull();
  // They can start again.
  expect(await join(one, other)).toEqual([one, other]);
});

test('a station pairs only with one that its administrator has chosen, with LAN access and without a central', async () => {
  const [one, other] = await twoCarts();
  const digest = 'A'.repeat(43);
  const port = Number(new URL(one.url).port);
  const knock = { commitment: digest, fingerprint: digest, name: 'Mallory', devices: 9 };
  const start = { method: 'POST', path: '/lan/partner/start', body: knock };
  expect(await callOverLan(port, start)).toMatchObject({ status: 409 });
  await one.station.call(startPartnerPairing, { body: { url: other.url } });
  await untilPartner(one, ({ pairing }) => pairing?.isReachable === true);
  // It expects the other station, which has another key.
  expect(await callOverLan(port, start)).toMatchObject({ status: 409 });
  const next = { pairId: 'none', nonce: digest, isConfirmed: true };
  expect(
    await callOverLan(port, { method: 'POST', path: '/lan/partner/continue', body: next }),
  ).toMatchObject({ status: 404 });
  expect((await one.station.call(getPartner)).body).toMatchObject({ partner: null, pairing: { code: null } });
  expect((await callOverLan(port, { path: '/lan/partner' })).body).toEqual({ name: 'Cart A' });
  expect((await one.station.call(listNearbyStations)).body).toEqual({ items: [] });

  await using offLan = await aStation();
  await using central = await aStation({ role: 'central' });
  for (const station of [offLan, central])
    expect(await station.call(startPartnerPairing, { body: { url: one.url } })).toMatchObject({
      status: 409,
    });
  await one.station.call(endPartner);
  await one.station.call(setUpstream, { body: { url: central.url, token: central.token } });
  expect(await one.station.call(startPartnerPairing, { body: { url: other.url } })).toMatchObject({
    status: 409,
  });
});

test('the token of the other station is for sync only, and is refused once it is ended', async () => {
  const { station, url } = (await twoCarts())[0];
  const token = await aPartnerToken(station);
  const port = Number(new URL(url).port);
  const ask = async (path: string, method = 'GET') =>
    (await callOverLan(port, { path, method, token })).status;
  expect(await ask('/devices')).toBe(200);
  expect(await ask('/station/records')).toBe(200);
  for (const path of ['/station', '/station/tokens', '/station/lan', '/station/sync', '/station/backups'])
    expect([path, await ask(path)]).toEqual([path, 403]);
  expect(await ask('/station/partner', 'DELETE')).toBe(403);
  await station.call(endPartner);
  expect(await ask('/devices')).toBe(401);
});

test('after days apart, with clocks a year apart, both merge as with a central', async () => {
  const clock = new ManualClock();
  clock.advance(-YEAR_MS);
  const [one, other] = await twoCarts(clock);
  await join(one, other);
  await settle(other);
  // Seen a year later than the served station thinks it is.
  const { body: seen } = await one.station.send('GET', '/devices/androidid/headset-of-Cart-A');
  await one.station.send('PUT', `/devices/${(seen as { id: string }).id}`, { body: {} });
  await agree(other.station);
  expect((await other.station.call(getSync)).body).toMatchObject({ setAside: 0, unlinked: 0 });
  const ids = Object.keys(await slotsOf(one.station));
  const [first = '', second = ''] = ids;
  await other.station.send('POST', '/station/sync/pause');
  await one.station.call(patchDevice, { params: { deviceId: first }, body: { label: 'named at A' } });
  await other.station.call(configureDevice, {
    params: { deviceId: first },
    body: { audio: { multimedia: 41 } },
  });
  for (const [{ station }, multimedia] of [
    [one, 10],
    [other, 20],
  ] as const)
    await station.call(configureDevice, { params: { deviceId: second }, body: { audio: { multimedia } } });
  clock.advance(5 * 24 * 60 * 60 * 1_000);
  await other.station.send('POST', '/station/sync/resume');
  await agree(other.station);

  for (const { station } of [one, other]) {
    expect((await slotsOf(station))[first]).toContain('named at A');
    expect(await volumeOf(station, first)).toBe(41);
    expect(await volumeOf(station, second)).toBe(20);
  }
  // The value of A is not lost: a person decides.
  expect((await other.station.call(getSync)).body.conflicts).toBe(1);
});

test('the served station takes over: the former one follows, and nothing is doubled', async () => {
  const [one, other] = await twoCarts();
  await join(one, other);
  await settle(other);
  const slots = await slotsOf(one.station);
  expect(await one.station.call(takeOverFromPartner)).toMatchObject({ status: 409 });
  const { body } = await other.station.call(takeOverFromPartner, { body: {} });
  expect(body.partner).toMatchObject({ serves: true, isUntold: false });
  await untilPartner(one, ({ partner }) => partner?.serves === false);
  await settle(one);
  for (const { station } of [one, other]) expect(await slotsOf(station)).toEqual(slots);

  const [id = ''] = Object.keys(slots);
  await other.station.call(patchDevice, { params: { deviceId: id }, body: { label: 'named at B' } });
  await settle(one);
  expect((await slotsOf(one.station))[id]).toContain('named at B');
});

test('a station takes over from one that is gone only when told so, and what that one had changed is merged when it returns', async () => {
  const [one, other] = await twoCarts();
  await join(one, other);
  await settle(other);
  const { port } = new URL(one.url);
  await other.station.send('POST', '/station/sync/pause');
  const [free = ''] = Object.entries(await slotsOf(one.station)).find(([, text]) => text.endsWith('-')) ?? [];
  await one.station.call(patchDevice, { params: { deviceId: free }, body: { label: 'last words' } });
  await one.station.service.stop();
  await other.station.send('POST', '/station/sync/resume');
  expect(await other.station.call(takeOverFromPartner, { body: {} })).toMatchObject({ status: 502 });
  const { body } = await other.station.call(takeOverFromPartner, { body: { isPartnerGone: true } });
  expect(body.partner).toMatchObject({ serves: true, isUntold: true });
  const token = (await other.station.slots(1, 'new-'))[0];
  await other.station.call(enrolDevice, {
    body: { enrollmentToken: token?.enrollmentToken, androidId: 'a-new-headset' },
  });

  await one.station.restart({ lan: { port: Number(port), interfaceName: 'none' } });
  await untilPartner(other, ({ partner }) => partner?.isUntold === false);
  await untilPartner(one, ({ partner }) => partner?.serves === false);
  await settle(one);
  const slots = await slotsOf(other.station);
  expect(await slotsOf(one.station)).toEqual(slots);
  expect(Object.values(slots)).toContain('new-01 a-new-headset');
  // The two have no common state any more: both names are there, and a person decides.
  expect((await one.station.call(getSync)).body.conflicts).toBe(1);
});

test('either station can end it, and afterwards both join a real central with nothing doubled', async () => {
  const [one, other] = await twoCarts();
  await join(one, other);
  await settle(other);
  const slots = await slotsOf(one.station);
  const refused = await other.station.call(setUpstream, { body: { url: 'http://127.0.0.1:9', token: 'x' } });
  expect(refused).toMatchObject({ status: 409 });
  await other.station.call(endPartner);
  for (const each of [one, other]) await untilPartner(each, ({ partner }) => partner === null);

  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const { token } = (await central.call(createEnterprise, { body: { name: 'Hill School' } })).body;
  for (const { station } of [one, other]) {
    await station.call(setUpstream, { body: { url: central.url, token } });
    await syncNow(station);
    await station.call(createCentralSlots, { body: {} });
    await agree(station);
  }
  await agree(one.station);
  for (const station of [one.station, other.station]) {
    expect(await slotsOf(station)).toEqual(slots);
    expect((await station.call(getSync)).body).toMatchObject({ conflicts: 0, unlinked: 0, failures: 0 });
  }
  const { body } = await central.send('GET', '/devices?limit=100', { token });
  expect((body as { items: { id: string }[] }).items.map(({ id }) => id).toSorted()).toEqual(
    Object.keys(slots).toSorted(),
  );
});
