import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { listRouters, replaceRouters, testRouter } from '../../../../shared/contract/network/routers.ts';
import { aBackend, json, status } from '../../../support/a-backend.ts';
import { anyText } from '../../../support/any-value.ts';
import { anOwnCertificate } from '../../../support/own-certificate.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { mikrotikPages, serving } from './doubles.ts';

const station = await aSharedStation();
const put = (...items: readonly object[]) => station.call(replaceRouters, { body: { items } });
const probe = (routerId = 'r', body: object = {}) => station.call(testRouter, { params: { routerId }, body });
/** A router on this computer. */
const aRouter = (url: string, input: object = {}) => ({
  id: 'r',
  kind: 'mikrotik',
  label: 'Router',
  url,
  username: 'station',
  password: 'pässword',
  allowsOtherNetworks: true,
  ...input,
});
const found = (finding: string) => ({
  status: 200,
  body: { id: 'r', isOk: finding === 'OK', finding, message: anyText },
});
const pinned = async () => (await station.call(listRouters)).body.items[0]?.certificate;

test('a test reports how many addresses a router knows, even if it is switched off', async () => {
  await using router = await aBackend(serving(mikrotikPages));
  await put(aRouter(router.url, { isEnabled: false }));

  expect(await probe()).toMatchObject({
    ...found('OK'),
    body: { isOk: true, arpEntries: 1, leaseEntries: 1, fingerprint: null },
  });
});

test('a test reports the problem, and never the password', async () => {
  await using router = await aBackend(serving(mikrotikPages));
  const cases = [
    [aRouter(router.url, { password: 'wrong' }), 'CREDENTIALS_REFUSED'],
    [aRouter(router.url, { username: null }), 'CREDENTIALS_MISSING'],
    [aRouter(router.url, { kind: 'unifi' }), 'CREDENTIALS_MISSING'],
    [aRouter(router.url, { kind: 'openwrt' }), 'NOT_THIS_KIND'],
    [aRouter('https://10.250.77.1', { allowsOtherNetworks: false }), 'ADDRESS_REFUSED'],
    [aRouter('http://127.0.0.1:1'), 'UNREACHABLE'],
    [aRouter(router.url.replace('http', 'https')), 'UNREACHABLE'],
    [{ id: 'r', kind: 'dnsmasq-file', label: 'File', path: join(station.folder, 'nowhere') }, 'FILE_MISSING'],
    [{ id: 'r', kind: 'isc-file', label: 'File', path: station.folder }, 'FILE_REFUSED'],
  ] as const;

  for (const [item, finding] of cases) {
    expect((await put(item)).status).toBe(200);
    const answer = await probe();
    expect(answer).toMatchObject(found(finding));
    expect(JSON.stringify(answer.body)).not.toMatch(/pässword|wrong/);
  }
  router.behave = status(302, { location: 'https://router.lan/' });
  await put(aRouter(router.url));
  expect(await probe()).toMatchObject(found('REDIRECTED'));
});

test('a lease file and a list report how many addresses they have', async () => {
  const path = join(station.folder, 'dnsmasq.leases');
  writeFileSync(path, '0 2c:26:17:00:00:01 10.0.0.1 * *\n');
  await put(
    { id: 'file', kind: 'dnsmasq-file', label: 'File', path },
    { id: 'list', kind: 'csv', label: 'List', csv: '10.0.0.2,2c:26:17:00:00:02\n10.0.0.3,2c:26:17:00:00:03' },
  );

  expect((await probe('file')).body).toMatchObject({ isOk: true, finding: 'OK', leaseEntries: 1 });
  expect((await probe('list')).body).toMatchObject({ isOk: true, finding: 'OK', leaseEntries: 2 });
});

test('the key that a router shows first is pinned; a changed one is refused until it is accepted', async () => {
  const [first, second, third] = [
    await anOwnCertificate(),
    await anOwnCertificate(),
    await anOwnCertificate(),
  ];
  const router = await aBackend(serving(mikrotikPages), first);
  const port = Number(new URL(router.url).port);
  await put(aRouter(router.url));
  expect(await pinned()).toBeNull();
  expect((await probe()).body).toMatchObject({ finding: 'OK', fingerprint: first.fingerprint });
  expect(await pinned()).toMatchObject({ fingerprint: first.fingerprint });
  await router.goAway();

  await using impostor = await aBackend(serving(mikrotikPages), second, port);
  expect((await probe()).body).toMatchObject({
    finding: 'CERTIFICATE_CHANGED',
    fingerprint: second.fingerprint,
  });
  // The accepted key is the one that a person saw, not the current one.
  expect((await probe('r', { acceptFingerprint: third.fingerprint })).body).toMatchObject({
    finding: 'CERTIFICATE_CHANGED',
    fingerprint: second.fingerprint,
  });
  expect(await pinned()).toMatchObject({ fingerprint: first.fingerprint });
  expect(impostor.received).toEqual([]);

  expect((await probe('r', { acceptFingerprint: second.fingerprint })).body).toMatchObject({ finding: 'OK' });
  expect(await pinned()).toMatchObject({ fingerprint: second.fingerprint });
  expect((await probe()).body).toMatchObject({ finding: 'OK' });

  await put(aRouter('https://127.0.0.1:1'));
  expect(await pinned()).toBeNull();
});

test('a router’s table may be very large without blocking others', async () => {
  const row = (at: number) => ({
    address: `10.${String(at >> 16)}.${String((at >> 8) & 255)}.${String(at & 255)}`,
    'mac-address': `2c:26:17:${[at >> 16, (at >> 8) & 255, at & 255].map((byte) => byte.toString(16)).join(':')}`,
    complete: 'true',
  });
  const many = Array.from({ length: 40_000 }, (_, at) => row(at));
  await using router = await aBackend(
    serving({ 'GET /rest/ip/arp': json(many), 'GET /rest/ip/dhcp-server/lease': json([]) }),
  );
  await put(aRouter(router.url));

  expect((await probe()).body).toMatchObject({ finding: 'OK', arpEntries: 40_000 });
});

test('an unknown router is 404; an invalid id or fingerprint is 400', async () => {
  expect(await probe('nobody')).toMatchObject(refused(404, 'NOT_FOUND'));
  expect(await probe('no id')).toMatchObject(refusedAt('path.routerId'));
  expect(await probe('nobody', { acceptFingerprint: 'short' })).toMatchObject(refusedAt('acceptFingerprint'));
});
