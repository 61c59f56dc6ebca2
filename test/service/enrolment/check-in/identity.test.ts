import { expect, test } from 'vitest';

import { getDevice, getDeviceByAndroidId, patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { identifyType } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const licence = { level: 'gold', status: 'active', alertDate: '2027-01-01T00:00:00Z' };

async function aHeadset() {
  const { id, token, androidId } = await station.enrolled();
  const params = { deviceId: id };
  return {
    id,
    androidId,
    beat: (body: unknown) => station.call(updateDevice, { params, token, body }),
    beatAsEnterprise: (body: unknown) => station.call(updateDevice, { params, body }),
    patch: (body: unknown) => station.call(patchDevice, { params, body }),
    read: async () => (await station.call(getDevice, { params })).body,
  };
}

test('a headset names itself only while its record has no label', async () => {
  const headset = await aHeadset();

  await headset.beat({ label: 'I am A' });
  expect((await headset.read()).label).toBe('A-01');

  await headset.patch({ label: null });
  await headset.beat({ label: 'I am B' });
  expect((await headset.read()).label).toBe('I am B');
  await headset.beat({ label: 'I am C' });
  expect((await headset.read()).label).toBe('I am B');
});

test('a headset reports its licence only while its record has none', async () => {
  const headset = await aHeadset();

  await headset.beat({ licence });
  expect((await headset.read()).license).toEqual(licence);
  await headset.beat({ licence: { level: 'iron' } });
  expect((await headset.read()).license).toEqual(licence);
});

test('label and licence from an enterprise token always count', async () => {
  const headset = await aHeadset();
  await headset.beat({ licence });

  await headset.beatAsEnterprise({ label: 'Named by central', licence: { level: 'iron' } });

  const { label, license } = await headset.read();
  expect(label).toBe('Named by central');
  expect(license).toMatchObject({ level: 'iron' });
});

test('the model is given by its id, or by name and product', async () => {
  const headset = await aHeadset();
  const { body: type } = await station.call(identifyType, { body: { name: 'Quest 3', product: 'eureka' } });

  await headset.beat({ type: { id: type.id } });
  expect((await headset.read()).type).toEqual(type);

  await headset.beat({ type: { name: 'VIVE Focus 3', product: 'focus3' } });
  expect((await headset.read()).type).toMatchObject({ name: 'VIVE Focus 3', brand: 'htc' });
});

test('an unknown model id is left out, and everything else of that heartbeat is applied', async () => {
  const headset = await aHeadset();

  const answer = await headset.beat({
    type: { id: 'no-such-type' },
    osVersion: '14',
    events: [{ eventId: 'e1', type: 'X', timestamp: Date.now(), payload: {} }],
  });

  expect(answer).toMatchObject({
    status: 200,
    body: { acknowledged: ['e1'], dropped: [{ path: 'type.id', value: '"no-such-type"' }] },
  });
  expect(await headset.read()).toMatchObject({ osVersion: '14', type: null });
  const { body } = await station.send('GET', `/devices/${headset.id}/events?type=X`);
  expect(body).toMatchObject({ total: 1 });
});

test('a heartbeat that names another headset is a conflict and changes nothing', async () => {
  const headset = await aHeadset();

  const asDevice = await headset.beat({ androidId: 'somebody-else', osVersion: 'never' });
  const asEnterprise = await headset.beatAsEnterprise({ androidId: 'somebody-else', osVersion: 'never' });

  expect(asDevice).toMatchObject(refused(409, 'CONFLICT'));
  expect(asEnterprise).toMatchObject(refused(409, 'CONFLICT'));
  expect(await headset.read()).toMatchObject({ androidId: headset.androidId, osVersion: null });
});

test('an enterprise heartbeat sets a slot’s androidId, unless another record has it', async () => {
  const [free, second] = await station.slots(2);
  const params = { deviceId: free?.id ?? '' };

  const first = await station.call(updateDevice, { params, body: { androidId: 'told-by-central' } });
  const again = await station.call(updateDevice, {
    params: { deviceId: second?.id ?? '' },
    body: { androidId: 'told-by-central' },
  });

  expect(first.status).toBe(200);
  expect(again).toMatchObject(refused(409, 'CONFLICT'));
  const found = await station.call(getDeviceByAndroidId, { params: { androidid: 'told-by-central' } });
  expect(found.body.id).toBe(free?.id);
});
