import { expect, test } from 'vitest';

import { configureDevices } from '../../../shared/contract/configuration/configure.ts';
import { getDevice, patchDevices } from '../../../shared/contract/devices/devices.ts';
import { setMetadataOfMany } from '../../../shared/contract/devices/metadata.ts';
import { refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const read = async (deviceId: string) => (await station.call(getDevice, { params: { deviceId } })).body;

test('with revisions only those devices are written that still have them', async () => {
  const [one = '', two = '', three = ''] = (await station.slots(3)).map(({ id }) => id);
  const devicesId = [one, two, three];
  const seen = (await read(one)).revision;
  await station.call(patchDevices, { body: { devicesId: [two], label: 'Meanwhile' } });

  const ifRevisions = { [one]: seen, [two]: seen };
  const { body: configured } = await station.call(configureDevices, {
    body: { devicesId, settings: { volume: 4 }, ifRevisions },
  });

  expect(configured).toMatchObject([
    { id: one, response: { success: true, device: { revision: seen + 1 } } },
    { id: two, response: { success: false }, error: { code: 'CONFLICT' } },
    { id: three, response: { success: true } },
  ]);
  expect((await read(two)).settings).toEqual({});

  const next = { [one]: seen + 1, [two]: seen };
  const label = { devicesId, label: 'Both', ifRevisions: next };
  expect((await station.call(patchDevices, { body: label })).body).toMatchObject([
    { id: one, success: true, revision: seen + 2 },
    { id: two, success: false, error: { code: 'CONFLICT' } },
    { id: three, success: true },
  ]);
  const params = { namespace: 'class' };
  const value = { devicesId, value: { room: '12' }, ifRevisions: next };
  expect((await station.call(setMetadataOfMany, { params, body: value })).body).toMatchObject([
    { id: one, success: false, error: { code: 'CONFLICT' } },
    { id: two, success: false, error: { code: 'CONFLICT' } },
    { id: three, success: true },
  ]);
  expect(await read(two)).toMatchObject({ label: 'Meanwhile', metadata: {} });
});

test('without revisions the answer is as documented, and a revision is a number', async () => {
  const [one = ''] = (await station.slots(1)).map(({ id }) => id);
  const plain = await station.call(patchDevices, { body: { devicesId: [one], label: 'Plain' } });
  expect(plain.body).toEqual([{ id: one, success: true }]);

  const wrong = { devicesId: [one], label: 'No', ifRevisions: { [one]: 'latest' } };
  expect(await station.call(patchDevices, { body: wrong })).toMatchObject(refusedAt(`ifRevisions.${one}`));
});
