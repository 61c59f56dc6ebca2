import { expect, test } from 'vitest';

import { faultOf } from '../../../../main/service/sync/client/readers.ts';
import { aBackend, bytes, json, status } from '../../../support/a-backend.ts';
import { aCentral } from '../../../support/central-double/index.ts';
import { anOwnCertificate } from '../../../support/own-certificate.ts';
import { aClient } from './a-client.ts';

test('every device of a list is read, even if the central returns fewer rows than requested', async () => {
  await using central = await aCentral({ rowsOnPage: 7 });
  await using client = aClient(central);
  for (let number = 0; number < 25; number += 1) central.add(`d${String(number)}`);

  const seen: string[] = [];
  const outcome = await client.eachPage({}, (page) => void seen.push(...page.items.map(({ id }) => id)));

  expect(outcome).toEqual({ kind: 'ok', value: { total: 25 } });
  expect(seen.toSorted()).toEqual([...central.devices.keys()].toSorted());
});

test('a list that changes while it is read misses no device and returns none twice', async () => {
  await using central = await aCentral({ rowsOnPage: 10 });
  await using client = aClient(central);
  for (let number = 10; number < 60; number += 1) central.add(`d${String(number)}`);
  // An admin deletes the first device of each page that was read and adds one at the front.
  central.fault = ({ index }) => {
    if (index === 1) central.devices.delete('d10');
    if (index === 2) central.devices.delete('d11');
    if (index === 3) central.add('a-new-one');
    return undefined;
  };

  const seen: string[] = [];
  await client.eachPage({}, (page) => void seen.push(...page.items.map(({ id }) => id)));

  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((id) => central.devices.has(id)).toSorted()).toEqual(
    [...central.devices.keys()].toSorted(),
  );
});

const row = { id: 'a', enterprise: 'school', isArchived: false };
const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, id: `d${String(index)}` }));

test.for<[string, unknown, string]>([
  ['a million devices', { page: 1, limit: 100, total: 1_000_000, items: rows }, 'TOO_LARGE'],
  ['more rows than were asked for', { items: [...rows, row] }, 'TOO_LARGE'],
  ['the same page for ever', { page: 1, limit: 100, items: rows }, 'ENDLESS_PAGES'],
  ['no list', { page: 1, total: 3 }, 'NOT_THIS_INTERFACE'],
  ['a list alone', rows, 'NOT_THIS_INTERFACE'],
])('a central that lists %s is rejected', async ([, body, reason]) => {
  await using central = await aBackend(json(body));
  await using client = aClient({ url: central.url, token: 't' });

  const outcome = await client.eachPage({}, () => undefined);

  expect(outcome).toMatchObject({ kind: 'broken', fault: { reason } });
  expect(central.received.length).toBeLessThan(5);
});

test('an unreadable row is reported with its reason and blocks no other', async () => {
  const items = [row, { ...row, id: '../etc' }, { ...row, id: 'b', label: 7 }, 'text', { ...row, id: 'c' }];
  await using central = await aBackend(json({ page: 1, limit: 100, total: 5, items }));
  await using client = aClient({ url: central.url, token: 't' });

  const outcome = await client.listDevices({ page: 1 });

  expect(outcome).toMatchObject({
    kind: 'ok',
    value: {
      isLast: true,
      items: [{ id: 'a' }, { id: 'c' }],
      unreadable: [
        { id: '../etc', reason: 'The record cannot be read: its id is not valid for a device.' },
        { id: 'b', reason: 'The record cannot be read: its label is not a text.' },
        { id: null, reason: 'It is not a record.' },
      ],
    },
  });
});

test('unknown fields and values are preserved', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  const settings = {
    comfort: { level: 'high' },
    videos: [{ id: 'v', url: 'http://x', projectionType: 'hologram' }],
    display: { brightness: 4, hdr: [1, { deep: true }] },
  };
  central.add('a', { settings, metadata: { group: { id: 'g', extra: null } } });

  const outcome = await client.getDevice('a');

  expect(outcome).toMatchObject({ kind: 'ok', value: { enterpriseId: 'school', settings } });
  expect(outcome).toMatchObject({ value: { metadata: { group: { id: 'g', extra: null } } } });
});

test('a field that a record omits does not count as empty', async () => {
  await using central = await aBackend(json({ id: 'a', enterprise: 'school' }));
  await using client = aClient({ url: central.url, token: 't' });

  const outcome = await client.getDevice('a');

  expect(outcome).toMatchObject({ kind: 'ok' });
  const { label, license, settings, metadata } = outcome.kind === 'ok' ? outcome.value : {};
  expect([label, license, settings, metadata]).toEqual([undefined, undefined, undefined, undefined]);
});

test('an answer about one device does not confirm a write of several', async () => {
  await using central = await aBackend(json({ id: 'a', success: true }));
  await using client = aClient({ url: central.url, token: 't' });
  const configure = { kind: 'configure', settings: { volume: 3 } } as const;

  const [one, several] = [
    await client.push({ ...configure, ids: ['a'] }),
    await client.push({ ...configure, ids: ['a', 'b'] }),
  ];

  expect(one).toMatchObject({ kind: 'ok', value: [{ id: 'a', ok: true }] });
  expect(several).toEqual({
    kind: 'ok',
    value: [
      { id: 'a', ok: 'unclear' },
      { id: 'b', ok: 'unclear' },
    ],
  });
});

const deep = JSON.parse('[{"x":'.repeat(40) + '1' + '}]'.repeat(40)) as unknown;

test.for<[string, unknown]>([
  ['no object', [1, 2]],
  ['no id', { label: 'x' }],
  ['a label that is a number', { ...row, label: 3 }],
  ['settings that are a list', { ...row, settings: [] }],
  ['metadata that is a list', { ...row, metadata: { group: [] } }],
  ['settings without a bottom', { ...row, settings: { video360: deep } }],
])('a record with %s is rejected', async ([, body]) => {
  await using central = await aBackend(json(body));
  await using client = aClient({ url: central.url, token: 't' });

  expect(await client.getDevice('a')).toMatchObject({
    kind: 'broken',
    fault: { reason: 'NOT_THIS_INTERFACE' },
  });
});

test('a record of another organisation or from the future is detected', () => {
  const nowMs = Date.parse('2026-11-22T00:00:00Z');
  const known = { organisations: new Set(['school']), nowMs };
  const onEvent = (lastHeartbeatAt: string | null) => ({ enterpriseId: 'school', lastHeartbeatAt });

  expect(faultOf(onEvent('2026-11-22T08:00:00Z'), known)).toBeUndefined();
  expect(faultOf(onEvent(null), known)).toBeUndefined();
  expect(faultOf(onEvent('2026-11-24T00:00:00Z'), known)).toBe('FUTURE_DATE');
  expect(faultOf({ ...onEvent(null), enterpriseId: 'bank' }, known)).toBe('OTHER_ORGANISATION');
});

const page = { page: 1, limit: 100, total: 1, items: [row] };

test.for<[string, Parameters<typeof aBackend>[0], string]>([
  ['a web page', bytes('<html>Welcome to the hotel</html>', 'text/html'), 'NOT_THIS_INTERFACE'],
  ['JSON that is cut off', bytes('{"page":1,"items":[{"id"', 'application/json'), 'NOT_THIS_INTERFACE'],
  ['nothing', bytes('', 'application/json'), 'NOT_THIS_INTERFACE'],
  ['a redirect', status(302, { location: 'http://elsewhere.example/devices' }), 'REDIRECTED'],
  ['401', status(401), 'TOKEN_REFUSED'],
  ['403', status(403), 'FORBIDDEN'],
  ['404', status(404), 'NOT_THIS_INTERFACE'],
  ['429', status(429, { 'retry-after': '60' }), 'LIMITED'],
  ['500', status(500), 'SERVER_ERROR'],
  ['a clock that is a day off', (request, response) => json(page)(request, dated(response)), 'CLOCK_OFF'],
  ['more bytes than any page has', bytes('x'.repeat(2_000_000), 'application/json'), 'TOO_LARGE'],
  ['the list', json(page), 'OK'],
])('a check of a URL that answers with %s says so', async ([, behave, finding]) => {
  await using central = await aBackend(behave);
  await using client = aClient({ url: `${central.url}/base/`, token: 't' });

  expect(await client.check()).toMatchObject({ finding });
  const [list, ...records] = central.received;
  expect(list).toMatchObject({
    path: '/base/devices?page=1&limit=100',
    headers: { authorization: 'Bearer t' },
  });
  // After the list, one device record is read for the name of the organisation.
  const isList = finding === 'OK' || finding === 'CLOCK_OFF';
  expect(records.map(({ path }) => path.split('/').slice(0, 3).join('/'))).toEqual(
    isList ? ['/base/devices'] : [],
  );
});

function dated<Response extends { setHeader(name: string, value: string): unknown }>(
  response: Response,
): Response {
  response.setHeader('date', new Date(Date.now() - 86_400_000).toUTCString());
  return response;
}

test('a check distinguishes a wrong port, a wrong name and an insecure connection', async () => {
  await using plain = await aBackend(json(page));
  await using secure = await aBackend(json(page), await anOwnCertificate());
  await using gone = await aBackend(json(page));
  await gone.goAway();
  const findings: Record<string, string> = {};
  for (const [name, url] of Object.entries({
    'nobody there': gone.url,
    'no such name': 'http://no-such-name.invalid',
    'TLS where none is spoken': plain.url.replace('http:', 'https:'),
    'a certificate that nobody vouches for': secure.url,
  })) {
    await using client = aClient({ url, token: 't' });
    findings[name] = (await client.check()).finding;
  }

  expect(findings).toEqual({
    'nobody there': 'CONNECTION_REFUSED',
    'no such name': 'NAME_UNKNOWN',
    'TLS where none is spoken': 'TLS',
    'a certificate that nobody vouches for': 'TLS',
  });
  expect(secure.received).toEqual([]);
});

test('the token is only sent to the configured address', async () => {
  await using elsewhere = await aBackend(json(page));
  await using central = await aBackend(status(307, { location: `${elsewhere.url}/devices` }));
  await using client = aClient({ url: central.url, token: 'secret' });

  const read = await client.getDevice('a');
  const written = await client.push({ kind: 'configure', ids: ['a'], settings: {} });

  expect([read, written]).toMatchObject([
    { kind: 'broken', fault: { reason: 'REDIRECTED' } },
    { kind: 'broken', fault: { reason: 'REDIRECTED' } },
  ]);
  expect(elsewhere.received).toEqual([]);
});
