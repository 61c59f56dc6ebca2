import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { patchDevice } from '../../../../shared/contract/devices/devices.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const MIB = 1_024 * 1_024;
const writes = [
  ['POST', '/devices'],
  ['POST', '/devices/manual-enrollment'],
  ['POST', '/devices/whatiam'],
  ['PUT', '/devices/nobody'],
  ['PATCH', '/devices/nobody'],
  ['PATCH', '/devices'],
  ['POST', '/station/slots'],
  ['POST', '/station/codes'],
  ['POST', '/station/tokens'],
  ['POST', '/station/enterprises'],
  ['POST', '/station/session'],
  ['POST', '/station/backup'],
] as const;

test.each(writes)('%s %s refuses bodies that are not JSON', async (method, path) => {
  for (const body of [
    'not json',
    '{',
    '{"a":1',
    "{'a':1}",
    '{"a":1}}',
    '\0',
    'NaN',
    '[1,]',
    '{"a":\u0001}',
  ]) {
    const answer = await station.send(method, path, { body });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED'));
    expect(answer).toMatchObject(refusedAt(''));
  }
});

test.each(writes)('%s %s refuses JSON that is not an object', async (method, path) => {
  for (const body of ['null', '[]', '7', '"text"', 'true']) {
    expect(await station.send(method, path, { body })).toMatchObject(refusedAt(''));
  }
});

test.each(writes)('%s %s refuses a body of another type', async (method, path) => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'nonsense',
  ]) {
    const answer = await station.send(method, path, { body: '{}', headers: { 'content-type': type } });
    expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED'));
  }
});

test('JSON is accepted with a charset in its type', async () => {
  const answer = await station.send('POST', '/devices/whatiam', {
    body: { name: 'PICO 4', product: 'p' },
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

  expect(answer.status).toBe(200);
});

test('a request without a body needs no type, and may have one', async () => {
  const { id } = await station.enrolled();

  const without = await station.send('GET', `/devices/${id}`);
  const withType = await station.send('GET', `/devices/${id}`, {
    headers: { 'content-type': 'application/json' },
  });
  const emptyWrite = await station.send('PUT', `/devices/${id}`, {
    body: '',
    headers: { 'content-type': 'application/json' },
  });
  const emptyDelete = await station.send('DELETE', `/devices/${id}`, {
    body: '',
    headers: { 'content-type': 'application/json' },
  });

  for (const answer of [without, withType, emptyWrite, emptyDelete]) expect(answer.status).toBe(200);
});

test('a key that targets an object’s prototype is ignored, and the rest of the body is used', async () => {
  const { id } = await station.enrolled();

  for (const body of [
    '{"__proto__":{"label":"x"}}',
    '{"license":{"__proto__":{"level":"x"}}}',
    '{"constructor":{"prototype":{"label":"x"}}}',
    '{"description":"kept","__proto__":null}',
  ]) {
    expect((await station.send('PATCH', `/devices/${id}`, { body })).status).toBe(200);
  }
  expect(({} as { label?: unknown }).label).toBeUndefined();
  expect(await station.send('GET', `/devices/${id}`)).toMatchObject({
    body: { label: 'A-01', description: 'kept' },
  });
});

test('a body of over 8 MiB is too large and nothing of it is applied, with a length or chunked', async () => {
  const { id } = await station.enrolled();
  const body = JSON.stringify({ label: 'never', padding: 'x'.repeat(8 * MIB) });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${station.token}` };
  const request = { method: 'PATCH', path: `/devices/${id}`, body } as const;

  const announced = await rawRequest(station.url, {
    ...request,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  });
  const inPieces = await rawRequest(station.url, {
    ...request,
    headers: { ...headers, 'transfer-encoding': 'chunked' },
  });

  for (const { status, body: text } of [announced, inPieces]) {
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'BATCH_TOO_LARGE' });
  }
  expect(await station.send('GET', `/devices/${id}`)).toMatchObject({ body: { label: 'A-01' } });
});

test('a body of exactly 8 MiB is read', async () => {
  const { id } = await station.enrolled();
  const frame = JSON.stringify({ label: 'large', padding: '' });
  const body = JSON.stringify({ label: 'large', padding: 'x'.repeat(8 * MIB - frame.length) });

  const answer = await station.send('PATCH', `/devices/${id}`, { body });

  expect(answer.status).toBe(200);
});

test('a body of millions of values is refused before it is parsed, also as gzip', async () => {
  const { id } = await station.enrolled();
  const body = `{"label":"never","padding":[${'{},'.repeat(2_000_000)}{}]}`;
  const gzip = {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${station.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(body),
  };

  const plain = await station.send('PATCH', `/devices/${id}`, { body });
  const packed = await fetch(`${station.url}/devices/${id}`, gzip);

  expect(plain).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect(gzip.body.length).toBeLessThan(16_384);
  expect(packed.status).toBe(413);
  expect(await station.send('GET', `/devices/${id}`)).toMatchObject({ body: { label: 'A-01' } });
});

test('a hundred thousand levels with as many keys that target a prototype are read in one go', async () => {
  const { id } = await station.enrolled();
  const count = 100_000;
  const deep = `${'['.repeat(count)}${'{"__proto__":1},'.repeat(count)}1${']'.repeat(count)}`;

  const answer = await station.send('PATCH', `/devices/${id}`, { body: `{"label":"deep","x":${deep}}` });

  expect(answer).toMatchObject({ status: 200, body: { label: 'deep' } });
});

test('commas and brackets in a text do not count as values', async () => {
  const { id } = await station.enrolled();
  const label = '[{,"\\';
  const body = JSON.stringify({ padding: label.repeat(200_000), label });

  expect(await station.send('PATCH', `/devices/${id}`, { body })).toMatchObject({
    status: 200,
    body: { label },
  });
});

test('without a token gzip and large bodies are refused', async () => {
  const path = '/apk-details/lookup';
  const good = '{"packageNames":["org.example.app"]}';
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const packed = await fetch(station.url + path, { method: 'POST', headers, body: gzipSync(good) });
  const large = { packageNames: [], padding: 'x'.repeat(MIB / 4) };

  expect(packed.status).toBe(400);
  expect((await station.send('POST', path, { token: null, body: good })).status).toBe(200);
  expect(await station.send('POST', path, { token: null, body: large })).toMatchObject(
    refused(413, 'BATCH_TOO_LARGE'),
  );
});

test('a missing token is refused before the body is read', async () => {
  const answer = await station.send('PATCH', '/devices', { body: 'not json', token: null });

  expect(answer).toMatchObject(refused(401, 'UNAUTHENTICATED'));
});

test('ten thousand levels of nesting do no harm, in an ignored field and in a known one', async () => {
  const { id } = await station.enrolled();
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;

  const ignored = await station.send('PATCH', `/devices/${id}`, { body: `{"label":"ok","x":${deep}}` });
  const used = await station.send('PATCH', `/devices/${id}`, { body: `{"label":${deep}}` });

  expect(ignored.status).toBe(200);
  expect(used).toMatchObject(refusedAt('label'));
});

test('at most twenty paths are named if a request has many errors', async () => {
  const answer = await station.send('POST', '/devices/lookup', {
    body: { ids: Array.from({ length: 500 }, () => 7) },
  });

  expect(answer.status).toBe(400);
  expect((answer.body as { details: unknown[] }).details).toHaveLength(20);
});

test('a body whose bytes are not UTF-8 does no harm', async () => {
  const { id } = await station.enrolled();

  const answer = await rawRequest(station.url, {
    method: 'PATCH',
    path: `/devices/${id}`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${station.token}` },
    body: Buffer.from([0x7b, 0x22, 0x6c, 0x61, 0x62, 0x65, 0x6c, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  });

  expect(answer.status).toBeLessThan(500);
  expect((await station.call(patchDevice, { params: { deviceId: id }, body: {} })).status).toBe(200);
});
