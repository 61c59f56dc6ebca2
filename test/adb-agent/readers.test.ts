import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  readBattery,
  readControllers,
  readIsAwake,
  readMac,
  readStorages,
} from '../../main/adb-agent/readers/hardware.ts';
import {
  readActivity,
  readForeground,
  readNumber,
  readPackages,
  readVolume,
} from '../../main/adb-agent/readers/software.ts';
import { readProperties } from '../../shared/domain/enrolment/cable/answers.ts';
import { sized } from '../support/long.ts';
import { OUTPUTS } from './outputs.ts';

test('the battery is read in per cent, degrees and millivolts', () => {
  expect(readBattery(OUTPUTS.battery)).toEqual({
    level: 73,
    isCharging: true,
    health: 'Good',
    temperature: 31,
    voltage: 4_123,
  });
  expect(readBattery('  level: 5\n  scale: 10\n  status: 3\n')).toEqual({ level: 50, isCharging: false });
});

test.each(['', "Can't find service: battery", '  level: 130\n  scale: 100', '  level: \n', '  Niveau: 73'])(
  'a battery that states no level is unknown: %j',
  (text) => expect(readBattery(text)).toBeNull(),
);

test('both mounts of the internal storage are one, a card is another, and other mounts are none', () => {
  expect(readStorages(OUTPUTS.storages)).toEqual([
    {
      volumeDescription: 'Internal storage',
      totalSpace: 110_618_860 * 1_024,
      freeSpace: 85_379_176 * 1_024,
      usedSpace: (110_618_860 - 85_379_176) * 1_024,
      isRemovable: false,
    },
    {
      volumeDescription: '1A2B-3C4D',
      totalSpace: 31_154_688 * 1_024,
      freeSpace: 30_000_000 * 1_024,
      usedSpace: 1_154_688 * 1_024,
      isRemovable: true,
    },
  ]);
});

test('each controller is read with its hand', () => {
  expect(readControllers(OUTPUTS.controllers)).toEqual([
    { hand: 'right', battery: 80 },
    { hand: 'left', battery: 100 },
  ]);
  expect(readControllers("Can't find service: OVRRemoteService")).toEqual([]);
});

test('packages are read with their versions; names that are none are left out', () => {
  expect(readPackages(OUTPUTS.packages)).toEqual([
    { packageName: 'org.example.volcano', versionCode: 12 },
    { packageName: 'com.beatgames.beatsaber', versionCode: 1_338_451_201 },
    { packageName: 'org.example.old' },
  ]);
});

test.each([
  ['    topResumedActivity=ActivityRecord{77b3dc7 u0 org.example.volcano/.Main t90}', 'org.example.volcano'],
  ['  mResumedActivity: ActivityRecord{2baae81 u0 org.example/.ui.Main t2431 d0}', 'org.example'],
  ['  ResumedActivity: ActivityRecord{3c4d5e u10 com.third/com.third.Home t9}', 'com.third'],
  ['  mLastPausedActivity: ActivityRecord{3c4d5e u0 com.third/.Home t9}', null],
  ['  topResumedActivity=null', null],
])('%s has %s in the foreground', (text, expected) => {
  expect(readForeground(`ACTIVITY MANAGER ACTIVITIES\n${text}\n`)).toBe(expected);
});

test.each([
  ['priority=0 preferredOrder=0 match=0x108000\norg.example/.Main\n', 'org.example/.Main'],
  ['org.example/org.example.Main$Inner', 'org.example/org.example.Main$Inner'],
  ['No activity found\n', null],
  ['org.example/.Main; reboot', null],
])('%j starts with %s', (text, expected) => expect(readActivity(text)).toBe(expected));

test.each([
  ['[V] will get volume\n[V] volume is 7 in range [0..15]\n', { index: 7, min: 0, max: 15 }],
  ['volume is 3 in range [1..7]', { index: 3, min: 1, max: 7 }],
  ['volume is 9 in range [0..7]', null],
  ['Error: no session', null],
])('%j states the volume %j', (text, expected) => expect(readVolume(text)).toEqual(expected));

test.each([
  ['mWakefulness=Awake', true],
  ['  mWakefulness=Asleep\n', false],
  ['mWakefulnessChanging=false', null],
])('%j: awake %s', (text, expected) => expect(readIsAwake(text)).toBe(expected));

test.each([
  ['A0:B1:c2:D3:e4:F5\n', 'a0:b1:c2:d3:e4:f5'],
  ['21: wlan0: <UP> mtu 1500\\    link/ether 12:34:56:78:9a:bc brd ff:ff:ff:ff:ff:ff', '12:34:56:78:9a:bc'],
  ['02:00:00:00:00:00', null],
  ['cat: /sys/class/net/wlan0/address: Permission denied', null],
])('%j has the MAC address %s', (text, expected) => expect(readMac(text)).toBe(expected));

test('a property may contain brackets and run over lines; a cut one is left out', () => {
  const properties = readProperties(OUTPUTS.properties);
  expect(properties.get('ro.build.fingerprint')).toBe(
    'oculus/eureka/eureka:14/UP1A.231005.007.A1/52433670048800520:user/release-keys',
  );
  expect(properties.get('persist.example.list')).toBe('a [b] c');
  expect(properties.get('persist.example.lines')).toBe('one\n two]\nthree');
  expect(properties.get('ro.product.model')).toBe('Quest 3');
  expect(properties.has('ro.zz.cut')).toBe(false);
});

test('every property that a system prints is read back', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9._]{0,40}$/);
  const value = fc.string().filter((text) => !/[\r\n]/.test(text));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (all) => {
      const text = all.map(([key, each]) => `[${key}]: [${each}]\n`).join('');
      expect([...readProperties(text)]).toEqual(all);
    }),
    { numRuns: sized({ long: 20_000, short: 200 }) },
  );
});

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  readActivity,
  readBattery,
  readControllers,
  readForeground,
  readIsAwake,
  readMac,
  readNumber,
  readPackages,
  readProperties,
  readStorages,
  readVolume,
};
const outputs = Object.values(OUTPUTS);

/** Real outputs that are cut off, that have a piece of another in them, or that are no output at all. */
const damaged = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.tuple(fc.constantFrom(...outputs), fc.nat(2_000)).map(([text, at]) => text.slice(0, at)),
  fc
    .tuple(fc.constantFrom(...outputs), fc.string(), fc.nat(2_000))
    .map(([text, other, at]) => text.slice(0, at) + other + text.slice(at)),
);

test.each(Object.entries(READERS))('%s never throws, whatever a headset answers', (_, read) => {
  fc.assert(
    fc.property(damaged, (text) => {
      expect(() => read(text)).not.toThrow();
    }),
    { numRuns: sized({ long: 20_000, short: 300 }) },
  );
});

/** Four megabytes each: the most that is read of an answer. */
const HOSTILE: readonly string[] = [
  '\n',
  ' ',
  '[a\n',
  '[a]: [',
  'ResumedActivity=ActivityRecord{',
  'package:a ',
  'volume is 1 in range [0..',
  'Type: ',
  'level: 1',
  '/dev/x 1 1 1 1% ',
].map((piece) => piece.repeat(Math.ceil((4 * 1024 * 1024) / piece.length)));

test.each(Object.entries(READERS))('%s ends soon on megabytes made to slow it down', (_, read) => {
  // A reader whose time grows with the square of the length would take hours.
  for (const text of HOSTILE) expect(() => read(text)).not.toThrow();
});

test('what a headset claims stays within the limits of a report', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      const level = readBattery(text)?.level ?? 0;
      expect(level >= 0 && level <= 100).toBe(true);
      for (const { freeSpace, totalSpace } of readStorages(text))
        expect(freeSpace ?? 0).toBeLessThanOrEqual(totalSpace ?? 0);
      for (const { packageName } of readPackages(text)) expect(packageName).toMatch(/^[\w.]{3,256}$/);
    }),
    { numRuns: sized({ long: 20_000, short: 300 }) },
  );
});
