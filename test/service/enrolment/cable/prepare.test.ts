import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, test } from 'vitest';

import { createAcceptanceSheet } from '../../../../shared/contract/enrolment/carts.ts';
import {
  getCable,
  getCableRecipe,
  previewCable,
  retryCable,
  setCableSlot,
  startCable,
  stopCable,
} from '../../../../shared/contract/enrolment/cable.ts';
import { realAdb } from '../../../support/adb-double/bench.ts';
import { aCableStation, aCartForCable, AGENT, cableOf, HubOfHeadsets } from '../../../support/cable-bench.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { aStation } from '../../../support/a-station.ts';
import { aFreePort } from '../../../support/free-port.ts';

/** The certificate of the agent's stand-in APK. */
const SIGNER = '680dbbc39ab0944796c811b636ace510c8e551317087036cebab0751b0a6190c';

const program = realAdb();

describe.skipIf(program === undefined)('with a real adb server', () => {
  const open = aCableStation(program);

  test('a headset is authorised, prepared, enrolled over the network, and ready once it has confirmed', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart, slots } = await aCartForCable(station, 2);
    const double = await hub.headset({ isAllowed: false });
    await station.call(getCable);
    bench.plug(double, 4);
    await expect.poll(() => cableOf(station, double.address)).toMatchObject({ state: 'unauthorized' });

    double.allow();
    const { serial } = double.android;
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'free', model: 'Meta Quest 3' });
    const preview = await station.call(previewCable, { body: { cart } });
    expect(preview.body.items[0]?.steps).toMatchObject([
      { step: 'check', state: 'unchanged' },
      { step: 'agent', state: 'todo' },
      { step: 'permissions', state: 'todo' },
      { step: 'owner', state: 'todo' },
      { step: 'wifi', state: 'todo', words: 'CART-A' },
      { step: 'region', state: 'todo' },
      { step: 'contents', state: 'notWanted' },
    ]);

    await station.call(startCable, { body: { cart } });
    await expect
      .poll(() => cableOf(station, serial))
      .toMatchObject({ state: 'ready', slot: { id: slots[0]?.id } });
    const { android } = double;
    expect(android).toMatchObject({
      wifi: 'CART-A',
      timezone: 'Europe/Paris',
      locale: 'fr-FR',
      packages: [AGENT],
    });
    expect(android.deviceOwner).toBe(`${AGENT}/.AdminReceiver`);

    const sheet = await station.call(createAcceptanceSheet, { body: { devicesId: [slots[0]?.id] } });
    expect(sheet.status).toBe(200);
    expect(sheet.body.items[0]).toMatchObject({
      isConfirmed: true,
      cable: {
        serial,
        steps: [{ step: 'check' }, { step: 'agent', isUnchanged: false }, {}, {}, {}, {}, { step: 'enrol' }],
      },
    });
    expect(sheet.body.csv).toContain(`${serial}: check agent permissions owner wifi region enrol`);

    // No command contained a secret, and the file is gone.
    const reported = android.commandLines.join('\n');
    expect(reported).not.toContain(slots[0]?.enrollmentToken);
    expect(reported).not.toContain('secret of cart a');
    expect(reported).not.toContain('eyJ');
    expect(android.disk.paths.filter((path) => path.endsWith('.json'))).toEqual([]);
  });

  test('completed steps are skipped, and a known headset shows its slot', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 2);
    const double = await hub.headset({ serial: 'SKIPPED' });
    double.android.wifi = 'CART-A';
    double.android.timezone = 'Europe/Paris';
    double.android.locale = 'fr-FR';
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'SKIPPED')).toMatchObject({ state: 'ready' });
    const steps = (await cableOf(station, 'SKIPPED'))?.steps ?? [];
    expect(steps.filter(({ state }) => state === 'unchanged').map(({ step }) => step)).toEqual([
      'wifi',
      'region',
    ]);

    const other = await aCartForCable(station, 1);
    await station.call(startCable, { body: { cart: other.cart } });
    expect(await cableOf(station, 'SKIPPED')).toMatchObject({ state: 'known', slot: { label: 'A-01' } });
  });

  test('an install resumes when a headset that was unplugged is connected again', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 1);
    const double = await hub.headset({ serial: 'PULLED' });
    let arrived = 0;
    double.android.disk.onArrival = (bytes) => {
      arrived += bytes;
      if (arrived > 500_000) double.cut();
    };
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => double.android.disk.paths.length + arrived).toBeGreaterThan(500_000);
    await bench.unplug(double);
    await expect.poll(() => cableOf(station, 'PULLED')).toMatchObject({ state: 'unplugged' });
    expect(double.android.packages).toEqual([]);

    double.android.disk.onArrival = () => undefined;
    bench.plug(double, 2);
    await expect.poll(() => cableOf(station, 'PULLED')).toMatchObject({ state: 'ready' });
    const steps = (await cableOf(station, 'PULLED'))?.steps ?? [];
    expect(steps[0]?.endedAtMs).toBeLessThan(steps[1]?.startedAtMs ?? 0);
  });

  test('a refused install shows the tool’s output, and is retried from that step', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 1);
    const double = await hub.headset({ serial: 'REFUSED' });
    double.android.installFailure =
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE: Package signatures do not match previously installed version';
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'REFUSED')).toMatchObject({ state: 'failed' });
    expect((await cableOf(station, 'REFUSED'))?.steps[1]).toMatchObject({
      step: 'agent',
      failure: 'INSTALL_FAILED',
      advice: 'REMOVE_OTHER_SIGNER',
      words: `Failure [${double.android.installFailure}]`,
    });
    double.android.installFailure = null;
    await station.call(retryCable, { body: { serial: 'REFUSED' } });
    await expect.poll(() => cableOf(station, 'REFUSED')).toMatchObject({ state: 'ready' });
    expect(double.android.commandLines.filter((line) => line === 'dumpsys battery')).toHaveLength(1);
  });

  test('a headset without `cmd` gets its apps by push and `pm install`', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 1, {
      agent: { sha256: (await aCartForCable(station, 1)).agent.sha256 },
      wifi: null,
      timezone: null,
    });
    const double = await hub.headset({ serial: 'OLD', hasCmd: false });
    bench.plug(double, 1);
    await station.call(startCable, { body: { cart } });
    await expect.poll(() => cableOf(station, 'OLD')).toMatchObject({ state: 'ready' });
    expect(
      double.android.commandLines.some((line) => line.startsWith('pm install -r /data/local/tmp/')),
    ).toBe(true);
    expect(double.android.disk.paths.filter((path) => path.startsWith('/data/local/tmp/'))).toEqual([]);
  });

  test('low battery, missing space, another model and an account on the device are reported before anything is changed', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 4, { models: ['Quest'] });
    const empty = await hub.headset({ serial: 'EMPTY', battery: 7 });
    const full = await hub.headset({ serial: 'FULL' });
    full.android.disk.totalBytes = 100_000_000;
    const foreign = await hub.headset({ serial: 'FOREIGN', manufacturer: 'HTC', model: 'VIVE Focus' });
    const owned = await hub.headset({ serial: 'OWNED' });
    owned.android.accounts = ['com.google'];
    for (const [at, double] of [empty, full, foreign, owned].entries()) bench.plug(double, at + 1);
    await expect.poll(() => cableOf(station, 'OWNED')).toMatchObject({ state: 'free' });
    await expect
      .poll(async () => {
        const { body } = await station.call(previewCable, { body: { cart } });
        const blocked = body.items.flatMap(({ serial, steps }) =>
          steps
            .filter(({ state }) => state === 'blocked')
            .map(({ failure, advice }) => [serial, failure, advice]),
        );
        return blocked.toSorted(([one], [other]) => String(one).localeCompare(String(other)));
      })
      .toEqual([
        ['EMPTY', 'BATTERY_LOW', null],
        ['FOREIGN', 'WRONG_MODEL', null],
        ['FULL', 'NO_ROOM', 'FREE_SPACE'],
        ['OWNED', 'OWNER_REFUSED', 'REMOVE_ACCOUNTS'],
      ]);
    for (const { android } of [empty, full, foreign, owned]) {
      expect(
        android.commandLines.filter((line) =>
          / (?:install|grant|set|put|set-timezone|set-device-owner) |^am /.test(line),
        ),
      ).toEqual([]);
    }
  });

  test('a scanned label chooses the slot, and the other headsets get theirs in the order of ports', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart, slots } = await aCartForCable(station, 3);
    const [second, first, scanned] = [
      await hub.headset({ serial: 'PORT5' }),
      await hub.headset({ serial: 'PORT2' }),
      await hub.headset({ serial: 'PORT7' }),
    ];
    bench.plug(second, 5);
    bench.plug(first, 2);
    bench.plug(scanned, 7);
    for (const { android } of [first, second, scanned]) {
      await expect.poll(() => cableOf(station, android.serial)).toMatchObject({ state: 'free' });
    }
    const taken = await station.call(setCableSlot, { body: { serial: 'PORT7', deviceId: slots[0]?.id } });
    expect(taken.status).toBe(200);
    await station.call(startCable, { body: { cart } });
    for (const [serial, label] of [
      ['PORT7', 'A-01'],
      ['PORT2', 'A-02'],
      ['PORT5', 'A-03'],
    ] as const) {
      await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready', slot: { label } });
    }
  });

  test('the command line prepares a headset from a recipe file, and prints JSON', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { recipe } = await aCartForCable(station, 1);
    const double = await hub.headset({ serial: 'BYHAND' });
    bench.plug(double, 1);
    using folder = aFolder();
    const [recipeFile, tokenFile] = [join(folder.path, 'cart.json'), join(folder.path, 'token')];
    writeFileSync(recipeFile, JSON.stringify(recipe));
    writeFileSync(tokenFile, station.token);
    const args = ['--recipe', recipeFile, '--station', station.url, '--token-file', tokenFile, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, ['main/cli/prepare.cjs', ...args]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'headset', serial: 'BYHAND', state: 'ready' }),
    );
    const ready = lines.find(({ state }) => state === 'ready');
    const took = Object.entries((ready?.['stepsMs'] ?? {}) as Record<string, number>);
    expect(took.map(([step]) => step)).toEqual([
      'check',
      'agent',
      'permissions',
      'owner',
      'wifi',
      'region',
      'enrol',
    ]);
    expect(took.every(([, ms]) => ms >= 0)).toBe(true);
    expect(lines.at(-1)).toEqual({ event: 'finished', ready: 1, open: 0 });
    expect(stdout).not.toContain('eyJ');
  });

  test('an interrupted command line prints the progress, and the station starts no further headset', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { recipe } = await aCartForCable(station, 2);
    bench.plug(await hub.headset({ serial: 'WATCHED' }), 1);
    using folder = aFolder();
    const [recipeFile, tokenFile] = [join(folder.path, 'cart.json'), join(folder.path, 'token')];
    writeFileSync(recipeFile, JSON.stringify(recipe));
    writeFileSync(tokenFile, station.token);
    const args = ['--recipe', recipeFile, '--station', station.url, '--token-file', tokenFile];
    const child = spawn(process.execPath, ['main/cli/prepare.cjs', ...args, '--json', '--watch'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await expect.poll(() => output).toContain('"state":"ready"');
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output.trim().split('\n').at(-1)).toBe('{"event":"finished","ready":1,"open":0}');
    expect((await station.call(getCable)).body.isRunning).toBe(false);
  });

  test('the npm script of that name does nothing when npm runs it after an install', async () => {
    const env = { ...process.env, npm_command: 'ci' };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main/cli/prepare.cjs'], { env });
    expect(stdout + stderr).toBe('');
  });

  test('pausing starts no further headset', async () => {
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const { cart } = await aCartForCable(station, 1);
    await station.call(startCable, { body: { cart } });
    expect((await station.call(stopCable)).body.isRunning).toBe(false);
    const double = await hub.headset({ serial: 'LATER' });
    bench.plug(double, 1);
    await expect.poll(() => cableOf(station, 'LATER')).toMatchObject({ state: 'free' });
    expect(double.android.packages).toEqual([]);
  });

  test('the recipe shows version and signer of the agent, and never its Wi-Fi password', async () => {
    const { station } = await open();
    const { cart } = await aCartForCable(station, 1);
    const { body } = await station.call(getCableRecipe, { query: { cart } });
    expect(body).toMatchObject({
      hasWifiPassword: true,
      recipe: { wifi: { ssid: 'CART-A' } },
      agent: { packageName: AGENT, versionCode: 80, signer: SIGNER },
    });
    expect(JSON.stringify(body)).not.toContain('secret of cart a');
  });
});

test('without adb the station says that it is missing, and starts nothing', async () => {
  const port = await aFreePort();
  await using station = await aStation({
    cable: { adb: { port, program: '/nowhere/adb' }, usbFolder: '/nowhere' },
  });
  const { body } = await station.call(getCable);
  expect(body.adb).toMatchObject({ state: 'missing', isOwn: false });
});

test.skipIf(program === undefined)(
  'an adb server that Muster started ends with it; one that was already running stays',
  async () => {
    const port = await aFreePort();
    const adb = { port, program: program ?? null };
    const first = await aStation({ cable: { adb, usbFolder: '/nowhere' } });
    expect((await first.call(getCable)).body.adb).toMatchObject({ state: 'ready', isOwn: true });
    await using second = await aStation({ cable: { adb, usbFolder: '/nowhere' } });
    expect((await second.call(getCable)).body.adb).toMatchObject({ state: 'ready', isOwn: false });
    await second.restart();
    expect((await first.call(getCable)).body.adb).toMatchObject({ state: 'ready', isOwn: true });
    await first[Symbol.asyncDispose]();
    const third = { adb: { port, program: '/nowhere/adb' }, usbFolder: '/nowhere' };
    await second.restart({ cable: third });
    expect((await second.call(getCable)).body.adb.state).toBe('missing');
  },
);
