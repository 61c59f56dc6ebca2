import { expect, test } from 'vitest';

import { fleetUpdates } from '../../../../shared/contract/devices/fleet.ts';
import {
  removeMetadata,
  setMetadata,
  setMetadataOfMany,
} from '../../../../shared/contract/devices/metadata.ts';
import type { EventReader } from '../../../support/event-reader.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const write = (deviceId: string, namespace: string, body: unknown) =>
  station.call(setMetadata, { params: { deviceId, namespace }, body });
const remove = (deviceId: string, namespace: string) =>
  station.call(removeMetadata, { params: { deviceId, namespace } });

async function following(path: string, token = station.token): Promise<EventReader> {
  const reader = await station.stream(path, token);
  await reader.next('hello');
  return reader;
}
const received = (reader: EventReader) =>
  reader.events.filter(({ name }) => name === 'metadata').map(({ data }) => data);

test('the headset is notified of the namespace that was written or removed, and of nothing if nothing changed', async () => {
  const { id, token } = await station.enrolled();
  await using link = await following(`/devices/${id}/updates`, token);

  await write(id, 'one', { a: 1 });
  await write(id, 'one', { a: 1 });
  await remove(id, 'absent');
  await write(id, 'two', {});
  await remove(id, 'one');
  await write(id, 'last', {});
  await link.next('metadata', ({ namespace }) => namespace === 'last');

  expect(received(link)).toEqual(['one', 'two', 'one', 'last'].map((namespace) => ({ namespace })));
});

test('a bulk write is published once for every device it changed', async () => {
  const [one, two, other] = [await station.enrolled(), await station.enrolled(), await station.enrolled()];
  await using first = await following(`/devices/${one.id}/updates`, one.token);
  await using second = await following(`/devices/${two.id}/updates`, two.token);
  await using third = await following(`/devices/${other.id}/updates`, other.token);

  const body = { devicesId: [one.id, two.id, one.id, 'nobody'], value: { a: 1 } };
  await station.call(setMetadataOfMany, { params: { namespace: 'school' }, body });
  for (const { id } of [one, two, other]) await write(id, 'last', {});
  for (const link of [first, second, third])
    await link.next('metadata', ({ namespace }) => namespace === 'last');

  expect(received(first)).toEqual([{ namespace: 'school' }, { namespace: 'last' }]);
  expect(received(second)).toEqual([{ namespace: 'school' }, { namespace: 'last' }]);
  expect(received(third)).toEqual([{ namespace: 'last' }]);
});

test('a refused write is not published', async () => {
  const { id, token } = await station.enrolled();
  await using link = await following(`/devices/${id}/updates`, token);

  await write(id, 'one', []);
  await write(id, 'One', {});
  await write(id, 'last', {});
  await link.next('metadata', ({ namespace }) => namespace === 'last');

  expect(received(link)).toEqual([{ namespace: 'last' }]);
});

test('a headset moved to another cart moves on the wall, and disappears from it when its cart is removed', async () => {
  const { id } = await station.enrolled();
  await using wall = await following('/station/updates');

  await write(id, 'muster', { group: { id: 'c-2', label: 'Cart 2', color: 'red' }, shelf: 2, place: 14 });
  const moved = await wall.next('device', ({ cart }) => cart !== undefined && cart !== null);
  await remove(id, 'muster');
  const left = await wall.next('device', ({ cart }) => cart === null);

  expect(moved.data).toEqual({
    id,
    cart: { id: 'c-2', label: 'Cart 2' },
    shelf: 2,
    place: 14,
    asset: null,
  });
  expect(left.data).toEqual({ id, cart: null, shelf: null, place: null, asset: null });
  expect(fleetUpdates.events['device']?.safeParse(moved.data).success).toBe(true);
});

test('invalid slots do not damage the wall', async () => {
  const { id } = await station.enrolled();
  await using wall = await following('/station/updates');

  await write(id, 'muster', { shelf: 'top', place: [1], isPractice: 'no' });
  const { data } = await wall.next('device', (change) => change['id'] === id && 'shelf' in change);

  expect(data).toEqual({ id, cart: null, shelf: null, place: null, asset: null });
});

test('other namespaces do not move the wall', async () => {
  const { id } = await station.enrolled();
  await using wall = await following('/station/updates');

  await write(id, 'school', { group: { id: 'c-3', label: 'Cart 3' } });
  await write(id, 'muster', { group: { id: 'c-4', label: 'Cart 4' } });
  await wall.next('device', (change) => change['id'] === id && 'cart' in change);

  const changes = wall.events.filter(({ name, data }) => name === 'device' && data['id'] === id);
  expect(changes.map(({ data }) => data['cart'])).toEqual([{ id: 'c-4', label: 'Cart 4' }]);
});
