import { expect, test } from 'vitest';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { removeMetadata, setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}
const write = (deviceId: string, namespace: string, body: unknown, token = station.token) =>
  station.call(setMetadata, { params: { deviceId, namespace }, body, token });
const remove = (deviceId: string, namespace: string, token = station.token) =>
  station.call(removeMetadata, { params: { deviceId, namespace }, token });
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test('a value is written and the new record returned', async () => {
  const id = await aSlotId();
  const value = { group: { id: 'g-1', label: 'Class 5b', color: '#ff8800' }, seat: [3, { row: null }] };

  const { status, body } = await write(id, 'org.school', value);

  expect(status).toBe(200);
  expect(body).toMatchObject({ id, metadata: { 'org.school': value } });
  expect(await read(id)).toEqual(body);
});

test('a write replaces the whole value of its namespace and keeps the others', async () => {
  const id = await aSlotId();
  await write(id, 'one', { a: 1, b: 2 });
  await write(id, 'two', { kept: true });

  const { body } = await write(id, 'one', { c: 3 });

  expect(body.metadata).toEqual({ one: { c: 3 }, two: { kept: true } });
});

test('an empty object is a valid value', async () => {
  const id = await aSlotId();

  expect((await write(id, 'empty', {})).body.metadata).toEqual({ empty: {} });
});

test('metadata does not change the settings revision and survives a restart', async () => {
  const id = await aSlotId();
  await write(id, 'kept', { a: 1 });

  await station.restart();

  expect(await read(id)).toMatchObject({ settingsRevision: 0, metadata: { kept: { a: 1 } } });
});

test('concurrent writes of several namespaces are all kept', async () => {
  const id = await aSlotId();
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);

  await Promise.all(names.map((name) => write(id, name, { name })));

  expect((await read(id)).metadata).toEqual(Object.fromEntries(names.map((name) => [name, { name }])));
});

test('a removed namespace is deleted, the others stay, and removing it again changes nothing', async () => {
  const id = await aSlotId();
  await write(id, 'one', { a: 1 });
  await write(id, 'two', { b: 2 });

  const removed = await remove(id, 'one');
  const again = await remove(id, 'one');

  expect(removed).toMatchObject({ status: 200, body: { id } });
  expect(removed.body.metadata).toEqual({ two: { b: 2 } });
  expect(again).toMatchObject({ status: 200, body: { metadata: { two: { b: 2 } } } });
});

test.each(['Upper', '_a', '.a', 'a b', 'a/b', 'é', '__proto__', 'x'.repeat(65)])(
  'the namespace %j is refused on writing, also for an unknown device and a wrong value, and matches nothing on removal',
  async (namespace) => {
    const id = await aSlotId();

    expect(await write(id, namespace, { a: 1 })).toMatchObject(refused(400, 'INVALID_NAMESPACE'));
    expect(await write('nobody', namespace, [])).toMatchObject(refused(400, 'INVALID_NAMESPACE'));
    expect(await remove(id, namespace)).toMatchObject(refused(404, 'NOT_FOUND'));
    expect((await read(id)).metadata).toEqual({});
  },
);

test.each([
  ['[]', ''],
  ['null', ''],
  ['7', ''],
  ['"text"', ''],
  ['{"a":1e999}', ''],
  [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, ''],
  ['{"group":null}', 'group'],
  ['{"group":"g"}', 'group'],
  ['{"group":{"id":"g"}}', 'group.label'],
  ['{"group":{"id":7,"label":"G"}}', 'group.id'],
  ['{"group":{"id":"g","label":"G","color":null}}', 'group.color'],
])('the value %s is refused with its path, also for an unknown device', async (json, path) => {
  const id = await aSlotId();

  const answer = await write(id, 'one', json);

  expect(answer).toMatchObject(refused(400, 'INVALID_VALUE'));
  expect(answer.body).toMatchObject({ details: [{ path }] });
  expect(await write('nobody', 'one', json)).toMatchObject(refused(400, 'INVALID_VALUE'));
  expect((await read(id)).metadata).toEqual({});
});

test('16 KiB of JSON are kept, one byte more is too large and changes nothing', async () => {
  const id = await aSlotId();
  const fitting = { a: 'é'.repeat(8_188) };
  expect(Buffer.byteLength(JSON.stringify(fitting))).toBe(16_384);

  expect((await write(id, 'one', fitting)).body.metadata).toEqual({ one: fitting });
  const tooLarge = await write(id, 'one', { a: `${fitting.a}x` });

  expect(tooLarge).toMatchObject(refused(400, 'VALUE_TOO_LARGE'));
  expect((await read(id)).metadata).toEqual({ one: fitting });
});

test('an unknown device, a malformed id and another organisation’s device are refused', async () => {
  const id = await aSlotId();
  const { token } = await station.enterprise();

  expect(await write('nobody', 'one', {})).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await write('no such id', 'one', {})).toMatchObject(refusedAt('path.deviceId'));
  expect(await write(id, 'one', {}, token)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await remove('nobody', 'one')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await remove('no such id', 'one')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await remove(id, 'one', token)).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect((await read(id)).metadata).toEqual({});
});

test('a headset cannot write its own metadata, and a token is required', async () => {
  const { id, token } = await station.enrolled();

  expect(await write(id, 'one', {}, token)).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await remove(id, 'one', token)).toMatchObject(refused(403, 'FORBIDDEN'));
  const params = { deviceId: id, namespace: 'one' };
  const none = await station.call(setMetadata, { params, body: {}, token: null });
  expect(none).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('names and texts that have a meaning elsewhere are stored unchanged', async () => {
  const id = await aSlotId();
  const value = {
    constructor: 'text',
    "'; DROP TABLE device": '<script>',
    '': ['\ud800', '\0', '🥽', '../../etc/passwd'],
  };

  await write(id, 'constructor', value);
  await write(id, 'tostring', value);

  expect((await read(id)).metadata).toEqual({ constructor: value, tostring: value });
});

test('a key of a value that targets a prototype is removed', async () => {
  const id = await aSlotId();

  const answer = await write(id, 'one', '{"a":1,"__proto__":{"isAdmin":true}}');

  expect(answer.status).toBe(200);
  expect((await read(id)).metadata).toEqual({ one: { a: 1 } });
});

test('a write without a body is refused and deletes nothing', async () => {
  const id = await aSlotId();
  await write(id, 'org.school', { kept: true });

  const answer = await station.call(setMetadata, { params: { deviceId: id, namespace: 'org.school' } });

  expect(answer).toMatchObject(refused(400, 'INVALID_VALUE'));
  expect((await read(id)).metadata).toEqual({ 'org.school': { kept: true } });
});
