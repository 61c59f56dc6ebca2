import { execFileSync } from 'node:child_process';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readDeviceList } from '../../../../shared/domain/enrolment/cable/device-list.ts';
import {
  isSameComponent,
  quote,
  readAccountTypes,
  readAppOp,
  readBaseApk,
  readDeviceOwner,
  readFreeBytes,
  readProperties,
  readWifiName,
} from '../../../../shared/domain/enrolment/cable/answers.ts';
import { adviceFor, INSTALL_FAILURES } from '../../../../main/adb/failures.ts';
import { drawHubs, pathOf } from '../../../../shared/domain/enrolment/cable/ports.ts';
import { freshSteps, nextStep, withoutSecrets } from '../../../../shared/domain/enrolment/cable/steps.ts';
import { sized } from '../../../support/long.ts';

test('the list of adb gives state, port, model and connection of every headset', () => {
  const list = [
    '1WMHH8123            device usb:1-2.3 product:eureka model:Quest_3 device:eureka transport_id:4',
    'PA8150               unauthorized usb:1-2.4 transport_id:5',
    'FA51                 no permissions (missing udev rules? user is in the plugdev group); see [http://developer.android.com/tools/device.html] usb:1-2.5 transport_id:6',
    'FA52                 sideload usb:1-2.6 transport_id:7',
    '127.0.0.1:5555       offline transport_id:8',
    '',
  ].join('\n');
  expect(readDeviceList(list)).toEqual([
    { name: '1WMHH8123', state: 'device', usbPath: '1-2.3', model: 'Quest 3', transportId: 4n },
    { name: 'PA8150', state: 'unauthorized', usbPath: '1-2.4', model: null, transportId: 5n },
    { name: 'FA51', state: 'noPermission', usbPath: '1-2.5', model: null, transportId: 6n },
    { name: 'FA52', state: 'mode', usbPath: '1-2.6', model: null, transportId: 7n },
    { name: '127.0.0.1:5555', state: 'offline', usbPath: null, model: null, transportId: 8n },
  ]);
});

test('a port is read from the path of Linux and from the location of macOS', () => {
  expect(pathOf('1-2.3.4')).toEqual({ hub: '1-2', path: [3, 4] });
  expect(pathOf('3-1')).toEqual({ hub: '3', path: [1] });
  expect(pathOf(`${0x14_23_00_00}X`)).toEqual({ hub: '14-2', path: [3] });
  expect(pathOf('somewhere')).toBeNull();
});

test('a hub is drawn chip by chip, free ports included, and headsets without a known port are listed separately', () => {
  const hubs = drawHubs(
    [
      { name: 'B', usbPath: '1-2.2.1' },
      { name: 'A', usbPath: '1-2.1.4' },
      { name: '127.0.0.1:5555', usbPath: null },
    ],
    ['1-2.1.1', '1-2.1.4', '1-2.2.1', '1-2.2.2'],
  );
  expect(
    hubs.map(({ id, ports }) => [id, ports.map(({ number, item }) => [number, item?.name ?? null])]),
  ).toEqual([
    [
      '1-2',
      [
        [1, null],
        [2, 'A'],
        [3, 'B'],
        [4, null],
      ],
    ],
    ['none', [[1, '127.0.0.1:5555']]],
  ]);
});

test('every failure that `pm install` names says what to do', () => {
  expect(INSTALL_FAILURES.length).toBeGreaterThan(50);
  const silent = INSTALL_FAILURES.filter((name) => adviceFor(`Failure [${name}: details]`) === null);
  expect(silent).toEqual([]);
  expect(adviceFor('Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]')).toBe('FREE_SPACE');
  expect(adviceFor('all is well')).toBeNull();
});

test.each([
  [
    'Not allowed to set the device owner because there are already some accounts on the device.',
    'REMOVE_ACCOUNTS',
  ],
  [
    'Not allowed to set the device owner because there are already several users on the device.',
    'REMOVE_USERS',
  ],
  ['Trying to set the device owner, but device owner is already set.', 'REMOVE_OWNER'],
  ['Trying to set the device owner, but the user already has a profile owner.', 'REMOVE_OWNER'],
  ['Cannot set the device owner if the device is already set-up', 'RESET_HEADSET'],
  ['Unknown admin: ComponentInfo{a.b/a.b.C}', 'CHECK_ADMIN'],
  ['User not running: 0', 'RETRY'],
  [
    'java.lang.SecurityException: Neither user 2000 nor current process has android.permission.MANAGE_DEVICE_ADMINS.',
    'ALLOW_OWNER',
  ],
])('the output “%s” of dpm means: %s', (words, advice) => {
  expect(adviceFor(words)).toBe(advice);
});

test('the output of a headset’s tools is parsed', () => {
  expect(readProperties('[a.b]: [1]\n[c]: []\n').get('a.b')).toBe('1');
  expect(
    readFreeBytes('Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/x 10 5 4 50% /data\n'),
  ).toBe(4_096);
  expect(readBaseApk('package:/data/app/x/split_a.apk\npackage:/data/app/x/base.apk\n')).toBe(
    '/data/app/x/base.apk',
  );
  expect(readAppOp('SYSTEM_ALERT_WINDOW: allow; time=+1h', 'SYSTEM_ALERT_WINDOW')).toBe('allow');
  expect(readDeviceOwner('Device Owner: \n  admin=ComponentInfo{a.b/a.b.C}\n')).toBe('a.b/a.b.C');
  expect(readAccountTypes('Account {name=x@y, type=com.google}')).toEqual(['com.google']);
  expect(readWifiName('Wifi is connected to "CART "A""')).toBe('CART "A"');
  expect(isSameComponent('a.b/.C', 'a.b/a.b.C')).toBe(true);
});

test('an argument reaches the headset unchanged, whatever characters it has', () => {
  expect(quote('a.b/.C')).toBe('a.b/.C');
  expect(quote("it's; rm -rf /")).toBe(String.raw`'it'\''s; rm -rf /'`);
  expect(quote('')).toBe("''");
});

test('a shell splits quoted arguments into exactly what they were, and runs none of it', () => {
  const argument = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '$(reboot)',
      '`reboot`',
      "'; reboot; '",
      'a\nb',
      '\\',
      '🌋 "q" it’s',
      '-rf',
      '*',
      '~',
      '$HOME',
    ),
  );
  fc.assert(
    fc.property(
      // No argument of a program can have a NUL.
      fc.array(
        argument.filter((text) => !text.includes('\0')),
        { minLength: 1, maxLength: 8 },
      ),
      (all) => {
        const line = ['printf', String.raw`%s\0`, ...all].map(quote).join(' ');
        const printed = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
        expect(printed.split('\0').slice(0, -1)).toEqual(all);
      },
    ),
    { numRuns: sized({ long: 2_000, short: 100 }) },
  );
});

test('a retry begins with the failed step, and quoted output contains no secrets', () => {
  const steps = freshSteps().map((step, at) => ({ ...step, state: at < 2 ? ('done' as const) : step.state }));
  expect(nextStep(steps)).toBe('permissions');
  expect(nextStep(steps.map((step) => ({ ...step, state: 'unchanged' as const })))).toBeUndefined();
  expect(withoutSecrets(' password hunter22 refused ', ['hunter22'])).toBe('password ••• refused');
});
