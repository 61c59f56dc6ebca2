import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { getCable } from '../../../../shared/contract/enrolment/cable.ts';
import { aStation } from '../../../support/a-station.ts';
import { AdbBench, realAdb } from '../../../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../../../support/cable-bench.ts';
import { aFreePort } from '../../../support/free-port.ts';
import { aCartWithoutAgent, aSerial } from '../../../support/managed-bench.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const program = realAdb();

describe.skipIf(program === undefined)('what goes wrong at a cable is said, and passes by itself', () => {
  const open = aCableStation(program);

  test.each([
    ['BATTERY_LOW', { battery: 7 }],
    ['CANNOT_WRITE', {}],
    ['NO_ROOM', {}],
  ] as const)('%s, until its cause is gone', async (failure, options) => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    await aCartWithoutAgent(station, 1);
    const double = await hub.headset({ serial: aSerial(), ...options });
    const { android } = double;
    if (failure === 'CANNOT_WRITE') android.isWritable = false;
    if (failure === 'NO_ROOM') android.disk.totalBytes = 500_000;
    bench.plug(double, 1);
    const check = async () =>
      (await cableOf(station, android.serial))?.steps.find(({ step }) => step === 'check')?.failure;
    await expect.poll(check).toBe(failure);
    // Nothing was done to it.
    expect(android.disk.paths).toEqual([]);
    android.battery = 60;
    android.isWritable = true;
    android.disk.totalBytes = 8_000_000_000;
    await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'ready' });
  });

  test('an enrolled headset that no longer allows this computer says so, in its slot, until it does', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const double = await hub.headset({ serial: aSerial() });
    const { serial } = double.android;
    bench.plug(double, 1, { isNamed: true });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    double.revoke();
    await bench.unplug(double);
    bench.plug(double, 1, { isNamed: true });
    await expect
      .poll(() => cableOf(station, serial))
      .toMatchObject({ state: 'revoked', slot: { id: slots[0]?.id } });
    double.allow();
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
  });

  test('a hub whose headsets vanish at once has no power, until one is back; one that is unplugged does not mean that', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const doubles = [];
    for (let port = 1; port <= 4; port += 1) {
      const double = await hub.headset({ serial: aSerial() });
      bench.plug(double, port);
      doubles.push(double);
    }
    const view = async () => {
      const { hubs } = (await station.call(getCable)).body;
      const ours = hubs.find(({ id }) => id === '3-2');
      return { isDark: ours?.isDark, plugged: ours?.ports.filter(({ headset }) => headset !== null).length };
    };
    await expect.poll(view).toEqual({ isDark: false, plugged: 4 });
    const [first] = doubles;
    if (first === undefined) throw new Error('There is none');
    await bench.unplug(first);
    await expect.poll(view).toEqual({ isDark: false, plugged: 3 });
    await Promise.all(doubles.map((double) => bench.unplug(double)));
    await expect.poll(view).toEqual({ isDark: true, plugged: 0 });
    bench.plug(first, 1);
    await expect.poll(view).toEqual({ isDark: false, plugged: 1 });
  });
});

test.skipIf(program === undefined)(
  'a headset whose developer mode was switched off is named by its slot at its port',
  async () => {
    await using bench = await AdbBench.start(program ?? '');
    using folder = aFolder();
    await using station = await aStation({
      rateLimit: 0,
      cable: { adb: { port: bench.port, program: null }, usbFolder: folder.path },
    });
    await using hub = new HubOfHeadsets(bench);
    const { slots } = await aCartWithoutAgent(station, 1);
    const double = await hub.headset({ serial: aSerial() });
    const { serial } = double.android;
    bench.plug(double, 1, { isNamed: true });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    await bench.unplug(double);
    // What Linux lists of it then.
    const port = join(folder.path, '3-2.1');
    mkdirSync(port);
    for (const [fact, value] of Object.entries({ idVendor: '2833', maxchild: '0', serial }))
      writeFileSync(join(port, fact), `${value}\n`);
    await expect
      .poll(() => cableOf(station, serial))
      .toMatchObject({ state: 'debuggingOff', model: 'Meta', slot: { id: slots[0]?.id } });
    rmSync(port, { recursive: true });
    bench.plug(double, 1, { isNamed: true });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
  },
);

test.skipIf(program === undefined)('a program that keeps ending the adb server is noticed', async () => {
  const port = await aFreePort();
  await using station = await aStation({
    cable: { adb: { port, program: program ?? null }, usbFolder: '/nowhere' },
  });
  const adb = async () => (await station.call(getCable)).body.adb;
  for (let kills = 0; kills < 3; kills += 1) {
    await expect.poll(adb).toMatchObject({ state: 'ready', isContested: false });
    // What an adb of another version does first.
    const killed = spawn(program ?? '', ['-P', String(port), 'kill-server'], { stdio: 'ignore' });
    await new Promise((resolve) => killed.once('exit', resolve));
  }
  await expect.poll(adb).toMatchObject({ state: 'ready', isContested: true });
});
