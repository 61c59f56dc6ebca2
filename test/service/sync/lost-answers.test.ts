import { expect, test } from 'vitest';

import { deleteDevice } from '../../../shared/contract/devices/devices.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { aStation, type TestStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';
import { aFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts';
import { connect, syncNow } from '../../support/synced-station.ts';
import { beat, enrolAt, type Headset, read, slotAt, unenrol } from './enrolment-steps.ts';

/** Two stations of one central; the connection of the first one can be cut. */
async function twoStations(central: { readonly url: string; readonly token: string }) {
  const stack = new AsyncDisposableStack();
  const start = async () => stack.use(await aStation({ rateLimit: 0, checksReplies: false }));
  const [a, b] = [await start(), await start()];
  const proxy = stack.use(await aFaultProxy(central.url));
  await connect(a, { url: proxy.url, token: central.token });
  await connect(b, central);
  return { a, b, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** The request ending with this path is carried out, but its answer is lost, and the connection with it. */
function loseAnswer(proxy: FaultProxy, ending: string): () => boolean {
  let isLost = false;
  proxy.fault = ({ method, path }) => {
    if (isLost) return { kind: 'cutBefore' };
    if (method !== 'POST' || !path.endsWith(ending)) return undefined;
    isLost = true;
    return { kind: 'cutAfter' };
  };
  return () => isLost;
}

const reconnect = async (station: TestStation, proxy: FaultProxy) => {
  proxy.fault = () => undefined;
  return syncNow(station);
};
const open = async (station: TestStation) => (await station.call(listConflicts)).body.items;
const decide = (station: TestStation, conflictId = '', take: 'here' | 'there') =>
  station.call(resolveConflict, { params: { conflictId }, body: { take } });
const isTold = async (station: TestStation, headset: Headset) =>
  (await beat(station, headset)).some(({ event }) => event === 'unenroll');

test('an order whose answer was lost does not end a later enrolment, although the answer to its enrolment was lost too', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0, checksReplies: false });
  const [s1 = ''] = (await central.slots(2)).map(({ id }) => id);
  await using stations = await twoStations(central);
  const { a, b, proxy } = stations;
  const isEnrolLost = loseAnswer(proxy, '/devices');
  const f = await enrolAt(a, s1, 'headset-f');
  await syncNow(a);
  await unenrol(a, f);
  const isOrderLost = loseAnswer(proxy, '/unenroll');
  await syncNow(a);
  expect([isEnrolLost(), isOrderLost()]).toEqual([true, true]);
  await enrolAt(a, s1, 'headset-e');
  await syncNow(b);
  const again = await enrolAt(b, s1, 'headset-f');
  await syncNow(b);

  await reconnect(a, proxy);
  await syncNow(b);

  expect(await read(central, s1)).toMatchObject({ androidId: 'headset-f', unenrollingSince: null });
  expect(await open(a)).toMatchObject([{ kind: 'enrolment', here: 'headset-e', there: 'headset-f' }]);
  expect(await isTold(b, again)).toBe(false);
});

/** A central without enrolment ids has released a headset for the first station, which does not know. */
async function aDoubtfulOrder() {
  const stack = new AsyncDisposableStack();
  const central = stack.use(await aCentral({ stations: 2 }));
  central.add('s1', { label: 's1' });
  const { a, b, proxy } = stack.use(await twoStations(central));
  const f = await enrolAt(a, 's1', 'headset-f');
  await syncNow(a);
  await syncNow(b);
  const isLost = loseAnswer(proxy, '/unenroll');
  await unenrol(a, f);
  await syncNow(a);
  expect(isLost()).toBe(true);
  const release = () => central.edit('s1', (device) => (device.androidId = undefined));
  const enrolAgain = async () => {
    release();
    await syncNow(b);
    const again = await enrolAt(b, 's1', 'headset-f');
    await syncNow(b);
    return again;
  };
  return { central, a, b, proxy, release, enrolAgain, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test.for(['here', 'there'] as const)(
  'without enrolment ids at the central, a person decides whether an order whose answer was lost is repeated: %s',
  async (take) => {
    await using doubtful = await aDoubtfulOrder();
    const { central, a, b, proxy, release, enrolAgain } = doubtful;
    const e = await enrolAt(a, 's1', 'headset-e');
    const again = await enrolAgain();

    const sync = await reconnect(a, proxy);

    expect(sync).toMatchObject({ conflicts: 1, waiting: { lifecycle: 2, held: 2 } });
    const [conflict, ...more] = await open(a);
    expect(conflict).toMatchObject({ kind: 'enrolment', here: 'headset-e', there: 'headset-f' });
    expect(more).toEqual([]);
    expect(central.ledger.unenrolments).toEqual(['s1']);
    expect(await isTold(b, again)).toBe(false);

    expect((await decide(a, conflict?.id, take)).status).toBe(200);
    await syncNow(a);
    expect(central.ledger.unenrolments).toEqual(take === 'here' ? ['s1', 's1'] : ['s1']);
    if (take === 'here') release();
    await syncNow(a);
    await syncNow(b);
    const winner = take === 'here' ? 'headset-e' : 'headset-f';
    expect(central.devices.get('s1')?.androidId).toBe(winner);
    expect((await slotAt(a, 's1')).androidId).toBe(winner);
    expect((await slotAt(b, 's1')).androidId).toBe(winner);
    expect([await isTold(a, e), await isTold(b, again)]).toEqual([take === 'there', take === 'here']);
    expect(await open(a)).toEqual([]);
  },
);

test.for(['here', 'there'] as const)('the same with nobody in the slot here: %s', async (take) => {
  await using doubtful = await aDoubtfulOrder();
  const { central, a, b, proxy, release, enrolAgain } = doubtful;
  const again = await enrolAgain();

  const sync = await reconnect(a, proxy);

  expect(sync).toMatchObject({ conflicts: 1, waiting: { lifecycle: 1, held: 1 } });
  const [conflict] = await open(a);
  expect(conflict).toMatchObject({ kind: 'enrolment', there: 'headset-f' });
  expect(conflict?.here).toBeUndefined();
  expect((await decide(a, conflict?.id, take)).status).toBe(200);
  await syncNow(a);
  if (take === 'here') release();
  expect(await syncNow(a)).toMatchObject({ conflicts: 0, failures: 0, waiting: { lifecycle: 0, toRead: 0 } });
  await syncNow(b);
  const left = take === 'here' ? undefined : 'headset-f';
  expect(central.devices.get('s1')?.androidId).toBe(left);
  expect((await slotAt(a, 's1')).androidId ?? undefined).toBe(left);
  expect(await isTold(b, again)).toBe(take === 'here');
});

test('the question about an order whose answer was lost closes when the central shows that the headset left', async () => {
  await using doubtful = await aDoubtfulOrder();
  const { central, a, proxy, release } = doubtful;
  await enrolAt(a, 's1', 'headset-e');
  expect(await reconnect(a, proxy)).toMatchObject({ conflicts: 1 });

  release();
  await syncNow(a);

  expect(await syncNow(a)).toMatchObject({ conflicts: 0, failures: 0, waiting: { lifecycle: 0 } });
  expect(central.devices.get('s1')?.androidId).toBe('headset-e');
  expect(central.ledger.unenrolments).toEqual(['s1']);
});

test('a slot that was deleted here while the answer to its order was lost is deleted only after a decision', async () => {
  await using doubtful = await aDoubtfulOrder();
  const { central, a, proxy, enrolAgain } = doubtful;
  const { id: deviceId } = await slotAt(a, 's1');
  await a.call(deleteDevice, { params: { deviceId } });
  await enrolAgain();

  await reconnect(a, proxy);

  expect(central.devices.get('s1')?.androidId).toBe('headset-f');
  const [conflict] = await open(a);
  expect(conflict).toMatchObject({ kind: 'enrolment', deviceId: null, there: 'headset-f' });
  expect((await decide(a, conflict?.id, 'here')).status).toBe(200);
  await syncNow(a);
  expect(central.devices.has('s1')).toBe(false);
  expect(await syncNow(a)).toMatchObject({ conflicts: 0, failures: 0, waiting: { lifecycle: 0 } });
});

test('an order that certainly did not arrive is repeated without a question', async () => {
  await using central = await aCentral({ stations: 2 });
  central.add('s1', { label: 's1' });
  await using stations = await twoStations(central);
  const { a, proxy } = stations;
  const f = await enrolAt(a, 's1', 'headset-f');
  await syncNow(a);
  proxy.fault = ({ path }) =>
    path.endsWith('/unenroll') ? { kind: 'answer', status: 409, body: '{"code":"BUSY"}' } : undefined;
  await unenrol(a, f);
  expect(await syncNow(a)).toMatchObject({ failures: 1, waiting: { lifecycle: 1 } });

  await reconnect(a, proxy);

  expect(central.ledger.unenrolments).toEqual(['s1']);
  expect(await open(a)).toEqual([]);
});
