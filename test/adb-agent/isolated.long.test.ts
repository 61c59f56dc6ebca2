import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { LanRig } from '../support/lan-rig.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';
import { aFolder } from '../support/temp-folder.ts';

const program = realAdb();
const obstacle = LanRig.obstacle();
const open = aCableStation(program);
/** Longer than a headset may be silent before that counts. */
const SILENCE = { timeout: 90_000 };

/** Passes on what arrives at the headset's address to the double, which is in this process. */
const PASS_ON = `
  import { connect, createServer } from 'node:net';
  const [socket, address] = process.argv.slice(1);
  createServer((from) => {
    const to = connect(socket);
    from.pipe(to).pipe(from);
    for (const [one, other] of [[from, to], [to, from]])
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }).listen(5555, address, () => console.log('up'));`;

function run(program: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
}

/** An access point between this computer and a headset, which keeps its clients apart or not. */
function anAccessPoint() {
  const rig = new LanRig(['headset']);
  const [own, port] = [`mu${process.pid}`, 'p9'];
  rig.ip('switch', 'link', 'add', port, 'type', 'veth', 'peer', 'name', own, 'netns', String(process.pid));
  rig.ip('switch', 'link', 'set', port, 'master', 'br0', 'up');
  run('ip', 'address', 'add', '10.77.22.200/24', 'dev', own);
  run('ip', 'link', 'set', own, 'up');
  const isolate = (isOn: boolean): void => {
    for (const each of ['p1', port])
      rig.run('switch', 'bridge', 'link', 'set', 'dev', each, 'isolated', isOn ? 'on' : 'off');
  };
  return { rig, isolate };
}

test.skipIf(program === undefined || obstacle !== undefined)(
  'a network that keeps its clients apart is named before the cable is pulled, and when it begins to later',
  async () => {
    using folder = aFolder();
    const { rig, isolate } = anAccessPoint();
    const { bench, station } = await open();
    await using hub = new HubOfHeadsets(bench);
    const wifiAddress = rig.addressOf('headset');
    const serial = aSerial();
    const double = await hub.headset({ serial, wifiAddress });
    double.wifiSocket = join(folder.path, 'adb.sock');
    await rig.start('headset', PASS_ON, double.wifiSocket, wifiAddress).next();
    isolate(true);

    const { slots } = await aCartWithoutAgent(station, 1);
    const overAdb = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb;
    bench.plug(double, 1, { isNamed: true });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'usb', wifi: 'blocked' });
    await bench.unplug(double);
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'none', wifi: 'blocked' });

    isolate(false);
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'wifi', wifi: 'open' });
    // In the middle of its use: nothing says that the connection is lost, its packets vanish.
    isolate(true);
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'silent', wifi: 'open' });
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'none', wifi: 'open' });
    bench.plug(double, 1, { isNamed: true });
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'usb', wifi: 'blocked' });
    isolate(false);
    await expect.poll(overAdb, SILENCE).toEqual({ connection: 'usb', wifi: 'open' });
  },
);
