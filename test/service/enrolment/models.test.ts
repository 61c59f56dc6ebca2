import { expect, test } from 'vitest';

import { deleteDevice, getDevice, listDevices } from '../../../shared/contract/devices/devices.ts';
import { identifyType } from '../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../../shared/contract/operations/station.ts';
import { anyText } from '../../support/any-value.ts';
import { aStation } from '../../support/a-station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

test.each([
  ['PICO 4', 'PICO_A8110', 'pico'],
  ['A8150', 'A8150', 'pico'],
  ['Quest 3', 'eureka', 'meta'],
  ['Oculus Quest', 'monterey', 'meta'],
  ['VIVE Focus 3', 'focus3', 'htc'],
  ['HTC XR Elite', 'vive', 'htc'],
  ['Pixel 9', 'tokay', 'generic'],
  ['Picolo phone', 'questionable', 'generic'],
])('a headset that reports %s / %s is of brand %s', async (name, product, brand) => {
  const { status, body } = await station.call(identifyType, { body: { name, product } });

  expect(status).toBe(200);
  expect(body).toEqual({ id: anyText, name, product, brand });
});

test('the same model is created once, even if two headsets ask at the same time', async () => {
  const body = { name: 'Unheard of', product: 'x1' };

  const answers = await Promise.all([1, 2, 3].map(() => station.call(identifyType, { body })));

  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test('another product under the same name is another model', async () => {
  const one = await station.call(identifyType, { body: { name: 'Same', product: 'p1' } });
  const two = await station.call(identifyType, { body: { name: 'Same', product: 'p2' } });

  expect(one.body.id).not.toBe(two.body.id);
});

test('name and product are both needed', async () => {
  expect(await station.call(identifyType, { body: {} })).toMatchObject(refusedAt('name', 'product'));
  expect(await station.call(identifyType, { body: { name: '', product: 'p' } })).toMatchObject(
    refusedAt('name'),
  );
});

test('a station that refuses unknown models answers 404 for them and accepts known ones', async () => {
  await using strict = await aStation();
  const known = { name: 'PICO 4', product: 'A8110' };
  await strict.call(identifyType, { body: known });
  await strict.restart({ refusesUnknownTypes: true });

  const unknown = await strict.call(identifyType, { body: { name: 'Toaster', product: 't' } });
  const again = await strict.call(identifyType, { body: known });

  expect(unknown).toMatchObject(refused(404, 'DEVICE_TYPE_UNKNOWN'));
  expect(again).toMatchObject({ status: 200, body: known });
});

test('organisations share no model: each has its own record, and a token without an organisation uses the station’s', async () => {
  const other = await station.enterprise();
  const unattached = await station.issue({ enterpriseId: null });
  const body = { name: 'Quest 3S', product: 'panther' };

  const own = await station.call(identifyType, { body });
  const theirs = await station.call(identifyType, { body, token: other.token });
  const again = await station.call(identifyType, { body, token: other.token });
  const requested = await station.call(identifyType, { body, token: unattached });

  expect(theirs.body.id).not.toBe(own.body.id);
  expect(again.body).toEqual(theirs.body);
  expect(requested.body).toEqual(own.body);
});

test('the model of another organisation is unknown by its id, in a heartbeat and for a slot', async () => {
  const other = await station.enterprise();
  const { body: theirs } = await station.call(identifyType, {
    body: { name: 'Quest 3S', product: 'panther' },
    token: other.token,
  });
  const { id, token } = await station.enrolled();

  const beat = await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { type: { id: theirs.id } },
  });
  const named = await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { type: { id: theirs.id, name: theirs.name, product: theirs.product } },
  });
  const made = await station.call(createSlots, { body: { count: 1, labelPrefix: 'A-', type: theirs.id } });

  expect(beat).toMatchObject({
    status: 200,
    body: { dropped: [{ path: 'type.id', value: JSON.stringify(theirs.id) }] },
  });
  expect(named.status).toBe(200);
  const types = await Promise.all(
    [id, made.body.items[0]?.id ?? ''].map(
      async (deviceId) => (await station.call(getDevice, { params: { deviceId } })).body.type?.id,
    ),
  );
  expect(types).not.toContain(theirs.id);
  expect(types).not.toContain(undefined);
});

test('a heartbeat with an unknown model is accepted by a station that refuses them; the model stays unchanged', async () => {
  await using strict = await aStation();
  const known = { name: 'PICO 4', product: 'A8110' };
  await strict.call(identifyType, { body: known });
  await strict.restart({ refusesUnknownTypes: true });
  const { id, token } = await strict.enrolled();
  const beat = (type: object) =>
    strict.call(updateDevice, { params: { deviceId: id }, token, body: { type } });
  const model = async () => (await strict.call(getDevice, { params: { deviceId: id } })).body.type;

  expect((await beat({ name: 'Toaster', product: 't' })).status).toBe(200);
  expect(await model()).toBeNull();
  await beat(known);
  expect((await beat({ name: 'Toaster', product: 't' })).status).toBe(200);

  expect(await model()).toMatchObject(known);
  expect(await strict.call(identifyType, { body: { name: 'Toaster', product: 't' } })).toMatchObject(
    refused(404, 'DEVICE_TYPE_UNKNOWN'),
  );
});

test('a station that refuses unknown models creates no slots for one, but does for a known one', async () => {
  await using strict = await aStation();
  const { body: known } = await strict.call(identifyType, { body: { name: 'PICO 4', product: 'PICO 4' } });
  await strict.restart({ refusesUnknownTypes: true });
  const make = (type: string) => strict.call(createSlots, { body: { count: 1, labelPrefix: 'A-', type } });

  expect(await make('Toaster')).toMatchObject(refusedAt('type'));
  expect((await strict.call(listDevices)).body.total).toBe(0);
  expect((await make(known.id)).status).toBe(200);
  expect((await make('PICO 4')).status).toBe(200);
});

test('the model of a deleted headset does not prevent its deletion', async () => {
  const { id, token } = await station.enrolled();
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { type: { name: 'PICO 4' } } });

  expect((await station.call(deleteDevice, { params: { deviceId: id } })).status).toBe(200);
});
