import { expect, test } from 'vitest';

import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { listSyncDevices } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { enrolAt, read, unenrol } from './enrolment-steps.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock, syncPace: 0.005 });

/** Creates free slots at the central, and connects. */
async function connectedTo(central: CentralDouble, ...ids: readonly string[]): Promise<void> {
  central.now = () => clock.now();
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
}

const conflicts = async () => (await station.call(listConflicts)).body.items;
const codes = async () =>
  (await station.call(listSyncDevices, { query: { which: 'failed' } })).body.items.flatMap(({ failures }) =>
    failures.map(({ code }) => code),
  );
const nameEnrolment = (central: CentralDouble, slot: string, id: string | null) =>
  central.edit(slot, (device) => Object.assign(device, { enrolment: id === null ? null : { id } }));

test('a headset that left its next slot before the central learned of the move is enrolled in neither', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'once', 'briefly');
  await enrolAt(station, 'once', 'headset-brief');
  await syncNow(station);
  await central.goOffline();
  await unenrol(station, await enrolAt(station, 'briefly', 'headset-brief'));
  await central.goOnline();

  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['once']);
  // The central has not released it yet, and the station does not take it for enrolled.
  await syncNow(station);
  expect(await read(station, 'once')).toMatchObject({ isArchived: true });
  central.edit('once', (device) => (device.androidId = undefined));
  await syncNow(station);

  for (const id of ['once', 'briefly']) {
    expect(central.devices.get(id)).toMatchObject({ isArchived: false });
    expect(central.devices.get(id)?.androidId).toBeUndefined();
    const here = await read(station, id);
    expect([here.isArchived, here.androidId]).toEqual([false, undefined]);
  }
});

test('a former slot that the central does not release within ten minutes is given up for the next one', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'slow', 'fast');
  const headset = await enrolAt(station, 'slow', 'headset-hasty');
  await syncNow(station);
  await unenrol(station, headset);
  await enrolAt(station, 'fast', 'headset-hasty');
  expect(await syncNow(station)).toMatchObject({ failures: 1, conflicts: 0 });

  clock.advance(11 * 60_000);

  await expect.poll(async () => (await syncNow(station)).waiting.lifecycle).toBe(0);
  expect(await syncNow(station)).toMatchObject({ failures: 0, conflicts: 0, gone: 1 });
  expect(central.devices.get('fast')?.androidId).toBe('headset-hasty');
  expect(central.devices.get('slow')).toMatchObject({ isArchived: true, replacedBy: 'fast' });
  expect(await read(station, 'slow')).toMatchObject({ isArchived: true });
});

test('a headset that was enrolled again in its former slot elsewhere needs a decision at once', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'again', 'elsewhere');
  const headset = await enrolAt(station, 'again', 'headset-again');
  await syncNow(station);
  nameEnrolment(central, 'again', 'first');
  await syncNow(station);
  await unenrol(station, headset);
  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['again']);
  await central.goOffline();
  await enrolAt(station, 'elsewhere', 'headset-again');
  // Released, and enrolled again by another station.
  nameEnrolment(central, 'again', 'second');
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject({ conflicts: 1 });
  expect(await codes()).toEqual([]);
  expect(await conflicts()).toMatchObject([{ here: 'headset-again', there: 'headset-again' }]);
});

test('an enrolment that ended before its answer arrived does not return while the central releases it', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'unanswered');
  let isLost = false;
  central.fault = ({ method, pattern }) => {
    if (isLost || method !== 'POST' || pattern !== '/devices') return undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };
  const headset = await enrolAt(station, 'unanswered', 'headset-unanswered');
  expect(await syncNow(station)).toMatchObject({ state: 'offline' });
  await unenrol(station, headset);

  expect(await syncNow(station)).toMatchObject({ state: 'upToDate', waiting: { lifecycle: 0, toRead: 1 } });
  expect(central.ledger.unenrolments).toEqual(['unanswered']);
  await syncNow(station);

  expect((await read(station, 'unanswered')).androidId).toBeUndefined();
});

test('a person who gave a slot to the headset here is not asked again while the central releases the other one', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'awarded');
  await central.goOffline();
  await enrolAt(station, 'awarded', 'headset-awarded');
  central.edit('awarded', (device) => (device.androidId = 'headset-other'));
  nameEnrolment(central, 'awarded', 'theirs');
  await central.goOnline();
  expect(await syncNow(station)).toMatchObject({ conflicts: 1 });
  const params = { conflictId: (await conflicts())[0]?.id ?? '' };
  await station.call(resolveConflict, { params, body: { take: 'here' } });

  expect(await syncNow(station)).toMatchObject({ conflicts: 0, failures: 1, waiting: { lifecycle: 1 } });
  expect(await codes()).toEqual(['STILL_ENROLLED']);

  central.edit('awarded', (device) => {
    device.androidId = undefined;
    // Otherwise the station would send ids of enrolments, which this central does not know.
    Reflect.deleteProperty(device, 'enrolment');
  });
  expect(await syncNow(station)).toMatchObject({ conflicts: 0, failures: 0, waiting: { lifecycle: 0 } });
  expect(central.devices.get('awarded')?.androidId).toBe('headset-awarded');
});

test('a slot is not deleted at the central if its headset was enrolled again there since', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'renewed');
  const headset = await enrolAt(station, 'renewed', 'headset-renewed');
  await syncNow(station);
  nameEnrolment(central, 'renewed', 'first');
  await syncNow(station);
  await unenrol(station, headset);
  await syncNow(station);
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: 'renewed' } });
  nameEnrolment(central, 'renewed', 'second');
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject({ conflicts: 1 });
  expect(central.ledger.deletions).toEqual([]);
  expect(await conflicts()).toMatchObject([{ kind: 'enrolment', deviceId: null, there: 'headset-renewed' }]);
});

test('a headset that another station moved to the slot that is read first is shown there without a full sync', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'arrives', 'leaves');
  await enrolAt(station, 'leaves', 'headset-moved');
  await syncNow(station);
  await expect.poll(() => central.listeners.length).toBe(2);
  await syncNow(station);

  central.edit('arrives', (device) => (device.androidId = 'headset-moved'));
  central.edit('leaves', (device) => Object.assign(device, { isArchived: true, replacedBy: 'arrives' }));

  const shown = async () => {
    clock.advance(2_000);
    return [(await read(station, 'arrives')).androidId, (await read(station, 'leaves')).isArchived];
  };
  // A full sync would be due after fifteen minutes.
  const soon = clock.now() + 5 * 60_000;
  await expect
    .poll(async () => (clock.now() < soon ? shown() : 'too late'), { interval: 10 })
    .toEqual(['headset-moved', true]);
});
