import { expect, test } from 'vitest';

import { lookUpDevices } from '../../../../shared/contract/devices/lookup.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const lookUp = (body: unknown, token = station.token) => station.call(lookUpDevices, { body, token });
const slotIds = async (count: number) => (await station.slots(count)).map(({ id }) => id);

test('devices are returned as rows of the list, in the requested order, with unknown ids beside them', async () => {
  const { id, androidId } = await station.enrolled();
  const [slot = ''] = await slotIds(1);

  const { status, body } = await lookUp({ ids: [slot, 'nobody', id, 'no such id', ''] });

  expect(status).toBe(200);
  expect(body.devices).toMatchObject([
    { id: slot, label: 'A-01', enterprise: station.enterpriseId, isArchived: false },
    { id, androidId },
  ]);
  expect(body.invalidIds).toEqual(['nobody', 'no such id', '']);
});

test('a repeated id is answered once', async () => {
  const [id = ''] = await slotIds(1);

  const { body } = await lookUp({ ids: [id, 'nobody', id, 'nobody'] });

  expect(body.devices.map((device) => device.id)).toEqual([id]);
  expect(body.invalidIds).toEqual(['nobody']);
});

test('ids that all name devices pass the strict lookup', async () => {
  const ids = await slotIds(3);

  const { status, body } = await lookUp({ ids, strict: true });

  expect(status).toBe(200);
  expect(body).toMatchObject({ devices: ids.map((id) => ({ id })), invalidIds: [] });
});

test('one invalid id refuses the strict lookup and is named', async () => {
  const [id = ''] = await slotIds(1);

  const answer = await lookUp({ ids: ['nobody', id, 'no such id'], strict: true });

  expect(answer).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(answer.body).toMatchObject({ invalidIds: ['nobody', 'no such id'] });
  expect(answer.body).not.toHaveProperty('devices');
});

test('a deleted device is invalid', async () => {
  const [id = ''] = await slotIds(1);
  await station.send('DELETE', `/devices/${id}`);

  expect((await lookUp({ ids: [id] })).body).toEqual({ devices: [], invalidIds: [id] });
});

test('another organisation’s devices are invalid, those of a fleet with granted access are found', async () => {
  const [id = ''] = await slotIds(1);
  const other = await station.enterprise();
  const opened = await station.issue({ enterpriseId: other.id, fleetAccess: [station.enterpriseId] });
  const unattached = await station.issue({ enterpriseId: null });

  expect((await lookUp({ ids: [id] }, other.token)).body).toEqual({ devices: [], invalidIds: [id] });
  expect((await lookUp({ ids: [id] }, unattached)).body).toEqual({ devices: [], invalidIds: [id] });
  expect((await lookUp({ ids: [id] }, opened)).body).toMatchObject({ devices: [{ id }], invalidIds: [] });
});

test('ids that are missing, empty or not strings are refused', async () => {
  expect(await lookUp({})).toMatchObject(refusedAt('ids'));
  expect(await lookUp({ ids: null })).toMatchObject(refusedAt('ids'));
  expect(await lookUp({ ids: [] })).toMatchObject(refusedAt('ids'));
  expect(await lookUp({ ids: 'abc' })).toMatchObject(refusedAt('ids'));
  expect(await lookUp({ ids: ['a', 7] })).toMatchObject(refusedAt('ids.1'));
  expect(await lookUp({ ids: ['a'], strict: 'yes' })).toMatchObject(refusedAt('strict'));
});

test('a thousand ids are looked up, one more is too many', async () => {
  const ids = [...(await slotIds(500)), ...(await slotIds(500))];

  expect((await lookUp({ ids })).body.devices.map(({ id }) => id)).toEqual(ids);
  expect(await lookUp({ ids: [...ids, 'nobody'] })).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
});

test('ids that have a meaning in another language are just invalid', async () => {
  const ids = ['__proto__', 'constructor', "' OR 1=1 --", '../../etc/passwd', '\0', '\ud800', '🥽'];

  const { status, body } = await lookUp({ ids });

  expect(status).toBe(200);
  expect(body).toEqual({ devices: [], invalidIds: ids });
});

test('a lookup needs a token of the organisation', async () => {
  const { token } = await station.enrolled();

  expect(await lookUp({ ids: ['a'] }, token)).toMatchObject(refused(403, 'FORBIDDEN'));
  const none = await station.call(lookUpDevices, { body: { ids: ['a'] }, token: null });
  expect(none).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});
