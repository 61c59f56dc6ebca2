import { describe, expect, test } from 'vitest';

import { setAdbWifi } from '../../shared/contract/enrolment/adb/adb-headsets.ts';
import { connectWireless, getWireless, pairWireless } from '../../shared/contract/enrolment/adb/wireless.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import { announced, announcedName, NewerAdb } from '../support/adb-double/newer-adb.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFreePort } from '../support/free-port.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';
import { aQuietNetwork } from '../support/quiet-mdns.ts';

const program = realAdb();
const mdns = await aQuietNetwork();
const PAIRING = 'adb-tls-pairing';
const CONNECT = 'adb-tls-connect';

describe.skipIf(program === undefined)('wireless debugging', () => {
  const open = aCableStation(program, {}, { mdns, findHosts: async () => new Map() });

  /** A headset that shows a code on the Wi-Fi, near a server that can pair; never plugged in. */
  async function aShowing(hub: HubOfHeadsets, wifiAddress: string, digits = '482193') {
    const { bench, station } = await open();
    const double = await hub.headset({ serial: aSerial(), wifiAddress });
    const [port, wirelessPort] = [await aFreePort(), await aFreePort()];
    await double.openWireless(wirelessPort);
    double.code = { digits, port };
    bench.newer = new NewerAdb(double);
    const address = `${wifiAddress}:${port}`;
    const pair = async (code: string) => (await station.call(pairWireless, { body: { address, code } })).body;
    const showing = { type: PAIRING, port };
    const connecting = { type: CONNECT, port: wirelessPort };
    return { bench, station, double, address, wirelessPort, pair, showing, connecting };
  }

  test('a headset that shows a code is found, paired, enrolled and managed without a cable or port 5555', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, double, address, pair, showing, connecting } = await aShowing(hub, '127.0.44.1');
    const { serial } = double.android;
    const { slots } = await aCartWithoutAgent(station, 1);
    await using _showing = await announced(mdns, double, showing);
    await using _connecting = await announced(mdns, double, connecting);
    const view = async () => (await station.call(getWireless)).body;
    await expect.poll(view).toEqual({
      adb: { state: 'ready', canPair: true, version: null },
      isBrowsing: true,
      headsets: [{ name: announcedName(double), serial, address, slot: null }],
    });
    expect(await pair('482193')).toEqual({ outcome: 'connected', serial, slot: null, words: null });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    const overAdb = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb;
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
    expect(double.android.tcpPort).toBeNull();
    // Its slot is known from now on.
    expect((await view()).headsets).toMatchObject([{ slot: { id: slots[0]?.id } }]);
  });

  test('one whose port changed is found again by what it announces, and is the same headset', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { station, double, pair, connecting } = await aShowing(hub, '127.0.44.2');
    const { slots } = await aCartWithoutAgent(station, 1);
    const overAdb = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb?.connection;
    {
      await using _ = await announced(mdns, double, connecting);
      expect(await pair('482193')).toMatchObject({ outcome: 'connected' });
      await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    }
    await double.restart();
    await expect.poll(overAdb).toBe('plugIn');
    const port = await aFreePort();
    await double.openWireless(port);
    await using _ = await announced(mdns, double, { type: CONNECT, port });
    await expect.poll(overAdb).toBe('wifi');
    expect(double.android.tcpPort).toBeNull();
  });

  test('one that is not found is connected to at the address that a person reads on it, and again at that', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, double, pair, wirelessPort } = await aShowing(hub, '127.0.44.3');
    const { slots } = await aCartWithoutAgent(station, 1);
    const { serial } = double.android;
    const connect = async () =>
      (await station.call(connectWireless, { body: { address: `127.0.44.3:${wirelessPort}` } })).body;
    expect(await pair('482193')).toEqual({ outcome: 'paired', serial, slot: null, words: null });
    expect(await connect()).toMatchObject({ outcome: 'connected' });
    await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
    const overAdb = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb?.connection;
    await expect.poll(overAdb).toBe('wifi');
    await double.closeWireless();
    await expect.poll(overAdb).toBe('plugIn');
    await double.openWireless(wirelessPort);
    await expect.poll(overAdb).toBe('wifi');
    double.isPaired = false;
    await double.closeWireless();
    await double.openWireless(wirelessPort);
    await expect.poll(overAdb).toBe('unauthorized');
    bench.newer = undefined;
  });

  test('a server that connects to its paired headsets itself is not asked again', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, double, pair } = await aShowing(hub, '127.0.44.4');
    const { slots } = await aCartWithoutAgent(station, 1);
    double.isPaired = true;
    await bench.connectItself(double, announcedName(double));
    expect(await pair('482193')).toMatchObject({ outcome: 'connected' });
    await expect.poll(() => cableOf(station, double.android.serial)).toMatchObject({ state: 'ready' });
    const overAdb = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb;
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });
    expect(double.android.tcpPort).toBeNull();
    expect(double.connections).toBe(1);
  });

  test('one that was enrolled by cable asks for it after a restart, until it is paired by code', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station } = await open();
    const { slots } = await aCartWithoutAgent(station, 1);
    const slot = { id: slots[0]?.id ?? '', label: slots[0]?.label };
    const double = await hub.headset({ serial: aSerial(), wifiAddress: '127.0.44.8' });
    bench.newer = new NewerAdb(double);
    bench.plug(double, 1);
    await expect.poll(() => double.android.tcpPort).toBe(5555);
    await bench.unplug(double);
    const overAdb = async () => (await tileOf(station, slot.id))?.overAdb?.connection;
    await expect.poll(overAdb).toBe('wifi');

    await double.restart();
    const [port, wirelessPort] = [await aFreePort(), await aFreePort()];
    await double.openWireless(wirelessPort);
    await using _ = await announced(mdns, double, { type: CONNECT, port: wirelessPort });
    await expect.poll(overAdb).toBe('plugIn');
    double.code = { digits: '730518', port };
    const body = { address: `127.0.44.8:${port}`, code: '730518' };
    const { serial } = double.android;
    expect((await station.call(pairWireless, { body })).body).toEqual({
      outcome: 'connected',
      serial,
      slot,
      words: null,
    });
    await expect.poll(overAdb).toBe('wifi');
    expect(double.android.tcpPort).toBeNull();
  });

  test('closed, its wireless debugging is off; a cable opens port 5555 only once it is to be open', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, double, pair, connecting } = await aShowing(hub, '127.0.44.5');
    const { slots } = await aCartWithoutAgent(station, 1);
    const id = slots[0]?.id ?? '';
    await using _ = await announced(mdns, double, connecting);
    expect(await pair('482193')).toMatchObject({ outcome: 'connected' });
    const overAdb = async () => (await tileOf(station, id))?.overAdb;
    await expect.poll(overAdb).toEqual({ connection: 'wifi', wifi: 'open' });

    // At a cable as well, the headset needs no other port.
    bench.plug(double, 1);
    await expect.poll(overAdb).toEqual({ connection: 'usb', wifi: 'open' });
    expect(double.android.tcpPort).toBeNull();
    await station.call(setAdbWifi, { body: { devicesId: [id], isOpen: false } });
    await expect.poll(overAdb).toEqual({ connection: 'usb', wifi: 'closed' });
    expect(double.android.system.settings.get('global/adb_wifi_enabled')).toBe('0');
    expect(double.android.tcpPort).toBeNull();
    await station.call(setAdbWifi, { body: { devicesId: [id], isOpen: true } });
    await expect.poll(() => double.android.tcpPort).toBe(5555);
  });

  test('a wrong code, one that is no longer shown, and a headset that is not paired are told apart', async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const { bench, station, double, pair, wirelessPort } = await aShowing(hub, '127.0.44.6');
    const wrong = await pair('000000');
    expect(wrong).toMatchObject({
      outcome: 'wrongCode',
      words: 'Failed: Wrong password or connection was dropped.',
    });
    expect(await pair('482193')).toMatchObject({
      outcome: 'unreachable',
      words: 'Failed: Unable to start pairing client.',
    });
    expect(double.isPaired).toBe(false);
    const itself = { address: `127.0.44.6:${wirelessPort}` };
    expect((await station.call(connectWireless, { body: itself })).body).toMatchObject({
      outcome: 'notPaired',
    });
    const nowhere = await station.call(connectWireless, { body: { address: '127.0.44.6:1' } });
    expect(nowhere.body).toMatchObject({ outcome: 'unreachable' });
    bench.newer = undefined;
  });

  test('the adb 29 of Debian says that it cannot pair, and which version it is', async () => {
    const { bench, station } = await open();
    bench.newer = undefined;
    const { adb } = (await station.call(getWireless)).body;
    expect(adb).toEqual({
      state: 'ready',
      canPair: false,
      version: expect.stringMatching(/^29\./) as string,
    });
    const body = { address: '127.0.44.7:37001', code: '482193' };
    expect((await station.call(pairWireless, { body })).body).toEqual({
      outcome: 'cannotPair',
      serial: null,
      slot: null,
      words: 'unknown host service',
    });
  });
});
