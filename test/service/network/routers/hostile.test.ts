import { createServer } from 'node:net';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { NETWORK_KINDS } from '../../../../shared/contract/network/routers.ts';
import { aBackend, type Behaviour, bytes, json, status } from '../../../support/a-backend.ts';
import { anOwnCertificate } from '../../../support/own-certificate.ts';
import { HEADSET, mikrotikPages, serving, unifiPages } from './doubles.ts';
import { read, readWhole } from './reading.ts';

const JSON_TYPE = 'application/json';
/** More than the limit, written until the reader stops. */
const endless: Behaviour = (_received, response) => {
  response.writeHead(200, { 'content-type': JSON_TYPE }).on('error', () => undefined);
  const more = (): void => {
    while (!response.destroyed && response.write('['.repeat(65_536)));
  };
  response.on('drain', more);
  more();
};
const hanging: Behaviour = () => undefined;
const dripping: Behaviour = (_received, response) => {
  response.writeHead(200, { 'content-type': JSON_TYPE });
  const drip = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(drip));
};

const answers: readonly (readonly [string, Behaviour, string])[] = [
  ['something endless', endless, 'TOO_LARGE'],
  ['a length beyond the limit', bytes('[]', JSON_TYPE, { 'content-length': '999999999' }), 'TOO_LARGE'],
  ['a page', bytes('<html><b>Log in</b></html>', 'text/html'), 'NOT_THIS_KIND'],
  ['a page that is called JSON', bytes('<html>', JSON_TYPE), 'NOT_THIS_KIND'],
  ['compressed bytes', bytes('x', JSON_TYPE, { 'content-encoding': 'gzip' }), 'NOT_THIS_KIND'],
  ['nothing', bytes('', JSON_TYPE), 'NOT_THIS_KIND'],
  ['JSON of another kind', json('true'), 'NOT_THIS_KIND'],
  [
    'JSON that is very deep',
    bytes(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`, JSON_TYPE),
    'NOT_THIS_KIND',
  ],
  ['an error of its own', status(500), 'NOT_THIS_KIND'],
  ['a way to a public address', status(302, { location: 'http://203.0.113.7/' }), 'REDIRECTED'],
  ['a way to itself', status(307, { location: '/elsewhere' }), 'REDIRECTED'],
  ['a refusal', status(401), 'CREDENTIALS_REFUSED'],
  ['a ban', status(403), 'CREDENTIALS_REFUSED'],
  ['a cut line', (_received, response) => void response.destroy(), 'UNREACHABLE'],
];
const rows = NETWORK_KINDS.flatMap((kind) => answers.map((answer) => [kind, ...answer] as const));

test.for(rows)('%s that answers with %s is detected', async ([kind, , behave, finding]) => {
  await using router = await aBackend(behave);
  const found = await read(kind, router.url);

  expect(found).toBe(finding);
  // Whatever it answers, reading ends at the limit and does not block other requests.
  expect(router.received.length).toBeLessThan(8);
});

test.for([
  ['says nothing', hanging],
  ['answers drop by drop', dripping],
] as const)('a router that %s is abandoned after the time for all requests', async ([, behave]) => {
  await using router = await aBackend(behave);

  expect(await read('mikrotik', router.url, { totalMs: 300 })).toBe('TIMEOUT');
});

test('an unreachable router is reported', async () => {
  const router = await aBackend(status(200));
  await router.goAway();

  expect(await read('opnsense', router.url)).toBe('UNREACHABLE');
});

test('a service that is not HTTP is reported', async () => {
  await using server = createServer((socket) => socket.resume().end('SSH-2.0-dropbear\r\n')).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  expect(await read('mikrotik', `http://127.0.0.1:${String(port)}`)).toBe('UNREACHABLE');
});

test('an address that is not allowed is not contacted', async () => {
  await using router = await aBackend(serving(mikrotikPages));

  expect(await read('mikrotik', router.url, { isAllowed: () => false })).toBe('ADDRESS_REFUSED');
  expect(
    await read('mikrotik', router.url.replace('127.0.0.1', 'localhost'), { isAllowed: () => false }),
  ).toBe('ADDRESS_REFUSED');
  expect(router.connections).toBe(0);
});

test('odd rows do not affect others: markup, groups, numbers, foreign addresses', async () => {
  const good = { address: HEADSET.ip, 'mac-address': HEADSET.mac, complete: 'true' };
  const strange = [
    null,
    7,
    'text',
    [],
    {},
    { ...good, address: '<img src=x>' },
    { ...good, address: '10.0.0.2', 'mac-address': '<script>alert(1)</script>' },
    { ...good, address: '10.0.0.3', 'mac-address': 'ff:ff:ff:ff:ff:ff' },
    { ...good, address: '10.0.0.4', 'mac-address': 7 },
    { ...good, address: '10.0.0.5', 'mac-address': '01:00:5e:00:00:01' },
    { ...good, address: 'fd00::1' },
    { ...good, address: '10.0.0.6', complete: true },
    { ...good, address: '__proto__' },
  ];
  await using router = await aBackend(
    serving({
      'GET /rest/ip/arp': json([...strange, good, ...strange]),
      'GET /rest/ip/dhcp-server/lease': json(strange),
    }),
  );

  expect(await read('mikrotik', router.url)).toEqual({
    arp: { [HEADSET.ip]: HEADSET.stored },
    leases: {},
    problem: null,
  });
});

test('an address that two hosts claim has no owner', async () => {
  const claim = (mac: string) => ({ address: HEADSET.ip, 'mac-address': mac, complete: 'true' });
  const arp = [claim(HEADSET.mac), claim('2c:26:17:00:00:02'), claim(HEADSET.mac)];
  await using router = await aBackend(
    serving({ 'GET /rest/ip/arp': json(arp), 'GET /rest/ip/dhcp-server/lease': json([]) }),
  );

  expect(await read('mikrotik', router.url)).toMatchObject({ arp: {} });
});

test('a console that announces endless clients is read only as long as it returns some', async () => {
  const site = { id: 'site-1', internalReference: 'default', name: 'School' };
  const empty = json({ offset: 0, limit: 200, count: 0, totalCount: 1e9, data: [] });
  await using console = await aBackend(
    serving({
      ...unifiPages,
      'GET /proxy/network/integration/v1/sites': (received, response) =>
        received.path.includes('offset=0')
          ? json({ totalCount: 1, data: [site, { id: '../../admin' }] })(received, response)
          : empty(received, response),
      'GET /proxy/network/integration/v1/sites/site-1/clients': empty,
    }),
  );

  expect(await read('unifi', console.url, { login: { secret: 'key-1' } })).toMatchObject({ arp: {} });
  expect(console.received.map(({ path }) => path)).toHaveLength(2);
});

test('a router’s first key is reported; with another one nothing is sent, above all no password', async () => {
  const [first, second] = [await anOwnCertificate(), await anOwnCertificate()];
  await using router = await aBackend(serving(mikrotikPages), first);

  const seen = await readWhole('mikrotik', router.url);
  expect(seen.fingerprint).toBe(first.fingerprint);
  expect(seen.result).toMatchObject({ problem: null });
  expect(await read('mikrotik', router.url, { pinned: first.fingerprint })).toMatchObject({ problem: null });

  router.received.length = 0;
  const changed = await readWhole('mikrotik', router.url, { pinned: second.fingerprint });
  expect(changed).toMatchObject({
    result: { finding: 'CERTIFICATE_CHANGED' },
    fingerprint: first.fingerprint,
  });
  expect(router.received).toEqual([]);
});
