import { expect, test } from 'vitest';
import { z } from 'zod';

import { migrations } from '../../../../main/service/kernel/store/migrations/index.ts';
import { openStore } from '../../../../main/service/kernel/store/open.ts';
import { openSetting } from '../../../../main/service/kernel/store/setting.ts';
import { lanSetting } from '../../../../main/service/network/listener/routes.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const FIRST = migrations.findIndex(({ name }) => name === 'station settings');
const colour = { key: 'test.colour', schema: z.string().nullable(), initial: 'green' };

test('a setting has its initial value until it is written, and keeps the new one over a restart', () => {
  using folder = aFolder();
  {
    using db = closing(openStore(folder.path));
    const setting = openSetting(db, colour);
    expect(setting.get()).toBe('green');
    const afterCommit = setting.put(null);
    expect(setting.get()).toBe('green');
    afterCommit();
    expect(setting.get()).toBeNull();
  }
  using db = closing(openStore(folder.path));
  expect(openSetting(db, colour).get()).toBeNull();
});

test('a value of another shape is refused when the setting is opened', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  openSetting(db, colour).put('red');
  expect(() => openSetting(db, { ...colour, schema: z.int(), initial: 1 })).toThrow(/Must be a number/);
});

test.each([
  [
    '1, 7443, NULL, 0, NULL',
    { isOn: true, port: 7443, interfaces: null, allowsUnpaired: false, passcode: null },
  ],
  [
    `0, 8443, '["eth0"]', 1, 'hash'`,
    { isOn: false, port: 8443, interfaces: ['eth0'], allowsUnpaired: true, passcode: 'hash' },
  ],
])('settings of the local network from an older store are kept: %s', (columns, settings) => {
  using folder = aFolder();
  const past = openStore(folder.path, migrations.slice(0, FIRST));
  past.exec(`
    INSERT INTO lan_setting (id, is_on, port, interfaces, allows_unpaired, passcode) VALUES (1, ${columns});
    INSERT INTO network_check (id, internet_address) VALUES (1, 'https://school.example/');`);
  past.close();

  using db = closing(openStore(folder.path));

  expect(openSetting(db, lanSetting).get()).toMatchObject(settings);
  const internetAddress = { key: 'network.internet-address', schema: z.string().nullable(), initial: null };
  expect(openSetting(db, internetAddress).get()).toBe('https://school.example/');
});
