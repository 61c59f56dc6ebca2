import { beforeAll, expect, test } from 'vitest';

import { listPeople, updatePerson } from '../../../../shared/contract/access/people.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aJpeg, allowViews, sendMedia } from '../../../support/views.ts';

// Which operations a limited person may call at all is tested for every one in ../every-caller.test.ts.
const station = await aSharedStation();

const CART_A = 'cart-a';
const CART_B = 'cart-b';
const NO_DEVICE = refused(404, 'DEVICE_NOT_FOUND');
const MODEST = { do: 'volume', volume: 30 } as const;

/** Moves headsets into a cart. */
async function put(cart: string, ...headsets: readonly TestHeadset[]): Promise<void> {
  const { status } = await station.call(contract.setMetadataOfMany, {
    params: { namespace: 'muster' },
    body: { devicesId: headsets.map(({ id }) => id), value: { group: { id: cart, label: cart } } },
  });
  expect(status).toBe(200);
}

let mine: TestHeadset;
let theirs: TestHeadset;
/** The session of a teacher who is limited to cart A. */
let token: string;

beforeAll(async () => {
  mine = await TestHeadset.linked(station);
  theirs = await TestHeadset.linked(station);
  await put(CART_A, mine);
  await put(CART_B, theirs);
  await aPerson(station, 'Ada', 'teacher', [CART_A]);
  token = (await signInLocally(station, passcodeOf('Ada'))).body.token;
});

test('lists and lookups have only the headsets of the carts, and count no others', async () => {
  const both = [mine.id, theirs.id];

  const list = await station.call(contract.listDevices, { token });
  const records = await station.call(contract.listRecords, { token });
  const lookup = await station.call(contract.lookUpDevices, { token, body: { ids: both } });

  expect(list.body).toMatchObject({ total: 1, items: [{ id: mine.id }] });
  expect(records.body).toMatchObject({ total: 1, items: [{ id: mine.id }] });
  expect(lookup.body).toMatchObject({ devices: [{ id: mine.id }], invalidIds: [theirs.id] });
  expect((await station.call(contract.listDevices)).body.total).toBeGreaterThan(1);
});

test('what is about all headsets is refused: rollouts, history, sync, expiry dates', async () => {
  for (const operation of [contract.listPlans, contract.listChanges, contract.getSync, contract.getExpiry])
    expect(await station.send('GET', operation.path, { token })).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('a headset of another cart is not found: its record, events, availability, settings and streams', async () => {
  for (const operation of [
    contract.getDevice,
    contract.listEvents,
    contract.getAvailability,
    contract.getStreamStatus,
    contract.getSettingsCatalog,
  ]) {
    const path = (id: string) => operation.path.replace('{deviceId}', id);
    expect((await station.send('GET', path(mine.id), { token })).status).toBe(200);
    expect(await station.send('GET', path(theirs.id), { token })).toMatchObject(NO_DEVICE);
  }
  const byAndroid = (androidid: string) =>
    station.call(contract.getDeviceByAndroidId, { token, params: { androidid } });
  expect((await byAndroid(mine.androidId)).status).toBe(200);
  expect(await byAndroid(theirs.androidId)).toMatchObject(NO_DEVICE);
  await using updates = await station.stream(`/devices/${theirs.id}/updates`, token);
  expect(updates.response.status).toBe(404);
});

test('a command reaches only the headsets of the carts, and only they appear in its results', async () => {
  const { body: begun } = await station.call(contract.startClassRun, {
    token,
    body: { devicesId: [mine.id, theirs.id], action: MODEST },
  });
  expect(begun.results).toMatchObject([
    { id: mine.id, stage: 'sent' },
    { id: theirs.id, stage: 'failed', reason: 'DEVICE_NOT_FOUND' },
  ]);
  const command = await mine.next('set-volume');
  await mine.answer(command.commandId, { accepted: true });

  const { body: all } = await station.call(contract.startClassRun, {
    body: { devicesId: [mine.id, theirs.id], action: { do: 'identify' } },
  });
  // The first command that the other headset got is this one.
  expect((await theirs.next('identify')).message).toEqual({});
  expect(theirs.got.map(({ event }) => event)).toEqual(['identify']);
  const { body: hers } = await station.call(contract.startClassRun, {
    body: { devicesId: [theirs.id], action: { do: 'look' } },
  });

  const read = (runId: string, as?: string) =>
    station.call(contract.getClassRun, { params: { runId }, ...(as === undefined ? {} : { token: as }) });
  expect((await read(all.id, token)).body.results).toMatchObject([{ id: mine.id }]);
  expect(await read(hers.id, token)).toMatchObject(refused(404, 'NOT_FOUND'));
  const { items } = (await station.call(contract.listClassRuns, { token })).body;
  expect(items.map(({ id }) => id)).toEqual([all.id, begun.id]);
  // People of the other cart do not see the refused attempts on their headsets.
  expect((await read(begun.id)).body.results).toMatchObject([{ id: mine.id }]);
});

test('a lesson for all reaches the headsets of the carts; one for another cart does not exist', async () => {
  const make = async (name: string, audience: object): Promise<string> =>
    (
      await station.call(contract.createLesson, {
        body: { name, audience: audience as { kind: 'all' }, steps: [{ label: 'Quieter', action: MODEST }] },
      })
    ).body.id;
  const { body: group } = await station.call(contract.createGroup, {
    body: { name: 'Red', devicesId: [theirs.id] },
  });
  const { body: mixed } = await station.call(contract.createGroup, {
    body: { name: 'Blue', devicesId: [mine.id, theirs.id] },
  });
  const lessons = {
    all: await make('All', { kind: 'all' }),
    own: await make('Own', { kind: 'cart', cartId: CART_A }),
    other: await make('Other', { kind: 'cart', cartId: CART_B }),
    group: await make('Group', { kind: 'group', groupId: group.id }),
  };
  const run = (lessonId: string) =>
    station.call(contract.runLessonStep, { token, params: { lessonId, step: '0' } });

  const listed = (await station.call(contract.listLessons, { token })).body.items;
  expect(listed.map(({ name }) => name)).toEqual(['All', 'Own']);
  expect((await run(lessons.all)).body.results).toMatchObject([{ id: mine.id }]);
  expect((await run(lessons.own)).body.results).toMatchObject([{ id: mine.id }]);
  expect(await run(lessons.other)).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await run(lessons.group)).toMatchObject(refused(404, 'NOT_FOUND'));
  const groups = (await station.call(contract.listGroups, { token })).body.items;
  expect(groups).toMatchObject([{ id: mixed.id, devicesId: [mine.id] }]);
  const getGroup = station.call(contract.getGroup, { token, params: { groupId: group.id } });
  expect(await getGroup).toMatchObject(refused(404, 'NOT_FOUND'));
});

test('pictures and live views are of the headsets of the carts only', async () => {
  await allowViews(station, { cartId: CART_A });
  await allowViews(station, { cartId: CART_B });
  const { body: board } = await station.call(contract.keepBoard, {
    token,
    params: { boardId: 'wall' },
    body: { devicesId: [mine.id, theirs.id] },
  });
  expect(board.items.map(({ id }) => id)).toEqual([mine.id]);
  // Another person has the other headset on a board, so that there is a picture of it.
  await station.call(contract.keepBoard, { params: { boardId: 'wall' }, body: { devicesId: [theirs.id] } });
  for (const headset of [mine, theirs]) {
    const sent = await sendMedia(station, 'PUT', `/station/views/${headset.id}/picture`, {
      type: 'image/jpeg',
      content: aJpeg(),
      token: headset.token,
    });
    expect(sent.status).toBe(204);
  }
  const picture = (id: string) =>
    fetch(`${station.url}/station/views/${id}/picture`, { headers: { authorization: `Bearer ${token}` } });
  const live = (id: string) =>
    sendMedia(station, 'POST', `/station/views/${id}/whep`, {
      type: 'application/sdp',
      content: 'v=0',
      token,
    });

  expect((await picture(mine.id)).status).toBe(200);
  expect((await picture(theirs.id)).status).toBe(404);
  expect((await live(mine.id)).status).toBe(400);
  expect((await live(theirs.id)).status).toBe(404);
  const permissions = (await station.call(contract.listViewPermissions, { token })).body.items;
  expect(permissions.map(({ cartId }) => cartId)).toEqual([CART_A]);
});

test('the stream of the fleet has the headsets of the carts: those that come in, and those that leave', async () => {
  const moving = await TestHeadset.away(station);
  await put(CART_B, moving);
  await using wall = await station.stream('/station/updates?snapshot=true&devices=true', token);
  await wall.next('live');
  expect(wall.events.filter(({ name }) => name === 'headsets').map(({ data }) => data)).toMatchObject([
    { total: 1, items: [{ id: mine.id }] },
  ]);
  await using own = await station.stream(`/devices/${mine.id}/updates`, token);

  await theirs.report({});
  await station.call(contract.startClassRun, {
    body: { devicesId: [mine.id, theirs.id], action: { do: 'identify' } },
  });
  const { data: run } = await wall.next('classRun');
  expect(run['results']).toMatchObject([{ id: mine.id }]);
  await put(CART_A, moving);
  const { data: come } = await wall.next('device', ({ id }) => id === moving.id);
  expect(come).toMatchObject({ isPractice: false, androidId: moving.androidId, cart: { id: CART_A } });
  await put(CART_B, moving, mine);
  await wall.next('removed', ({ id }) => id === moving.id);
  await wall.next('removed', ({ id }) => id === mine.id);
  await own.ended;

  expect(JSON.stringify(wall.events)).not.toContain(theirs.id);
  await put(CART_A, mine);
  await using resumed = await station.stream('/station/updates', token, {
    'last-event-id': String(wall.events.at(-1)?.id),
  });
  await resumed.next('resync');
});

test('statistics and the common settings count the headsets of the carts', async () => {
  const deviceIds = [mine.id, theirs.id];
  for (const operation of [
    contract.getConnectivity,
    contract.getActivity,
    contract.getFleetStatistics,
    contract.getAppStatistics,
    contract.getHealthStatistics,
  ]) {
    const whole = await station.send('POST', operation.path, { token, body: {} });
    const named = await station.send('POST', operation.path, { token, body: { deviceIds } });
    expect(whole.status).toBe(200);
    expect(JSON.stringify(whole.body)).not.toContain(theirs.id);
    expect(named.body).toMatchObject({ invalidIds: [theirs.id] });
  }
  const { body: fleet } = await station.call(contract.getFleetStatistics, { token, body: {} });
  expect(fleet).toMatchObject({ total: 1 });
  const { body: survey } = await station.call(contract.surveySettings, {
    token,
    body: { devicesId: deviceIds },
  });
  expect(survey).toMatchObject({ devices: 1, invalidIds: [theirs.id] });
  const query = { of: 'availability', value: 'available' } as const;
  const { body: behind } = await station.call(contract.listHeadsetsBehind, { token, query });
  expect(behind.ids).toEqual([mine.id]);
});

test('other carts end the sessions and their streams; technicians are not limited', async () => {
  const personId = await aPerson(station, 'Bea', 'teacher');
  const change = (body: object) => station.call(updatePerson, { params: { personId }, body });
  const before = (await signInLocally(station, passcodeOf('Bea'))).body;
  expect(before.carts).toBeNull();
  expect((await station.call(contract.listDevices, { token: before.token })).body.total).toBeGreaterThan(1);
  await using wall = await station.stream('/station/updates', before.token);
  await wall.next('hello');

  expect((await change({ carts: [CART_B] })).body.carts).toEqual([CART_B]);
  await wall.ended;
  const { token: after, carts } = (await signInLocally(station, passcodeOf('Bea'))).body;
  expect(carts).toEqual([CART_B]);
  expect((await station.call(contract.getSession, { token: after })).body.carts).toEqual([CART_B]);
  expect((await station.call(contract.listDevices, { token: after })).body.items).not.toContainEqual(
    expect.objectContaining({ id: mine.id }),
  );
  // The same carts again change nothing.
  await change({ carts: [CART_B], name: 'Beatrice' });
  expect((await station.call(contract.getSession, { token: after })).status).toBe(200);

  expect(await change({ role: 'technician', carts: [CART_A] })).toMatchObject(refusedAt('carts'));
  expect(await change({ carts: [] })).toMatchObject(refusedAt('carts'));
  expect((await change({ role: 'technician' })).body).toMatchObject({ role: 'technician', carts: null });
  const { items } = (await station.call(listPeople)).body;
  expect(items.map(({ name, carts: each }) => [name, each])).toEqual([
    ['Ada', [CART_A]],
    ['Beatrice', null],
  ]);
});

test('the carts of a person survive a restart, in the person and in an open session', async () => {
  const sign = (await signInLocally(station, passcodeOf('Ada'))).body.token;

  await station.restart();

  expect((await station.call(contract.listDevices, { token: sign })).body).toMatchObject({
    total: 1,
    items: [{ id: mine.id }],
  });
  expect((await signInLocally(station, passcodeOf('Ada'))).body.carts).toEqual([CART_A]);
});
