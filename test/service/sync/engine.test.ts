import { beforeEach, expect, test, vi } from 'vitest';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../shared/contract/devices/devices.ts';
import { listSyncRuns } from '../../../shared/contract/sync/sync-history.ts';
import {
  getSync,
  listSyncDevices,
  pauseSync,
  resumeSync,
  setUpstream,
  type Sync,
} from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';

const HOUR_MS = 60 * 60_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

const clock = new ManualClock();
// Short waits instead of none: a stream is held for 300 ms before it is another one's turn.
const station = await aSharedStation({ clock, syncPace: 0.005 });
const sync = async (): Promise<Sync> => (await station.call(getSync)).body;
const settings = async (deviceId: string) =>
  (await station.call(getDevice, { params: { deviceId } })).body.settings;
const configure = (deviceId: string, body: object) =>
  station.call(configureDevice, { params: { deviceId }, body });

/** Waits until it holds; nobody asks for a sync. The clock stands, or moves by `stepMs` each time it was looked. */
async function until(holds: () => Promise<void> | void, stepMs = 0): Promise<void> {
  const look = async (): Promise<void> => {
    if (stepMs > 0) clock.advance(stepMs);
    await holds();
  };
  await vi.waitFor(look, { timeout: 30_000, interval: 10 });
}

/** Changes a device at the central without telling anybody, as one does not hear it whose connection is dead. */
function editUnheard(central: CentralDouble, id: string, volume: number): void {
  Object.assign(central.devices.get(id) ?? {}, { settings: { volume } });
}

beforeEach(async () => {
  // What one test did to the clock is no matter of the next.
  clock.advance(Date.now() - clock.now());
});

test('after the laptop slept the dead streams are opened again, and what was changed meanwhile comes at once', async () => {
  await using central = await aCentral();
  central.add('slept', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['slept']));

  editUnheard(central, 'slept', 2);
  central.cutAll();
  clock.advance(8 * HOUR_MS);

  await until(async () => expect(await settings('slept')).toEqual({ volume: 2 }));
  await until(async () => expect(await sync()).toMatchObject({ state: 'upToDate', reason: null }));
  // Live again, without the clock moving on by itself.
  await until(() => expect(central.listeners).toEqual(['slept']));
  central.edit('slept', (device) => (device.settings = { volume: 3 }));
  await until(async () => expect(await settings('slept')).toEqual({ volume: 3 }), 500);
});

test.for([
  ['forward', YEAR_MS],
  ['back', -YEAR_MS],
] as const)(
  'a clock that is set %s by a year stops sync with a reason, and sync goes on by itself once it is right',
  async ([way, leapMs]) => {
    const id = `set-${way}`;
    await using central = await aCentral();
    central.add(id, { settings: { volume: 1 } });
    await connect(station, central, { startsOver: true });
    await configure(id, { display: { brightness: 7 } });
    editUnheard(central, id, 2);

    clock.advance(leapMs);
    await until(async () =>
      expect(await sync()).toMatchObject({ state: 'blocked', reason: { code: 'CLOCK_OFF' } }),
    );
    expect(Math.abs((await sync()).clockSkewMs ?? 0)).toBeGreaterThan(YEAR_MS - HOUR_MS);
    expect(await settings(id)).toEqual({ volume: 1, display: { brightness: 7 } });

    clock.advance(-leapMs);
    await until(async () =>
      expect(await sync()).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } }),
    );
    expect(await settings(id)).toEqual({ volume: 2, display: { brightness: 7 } });
    expect(central.devices.get(id)?.settings).toEqual({ volume: 2, display: { brightness: 7 } });
  },
);

test('a central that asks for a pause gets it: nothing is sent before, whoever asks, and then sync goes on', async () => {
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

test('a clock that is set back after such a wish does not make it one of a year', async () => {
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

test('while the central is away the station tries less and less often; who asks is served at once', async () => {
  await using central = await aCentral();
  central.add('away');
  await connect(station, central, { startsOver: true });
  await central.goAway();
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
  await central.comeBack();
  // The clock stands: nothing but the wish brings it about.
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });
  expect(central.devices.get('away')?.settings).toEqual({ volume: 2 });
});

test('who asks for a sync is not put off by what changes in that moment', async () => {
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

test('the central moves to another address, and changes its token: the same sync goes on there, and nothing is pulled twice', async () => {
  await using old = await aCentral();
  old.add('moved', { settings: { volume: 1 } });
  await connect(station, old, { startsOver: true });
  await old.goAway();
  await configure('moved', { volume: 2 });
  await using next = await aCentral();
  for (const [id, device] of old.devices) next.devices.set(id, device);

  expect(await connect(station, next)).toMatchObject({ state: 'upToDate', linked: 1, conflicts: 0 });
  expect(next.devices.get('moved')?.settings).toEqual({ volume: 2 });
  const runs = (await station.call(listSyncRuns)).body.items.slice(0, 2);
  expect(runs.flatMap(({ counts }) => counts.pushed ?? [])).toEqual([1]);
  expect(runs.map(({ counts }) => counts.arrived)).toEqual([undefined, undefined]);

  // The token is taken away in the middle of the year.
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

test('a central that was set back to an older version loses nothing of what the station has', async () => {
  await using central = await aCentral({ tags: 'honest' });
  const wifi = [{ ssid: 'Cart', password: 'coral-lagoon' }];
  const metadata = { class: { room: '12' } };
  central.add('older', { label: 'Older', settings: { wifi, volume: 1 }, metadata });
  await connect(station, central, { startsOver: true });

  // No passwords, no metadata, no versions any more, and a page of four.
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

test('a stream that was cut is opened again and its device read: what nobody told in between is here', async () => {
  await using central = await aCentral();
  central.add('cut', { settings: { volume: 1 } });
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toEqual(['cut']));

  editUnheard(central, 'cut', 2);
  central.cutStreams();

  // Less than a minute passes: the list, which shows no settings, is not what brings it.
  await until(async () => expect(await settings('cut')).toEqual({ volume: 2 }), 200);
});

test('of many devices no more than sixteen are listened to at a time, one stream each, and all have their turn', async () => {
  await using central = await aCentral();
  const ids = Array.from({ length: 40 }, (_, index) => `turn-${String(index).padStart(2, '0')}`);
  for (const id of ids) central.add(id);
  await connect(station, central, { startsOver: true });

  await until(() => expect([...new Set(central.streamed)].toSorted()).toEqual(ids));

  // That none had two streams at a time the central watches itself.
  expect(central.mostListeners).toBeGreaterThan(8);
  expect(central.mostListeners).toBeLessThanOrEqual(16);
});

test('while it is paused nothing is asked and nothing listened to; then sync goes on', async () => {
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

test('what the central says of our own writes is no change of its own, though sync is paused before that was read', async () => {
  await using central = await aCentral();
  central.add('written');
  central.add('edited');
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners.toSorted()).toEqual(['edited', 'written']));
  await configure('written', { volume: 6 });
  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { desired: 0 } });
  expect(central.devices.get('written')?.settings).toEqual({ volume: 6 });
  // The clock stands: what is heard now waits to be read.
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

test('many devices that the central lost are archived in no way before somebody says so, also where each is heard of', async () => {
  await using central = await aCentral();
  const ids = Array.from({ length: 12 }, (_, index) => `lost-${index}`);
  for (const id of ids) central.add(id);
  await connect(station, central, { startsOver: true });
  await until(() => expect(central.listeners).toHaveLength(12));

  for (const id of ids) central.devices.delete(id);
  central.cutStreams();

  const blocked = { state: 'blocked', reason: { code: 'MANY_GONE' }, gone: 0, linked: 12 };
  await until(async () => expect(await sync()).toMatchObject(blocked), 500);
  expect(await syncNow(station, { confirmsRemovals: true })).toMatchObject({ state: 'upToDate', gone: 12 });
});

test('who asks for a sync in the moment in which another one fails is served all the same', async () => {
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

test('a run of sync is work under way, for as long as it lasts', async () => {
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
