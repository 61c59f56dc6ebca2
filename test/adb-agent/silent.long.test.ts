import { describe, expect, test } from 'vitest';

import { AdbServer } from '../../main/adb/adb-server.ts';
import { nameAt } from '../../shared/domain/enrolment/adb-wifi.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';

const program = realAdb();
const open = aCableStation(program);
/** Longer than a headset may be silent before that counts. */
const SILENCE = { timeout: 60_000 };

/** Headsets that the station manages, at their cables: those with an address also listen on the Wi-Fi. */
async function managed(hub: HubOfHeadsets, wifiAddresses: readonly (string | undefined)[]) {
  const { bench, station } = await open();
  const { slots } = await aCartWithoutAgent(station, wifiAddresses.length);
  const headsets = [];
  for (const [index, wifiAddress] of wifiAddresses.entries()) {
    const serial = aSerial();
    const double = await hub.headset({ serial, ...(wifiAddress === undefined ? {} : { wifiAddress }) });
    const plug = (): void => bench.plug(double, index + 1, { isNamed: true });
    plug();
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    await expect.poll(() => double.android.tcpPort).toBe(wifiAddress === undefined ? null : 5555);
    const connection = async () => (await tileOf(station, slots[index]?.id ?? ''))?.overAdb?.connection;
    headsets.push({ double, plug, connection });
  }
  return { bench, station, headsets };
}

describe.skipIf(program === undefined)('a headset that does not answer', () => {
  test('at its cable since before the station started, it is said to be connected and silent', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, headsets } = await managed(hub, [undefined]);
    const [{ double, connection }] = headsets as [(typeof headsets)[number]];
    double.isHung = true;
    await station.restart();
    await expect.poll(connection, SILENCE).toBe('silent');
    double.isHung = false;
    await expect.poll(connection, SILENCE).toBe('usb');
  });

  test('on the Wi-Fi since before the station started, it says so, and keeps no other from being found', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, headsets } = await managed(hub, ['127.0.37.1', '127.0.37.2']);
    const [hung, well] = headsets as [(typeof headsets)[number], (typeof headsets)[number]];
    for (const { double, connection } of headsets) {
      await bench.unplug(double);
      await expect.poll(connection).toBe('wifi');
    }
    hung.double.isHung = true;
    well.double.cutWifi();
    await station.restart();
    await expect.poll(well.connection).toBe('wifi');
    await expect.poll(hung.connection, SILENCE).toBe('silent');
    // The connection at which it did not answer is not asked again: another one is opened.
    const { connections } = hung.double;
    await expect.poll(() => hung.double.connections, SILENCE).toBeGreaterThan(connections);
    hung.double.isHung = false;
    await expect.poll(hung.connection, SILENCE).toBe('wifi');
  });

  test('for some seconds, it is asked to the end: no second connection is opened meanwhile', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, headsets } = await managed(hub, ['127.0.37.4']);
    const [{ double, connection }] = headsets as [(typeof headsets)[number]];
    await bench.unplug(double);
    await expect.poll(connection).toBe('wifi');
    const { connections } = double;
    // Several answers, more than the time between two searches.
    double.android.answerMs = 2_000;
    await station.restart();
    await expect.poll(connection, SILENCE).toBe('wifi');
    expect(double.connections).toBe(connections);
  });
});

test.skipIf(program === undefined)(
  'a lost connection is not left to the adb server, which would try it seldom and keep others waiting',
  async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, headsets } = await managed(hub, ['127.0.37.3']);
    const [{ double, connection }] = headsets as [(typeof headsets)[number]];
    await bench.unplug(double);
    await expect.poll(connection).toBe('wifi');
    const server = new AdbServer({ port: bench.port, program: null });
    const names = async () => (await server.list())?.map(({ name }) => name);
    expect(await names()).toContain(nameAt('127.0.37.3'));
    await double.restart();
    await expect.poll(connection).toBe('plugIn');
    await expect.poll(names).not.toContain(nameAt('127.0.37.3'));
    await double.listen(5555);
    await expect.poll(connection).toBe('wifi');
  },
);
