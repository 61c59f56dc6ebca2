import { expect, test } from 'vitest';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { setMetadataOfMany } from '../../../../shared/contract/devices/metadata.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const value = { group: { id: 'g-1', label: 'Class 5b' } };

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}
const write = (namespace: string, body: unknown, token = station.token) =>
  station.call(setMetadataOfMany, { params: { namespace }, body, token });
const metadataOf = async (deviceId: string) =>
  (await station.call(getDevice, { params: { deviceId } })).body.metadata;

test('every id is answered in the requested order; a bad id fails alone', async () => {
  const [one, two] = [await aSlotId(), await aSlotId()];

  const { status, body } = await write('school', {
    devicesId: [two, 'nobody', one, 'no such id', two],
    value,
  });

  const failed = { success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } };
  expect(status).toBe(200);
  expect(body).toEqual([
    { id: two, success: true },
    { id: 'nobody', ...failed },
    { id: one, success: true },
    { id: 'no such id', ...failed },
    { id: two, success: true },
  ]);
  expect(await metadataOf(one)).toEqual({ school: value });
  expect(await metadataOf(two)).toEqual({ school: value });
});

test('devices of another organisation are unknown', async () => {
  const id = await aSlotId();
  const { token } = await station.enterprise();

  const { body } = await write('school', { devicesId: [id], value }, token);

  expect(body).toMatchObject([{ id, success: false, error: { code: 'DEVICE_NOT_FOUND' } }]);
  expect(await metadataOf(id)).toEqual({});
});

test('devicesId and value are both needed', async () => {
  expect(await write('school', { value })).toMatchObject(refusedAt('devicesId'));
  expect(await write('school', { devicesId: 'abc', value })).toMatchObject(refusedAt('devicesId'));
  expect(await write('school', { devicesId: [7], value })).toMatchObject(refusedAt('devicesId.0'));
  expect(await write('school', { devicesId: [] })).toMatchObject(refusedAt('value'));
  expect(await write('school', { devicesId: [], value: null })).toMatchObject(refusedAt('value'));
});

test('an empty list of devices has an empty answer', async () => {
  expect(await write('school', { devicesId: [], value })).toMatchObject({ status: 200, body: [] });
});

test('a malformed namespace, a wrong and a too large value are refused for all, with the path in the body', async () => {
  const id = await aSlotId();
  const devicesId = [id, 'nobody'];

  expect(await write('School', { devicesId, value })).toMatchObject(refused(400, 'INVALID_NAMESPACE'));
  for (const [wrong, path] of [
    ['text', 'value'],
    [[], 'value'],
    [{ group: { id: 'g' } }, 'value.group.label'],
  ] as const) {
    const answer = await write('school', { devicesId, value: wrong });
    expect(answer).toMatchObject(refused(400, 'INVALID_VALUE'));
    expect(answer.body).toMatchObject({ details: [{ path }] });
  }
  const large = await write('school', { devicesId, value: { a: 'x'.repeat(16_384) } });
  expect(large).toMatchObject(refused(400, 'VALUE_TOO_LARGE'));
  expect(await metadataOf(id)).toEqual({});
});

test('too many devices are too large a batch, and none is changed', async () => {
  const id = await aSlotId();

  const answer = await write('school', { devicesId: Array.from({ length: 5_001 }, () => id), value });

  expect(answer).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect(await metadataOf(id)).toEqual({});
});
