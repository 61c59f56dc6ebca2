import { beforeEach, expect, test, vi } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import {
  getSync,
  listSyncDevices,
  pauseSync,
  resumeSync,
  type Sync,
} from '../../../shared/contract/sync/sync.ts';
import { setUpstream } from '../../../shared/contract/sync/upstream.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

const clock = new ManualClock();
// Short waits instead of none: a stream is held for 300 ms before the next device's turn.
const station = await aSharedStation({ clock, syncPace: 0.005 });
const sync = async (): Promise<Sync> => (await station.call(getSync)).body;
const settings = async (deviceId: string) =>
  (await station.call(getDevice, { params: { deviceId } })).body.settings;
const configure = (deviceId: string, body: object) =>
  station.call(configureDevice, { params: { deviceId }, body });

/** Waits until the condition holds, without asking for a sync. The clock is advanced by `stepMs` after each check. */
async function until(holds: () => Promise<void> | void, stepMs = 0): Promise<void> {
  const check = async (): Promise<void> => {
    if (stepMs > 0) clock.advance(stepMs);
    await holds();
  };
  await vi.waitFor(check, { timeout: 120_000, interval: 10 });
}

/** Changes a device at the central without an event, like a change that a dead connection misses. */
function editWithoutEvent(central: CentralDouble, id: string, volume: number): void {
  Object.assign(central.devices.get(id) ?? {}, { settings: { volume } });
}

beforeEach(async () => {
  // Resets the clock for the next test.
  clock.advance(Date.now() - clock.now());
});

test('after the laptop slept, dead streams are opened again and changes in the meantime arrive immediately', async () => {
  await using central = await aCentral();
  central.add('slept', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['slept']));

  editWithoutEvent(central, 'slept', 2);
  central.cutAll();
  clock.advance(8 * HOUR_MS);

  await until(async () => expect(await settings('slept')).toEqual({ volume: 2 }));
  await until(async () => expect(await sync()).toMatchObject({ state: 'upToDate', reason: null }));
  // The streams are open again, without advancing the clock.
  await until(() => expect(central.listeners).toEqual(['slept']));
  central.edit('slept', (device) => (device.settings = { volume: 3 }));
  await until(async () => expect(await settings('slept')).toEqual({ volume: 3 }), 500);
});

test.for([
  ['forward', YEAR_MS],
  ['back', -YEAR_MS],
] as const)(
  'a clock that is set %s by a year stops sync with a reason, and sync resumes once it is correct',
  async ([way, jumpMs]) => {
    const id = `set-${way}`;
    await using central = await aCentral();
    central.add(id, { settings: { volume: 1 } });
    await connect(station, central, { startsOver: true });
    await configure(id, { display: { brightness: 7 } });
    editWithoutEvent(central, id, 2);

    clock.advance(jumpMs);
    await until(async () =>
      expect(await sync()).toMatchObject({ state: 'blocked', reason: { code: 'CLOCK_OFF' } }),
    );
    expect(Math.abs((await sync()).clockSkewMs ?? 0)).toBeGreaterThan(YEAR_MS - HOUR_MS);
    expect(await settings(id)).toEqual({ volume: 1, display: { brightness: 7 } });

    clock.advance(-jumpMs);
    await until(async () =>
      expect(await sync()).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } }),
    );
    expect(await settings(id)).toEqual({ volume: 2, display: { brightness: 7 } });
    expect(central.devices.get(id)?.settings).toEqual({ volume: 2, display: { brightness: 7 } });
  },
);

test('a Retry-After of the central is respected, even if a sync is requested, and then sync resumes', async () => {
  await using central = await aCentral();
  central.add('patient');
  await connect(station, central, { startsOver: true });
  central.fault = () => ({ kind: 'answer', status: 429, headers: { 'retry-after': '600' } });
  const limited = await syncNow(station);
  expect(limited).toMatchObject({ state: 'offline', reason: { code: 'LIMITED' } });
  expect(Date.parse(limited.nextRunAt ?? '') - clock.now()).toBeGreaterThan(595_000);
  expect(Date.parse(limited.nextRunAt ?? '') - clock.now()).toBeLessThanOrEqual(600_000);

  central.fault = () => undefined;
  const before = central.arrivals.length;
  const streamed = central.streamed.length;
  await configure('patient', { volume: 5 });
  central.cutStreams();
  for (let minute = 0; minute < 9; minute += 1) {
    clock.advance(60_000);
    const { state, reason } = (await station.call(getSync)).body;
    expect({ state, reason: reason?.code }).toEqual({ state: 'offline', reason: 'LIMITED' });
  }
  expect([central.arrivals.length, central.streamed.length]).toEqual([before, streamed]);

  clock.advance(60_000);
  await until(() => expect(central.devices.get('patient')?.settings).toEqual({ volume: 5 }));
});

test('a clock that is set back during a pause does not extend it to a year', async () => {
  await using central = await aCentral();
  central.add('shortened');
  clock.advance(20 * HOUR_MS);
  await connect(station, central, { startsOver: true });
  central.fault = () => ({ kind: 'answer', status: 429, headers: { 'retry-after': '600' } });
  expect(await syncNow(station)).toMatchObject({ reason: { code: 'LIMITED' } });
  central.fault = () => undefined;

  clock.advance(-20 * HOUR_MS);

  await until(async () => expect(await sync()).toMatchObject({ state: 'upToDate' }));
});

test('while the central is offline the station retries less and less often; a request to sync is served immediately', async () => {
  await using central = await aCentral();
  central.add('away');
  await connect(station, central, { startsOver: true });
  await central.goOffline();
  const gaps: number[] = [];
  let state = await syncNow(station);
  for (let tries = 0; tries < 8; tries += 1) {
    expect(state).toMatchObject({ state: 'offline', reason: { code: 'CONNECTION_REFUSED' } });
    gaps.push(Date.parse(state.nextRunAt ?? '') - clock.now());
    state = await syncNow(station);
  }
  for (const [index, gap] of gaps.entries()) {
    const delayMs = Math.min(30_000, 500 * 2 ** (index + 1));
    expect(gap).toBeGreaterThanOrEqual(delayMs);
    expect(gap).toBeLessThanOrEqual(delayMs + 250);
  }

  await configure('away', { volume: 2 });
  await central.goOnline();
  // The clock is stopped, so only the request can cause it.
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });
  expect(central.devices.get('away')?.settings).toEqual({ volume: 2 });
});

test('a change at the same moment does not delay a requested sync', async () => {
  await using central = await aCentral();
  central.add('at-once');
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['at-once']));
  const before = clock.now();
  for (let volume = 1; volume <= 5; volume += 1) {
    await configure('at-once', { volume });
    central.edit('at-once', (device) => (device.label = `Label ${String(volume)}`));
    await syncNow(station);
    expect(central.devices.get('at-once')?.settings).toEqual({ volume });
    clock.advance(1);
  }
  expect(clock.now() - before).toBe(5);
});

test('the central moves to another URL and gets another token: sync continues there, and nothing is pulled twice', async () => {
  await using old = await aCentral();
  old.add('moved', { settings: { volume: 1 } });
  await connect(station, old, { startsOver: true });
  await old.goOffline();
  await configure('moved', { volume: 2 });
  await using next = await aCentral();
  for (const [id, device] of old.devices) next.devices.set(id, device);

  expect(await connect(station, next)).toMatchObject({ state: 'upToDate', linked: 1, conflicts: 0 });
  expect(next.devices.get('moved')?.settings).toEqual({ volume: 2 });
  const runs = (await station.call(listSyncRuns)).body.items.slice(0, 2);
  expect(runs.flatMap(({ counts }) => counts.pushed ?? [])).toEqual([1]);
  expect(runs.map(({ counts }) => counts.arrived)).toEqual([undefined, undefined]);

  // The token is revoked.
  next.token = 'another-token';
  await configure('moved', { volume: 3 });
  expect(await syncNow(station)).toMatchObject({
    state: 'blocked',
    reason: { code: 'TOKEN_REFUSED' },
    waiting: { desired: 1 },
  });
  await station.call(setUpstream, { body: { url: next.url, token: next.token } });
  await until(() => expect(next.devices.get('moved')?.settings).toEqual({ volume: 3 }));
});

test('a central that was downgraded loses nothing of what the station has', async () => {
  await using central = await aCentral({ tags: 'honest' });
  const wifi = [{ ssid: 'Cart', password: 'coral-lagoon' }];
  const metadata = { class: { room: '12' } };
  central.add('older', { label: 'Older', settings: { wifi, volume: 1 }, metadata });
  await connect(station, central, { startsOver: true });

  // From now on without passwords, metadata and versions, and with pages of four rows.
  central.options = {
    ...central.options,
    tags: 'none',
    showsMetadata: false,
    showsPasswords: false,
    rowsOnPage: 4,
  };
  await configure('older', { volume: 2 });
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', conflicts: 0, waiting: { desired: 0 } });

  const here = (await station.call(getDevice, { params: { deviceId: 'older' } })).body;
  expect(here).toMatchObject({ label: 'Older', metadata, settings: { wifi, volume: 2 } });
  expect(central.devices.get('older')).toMatchObject({ metadata, settings: { wifi, volume: 2 } });
});

test('an interrupted stream is opened again and its device read: a change without an event arrives', async () => {
  await using central = await aCentral();
  central.add('cut', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['cut']));

  editWithoutEvent(central, 'cut', 2);
  central.cutStreams();

  // Less than a minute passes, so the regular read of the list does not cause it.
  await until(async () => expect(await settings('cut')).toEqual({ volume: 2 }), 200);
});

test('of many devices no more than sixteen are followed at a time, one stream each, and all get their turn', async () => {
  await using central = await aCentral();
  const ids = Array.from({ length: 40 }, (_, index) => `turn-${String(index).padStart(2, '0')}`);
  for (const id of ids) central.add(id);
  await connect(station, central, { startsOver: true });

  await until(() => expect([...new Set(central.streamed)].toSorted()).toEqual(ids));

  // The double itself checks that no device has two streams at a time.
  expect(central.maxListeners).toBeGreaterThan(8);
  expect(central.maxListeners).toBeLessThanOrEqual(16);
});

test('while sync is paused nothing is requested and nothing followed; then it resumes', async () => {
  await using central = await aCentral();
  central.add('paused', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['paused']));
  await station.call(pauseSync);
  await until(() => expect(central.listeners).toEqual([]));
  const before = central.arrivals.length;
  await configure('paused', { volume: 2 });
  clock.advance(HOUR_MS);
  expect(await syncNow(station)).toMatchObject({ state: 'paused', waiting: { desired: 1 } });
  expect(central.arrivals).toHaveLength(before);

  await station.call(resumeSync);
  await until(() => expect(central.devices.get('paused')?.settings).toEqual({ volume: 2 }));
});

test('an echo of the station’s own writes is not a change at the central, even if sync is paused before it is read', async () => {
  await using central = await aCentral();
  central.add('written');
  central.add('edited');
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners.toSorted()).toEqual(['edited', 'written']));
  await configure('written', { volume: 6 });
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });
  expect(central.devices.get('written')?.settings).toEqual({ volume: 6 });
  // The clock is stopped, so the events are only queued.
  central.edit('written', (device) => (device.settings = { volume: 6 }));
  central.edit('edited', (device) => (device.settings = { volume: 3 }));
  await until(async () => expect(await sync()).toMatchObject({ waiting: { toRead: 1 } }));

  expect((await station.call(pauseSync)).body).toMatchObject({ state: 'paused', waiting: { toRead: 1 } });
  const { items } = (await station.call(listSyncDevices, { query: { which: 'all' } })).body;
  const behind = items.filter(({ isBehind }) => isBehind).map(({ id }) => id);
  expect(behind).toEqual(['edited']);

  await station.call(resumeSync);
  await until(async () => expect(await settings('edited')).toEqual({ volume: 3 }));
});

test('many devices that the central lost are not archived without confirmation, even if each has an event', async () => {
  await using central = await aCentral();
  const ids = Array.from({ length: 12 }, (_, index) => `lost-${index}`);
  for (const id of ids) central.add(id);
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toHaveLength(12));
  // A read that is still on its way would meet the change alone.
  await syncNow(station);

  for (const id of ids) central.devices.delete(id);
  central.cutStreams();

  const blocked = { state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 0, linked: 12 };
  await until(async () => expect(await sync()).toMatchObject(blocked), 500);
  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 12 });
});

test('a requested sync is served even if another one fails at that moment', async () => {
  await using central = await aCentral();
  central.add('close');
  await connect(station, central, { startsOver: true });
  for (let round = 0; round < 8; round += 1) {
    const before = central.arrivals.length;
    const arrived = Promise.withResolvers<void>();
    central.fault = () => {
      arrived.resolve();
      return { kind: 'answer', status: 403 };
    };
    const failing = syncNow(station, { waitSec: 10 });
    await arrived.promise;
    await Promise.all([failing, syncNow(station, { waitSec: 10 })]);
    // One for each of the two.
    expect(central.arrivals.length - before).toBeGreaterThanOrEqual(2);
  }
  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate' });
});

test('a sync run counts as work in progress for as long as it lasts', async () => {
  await using central = await aCentral();
  central.add('busy');
  await connect(station, central, { startsOver: true });
  await until(() => expect(station.service.activity()?.syncs).toBe(0));
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  central.fault = () => {
    arrived.resolve();
    return { kind: 'hold', until: release.promise };
  };

  const run = syncNow(station);
  await arrived.promise;
  expect(station.service.activity()).toMatchObject({ syncs: 1 });
  central.fault = () => undefined;
  release.resolve();
  await run;

  await until(() => expect(station.service.activity()?.syncs).toBe(0));
});
