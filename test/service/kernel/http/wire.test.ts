import { expect, test } from 'vitest';

import { anyText } from '../../../support/any-value.ts';
import { rawBytes, rawRequest } from '../../../support/raw-http.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const authorization = `Bearer ${station.token}`;
const { port } = new URL(station.url);

test.each([
  'evil.example',
  'evil.example:7440',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'evil-localhost',
  '169.254.169.254',
  '192.168.1.10',
  '0.0.0.0',
  '[::2]',
  'user@127.0.0.1',
  '127.0.0.1/x',
  ' ',
])('a request with the host "%s" is refused (DNS rebinding)', async (host) => {
  for (const path of ['/station', '/healthz', '/openapi.json', '/', '/nowhere']) {
    const answer = await rawRequest(station.url, { path, headers: { host, authorization } });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'FORBIDDEN' });
  }
});

test.each(['localhost', `localhost:${port}`, 'LOCALHOST', `127.0.0.1:${port}`, '127.0.0.2', `[::1]:${port}`])(
  'a request with the host "%s" is served',
  async (host) => {
    const answer = await rawRequest(station.url, { path: '/station', headers: { host, authorization } });

    expect(answer.status).toBe(200);
  },
);

test('headers of over 16 KiB are too large', async () => {
  const answer = await rawRequest(station.url, {
    path: '/station',
    headers: { authorization, 'x-padding': 'x'.repeat(17 * 1_024) },
  });

  expect(answer.status).toBe(431);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'VALIDATION_FAILED', message: anyText });
});

test('an address of over 16 KiB is too large', async () => {
  const answer = await rawRequest(station.url, { path: `/devices?x=${'y'.repeat(17 * 1_024)}` });

  expect(answer.status).toBe(431);
});

test('an address of many thousand characters is not found', async () => {
  const answer = await rawRequest(station.url, {
    path: `/devices/${'y'.repeat(10_000)}`,
    headers: { authorization },
  });

  expect(answer.status).toBe(404);
});

test.each([
  'nonsense\r\n\r\n',
  'GET /healthz HTTP/9.9\r\nHost: localhost\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: localhost\r\nNoColon\r\n\r\n',
  'POST /devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n',
  'POST /devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'POST /devices HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /devices HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, nonsense\r\n\r\n0\r\n\r\n',
  '\u0000\u0001\u0002\u0003\r\n\r\n',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n',
])('bytes that are not HTTP get a 400 in the usual form and the connection ends (%#)', async (bytes) => {
  const answer = await rawBytes(station.url, bytes);

  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({
    code: 'VALIDATION_FAILED',
    error: anyText,
    message: anyText,
  });
});

test('a request without a Host is refused', async () => {
  for (const head of ['GET /healthz HTTP/1.1', 'GET /healthz HTTP/1.0', 'GET /healthz HTTP/1.1\r\nHost: ']) {
    const answer = await rawBytes(station.url, `${head}\r\nConnection: close\r\n\r\n`);

    expect([400, 403]).toContain(answer.status);
  }
});

test('the station still answers after all that', async () => {
  expect((await station.send('GET', '/healthz')).status).toBe(200);
});
