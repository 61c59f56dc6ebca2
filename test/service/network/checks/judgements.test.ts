import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import {
  checkIsolation,
  checkMdns,
  judgeStations,
} from '../../../../main/service/network/checks/discovery-checks.ts';
import { judgeLinux } from '../../../../main/service/network/checks/firewall.ts';
import { judgeStationClock } from '../../../../main/service/network/checks/internet.ts';
import { settle } from '../../../../main/service/network/checks/found.ts';
import type { DiscoveryState } from '../../../../main/service/network/discovery/discovery.ts';
import {
  checkAddresses,
  checkInterfaces,
  type Interfaces,
} from '../../../../main/service/network/checks/examine.ts';

const never = new AbortController().signal;

/** Interfaces by name, each with IPv4 addresses. */
function interfaces(input: Readonly<Record<string, readonly string[]>>): Interfaces {
  return Object.fromEntries(
    Object.entries(input).map(([name, addresses]) => [
      name,
      addresses.map((address): NetworkInterfaceInfo => ({
        address,
        netmask: '255.255.255.0',
        family: 'IPv4',
        mac: '2c:26:17:00:00:01',
        internal: address.startsWith('127.'),
        cidr: `${address}/24`,
      })),
    ]),
  );
}
const LO = { lo: ['127.0.0.1'] };

test.each([
  [{ ...LO }, null, 'INTERFACES_NONE'],
  [{}, null, 'INTERFACES_NONE'],
  [{ ...LO, eth0: ['192.168.1.7'] }, null, 'INTERFACES_UP'],
  [{ ...LO, eth0: ['192.168.1.7'] }, ['eth0'], 'INTERFACES_UP'],
  [{ ...LO, eth0: ['192.168.1.7'] }, ['eth0', 'wlan0'], 'INTERFACE_CHOSEN_MISSING'],
] as const)('with %j and %j chosen: %s', (input, chosen, finding) => {
  expect(checkInterfaces(interfaces(input), chosen)).toMatchObject({ finding });
});

test.each([
  [{ ...LO }, null, 'ADDRESSES_NONE'],
  [{ eth0: ['192.168.1.7'] }, null, 'ADDRESSES_PRIVATE'],
  [{ eth0: ['169.254.1.7'] }, null, 'ADDRESSES_SELF_ASSIGNED'],
  [{ eth0: ['169.254.1.7'], wlan0: ['10.0.0.7'] }, null, 'ADDRESSES_PRIVATE'],
  [{ tun0: ['100.100.1.7'] }, null, 'ADDRESSES_SHARED'],
  [{ tun0: ['100.100.1.7'], eth0: ['172.16.0.7'] }, null, 'ADDRESSES_PRIVATE'],
  [{ eth0: ['192.168.1.7'], wan0: ['8.8.8.8'] }, null, 'ADDRESSES_PUBLIC'],
  [{ eth0: ['192.168.1.7'], wan0: ['8.8.8.8'] }, ['eth0'], 'ADDRESSES_PRIVATE'],
] as const)('the addresses %j of %j are %s', (input, chosen, finding) => {
  expect(checkAddresses(interfaces(input), chosen)).toMatchObject({ finding });
});

const off = { ufw: undefined, firewalld: undefined, modules: undefined };

test.each([
  [off, 'FIREWALL_NOT_SEEN'],
  [{ ...off, ufw: '# comment\nENABLED=no\n' }, 'FIREWALL_NOT_SEEN'],
  [{ ...off, ufw: '# /etc/ufw/ufw.conf\nENABLED=yes\nLOGLEVEL=low\n' }, 'FIREWALL_UFW'],
  [{ ...off, firewalld: '512\n' }, 'FIREWALL_FIREWALLD'],
  [{ ...off, modules: 'nf_tables 372736 48 nft_compat, Live 0x0\n' }, 'FIREWALL_RULES'],
  [{ ...off, modules: 'x_tables 1 1\niptable_filter 12288 1 - Live 0x0\n' }, 'FIREWALL_RULES'],
  [{ ...off, modules: 'nf_tables 372736 0 - Live 0x0\n' }, 'FIREWALL_NOT_SEEN'],
] as const)('the findings for %j are %s', (signs, finding) => {
  const judged = judgeLinux(signs, 7_443);
  expect(judged).toMatchObject({ finding });
  // The suggestion names its port.
  const commands = String(judged.details['commands']);
  expect(commands.includes('7443')).toBe(finding !== 'FIREWALL_NOT_SEEN');
});

type Advertised = DiscoveryState['advertised'][number];

function anAdvertised(input: Partial<Advertised> = {}): Advertised {
  return {
    interfaceName: 'eth0',
    address: '192.168.1.7',
    name: 'Muster 000001',
    isReceived: true,
    fault: null,
    others: [],
    neighbours: [],
    ...input,
  };
}
const seen = (...advertised: readonly Advertised[]): DiscoveryState => ({ run: 'aa', advertised });
const fault = (kind: 'portTaken' | 'failed') => ({
  name: null,
  isReceived: false,
  fault: { kind, message: 'x' },
});

test.each([
  [undefined, 'MDNS_OFF'],
  [seen(), 'MDNS_NOWHERE'],
  [seen(anAdvertised()), 'MDNS_HEARD'],
  [seen(anAdvertised(), anAdvertised({ isReceived: false })), 'MDNS_HEARD_ON_SOME'],
  [seen(anAdvertised({ isReceived: false })), 'MDNS_NOT_HEARD'],
  [seen(anAdvertised(fault('failed'))), 'MDNS_FAILED'],
  [seen(anAdvertised(), anAdvertised(fault('failed'))), 'MDNS_HEARD_ON_SOME'],
  [seen(anAdvertised(), anAdvertised(fault('portTaken'))), 'MDNS_PORT_TAKEN'],
] as const)('advertised as %j is %s', async (state, finding) => {
  expect(await checkMdns(state, never)).toMatchObject({ finding });
});

const own = { stationId: 'own', fingerprint: 'F'.repeat(43) };
function another(input: Partial<Advertised['others'][number]> = {}) {
  return {
    id: 'other',
    fingerprint: 'G'.repeat(43),
    run: 'bb',
    name: 'Muster 000002',
    address: '127.0.0.1',
    addresses: [],
    port: 7_443,
    ...input,
  };
}

test('one station on two networks is one other station', () => {
  const state = seen(
    anAdvertised({ others: [another()] }),
    anAdvertised({ others: [another({ address: '10.0.0.2' })] }),
  );
  expect(judgeStations(state, own)).toMatchObject({
    finding: 'STATIONS_OTHERS',
    details: { stations: [{ id: 'other', isCopy: false }] },
  });
  expect(judgeStations(seen(anAdvertised()), own)).toMatchObject({ finding: 'STATIONS_ALONE' });
});

test.each([{ id: 'own' }, { fingerprint: own.fingerprint }])(
  'a station with %j of this one is a copy',
  (copied) => {
    const state = seen(anAdvertised({ others: [another(), another({ run: 'cc', ...copied })] }));
    expect(judgeStations(state, own)).toMatchObject({
      finding: 'STATIONS_COPY',
      details: { stations: [{ isCopy: false }, { isCopy: true }] },
    });
  },
);

test('a headset that reported over the network proves that clients are not isolated', async () => {
  expect(await checkIsolation(undefined, ['192.168.1.20'], never)).toMatchObject({
    finding: 'ISOLATION_NONE',
    details: { headsets: 1 },
  });
  expect(await checkIsolation(seen(anAdvertised()), [], never)).toMatchObject({
    finding: 'ISOLATION_UNKNOWN',
  });
});

test('another station that answers is proof too; one that refuses makes isolation likely', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state = seen(anAdvertised({ others: [another({ port })] }));
  expect(await checkIsolation(state, [], never)).toMatchObject({
    finding: 'ISOLATION_NONE',
    details: { reached: ['127.0.0.1'], silent: [] },
  });
  server.close();
  await once(server, 'close');
  expect(await checkIsolation(state, [], never)).toMatchObject({
    finding: 'ISOLATION_SUSPECTED',
    details: { reached: [], silent: ['127.0.0.1'] },
  });
});

test('a neighbour that refuses a connection is reachable', async () => {
  const state = seen(anAdvertised({ neighbours: ['127.0.0.1'] }));
  expect(await checkIsolation(state, [], never)).toMatchObject({ finding: 'ISOLATION_NONE' });
});

test('clocks that are two minutes apart still agree', () => {
  expect(judgeStationClock(1_000_000, 1_120_000)).toMatchObject({ finding: 'STATION_CLOCK_RIGHT' });
  expect(judgeStationClock(1_000_000, 1_120_001)).toMatchObject({ finding: 'STATION_CLOCK_WRONG' });
  expect(judgeStationClock(1_120_001, 1_000_000)).toMatchObject({ finding: 'STATION_CLOCK_WRONG' });
  expect(judgeStationClock(null, 1)).toMatchObject({ finding: 'STATION_CLOCK_UNKNOWN' });
});

test('a late check is unfinished, and one that throws has failed; the others are not delayed', async () => {
  const end = new AbortController();
  const failures: unknown[] = [];
  const failed = (error: unknown): void => void failures.push(error);
  const late = settle(() => new Promise(() => undefined), end.signal, failed);
  const broken = settle(() => Promise.reject(new Error('broken')), end.signal, failed);
  const thrown = settle(
    () => {
      throw new Error('thrown');
    },
    end.signal,
    failed,
  );
  expect(await broken).toEqual({ finding: 'CHECK_FAILED', details: {} });
  expect(await thrown).toEqual({ finding: 'CHECK_FAILED', details: {} });
  end.abort();
  expect(await late).toEqual({ finding: 'CHECK_UNFINISHED', details: {} });
  expect(await settle(() => new Promise(() => undefined), end.signal, failed)).toMatchObject({
    finding: 'CHECK_UNFINISHED',
  });
  expect(failures).toHaveLength(2);
});
