import { hostname } from 'node:os';

import { expect, test, describe } from 'vitest';

import { CLAIM_FILE } from '../../main/adb/guard.ts';
import { unenrollDevice } from '../../shared/contract/commands/commands.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { takeOverAdb } from '../../shared/contract/enrolment/adb/adb-headsets.ts';
import { getCable, retryCable } from '../../shared/contract/enrolment/cable.ts';
import { type TestStation } from '../support/a-station.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();
const open = aCableStation(program);
const openSecond = aCableStation(program);

/** What a station asks a headset before it knows who it is. */
const QUESTION = /^(?:getprop$|settings get secure android_id$|cat |ip -o link show wlan0$|sh -c 'read )/;

async function aManaged(hub: HubOfHeadsets, wifiAddress: string) {
  const { bench, station } = await open();
  const { slots } = await aCartWithoutAgent(station, 1);
  const id = slots[0]?.id ?? '';
  const double = await hub.headset({ serial: aSerial(), wifiAddress });
  bench.plug(double, 1);
  await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
  await expect.poll(() => double.android.tcpPort).toBe(5555);
  await bench.unplug(double);
  const overAdb = async () => (await tileOf(station, id))?.overAdb;
  await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
  return { bench, station, id, double, overAdb };
}

/** A station that reads `text` on the headset as who has it. */
function claimOf({ android }: HeadsetDouble): string | undefined {
  return android.disk.text(CLAIM_FILE);
}

describe.skipIf(program === undefined)('who is at an address', () => {
  test('another headset that gets the address within a second is asked who it is, and gets no command', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, id, double } = await aManaged(hub, '127.0.33.1');
    const stranger = await hub.headset({ serial: aSerial(), wifiAddress: '127.0.33.1' });
    // Another of this station's headsets would be as wrong.
    stranger.android.disk.write(CLAIM_FILE, Buffer.from(`${station.enterpriseId}/another\nHere\n`));
    const before = stranger.android.disk.paths;
    // The address changes hands, and adb keeps its connection.
    await double.listenNoMore();
    await stranger.listen(5555);
    const settings = { display: { brightness: 10 }, volume: 10 };
    await station.call(configureDevices, { body: { devicesId: [id], settings } });
    await expect.poll(() => stranger.connections).toBeGreaterThan(0);
    // Its own headset is back elsewhere, and gets what is for it.
    const { bench } = await open();
    bench.plug(double, 1);
    await expect.poll(() => double.android.system.settings.get('system/screen_brightness')).toBe('26');
    expect(stranger.android.commandLines.filter((line) => !QUESTION.test(line))).toEqual([]);
    expect(stranger.android.disk.paths).toEqual(before);
    expect(stranger.android.system.settings.get('system/screen_brightness')).toBe('102');
  });

  test('a second headset with the same serial number is not the first one: it says so, and gets no command', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, double, overAdb } = await aManaged(hub, '127.0.33.5');
    const { serial } = double.android;
    const second = await hub.headset({ serial, androidId: 'aaaaaaaaaaaaaaaa' });
    bench.plug(second, 2);
    const states = async () => (await station.call(getCable)).body.hubs.flatMap(({ ports }) => ports);
    await expect
      .poll(async () => (await states()).map(({ headset }) => headset?.state))
      .toContainEqual('changed');
    expect(second.android.commandLines.filter((line) => !QUESTION.test(line))).toEqual([]);
    expect(second.android.disk.paths).toEqual([]);
    // The first one is as before.
    expect(await overAdb()).toEqual({ connection: 'wifi', wifi: 'open' });
  });

  test('a headset whose mark was removed is recognised, and marked again', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, id, double } = await aManaged(hub, '127.0.33.2');
    double.android.disk.remove(CLAIM_FILE);
    await station.call(configureDevices, {
      body: { devicesId: [id], settings: { display: { brightness: 20 } } },
    });
    await expect.poll(() => double.android.system.settings.get('system/screen_brightness')).toBe('51');
    expect(claimOf(double)).toContain(`/${id}\n`);
  });
});

describe.skipIf(program === undefined)('two stations and one headset', () => {
  test('the second says who has it, and takes it over if a person wants that', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const first = await aManaged(hub, '127.0.33.3');
    const { double } = first;
    const { serial } = double.android;
    const { bench: secondBench, station: second } = await openSecond();
    const { slots } = await aCartWithoutAgent(second, 1);
    secondBench.plug(double, 1);
    const [step] = await untilFailed(second, serial);
    expect(step).toMatchObject({ step: 'check', failure: 'MANAGED_ELSEWHERE' });
    expect(step?.words).toBe(claimOf(double)?.split('\n')[1]);
    expect(claimOf(double)).toContain(first.station.enterpriseId);

    expect((await second.call(retryCable, { body: { serial, takesOver: true } })).status).toBe(200);
    await expect.poll(() => cableOf(second, serial)).toMatchObject({ state: 'ready' });
    expect(claimOf(double)).toContain(`${second.enterpriseId}/${slots[0]?.id ?? ''}\n`);
    // The first one leaves it alone, and says why.
    await expect.poll(first.overAdb).toMatchObject({ connection: 'elsewhere', heldBy: hostname() });
    await first.station.call(configureDevices, {
      body: { devicesId: [first.id], settings: { display: { brightness: 30 } } },
    });
    // It takes it back: the same way round.
    const { body } = await first.station.call(takeOverAdb, { body: { devicesId: [first.id] } });
    expect(body.items).toMatchObject([{ id: first.id }]);
    await expect.poll(() => double.android.system.settings.get('system/screen_brightness')).toBe('77');
    expect(claimOf(double)).toContain(first.station.enterpriseId);
    await secondBench.unplug(double);
  });

  test('one that was un-enrolled names nobody, and any station may have it', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, id, double } = await aManaged(hub, '127.0.33.4');
    const policy = () => double.android.system.settings.get('global/wifi_sleep_policy');
    expect(policy()).toBe('2');
    // As it was before it was managed.
    double.android.disk.write('/data/local/tmp/muster-wifi-sleep', Buffer.from('0'));
    await station.call(unenrollDevice, { params: { deviceId: id } });
    await expect.poll(() => claimOf(double)).toBeUndefined();
    expect(policy()).toBe('0');
  });

  async function untilFailed(station: TestStation, serial: string) {
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'failed' });
    return ((await cableOf(station, serial))?.steps ?? []).filter(({ state }) => state === 'failed');
  }
});
