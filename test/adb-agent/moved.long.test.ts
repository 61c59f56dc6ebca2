import { expect, test } from 'vitest';

import { CLAIM_FILE } from '../../main/adb/guard.ts';
import { openMdns } from '../../main/mdns/socket.ts';
import { realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aCartWithoutAgent, aSerial, tileOf } from '../support/managed-bench.ts';
import { aQuietNetwork } from '../support/quiet-mdns.ts';

const program = realAdb();
const mdns = await aQuietNetwork();
/** Where hosts with a MAC address are, as this computer and its routers know. */
const hosts = new Map<string, string>();
const findHosts = async () => hosts;
const open = aCableStation(program, {}, { mdns, findHosts });

/** A headset on the Wi-Fi whose address is then taken by a stranger, while it gets another. */
async function aMovedHeadset(hub: HubOfHeadsets, [from, to]: readonly [string, string], macAddress: string) {
  const { bench, station } = await open();
  const { slots } = await aCartWithoutAgent(station, 1);
  const serial = aSerial();
  const before = await hub.headset({ serial, wifiAddress: from, macAddress });
  bench.plug(before, 1);
  await expect.poll(() => cableOf(station, serial)).toMatchObject({ state: 'ready' });
  await expect.poll(() => before.android.tcpPort).toBe(5555);
  await bench.unplug(before);
  const connection = async () => (await tileOf(station, slots[0]?.id ?? ''))?.overAdb?.connection;
  await expect.poll(connection).toBe('wifi');

  await before.listenNoMore();
  await expect.poll(connection).toBe('plugIn');
  const stranger = await hub.headset({ serial: aSerial(), wifiAddress: from });
  await stranger.listen(5555);
  const after = await hub.headset({ serial, wifiAddress: to, macAddress });
  after.android.disk.write(CLAIM_FILE, Buffer.from(before.android.disk.text(CLAIM_FILE) ?? ''));
  await after.listen(5555);
  return { serial, stranger, connection };
}

/** Nothing was done to it besides asking who it is. */
function expectUntouched({ android }: HeadsetDouble): void {
  const question = /^(?:getprop|settings get|cat|ip|sh -c 'read )/;
  expect(android.commandLines.filter((line) => !question.test(line))).toEqual([]);
  expect(android.disk.paths).toEqual([]);
}

test.skipIf(program === undefined)(
  'a headset with another address is found again without its cable, by what it announces',
  async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const addresses = ['127.0.34.1', '127.0.34.2'] as const;
    const { serial, stranger, connection } = await aMovedHeadset(hub, addresses, '2c:26:17:00:00:34');
    const announcing = openMdns({ ...mdns, address: '127.0.34.2' }, () => undefined);
    await announcing.ready;
    announcing.bonjour.publish({ name: `adb-${serial}`, type: 'adb', port: 5555, probe: false });
    await expect.poll(connection).toBe('wifi');
    await announcing.close();
    expectUntouched(stranger);
  },
);

test.skipIf(program === undefined)(
  'one that announces nothing is found again by its MAC address, and is asked who it is first',
  async () => {
    await using hub = new HubOfHeadsets((await open()).bench);
    const addresses = ['127.0.34.3', '127.0.34.4'] as const;
    // As this computer or its router knows it: one host has its MAC address, another one is in its place.
    const macAddress = '2C:26:17:00:00:35';
    const { stranger, connection } = await aMovedHeadset(hub, addresses, macAddress.toLowerCase());
    hosts.set(macAddress, addresses[1]);
    await expect.poll(connection).toBe('wifi');
    expectUntouched(stranger);
  },
);
