import { expect, test } from 'vitest';

import { answerCommand, unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { listSyncDevices, type Sync } from '../../../shared/contract/sync/sync.ts';
import { aCentral, type CentralDouble } from '../../support/central-double/index.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, read, unenrol } from './enrolment-steps.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

/** Creates free slots at the central, and connects. */
async function connectedTo(central: CentralDouble, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) central.add(id, { label: id });
  await connect(station, central, { startsOver: true });
}

const failures = async () =>
  (await station.call(listSyncDevices, { query: { which: 'failed' } })).body.items.map(
    ({ id, label, failures: [failure] }) => [id ?? label, failure?.kind, failure?.code],
  );
const conflicts = async () => (await station.call(listConflicts)).body.items;
const PENDING = { state: 'upToDate', failures: 1, waiting: { lifecycle: 1 } } as const;
const DONE = { state: 'upToDate', failures: 0, conflicts: 0, waiting: { lifecycle: 0 } } as const;

test('a headset is enrolled at the central only after its slot was released there', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'releasing');
  const first = await enrolAt(station, 'releasing', 'headset-first');
  expect(await syncNow(station)).toMatchObject(DONE);
  await unenrol(station, first);
  await enrolAt(station, 'releasing', 'headset-second');

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['releasing', 'lifecycle', 'STILL_ENROLLED']]);
  expect(central.ledger).toMatchObject({ unenrolments: ['releasing'], enrolments: [{}] });

  central.edit('releasing', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.devices.get('releasing')?.androidId).toBe('headset-second');
  expect(central.ledger.unenrolments).toEqual(['releasing']);
});

test('a headset that changes its slot is enrolled in the other one only after the central released it', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'former', 'next');
  const former = await enrolAt(station, 'former', 'headset-moving');
  expect(await syncNow(station)).toMatchObject(DONE);
  await unenrol(station, former);
  await enrolAt(station, 'next', 'headset-moving');

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['next', 'lifecycle', 'STILL_ENROLLED']]);
  expect(central.ledger).toMatchObject({ unenrolments: ['former'], enrolments: [{ deviceId: 'former' }] });

  central.edit('former', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.devices.get('next')?.androidId).toBe('headset-moving');
  expect(central.devices.get('former')?.isArchived).toBe(false);
});

test('a headset that lost a conflict is enrolled in another slot only after the central released it', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'disputed', 'other');
  await central.goOffline();
  await enrolAt(station, 'disputed', 'headset-winner');
  central.edit('disputed', (device) => (device.androidId = 'headset-loser'));
  await central.goOnline();
  expect(await syncNow(station)).toMatchObject({ conflicts: 1 });
  const params = { conflictId: (await conflicts())[0]?.id ?? '' };
  await station.call(resolveConflict, { params, body: { take: 'here' } });
  await enrolAt(station, 'other', 'headset-loser');

  expect(await syncNow(station)).toMatchObject({ failures: 2, conflicts: 0, waiting: { lifecycle: 2 } });
  expect(await failures()).toEqual([
    ['disputed', 'lifecycle', 'STILL_ENROLLED'],
    ['other', 'lifecycle', 'STILL_ENROLLED'],
  ]);
  expect(central.ledger).toMatchObject({ unenrolments: ['disputed'], enrolments: [] });

  central.edit('disputed', (device) => (device.androidId = undefined));
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(['disputed', 'other'].map((id) => central.devices.get(id)?.androidId)).toEqual([
    'headset-winner',
    'headset-loser',
  ]);
});

test('a slot that the central has not released after ten minutes needs a decision', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'stuck');
  const first = await enrolAt(station, 'stuck', 'headset-stuck');
  await syncNow(station);
  await unenrol(station, first);
  await enrolAt(station, 'stuck', 'headset-waiting');
  expect(await syncNow(station)).toMatchObject({ ...PENDING, conflicts: 0 });

  clock.advance(11 * 60_000);
  central.now = () => clock.now();

  await expect.poll(async () => (await syncNow(station)).conflicts).toBe(1);
  expect(await conflicts()).toMatchObject([
    { kind: 'enrolment', deviceId: 'stuck', here: 'headset-waiting', there: 'headset-stuck' },
  ]);
});

test('a slot without a token at the central waits for one, and then its headset is enrolled', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'no-token');
  const enrollmentToken = central.devices.get('no-token')?.enrollmentToken;
  central.edit('no-token', (device) => Object.assign(device, { enrollmentToken: null }));
  await enrolAt(station, 'no-token', 'headset-no-token');

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['no-token', 'lifecycle', 'NO_TOKEN']]);

  central.edit('no-token', (device) => Object.assign(device, { enrollmentToken }));
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'no-token', androidId: 'headset-no-token' }]);
});

test('a headset that the central enrolled in another slot than requested is enrolled once, and needs a decision', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'wrong-slot', 'right-slot');
  central.edit('wrong-slot', (device) => Object.assign(device, { enrollmentToken: 'token-right-slot' }));
  await enrolAt(station, 'right-slot', 'headset-astray');

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['right-slot', 'lifecycle', 'OTHER_PLACE']]);

  expect(await syncNow(station)).toMatchObject({ conflicts: 1, waiting: { lifecycle: 1 } });
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'wrong-slot', androidId: 'headset-astray' }]);
});

test('a refused enrolment is shown with its reason, holds back no other, and is repeated', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'barred', 'welcome');
  central.fault = ({ pattern, body }) =>
    pattern === '/devices' && JSON.stringify(body ?? {}).includes('headset-barred')
      ? { kind: 'answer', status: 403, body: '{"code":"NO_LICENCE","message":"No licence is left"}' }
      : undefined;
  for (const id of ['barred', 'welcome']) await enrolAt(station, id, `headset-${id}`);

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['barred', 'lifecycle', 'NO_LICENCE']]);
  expect(central.ledger.enrolments).toEqual([{ deviceId: 'welcome', androidId: 'headset-welcome' }]);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.ledger.enrolments).toHaveLength(2);
});

test('a device that was deleted here is deleted at the central only after its events were accepted', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'last-words');
  const body = { enrollmentToken: 'token-last-words', androidId: 'headset-last-words' };
  const { accessToken: token } = (await station.call(enrolDevice, { body })).body;
  await syncNow(station);
  const params = { deviceId: 'last-words' };
  const events = [{ eventId: 'the-last', type: 'APP_STARTED', timestamp: Date.now() }];
  const received: unknown[] = [];
  central.performed = ({ method, body: sent }) => {
    if (method === 'DELETE') received.push('deleted');
    if (method === 'PUT' && JSON.stringify(sent).includes('the-last')) received.push('the-last');
  };
  central.fault = ({ method }) => (method === 'PUT' ? { kind: 'answer', status: 422 } : undefined);
  await station.call(updateDevice, { params, body: { events }, token });
  await station.call(deleteDevice, { params });

  expect((await syncNow(station)).waiting.lifecycle).toBe(1);
  expect((await failures()).map(([, , code]) => code)).toEqual(['EVENTS_WAIT']);
  expect(received).toEqual([]);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject({ ...DONE, linked: 0 });
  expect(received).toEqual(['the-last', 'deleted']);
});

/** Deletes a device here while its record at the central changes with every attempt. Returns the attempts of a run. */
async function attemptsToDelete(
  central: CentralDouble,
  id: string,
  changes: number,
): Promise<[number, Sync]> {
  await connectedTo(central, id);
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: id } });
  let attempts = 0;
  central.fault = ({ method }) => {
    if (method !== 'DELETE') return undefined;
    attempts += 1;
    if (attempts > changes) return undefined;
    // Somebody enrols and releases a headset there.
    central.edit(id, (device) => (device.isArchived = !device.isArchived));
    return { kind: 'answer', status: 412 };
  };
  await central.goOnline();
  const sync = await syncNow(station);
  return [attempts, sync];
}

test('a deletion is repeated at once if the record changed meanwhile, and by the next run if it changed three times', async () => {
  await using central = await aCentral();

  const [once, done] = await attemptsToDelete(central, 'changed-once', 1);
  expect([once, done.waiting.lifecycle]).toEqual([2, 0]);

  const [often, pending] = await attemptsToDelete(central, 'changed-often', 3);
  expect([often, pending.waiting.lifecycle]).toEqual([3, 1]);
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.ledger.deletions).toEqual(['changed-once', 'changed-often']);
});

test('a deletion that is refused although nothing changed is shown, and repeated by the next run only', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'held');
  await central.goOffline();
  await station.call(deleteDevice, { params: { deviceId: 'held' } });
  central.fault = ({ method }) => (method === 'DELETE' ? { kind: 'answer', status: 409 } : undefined);
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject(PENDING);
  expect(await failures()).toEqual([['held', 'lifecycle', 'HTTP_409']]);
  expect(central.count('DELETE /devices/{deviceId}')).toBe(1);

  central.fault = () => undefined;
  expect(await syncNow(station)).toMatchObject(DONE);
  expect(central.ledger.deletions).toEqual(['held']);
});

test('a refused un-enrolment of a slot that was deleted at the central is no longer shown as a failure', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'dismissed');
  const headset = await enrolAt(station, 'dismissed', 'headset-dismissed');
  await syncNow(station);
  central.fault = ({ method, pattern }) =>
    method === 'POST' && pattern.endsWith('/unenroll') ? { kind: 'answer', status: 403 } : undefined;
  await unenrol(station, headset);
  expect(await syncNow(station)).toMatchObject(PENDING);

  central.devices.delete('dismissed');

  expect(await syncNow(station)).toMatchObject({ ...DONE, gone: 1 });
});

test('an un-enrolment of a slot that the central has already freed or deleted is done without an order', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'freed', 'removed');
  const tokens = await Promise.all(['freed', 'removed'].map((id) => enrolAt(station, id, `headset-${id}`)));
  await syncNow(station);
  await central.goOffline();
  for (const { id, token } of tokens) {
    const params = { deviceId: id };
    const { commandId } = (await station.call(unenrollDevice, { params })).body;
    await station.call(answerCommand, { params: { ...params, commandId }, body: {}, token });
  }
  central.edit('freed', (device) => (device.androidId = undefined));
  central.devices.delete('removed');
  await central.goOnline();

  expect((await syncNow(station)).waiting.lifecycle).toBe(0);

  expect(central.ledger.unenrolments).toEqual([]);
  expect(await conflicts()).toEqual([]);
});

test('an enrolment that ended before the central learned of it is never made there, and its events are uploaded', async () => {
  await using central = await aCentral();
  await connectedTo(central, 'brief');
  await central.goOffline();
  const headset = await enrolAt(station, 'brief', 'headset-brief');
  await beat(station, headset, 2);
  await unenrol(station, headset);
  await central.goOnline();

  expect(await syncNow(station)).toMatchObject({ ...DONE, waiting: { lifecycle: 0, events: 0 } });

  expect(central.ledger).toMatchObject({ enrolments: [], unenrolments: [] });
  const ids = central.devices.get('brief')?.events.map(({ eventId }) => eventId);
  expect(ids).toEqual(expect.arrayContaining(['headset-brief-0', 'headset-brief-1']));
});

test('an enrolment that ended here does not return, however long the central shows it, and another one does', async () => {
  await using central = await aCentral();
  central.now = () => clock.now();
  await connectedTo(central, 'late');
  const headset = await enrolAt(station, 'late', 'headset-late');
  await syncNow(station);
  const nameEnrolment = (id: string) =>
    central.edit('late', (device) => Object.assign(device, { enrolment: { id } }));
  nameEnrolment('first-enrolment');
  await syncNow(station);
  await unenrol(station, headset);
  await syncNow(station);
  expect(central.ledger.unenrolments).toEqual(['late']);
  clock.advance(11 * 60_000);

  await expect.poll(async () => (await syncNow(station)).state).toBe('upToDate');
  expect((await read(station, 'late')).androidId).toBeUndefined();

  nameEnrolment('second-enrolment');
  await syncNow(station);
  expect((await read(station, 'late')).androidId).toBe('headset-late');
});
