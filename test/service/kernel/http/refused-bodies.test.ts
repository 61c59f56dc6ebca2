import { once } from 'node:events';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';

import { drainBody } from '../../../../main/service/kernel/http/drain.ts';
import { aLanStation } from '../../../support/a-lan.ts';
import { aStation } from '../../../support/a-station.ts';

/** Number of attempts for each refusal, since a lost reply depends on timing. */
const TRIES = 3;
const BODY = Buffer.alloc(12 * 1_024 * 1_024, 0x20);

const { station, url: lanUrl } = await aLanStation({ rateLimit: 0 });
const limited = await aStation({ rateLimit: 1 });
const device = await station.enrolled();
afterAll(async () => {
  await limited[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

/** Uses up what the limited station allows in this minute: each attempt may take a while. */
async function useUp(url: string): Promise<void> {
  if (url === limited.url) await limited.send('GET', '/devices');
}

const json = { 'content-type': 'application/json' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Refusals of a request whose body is still arriving. */
const REFUSALS = [
  { status: 413, path: '/devices', headers: { ...json, ...bearer(station.token) } },
  { status: 401, path: '/devices', headers: json },
  { status: 403, path: '/devices', headers: { ...json, ...bearer(device.token) } },
  // A type that is none: 415 in HTTP, 400 in the documented interface.
  { status: 400, path: '/devices', headers: { 'content-type': ';;', ...bearer(station.token) } },
  { status: 404, path: '/nowhere', headers: { ...json, ...bearer(station.token) } },
  { status: 429, path: '/devices', headers: { ...json, ...bearer(limited.token) }, url: limited.url },
] as const;
const everyRefusal = REFUSALS.flatMap((each) => [
  { ...each, length: 'announced' as const },
  { ...each, length: 'chunked' as const },
]);

function head(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`PATCH ${path} HTTP/1.1`, 'host: 127.0.0.1', ...lines, '', ''].join('\r\n');
}

/** Sends the whole request before it reads anything, like simple HTTP clients do; returns the reply. */
async function sendThenRead(url: string, path: string, headers: Readonly<Record<string, string>>) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const isChunked = 'transfer-encoding' in headers;
  socket.write(head(path, headers));
  if (isChunked) socket.write(`${BODY.length.toString(16)}\r\n`);
  socket.write(BODY);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(isChunked ? '\r\n0\r\n\r\n' : '', () => resolve());
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await expect.poll(() => text).toMatch(/\}$/);
  socket.destroy();
  return {
    status: Number(text.split(' ')[1]),
    body: JSON.parse(text.split('\r\n\r\n', 2)[1] ?? '') as unknown,
  };
}

test.each(everyRefusal)(
  'over HTTP/1.1 a client that sends everything first receives $status for $path, $length',
  async ({ status, path, headers, length, ...rest }) => {
    const size: Record<string, string> =
      length === 'announced' ? { 'content-length': String(BODY.length) } : { 'transfer-encoding': 'chunked' };
    const url = 'url' in rest ? rest.url : station.url;

    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      await useUp(url);
      const answer = await sendThenRead(url, path, { ...headers, ...size });
      expect(answer.status).toBe(status);
      expect(answer.body).toHaveProperty('code');
    }
  },
);

test.each(everyRefusal)(
  'fetch receives $status for $path, $length',
  async ({ path, headers, length, ...rest }) => {
    const url = 'url' in rest ? rest.url : station.url;

    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      await useUp(url);
      const stream = new ReadableStream({
        pull(controller) {
          controller.enqueue(BODY);
          controller.close();
        },
      });
      const sent = length === 'announced' ? { body: BODY } : { body: stream, duplex: 'half' as const };
      const answer = await fetch(url + path, { method: 'PATCH', headers, ...sent });
      expect(answer.status).toBe(rest.status);
      expect(await answer.json()).toHaveProperty('code');
    }
  },
);

/** Sends the body over HTTP/2; returns the whole reply. */
async function sendOverHttp2(
  session: ClientHttp2Session,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number | undefined; body: unknown }> {
  const requested = session.request({ ':method': 'PATCH', ':path': path, ...headers });
  requested.end(BODY);
  const [received] = (await once(requested, 'response')) as [{ ':status'?: number }];
  let text = '';
  for await (const chunk of requested.setEncoding('utf8')) text += String(chunk);
  return { status: received[':status'], body: JSON.parse(text) };
}

test.each(everyRefusal.filter((each) => !('url' in each)))(
  'over HTTP/2 the reply $status for $path arrives, $length',
  async ({ status, path, headers, length }) => {
    const session = connectHttp2(lanUrl, { rejectUnauthorized: false, maxSessionMemory: 64 });
    const size: Record<string, string> =
      length === 'announced' ? { 'content-length': String(BODY.length) } : {};

    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const answer = await sendOverHttp2(session, path, { ...headers, ...size });
      expect(answer.status).toBe(status);
      expect(answer.body).toHaveProperty('code');
    }

    session.close();
    await once(session, 'close');
  },
);

test('the connection stays usable once the rest of a refused body has arrived', async () => {
  const socket = connect(Number(new URL(station.url).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(head('/devices', { ...json, 'content-length': String(BODY.length) }));
  socket.write(BODY);
  await expect.poll(() => text).toContain('401');

  socket.write('GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');

  await expect.poll(() => text).toContain('HTTP/1.1 200');
  socket.destroy();
});

/** A server that refuses every request and then drains it within these limits. */
async function aRefusingServer(limits: { drainMs: number; maxBytes: number; lastMs: number }) {
  const server = createServer((incoming, response) => {
    drainBody(incoming, limits);
    response.writeHead(403).end('refused');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, [Symbol.dispose]: () => void server.close() };
}

const LONG_MS = 600_000;

test.each([
  ['stops sending', { drainMs: 50, maxBytes: 1e9, lastMs: LONG_MS }, 10],
  ['sends without end', { drainMs: LONG_MS, maxBytes: 100_000, lastMs: 50 }, 10_000_000],
])(
  'a client that %s after the refusal is disconnected, and has received the reply',
  async (_, limits, size) => {
    using server = await aRefusingServer(limits);
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    // A reset is one way to be disconnected.
    socket.on('error', () => undefined);

    socket.write(head('/', { 'content-length': '1000000000' }));
    socket.write(Buffer.alloc(size));
    await new Promise((resolve) => socket.once('close', resolve));

    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*refused/);
  },
);
