import { expect, test } from 'vitest';

import {
  createAcceptanceSheet,
  exportSlots,
  importSlots,
} from '../../../../shared/contract/enrolment/carts.ts';
import { configureDevice, configureDevices } from '../../../../shared/contract/configuration/configure.ts';
import { listDevices } from '../../../../shared/contract/devices/devices.ts';
import { identifyType } from '../../../../shared/contract/enrolment/enrolment.ts';
import { createProfile } from '../../../../shared/contract/configuration/profiles.ts';
import { surveySettings } from '../../../../shared/contract/configuration/settings/settings-survey.ts';
import { parseCsv } from '../../../../shared/domain/kernel/csv.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const importing = async (csv: string, check = false) =>
  (await station.call(importSlots, { body: { csv, check } })).body;

/** Returns the lines of CSV by the names of their columns. */
function linesOf(csv: string): Record<string, string>[] {
  const { header, rows } = parseCsv(csv);
  return rows.map(({ cells }) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
}

test('slots are imported from a spreadsheet, with model, cart, position and profile, and exported to one', async () => {
  await station.call(createProfile, { body: { name: 'Science week', settings: {} } });
  const csv =
    '\uFEFFLabel;Model;Cart;Shelf;Place;Profile;Owner\r\n' +
    'C-01;PICO 4;"Cart ""C""; ground floor";1;1;Science week;x\r\n' +
    'C-02;;"Cart ""C""; ground floor";1;2;;y\r\n\r\n=C-03;Quest 3;;;;;\r\n';

  const checked = await importing(csv, true);
  expect(checked).toMatchObject({ items: [], count: 3, faults: [], ignored: ['Owner'] });
  const made = await importing(csv);

  expect(made.items.map(({ label }) => label)).toEqual(['C-01', 'C-02', '=C-03']);
  const devicesId = made.items.map(({ id }) => id);
  const { body } = await station.call(exportSlots, { body: { devicesId } });
  expect(body.csv).toContain("'=C-03");
  expect(linesOf(body.csv)).toMatchObject([
    {
      label: 'C-01',
      model: 'PICO 4',
      cart: 'Cart "C"; ground floor',
      shelf: '1',
      place: '1',
      profile: 'Science week',
    },
    { label: 'C-02', model: '', cart: 'Cart "C"; ground floor', place: '2', profile: '' },
    { label: "'=C-03", model: 'Quest 3', enrollmentToken: made.items[2]?.enrollmentToken, id: devicesId[2] },
  ]);
});

test('a file with wrong lines creates nothing and says for each line what to do', async () => {
  const [taken] = await station.slots(1, 'TAKEN-');
  const total = async () => (await station.call(listDevices)).body.total;
  const before = await total();

  const refused = await importing(
    `label,shelf,profile\nD-01,0,\n,1,\nD-01,1,Nobody\n${taken?.label},,\n${'x'.repeat(129)},,\n`,
  );

  expect(refused.items).toEqual([]);
  expect(refused.faults.map(({ path }) => path)).toEqual([
    'line 2',
    'line 3',
    'line 4',
    'line 4',
    'line 5',
    'line 6',
  ]);
  expect(refused.faults[0]).toMatchObject({ code: 'NOT_A_NUMBER', line: 2, column: 'shelf', value: '0' });
  expect(refused.faults[0]?.message).toContain('Write a whole number from 1 to 9999');
  expect((await importing('label,cart,place\nP-1,C,1\nP-2,C,1\nP-3,D,1\n')).faults).toMatchObject([
    { code: 'PLACE_TWICE', line: 3, value: '2' },
  ]);
  expect((await importing('model,cart\nx,y\nx,y\n')).faults).toMatchObject([{ path: 'line 1' }]);
  expect((await importing('label\n')).faults).toMatchObject([{ path: 'line 2' }]);
  expect(
    (await importing(`label\n${Array.from({ length: 501 }, (_, n) => `M-${n}`).join('\n')}`)).faults,
  ).toHaveLength(1);
  expect(await total()).toBe(before);
});

test('the acceptance sheet lists for every headset its identity and its confirmed settings', async () => {
  await using headset = await TestHeadset.linked(station);
  const { body: type } = await station.call(identifyType, { body: { name: 'PICO 4', product: 'A8110' } });
  const lab = {
    id: 'app-lab',
    packageName: 'org.school.lab',
    url: 'http://files.test/lab.apk',
    codeVersion: 7,
  };
  const settings = {
    applications: [lab],
    kioskMode: { isActive: true, packageName: lab.packageName },
    wifi: [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }],
  };
  await station.call(configureDevice, { params: headset.params, body: settings });
  const sheet = async () =>
    (
      await station.call(createAcceptanceSheet, {
        body: { devicesId: [headset.id, 'nobody'], technician: 'Amélie R.' },
      })
    ).body;
  await headset.report({
    type: { id: type.id },
    macAddress: 'a4:5e:60:12:34:56',
    osVersion: '5.9.3',
    batteryInfo: { level: 81 },
    settingsRevision: 1,
    effectiveSettings: { kioskMode: { isActive: false } },
  });
  expect((await sheet()).items).toMatchObject([{ isConfirmed: false, isKioskConfirmed: false }]);

  await headset.report({
    installedPackages: [{ packageName: lab.packageName, versionCode: 7 }],
    effectiveSettings: { kioskMode: { isActive: true, packageName: lab.packageName } },
  });

  const { items, csv, invalidIds, technician } = await sheet();
  expect(invalidIds).toEqual(['nobody']);
  expect(items).toMatchObject([
    {
      id: headset.id,
      macAddress: 'A4:5E:60:12:34:56',
      androidId: headset.androidId,
      model: 'PICO 4',
      firmware: '5.9.3',
      apps: [{ name: lab.packageName, versionCode: 7, status: 'INSTALLED' }],
      kiosk: lab.packageName,
      isKioskConfirmed: true,
      battery: 81,
      wifi: ['CART-A'],
      isConfirmed: true,
    },
  ]);
  expect(technician).toBe('Amélie R.');
  expect(linesOf(csv)).toMatchObject([
    {
      mac: 'A4:5E:60:12:34:56',
      apps: 'org.school.lab 7 INSTALLED',
      kioskConfirmed: 'true',
      technician: 'Amélie R.',
    },
  ]);
  expect(csv).not.toContain('coral');
});

test('a survey says which settings a selection shares and where it differs, without passwords', async () => {
  const ids = (await station.slots(3)).map(({ id }) => id);
  const wifi = [{ ssid: 'CART-A', password: 'coral-lagoon-tide' }];
  await station.call(configureDevices, { body: { devicesId: ids, settings: { volume: 25, wifi } } });
  await station.call(configureDevice, {
    params: { deviceId: ids[0] ?? '' },
    body: { volume: 40, packages: ['org.a'] },
  });
  await station.call(configureDevice, {
    params: { deviceId: ids[1] ?? '' },
    body: { levels: 'percent', display: { brightness: 70 } },
  });

  const { body } = await station.call(surveySettings, { body: { devicesId: [...ids, 'nobody'] } });

  expect(body).toMatchObject({
    devices: 3,
    invalidIds: ['nobody'],
    models: [{ brand: null, model: null, count: 3 }],
    packages: [{ entry: 'org.a', count: 1 }],
    wifi: [{ entry: { ssid: 'CART-A', hasPassword: true }, count: 3 }],
  });
  expect(Object.fromEntries(body.fields.map(({ path, values, unset }) => [path, [values, unset]]))).toEqual({
    volume: [
      [
        { value: 25, count: 2 },
        { value: 40, count: 1 },
      ],
      0,
    ],
    'display.brightness': [[{ value: 70, count: 1 }], 2],
  });
  expect(JSON.stringify(body)).not.toMatch(/coral|sealed/);
});
