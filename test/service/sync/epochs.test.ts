import { expect, test } from 'vitest';

import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { pauseSync, resumeSync } from '../../../shared/contract/sync/sync.ts';
import { aFaultProxy } from '../../support/fault-proxy.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';
import { backedUp, beat, enrolAt, read, slotAt } from './enrolment-steps.ts';

/** A Muster central with a slot, and a station that syncs with it through a proxy. */
async function aSyncedPair() {
  const pair = await aPair({ checksReplies: false });
  const { central, station } = pair;
  const proxy = await aFaultProxy(central.url);
  const [slot = ''] = (await central.slots(1)).map(({ id }) => id);
  await connect(station, { url: proxy.url, token: central.token });
  return {
    central,
    station,
    proxy,
    slot,
    async [Symbol.asyncDispose]() {
      await pair[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

test('a write that was computed before the central was restored overwrites nothing newer', async () => {
  await using pair = await aSyncedPair();
  const { central, station, proxy, slot } = pair;
  const params = { deviceId: slot };
  const goBack = await backedUp(central);
  await central.call(configureDevice, { params, body: { volume: 1 } });
  await expect
    .poll(async () => (await syncNow(station)) && (await slotAt(station, slot)).settings?.volume)
    .toBe(1);
  let isHeld = false;
  proxy.fault = async ({ method, path }) => {
    if (isHeld || method !== 'PUT' || !path.endsWith('/configure')) return undefined;
    isHeld = true;
    await goBack();
    await central.call(configureDevice, { params, body: { volume: 8 } });
    return undefined;
  };

  await station.call(configureDevice, { params, body: { volume: 9 } });
  const named = async () => {
    await syncNow(station);
    return (await station.call(listConflicts)).body.items;
  };

  await expect.poll(named).toMatchObject([{ path: ['settings', 'volume'], here: 9, there: 8 }]);
  expect(isHeld).toBe(true);
});

test('a restored station does not repeat an enrolment that has ended since', async () => {
  await using pair = await aSyncedPair();
  const { central, station, slot } = pair;
  await station.call(pauseSync);
  const headset = await enrolAt(station, slot, 'headset-f');
  const goBack = await backedUp(station);
  await station.call(resumeSync);
  await expect
    .poll(async () => (await syncNow(station)) && (await read(central, slot)).androidId)
    .toBe('headset-f');
  await central.call(unenrollDevice, { params: { deviceId: slot } });
  await expect.poll(async () => (await read(central, slot)).androidId).toBe(undefined);
  await station.call(pauseSync);

  await goBack();
  await station.call(resumeSync);
  await expect.poll(async () => (await syncNow(station)).waiting.lifecycle).toBe(0);

  expect((await read(central, slot)).androidId).toBe(undefined);
  await expect
    .poll(async () => (await syncNow(station)) && beat(station, headset))
    .toMatchObject([{ event: 'unenroll' }]);
});

test('an enrolment whose answer was lost is not repeated if it has ended since', async () => {
  await using pair = await aSyncedPair();
  const { central, station, proxy, slot } = pair;
  let isLost = false;
  proxy.fault = ({ method, path }) => {
    if (method !== 'POST' || path !== '/devices') return isLost ? { kind: 'cutBefore' } : undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };
  const headset = await enrolAt(station, slot, 'headset-f');
  await expect
    .poll(async () => (await syncNow(station)) && (await read(central, slot)).androidId)
    .toBe('headset-f');
  await central.call(unenrollDevice, { params: { deviceId: slot } });
  await expect.poll(async () => (await read(central, slot)).androidId).toBe(undefined);

  proxy.fault = () => undefined;
  await expect.poll(async () => (await syncNow(station)).waiting.lifecycle).toBe(0);

  expect((await read(central, slot)).androidId).toBe(undefined);
  await expect
    .poll(async () => (await syncNow(station)) && beat(station, headset))
    .toMatchObject([{ event: 'unenroll' }]);
});

test('events that arrived at a central that was not restored are neither looked up nor sent again', async () => {
  await using pair = await aSyncedPair();
  const { station, proxy, slot } = pair;
  await beat(station, await enrolAt(station, slot, 'headset-f'), 3);
  await expect.poll(async () => (await syncNow(station)).waiting).toMatchObject({ lifecycle: 0, events: 0 });
  const requested: string[] = [];
  proxy.fault = ({ method, path }) => {
    requested.push(`${method} ${path.split('?')[0] ?? ''}`);
    return undefined;
  };

  await syncNow(station);

  expect(requested).toContain('GET /station/records');
  const again = [`GET /devices/${slot}/events`, `PUT /devices/${slot}`];
  expect(requested.filter((each) => again.includes(each))).toEqual([]);
});

test('an order that the central lost with a restore is asked about again, and not waited for', async () => {
  await using pair = await aSyncedPair();
  const { central, station, slot } = pair;
  await station.call(pauseSync);
  await enrolAt(station, slot, 'headset-here');
  // It reports to the central itself, which therefore waits for it before it releases it.
  const there = await enrolAt(central, slot, 'headset-there');
  await beat(central, there);
  const goBack = await backedUp(central);
  await station.call(resumeSync);
  const open = async () => (await syncNow(station)) && (await station.call(listConflicts)).body.items;
  await expect.poll(open).toMatchObject([{ kind: 'enrolment', there: 'headset-there' }]);
  const [conflict] = await open();
  const params = { conflictId: conflict?.id ?? '' };
  expect((await station.call(resolveConflict, { params, body: { take: 'here' } })).status).toBe(200);
  await expect
    .poll(async () => (await syncNow(station)) && (await read(central, slot)).unenrollingSince)
    .not.toBeNull();
  expect(await open()).toEqual([]);

  await goBack();

  await expect
    .poll(open, { timeout: 30_000 })
    .toMatchObject([{ kind: 'enrolment', here: 'headset-here', there: 'headset-there' }]);
  expect((await read(central, slot)).unenrollingSince).toBeNull();
});
