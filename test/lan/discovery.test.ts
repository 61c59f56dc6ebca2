import { Bonjour } from 'bonjour-service';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { scanForStations } from '../../main/mdns/scan.ts';
import type { MdnsEndpoint } from '../../main/mdns/socket.ts';
import { Discovery } from '../../main/service/network/discovery/discovery.ts';
import { aQuietNetwork, LOOPBACK } from '../support/quiet-mdns.ts';

const FINGERPRINT = 'u8Zk3vN5s1cQxW0b7m2Yp4Rt6Lj9Hd-_AeFgIoUiKyE';
const OTHER_FINGERPRINT = 'A8Zk3vN5s1cQxW0b7m2Yp4Rt6Lj9Hd-_AeFgIoUiKyE';

/** A station's discovery at one address; stops with a goodbye when disposed. */
function aDiscovery(
  { port: mdnsPort }: MdnsEndpoint,
  station: Partial<{ stationId: string; fingerprint: string; port: number }> = {},
) {
  const warnings: unknown[] = [];
  const log = { warn: (...reported: unknown[]) => void warnings.push(reported), debug: () => undefined };
  const discovery = new Discovery({
    station: { stationId: 'station-000001', fingerprint: FINGERPRINT, port: 7443, ...station },
    log,
    mdnsPort,
  });
  discovery.follow([{ interfaceName: 'lo', address: LOOPBACK }]);
  return { discovery, warnings, [Symbol.asyncDispose]: () => discovery.close() };
}

function check(network: MdnsEndpoint, ms = 1_000) {
  return scanForStations(network, { ms, signal: new AbortController().signal, disturbed: () => undefined });
}

test('an advertised station is found with its address, port, id and key', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  const { run } = await one.discovery.scan();
  const { stations } = await check(network);
  expect(stations).toEqual([
    {
      id: 'station-000001',
      fingerprint: FINGERPRINT,
      run,
      name: 'Muster 000001',
      address: LOOPBACK,
      addresses: [LOOPBACK],
      port: 7443,
    },
  ]);
});

test('a station receives its own packets through another socket, and finds no other station', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  const { advertised } = await one.discovery.scan();
  expect(advertised).toEqual([
    {
      interfaceName: 'lo',
      address: LOOPBACK,
      name: 'Muster 000001',
      isReceived: true,
      fault: null,
      others: [],
      neighbours: [],
    },
  ]);
});

test('a second station is found by the first, and is not a copy', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  await one.discovery.scan();
  await using two = aDiscovery(network, {
    stationId: 'station-000002',
    fingerprint: OTHER_FINGERPRINT,
    port: 7444,
  });
  await two.discovery.scan();
  const { advertised } = await one.discovery.scan();
  expect(advertised[0]?.others).toMatchObject([{ id: 'station-000002', port: 7444, name: 'Muster 000002' }]);
  expect(one.warnings).toEqual([]);
});

test('a copy of a station takes its own name, is reported as a copy, and does not silence the first', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  const { run } = await one.discovery.scan();
  await using copy = aDiscovery(network, { port: 7444 });
  const { run: copyRun, advertised: ofCopy } = await copy.discovery.scan();
  const { advertised } = await one.discovery.scan();

  expect(ofCopy[0]).toMatchObject({ name: `Muster 000001-${copyRun}`, isReceived: true });
  expect(advertised[0]).toMatchObject({
    name: 'Muster 000001',
    isReceived: true,
    others: [{ id: 'station-000001', run: copyRun, port: 7444 }],
  });
  expect(one.warnings).toHaveLength(1);
  const { stations } = await check(network);
  expect(new Set(stations.map((each) => each.run))).toEqual(new Set([run, copyRun]));
});

test('a stopping station says goodbye and is no longer found', async () => {
  const network = await aQuietNetwork();
  const one = aDiscovery(network);
  await one.discovery.scan();
  const observer = new Bonjour(
    { interface: LOOPBACK, bind: '0.0.0.0', port: network.port } as object,
    () => undefined,
  );
  const browser = observer.find({ type: 'muster' });
  await once(browser, 'up');
  const down = once(browser, 'down');
  await one.discovery.close();
  expect(await down).toMatchObject([{ name: 'Muster 000001' }]);
  await new Promise((resolve) => observer.destroy(resolve));
  expect((await check(network)).stations).toEqual([]);
});

test('if another program holds the port, it reports that, keeps running, and continues when the port is free', async () => {
  const network = await aQuietNetwork();
  const holder = createSocket({ type: 'udp4', reuseAddr: false }).bind({
    port: network.port,
    exclusive: true,
  });
  await once(holder, 'listening');
  await using one = aDiscovery(network);
  const { advertised } = await one.discovery.scan();
  expect(advertised).toMatchObject([{ name: null, isReceived: false, fault: { kind: 'portTaken' } }]);

  holder.close();
  await once(holder, 'close');
  const { advertised: later } = await one.discovery.scan();
  expect(later).toMatchObject([{ name: 'Muster 000001', isReceived: true, fault: null }]);
});

test('an address that this computer does not have fails without affecting others', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  one.discovery.follow([
    { interfaceName: 'lo', address: LOOPBACK },
    { interfaceName: 'gone0', address: '192.0.2.77' },
  ]);
  const { advertised } = await one.discovery.scan();
  expect(advertised).toMatchObject([{ isReceived: true }, { address: '192.0.2.77', isReceived: false }]);
});

test('hostile packets change nothing: garbage, services without TXT records, and too many stations', async () => {
  const network = await aQuietNetwork();
  await using one = aDiscovery(network);
  await one.discovery.scan();
  const enemy = new Bonjour(
    { interface: LOOPBACK, bind: '0.0.0.0', port: network.port } as object,
    () => undefined,
  );
  const garbage = createSocket({ type: 'udp4' });
  garbage.bind(0, LOOPBACK);
  await once(garbage, 'listening');
  garbage.setMulticastInterface(LOOPBACK);
  const mdns = (enemy as unknown as { server: { mdns: { respond(packet: object): void } } }).server.mdns;
  // One at a time: a socket's buffer holds less than all of them, and the listening socket opens meanwhile.
  const send = async (): Promise<void> => {
    for (let at = 0; at < 200; at += 1) {
      await setImmediate();
      const fqdn = `Evil ${at}._muster._tcp.local`;
      mdns.respond({
        answers: [
          { name: '_muster._tcp.local', type: 'PTR', ttl: 120, data: fqdn },
          { name: fqdn, type: 'SRV', ttl: 120, data: { port: at, target: '' } },
          ...(at % 2 === 0
            ? []
            : [{ name: fqdn, type: 'TXT', ttl: 120, data: [`id=evil-${at}`, '=', '\u0000', '__proto__=x'] }]),
        ],
      });
      garbage.send(Buffer.from([at, ...Buffer.from('not dns at all')]), network.port, '224.0.0.251');
    }
  };
  let isOver = false;
  const repeating = (async () => {
    while (!isOver) await send();
  })();
  await expect.poll(async () => (await check(network, 1_500)).stations.length).toBeGreaterThan(0);
  const { stations, fault } = await check(network, 1_500);
  isOver = true;
  await repeating;
  expect(fault).toBeUndefined();
  expect(stations.length).toBeLessThanOrEqual(64);
  await new Promise((resolve) => enemy.destroy(resolve));
  garbage.close();
  const { advertised } = await one.discovery.scan();
  expect(advertised).toMatchObject([{ isReceived: true, fault: null }]);
});
