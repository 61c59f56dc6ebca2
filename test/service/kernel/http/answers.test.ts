import { expect, test } from 'vitest';
import { z } from 'zod';

import { getHealth } from '../../../../shared/contract/operations/station.ts';
import { fillPath, OPERATIONS, tokenFor } from '../../hostile/operations.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const errorBody = z.strictObject({
  error: z.string().min(1),
  message: z.string().min(1),
  code: z.string().regex(/^[A-Z][A-Z_]+$/),
  details: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
  requestId: z.string().min(1),
});

test('every refusal has error and message with the same text, a code, and its request id', async () => {
  for (const answer of [
    await station.send('GET', '/devices/nobody'),
    await station.send('GET', '/devices', { token: null }),
    await station.send('GET', '/devices', { token: 'forged' }),
    await station.send('GET', '/nowhere'),
    await station.send('POST', '/devices', { body: 'not json' }),
    await station.send('POST', '/station/slots', { body: {} }),
    await station.send('GET', '/devices?page=0'),
  ]) {
    const body = errorBody.parse(answer.body);
    expect(body.error).toBe(body.message);
    expect(body.requestId).toBe(answer.headers.get('x-request-id'));
  }
});

test('every answer has its own request id, chosen by the station', async () => {
  const paths = [
    '/healthz',
    '/station',
    '/devices',
    '/nowhere',
    '/devices/nobody',
    '/openapi.json',
    '/metrics',
  ];

  const ids = await Promise.all(
    paths.map(async (path) => {
      const { headers } = await station.send('GET', path, { headers: { 'x-request-id': 'mine' } });
      return headers.get('x-request-id');
    }),
  );

  expect(ids).not.toContain('mine');
  for (const id of ids) expect(id).toMatch(/^[\w-]+$/);
  expect(new Set(ids).size).toBe(paths.length);
});

test.each([
  ['GET', '/nowhere'],
  ['POST', '/devices/nobody/nowhere'],
  ['OPTIONS', '/nowhere'],
  ['GET', '//devices'],
  ['GET', '/DEVICES'],
])('%s %s is not found, with a token and without', async (method, path) => {
  for (const token of [station.token, null]) {
    const answer = await station.send(method, path, { token });
    expect(answer).toMatchObject(refused(404, 'NOT_FOUND'));
  }
});

test.each([
  ['DELETE', '/devices', 'GET, HEAD, OPTIONS, PATCH, POST'],
  ['PUT', '/healthz', 'GET, HEAD, OPTIONS'],
  ['POST', '/devices/nobody?x=1', 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
  ['DELETE', '/metrics', 'GET, HEAD, OPTIONS'],
  ['PUT', '/station/updates', 'GET, HEAD, OPTIONS'],
])('%s %s is not allowed, and the answer lists the methods that are', async (method, path, allowed) => {
  for (const token of [station.token, null]) {
    const answer = await station.send(method, path, { token });
    expect(answer).toMatchObject(refused(405, 'METHOD_NOT_ALLOWED'));
    expect(answer.headers.get('allow')).toBe(allowed);
  }
});

test('OPTIONS lists the methods of an address, and needs no token', async () => {
  const answer = await station.send('OPTIONS', '/devices', { token: null });

  expect(answer.status).toBe(204);
  expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PATCH, POST');
});

const headset = await station.enrolled();
const reads = OPERATIONS.filter(({ operation }) => operation.method === 'GET');

test.each(reads)('HEAD of $name has the status and type of GET, and no body', async ({ operation }) => {
  const url = station.url + fillPath(operation.path, { deviceId: headset.id });
  const token = tokenFor(operation, { enterprise: station.token, device: headset.token });
  const headers = { authorization: `Bearer ${token}` };
  const stop = new AbortController();

  const get = await fetch(url, { headers, signal: stop.signal });
  const head = await fetch(url, { method: 'HEAD', headers });

  expect(head.status).toBe(get.status);
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
  expect(await head.text()).toBe('');
  stop.abort();
});

test('HEAD needs the token that GET needs', async () => {
  expect((await station.send('HEAD', '/devices', { token: null })).status).toBe(401);
});

test('an address that is not a URL path is not found', async () => {
  for (const path of ['/devices/%', '/devices/%zz', '/devices/%c3%28', '/%']) {
    expect((await station.send('GET', path)).status).toBe(404);
  }
});

test('other web pages may not read answers: no cross-origin headers are sent', async () => {
  const headers = { origin: 'https://evil.example' };

  const answer = await station.send('GET', '/station', { headers });
  const preflight = await station.send('OPTIONS', '/station', {
    headers: { ...headers, 'access-control-request-method': 'GET' },
  });

  expect(answer.status).toBe(200);
  expect([...answer.headers.keys(), ...preflight.headers.keys()].join(' ')).not.toContain('access-control');
});

test('answers are never sniffed as another type', async () => {
  const { headers } = await station.send('GET', '/station');

  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('the health answer needs no token and contains nothing else', async () => {
  expect(await station.call(getHealth, { token: null })).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
  expect(await station.call(getHealth, { token: 'forged' })).toMatchObject({ status: 200 });
});

test('a text in the address is not returned as markup', async () => {
  const answer = await station.send('GET', '/devices/%3Cscript%3E');

  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
});
