import { expect, test } from 'vitest';

import { answerCommand, unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import { getDevice, listDevices, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../shared/contract/enrolment/enrolment.ts';
import { getLan, setLan } from '../../../shared/contract/network/lan.ts';
import { createSlots, getStation } from '../../../shared/contract/operations/station.ts';
import { aStation } from '../../support/a-station.ts';
import { refused } from '../../support/refused.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';

test('all devices of the organisation are pulled, with names, settings, metadata and tokens, under the central’s ids', async () => {
  await using pair = await aPair();
  const { central, station } = pair;
  const slots = await central.slots(3, 'Reef ');
  const [first] = slots;
  const params = { deviceId: first?.id ?? '' };
  const wifi = [{ ssid: 'School', password: 'coral-lagoon' }];
  await central.call(configureDevice, { params, body: { display: { brightness: 40 }, wifi } });

  const sync = await connect(station, central);

  expect(sync).toMatchObject({ state: 'upToDate', linked: 3, waiting: { desired: 0, lifecycle: 0 } });
  const { items } = (await station.call(listDevices)).body;
  expect(items.map(({ id }) => id)).toEqual(slots.map(({ id }) => id).toSorted());
  const device = (await station.call(getDevice, { params })).body;
  expect(device).toMatchObject({
    label: 'Reef 01',
    enrollmentToken: first?.enrollmentToken,
    settings: { display: { brightness: 40 }, wifi },
  });
});

test('local changes are uploaded and changes at the central downloaded, each only for changed devices', async () => {
  await using pair = await aPair();
  const { central, station } = pair;
  const [slot] = await central.slots(1);
  const params = { deviceId: slot?.id ?? '' };
  await connect(station, central);

  await station.call(configureDevice, { params, body: { display: { brightness: 70 } } });
  await central.call(configureDevice, { params, body: { audio: { multimedia: 5 } } });
  await central.call(patchDevice, { params, body: { label: 'Front row' } });
  const sync = await syncNow(station);

  expect(sync).toMatchObject({ state: 'upToDate', conflicts: 0, waiting: { desired: 0 } });
  const expected = {
    label: 'Front row',
    settings: { display: { brightness: 70 }, audio: { multimedia: 5 } },
  };
  expect((await station.call(getDevice, { params })).body).toMatchObject(expected);
  expect((await central.call(getDevice, { params })).body).toMatchObject(expected);
});

test('two stations and several organisations use one central: a headset moves from one station to the other', async () => {
  await using pair = await aPair();
  const { central, station: first } = pair;
  await using second = await aStation({ rateLimit: 0 });
  const school = await central.enterprise('Hill School');
  const ofSchool = { url: central.url, token: school.token };
  const order = { body: { count: 2, labelPrefix: 'H-' }, token: school.token };
  const [slot, other] = (await central.call(createSlots, order)).body.items;
  await central.slots(1, 'Not of the school ');
  const params = { deviceId: slot?.id ?? '' };
  expect(await connect(first, ofSchool)).toMatchObject({ linked: 2 });
  expect(await connect(second, ofSchool)).toMatchObject({ linked: 2 });

  // Both edit different fields of one headset.
  await first.call(configureDevice, { params, body: { display: { brightness: 10 } } });
  await second.call(configureDevice, { params, body: { display: { ipdMm: 64 } } });
  for (const each of [first, second, first]) await syncNow(each);
  for (const each of [first, second])
    expect((await each.call(getDevice, { params })).body.settings.display).toEqual({
      brightness: 10,
      ipdMm: 64,
    });

  // A headset is enrolled at the first and un-enrolled again; the second sees both, and then enrols one of its own.
  const enrolment = { enrollmentToken: slot?.enrollmentToken ?? '', androidId: 'headset-1' };
  const { accessToken: token } = (await first.call(enrolDevice, { body: enrolment })).body;
  for (const each of [first, second]) await syncNow(each);
  expect((await second.call(getDevice, { params })).body.androidId).toBe('headset-1');
  const { commandId } = (await first.call(unenrollDevice, { params })).body;
  await first.call(answerCommand, { params: { ...params, commandId }, body: {}, token });
  for (const each of [first, second]) await syncNow(each);
  const free = (await second.call(getDevice, { params })).body;
  expect(free.androidId).toBeUndefined();
  const next = { enrollmentToken: free.enrollmentToken, androidId: 'headset-2' };
  expect(await second.call(enrolDevice, { body: next })).toMatchObject({ status: 200 });
  for (const each of [second, first]) expect((await syncNow(each)).waiting.lifecycle).toBe(0);
  const there = await central.call(getDevice, { params, token: school.token });
  expect(there.body.androidId).toBe('headset-2');
  expect((await first.call(getDevice, { params })).body.androidId).toBe('headset-2');
  expect(
    (await first.call(getDevice, { params: { deviceId: other?.id ?? '' } })).body.androidId,
  ).toBeUndefined();
});

test('a central has no local network, whatever the settings say', async () => {
  const lan = { port: 0, interfaceName: undefined };
  await using station = await aStation({ rateLimit: 0, lan });
  // Its addresses would be none on a computer without a network.
  expect((await station.call(getStation)).body.tlsFingerprint).not.toBeNull();

  await station.restart({ role: 'central' });

  expect((await station.call(getLan)).body.addresses).toEqual([]);
  expect((await station.call(getStation)).body).toMatchObject({ role: 'central', tlsFingerprint: null });
  expect(await station.call(setLan, { body: { isOn: true } })).toMatchObject(refused(409, 'CONFLICT'));
});
