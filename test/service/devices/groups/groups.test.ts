import { expect, test } from 'vitest';

import { deleteDevice } from '../../../../shared/contract/devices/devices.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  updateGroup,
} from '../../../../shared/contract/devices/groups.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const ids = (await station.slots(4)).map(({ id }) => id).toSorted();
const [one = '', two = '', three = '', four = ''] = ids;

const make = async (name: string, devicesId: readonly string[] = []) =>
  (await station.call(createGroup, { body: { name, devicesId } })).body;

test('a group is created, read, listed by name, renamed and removed; its headsets stay', async () => {
  const b = await make('Biology', [two, one, one]);
  const a = await make('Anatomy');
  const params = { groupId: b.id };

  expect(b).toMatchObject({ name: 'Biology', devicesId: [one, two], revision: 1 });
  expect((await station.call(getGroup, { params })).body).toEqual(b);
  const listed = (await station.call(listGroups)).body.items.map(({ name }) => name);
  expect(listed.filter((name) => [a.name, b.name].includes(name))).toEqual(['Anatomy', 'Biology']);
  const { body: renamed } = await station.call(updateGroup, { params, body: { name: 'Biology 2' } });
  expect(renamed).toMatchObject({ name: 'Biology 2', devicesId: [one, two], revision: 2 });
  expect((await station.call(deleteGroup, { params })).body).toEqual({ id: b.id, success: true });
  expect((await station.call(getGroup, { params })).status).toBe(404);
});

test('a headset is in several groups, reachable or not, and members are replaced, joined and left', async () => {
  const first = await make('First', [one, two]);
  const second = await make('Second', [two, three]);
  const change = async (groupId: string, body: object) =>
    (await station.call(updateGroup, { params: { groupId }, body })).body.devicesId;

  expect(await change(first.id, { add: [three], remove: [one] })).toEqual([two, three]);
  expect(await change(second.id, { devicesId: [one], add: [four], remove: [four] })).toEqual([one]);
  await station.call(deleteDevice, { params: { deviceId: four } });
  expect(await change(first.id, { devicesId: [] })).toEqual([]);
});

test('a name in use, an unknown id and a stale revision are refused, with nothing changed', async () => {
  const group = await make('Taken', [one]);
  const params = { groupId: group.id };

  expect((await station.call(createGroup, { body: { name: 'TAKEN' } })).status).toBe(409);
  const unknownIds = await station.call(updateGroup, { params, body: { name: 'New', add: [two, 'nobody'] } });
  expect(unknownIds.status).toBe(400);
  expect(unknownIds.body).toMatchObject({ details: [{ path: 'add.1' }] });
  const stale = await station.call(updateGroup, {
    params,
    body: { name: 'New' },
    headers: { 'if-match': '"7"' },
  });
  expect(stale.status).toBe(409);
  expect((await station.call(getGroup, { params })).body).toEqual(group);
});

test('the fleet’s stream announces a created, changed and removed group, to its own organisation', async () => {
  await using wall = await station.stream('/station/updates');
  const group = await make('Watched');
  await wall.next('group', (data) => data['id'] === group.id && data['isRemoved'] === false);
  await station.call(deleteGroup, { params: { groupId: group.id } });
  await wall.next('group', (data) => data['id'] === group.id && data['isRemoved'] === true);

  const other = await station.enterprise();
  expect((await station.call(listGroups, { token: other.token })).body.items).toEqual([]);
  const stored = await make('Ours', [one]);
  const requested = { params: { groupId: stored.id }, token: other.token };
  expect((await station.call(getGroup, requested)).status).toBe(404);
  expect((await station.call(deleteGroup, requested)).status).toBe(404);
  const theirs = { name: 'Theirs', devicesId: [one] };
  expect((await station.call(createGroup, { body: theirs, token: other.token })).status).toBe(400);
});
