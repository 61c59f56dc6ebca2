import { expect, test } from 'vitest';

import { getDevice, patchDevice, patchDevices } from '../../../shared/contract/devices/devices.ts';
import { anyText } from '../../support/any-value.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const license = { level: 'gold', status: 'active', alertDate: '2027-01-01T00:00:00Z' };

async function aSlotId(): Promise<string> {
  return (await station.slots(1))[0]?.id ?? '';
}
const change = (deviceId: string, body: unknown) => station.call(patchDevice, { params: { deviceId }, body });
const changeMany = (body: unknown) => station.call(patchDevices, { body });
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test('label and licence are changed and the new record is returned', async () => {
  const id = await aSlotId();

  const { status, body } = await change(id, { label: 'Front row 3', license });

  expect(status).toBe(200);
  expect(body).toMatchObject({ id, label: 'Front row 3', license });
  expect(await read(id)).toEqual(body);
});

test('a description is written with them, stays unchanged if it is absent, and is cleared by null', async () => {
  const id = await aSlotId();

  const { body } = await change(id, { description: 'Left strap mended' });
  const renamed = await change(id, { label: 'Front row 3' });

  expect(body.description).toBe('Left strap mended');
  expect(renamed.body).toMatchObject({ label: 'Front row 3', description: 'Left strap mended' });
  expect((await change(id, { description: null })).body.description).toBeNull();
});

test('an absent key stays, null clears', async () => {
  const id = await aSlotId();
  await change(id, { label: 'Kept', license });

  expect((await change(id, {})).body).toMatchObject({ label: 'Kept', license });
  expect((await change(id, { license: null })).body).toMatchObject({ label: 'Kept', license: null });
  expect((await change(id, { label: null })).body).toMatchObject({ label: null, license: null });
});

test('a label is stored unchanged, in any script', async () => {
  const id = await aSlotId();

  for (const label of [
    '',
    ' ',
    'Salle 2 – élèves',
    '眼鏡',
    '🥽🥽',
    '<b>"quoted"</b>',
    "'; DROP TABLE device",
  ]) {
    expect((await change(id, { label })).body.label).toBe(label);
  }
});

test('a label of 256 characters is accepted, a longer one refused', async () => {
  const id = await aSlotId();

  expect((await change(id, { label: 'x'.repeat(256) })).status).toBe(200);
  expect(await change(id, { label: 'y'.repeat(257) })).toMatchObject(refusedAt('label'));
  expect((await read(id)).label).toBe('x'.repeat(256));
});

test('a wrong licence is refused with its path, and the valid label beside it is not applied', async () => {
  const id = await aSlotId();

  const answer = await change(id, { label: 'never', license: { level: 5, alertDate: '2027-01-01' } });

  expect(answer).toMatchObject(refusedAt('license.level', 'license.alertDate'));
  expect(await read(id)).toMatchObject({ label: 'A-01', license: null });
});

test('an unknown device, a malformed id and another organisation’s device are refused', async () => {
  const id = await aSlotId();
  const { token } = await station.enterprise();

  expect(await change('nobody', { label: 'x' })).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(await change('no such id', { label: 'x' })).toMatchObject(refusedAt('path.deviceId'));
  const foreign = await station.call(patchDevice, { params: { deviceId: id }, body: { label: 'x' }, token });
  expect(foreign).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect((await read(id)).label).toBe('A-01');
});

test('a bulk change answers every id in the requested order; a bad id fails alone', async () => {
  const [one, two] = [await aSlotId(), await aSlotId()];

  const { status, body } = await changeMany({
    devicesId: [two, 'nobody', one, 'no such id', two],
    label: 'Everyone',
  });

  expect(status).toBe(200);
  expect(body).toEqual([
    { id: two, success: true },
    { id: 'nobody', success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } },
    { id: one, success: true },
    { id: 'no such id', success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } },
    { id: two, success: true },
  ]);
  expect((await read(one)).label).toBe('Everyone');
  expect((await read(two)).label).toBe('Everyone');
});

test('a bulk change follows the same rules: absent stays, null clears', async () => {
  const id = await aSlotId();
  await changeMany({ devicesId: [id], license });

  expect(await read(id)).toMatchObject({ label: 'A-01', license });
  await changeMany({ devicesId: [id], label: null });
  expect(await read(id)).toMatchObject({ label: null, license });
  await changeMany({ devicesId: [id], license: null });
  expect(await read(id)).toMatchObject({ license: null });
});

test('a bulk change needs devicesId', async () => {
  expect(await changeMany({ label: 'x' })).toMatchObject(refusedAt('devicesId'));
  expect(await changeMany({ devicesId: null, label: 'x' })).toMatchObject(refusedAt('devicesId'));
  expect(await changeMany({ devicesId: 'abc', label: 'x' })).toMatchObject(refusedAt('devicesId'));
  expect(await changeMany({ devicesId: [7], label: 'x' })).toMatchObject(refusedAt('devicesId.0'));
});

test('a bulk change of no device returns an empty list', async () => {
  expect(await changeMany({ devicesId: [], label: 'x' })).toMatchObject({ status: 200, body: [] });
});

test('a bulk change with a wrong field changes none of its devices', async () => {
  const id = await aSlotId();

  const answer = await changeMany({ devicesId: [id], label: 'never', license: { level: [] } });

  expect(answer).toMatchObject(refusedAt('license.level'));
  expect((await read(id)).label).toBe('A-01');
});

test('a bulk change of too many devices is too large and changes none', async () => {
  const id = await aSlotId();

  const answer = await changeMany({ devicesId: Array.from({ length: 5_001 }, () => id), label: 'never' });

  expect(answer).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect((await read(id)).label).toBe('A-01');
});

test('devices of another organisation are unknown in a bulk change', async () => {
  const id = await aSlotId();
  const { token } = await station.enterprise();

  const { body } = await station.call(patchDevices, { body: { devicesId: [id], label: 'x' }, token });

  expect(body).toMatchObject([{ id, success: false, error: { code: 'DEVICE_NOT_FOUND' } }]);
  expect((await read(id)).label).toBe('A-01');
});

test('a fleet with granted access can be changed through the token', async () => {
  const id = await aSlotId();
  const other = await station.enterprise();
  const token = await station.issue({ enterpriseId: other.id, fleetAccess: [station.enterpriseId] });

  const { status } = await station.call(patchDevice, {
    params: { deviceId: id },
    body: { label: 'By a friend' },
    token,
  });

  expect(status).toBe(200);
  expect((await read(id)).label).toBe('By a friend');
});

test('a licence change that names one field keeps the others, for one headset and for many', async () => {
  const { id } = await station.enrolled();
  await change(id, { license });

  const one = await change(id, { license: { level: 'silver' } });
  const many = await station.send('PATCH', '/devices', {
    body: { devicesId: [id], license: { status: null } },
  });

  expect(one.body).toMatchObject({ license: { ...license, level: 'silver' } });
  expect(many.status).toBe(200);
  expect(await read(id)).toMatchObject({ license: { level: 'silver', alertDate: license.alertDate } });
});
