import { expect, test } from 'vitest';

import { getSettingsCatalog } from '../../../../shared/contract/configuration/catalog.ts';
import { deleteDevice } from '../../../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

/** An enrolled headset that has reported its model. */
async function aHeadset(name: string, product: string) {
  const headset = await station.enrolled();
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { type: { name, product } },
  });
  return headset;
}

test.each([
  ['PICO 4 Enterprise', 'PICO_A8140', 'pico'],
  ['Quest 3', 'eureka', 'meta'],
  ['VIVE Focus 3', 'focus3', 'htc'],
  ['Pixel 9', 'tokay', 'generic'],
])('a headset %s / %s has the catalog of %s', async (name, product, brand) => {
  const { id } = await aHeadset(name, product);

  const answer = await station.call(getSettingsCatalog, { params: { deviceId: id } });

  expect(answer).toMatchObject({
    status: 200,
    body: { deviceId: id, detectedBrand: brand, rawBrand: brand },
  });
});

test('the catalogs of the manufacturers differ: each lists the settings of its own headsets', async () => {
  const pico = await aHeadset('PICO 4 Enterprise', 'PICO_A8140');
  const quest = await aHeadset('Quest 3', 'eureka');

  const ofPico = await station.call(getSettingsCatalog, { params: { deviceId: pico.id } });
  const ofQuest = await station.call(getSettingsCatalog, { params: { deviceId: quest.id } });

  expect(ofPico.body.fields).toMatchObject({
    'display.brightness': { support: 'yes', type: 'number', range: { min: 0, max: 255 } },
  });
  expect(ofQuest.body.fields).toMatchObject({
    'display.brightness': { support: 'partial', type: 'number', range: { min: 0, max: 100 } },
  });
  expect(Object.keys(ofPico.body.fields)).toEqual(Object.keys(ofQuest.body.fields));
});

test('a headset that has not reported its model has the generic catalog and no brand', async () => {
  const { id } = await station.enrolled();

  const answer = await station.call(getSettingsCatalog, { params: { deviceId: id } });

  expect(answer).toMatchObject({ status: 200, body: { detectedBrand: 'generic', rawBrand: null } });
});

test('a slot without a headset has a catalog too', async () => {
  const [slot] = await station.slots(1);

  const answer = await station.call(getSettingsCatalog, { params: { deviceId: slot?.id ?? '' } });

  expect(answer).toMatchObject({ status: 200, body: { detectedBrand: 'generic', rawBrand: null } });
});

test('the catalog follows the reported model', async () => {
  const { id, token } = await aHeadset('Pixel 9', 'tokay');
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { type: { name: 'Quest 3S', product: 'panther' } },
  });

  const { body } = await station.call(getSettingsCatalog, { params: { deviceId: id } });

  expect(body.detectedBrand).toBe('meta');
});

test.each(['nobody', 'no such id', 'a'.repeat(65), '../devices', '%00', '__proto__'])(
  'there is no catalog for a device %s',
  async (deviceId) => {
    expect(await station.call(getSettingsCatalog, { params: { deviceId } })).toMatchObject(
      refused(404, 'DEVICE_NOT_FOUND'),
    );
  },
);

test('another organisation’s device and a deleted one have no catalog', async () => {
  const foreign = await station.enrolled();
  const { token } = await station.enterprise();
  const gone = await station.enrolled();
  await station.call(deleteDevice, { params: { deviceId: gone.id } });

  const asOther = await station.call(getSettingsCatalog, { params: { deviceId: foreign.id }, token });
  const deleted = await station.call(getSettingsCatalog, { params: { deviceId: gone.id } });

  expect(asOther).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(deleted).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
});

test('a headset reads its own catalog with its own token, and no other', async () => {
  const mine = await aHeadset('PICO 4 Enterprise', 'PICO_A8140');
  const other = await station.enrolled();

  const own = await station.call(getSettingsCatalog, { params: { deviceId: mine.id }, token: mine.token });
  const foreign = await station.call(getSettingsCatalog, {
    params: { deviceId: other.id },
    token: mine.token,
  });

  expect(own).toMatchObject({ status: 200, body: { deviceId: mine.id, detectedBrand: 'pico' } });
  expect(foreign).toMatchObject(refused(403, 'FORBIDDEN'));
});

test('without a token there is no catalog', async () => {
  const { id } = await station.enrolled();

  expect(await station.call(getSettingsCatalog, { params: { deviceId: id }, token: null })).toMatchObject(
    refused(401, 'UNAUTHENTICATED'),
  );
});

test('a headset without an agent has the catalog of what adb can do', async () => {
  const { id, token } = await aHeadset('Quest 3', 'eureka');
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { mdmInfo: { labelVersion: 'adb' } },
  });

  const { body } = await station.call(getSettingsCatalog, { params: { deviceId: id } });

  expect(body.detectedBrand).toBe('meta');
  expect(body.fields).toMatchObject({
    volume: { support: 'yes', minimumOs: [{ model: null, version: 'Android 8' }] },
    'security.cameraEnabled': { support: 'no' },
  });
});
