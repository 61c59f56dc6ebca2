import { expect, test } from 'vitest';

import { configureDevice } from '../../../shared/contract/configure.ts';
import { getDevice, listDevices, patchDevice } from '../../../shared/contract/devices.ts';
import { aPair, connect, syncNow } from '../../support/synced-station.ts';

test('all devices of the organisation come, with names, settings, metadata and tokens, under the central’s ids', async () => {
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

test('what was changed here goes up, what was changed there comes down, each where it was changed', async () => {
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
