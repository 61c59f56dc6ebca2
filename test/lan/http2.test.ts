import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, expect, test } from 'vitest';

import { listLibrary } from '../../shared/contract/content/library.ts';
import { setLan } from '../../shared/contract/network/lan.ts';
import { aLanStation, callOverLan } from '../support/a-lan.ts';
import { openStreams } from '../support/open-streams.ts';

const PASSCODE = 'coral-lagoon-tide';
const { station, url, port } = await aLanStation({ rateLimit: 0 });
await station.call(setLan, { body: { adminPasscode: PASSCODE } });
const entered = await callOverLan(port, {
  method: 'POST',
  path: '/station/session',
  body: { passcode: PASSCODE },
});
const token = String(entered.body['token']);
const tablet = await aBrowser();
afterAll(async () => {
  tablet.close();
  await station[Symbol.asyncDispose]();
});

async function aBrowser(at = url): Promise<ClientHttp2Session> {
  const session = connect(at, { rejectUnauthorized: false });
  await once(session, 'connect');
  return session;
}

function send(session: ClientHttp2Session, headers: Record<string, string>): ClientHttp2Stream {
  const isBare = (headers[':method'] ?? 'GET') === 'GET';
  return session.request({ authorization: `Bearer ${token}`, ...headers }, { endStream: isBare });
}

async function statusOf(requested: ClientHttp2Stream): Promise<number | undefined> {
  const [headers] = (await once(requested, 'response')) as [{ ':status'?: number }];
  return headers[':status'];
}

async function textOf(requested: ClientHttp2Stream): Promise<string> {
  let text = '';
  for await (const chunk of requested.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** Opens the fleet stream; resolves when its snapshot is complete. */
async function follow(session: ClientHttp2Session): Promise<ClientHttp2Stream> {
  const stream = send(session, { ':path': '/station/updates?snapshot=true', accept: 'text/event-stream' });
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await expect.poll(() => text).toContain('event: live');
  return stream;
}

test('a browser speaks HTTP/2, a headset that supports only HTTP/1.1 is answered as before', async () => {
  const answer = await callOverLan(port, { path: '/healthz' });
  const old = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  await once(old, 'secureConnect');
  old.destroy();

  expect(tablet.alpnProtocol).toBe('h2');
  expect(old.alpnProtocol).toBe('http/1.1');
  expect(answer).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('with twelve windows following the fleet over one connection, a thirteenth request is answered', async () => {
  const windows = await Promise.all(Array.from({ length: 12 }, () => follow(tablet)));

  const requested = send(tablet, { ':path': '/station/lan' });

  expect(await statusOf(requested)).toBe(200);
  expect(JSON.parse(await textOf(requested))).toMatchObject({ isOn: true });
  for (const each of windows) each.close();
});

test('fleet updates reach a window over HTTP/2', async () => {
  const window = await follow(tablet);
  let text = '';
  window.on('data', (chunk: string) => (text += chunk));

  const { id } = await station.enrolled();

  await expect.poll(() => text).toContain(id);
  window.close();
});

test('a window that closes releases its stream at the station', async () => {
  const own = await aBrowser();
  await Promise.all([follow(own), follow(own)]);
  expect(await openStreams(station)).toBeGreaterThanOrEqual(2);

  own.destroy();

  await expect.poll(() => openStreams(station)).toBe(0);
});

test('the session of this computer is refused over HTTP/2 as over HTTP/1.1', async () => {
  const launchToken = new URL(station.service.newLaunchUrl()).hash.replace('#launch=', '');
  const { body } = await station.send('POST', '/station/session', { token: null, body: { launchToken } });
  const own = String((body as Record<string, unknown>)['token']);

  const requested = send(tablet, { ':path': '/devices', authorization: `Bearer ${own}` });

  expect(await statusOf(requested)).toBe(403);
});

const [DATA, HEADERS, RST_STREAM, SETTINGS] = [0, 1, 3, 4];

/** A raw frame: Node's own client ends a body before it cancels, browsers do not. Source: RFC 9113, section 4.1. */
function frame(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(streamId, 5);
  return Buffer.concat([head, payload]);
}

/** A raw header field. Source: RFC 7541, section 6.2.2. */
function literal([name, value]: [string, string]): Buffer[] {
  return [Buffer.from([0]), lengthOf(name), Buffer.from(name), lengthOf(value), Buffer.from(value)];
}

function lengthOf({ length }: string): Buffer {
  if (length < 127) return Buffer.from([length]);
  const rest = length - 127;
  return Buffer.from(rest < 128 ? [127, rest] : [127, (rest % 128) + 128, Math.floor(rest / 128)]);
}

test('an interrupted upload over HTTP/2 leaves no file that looks complete', async () => {
  const items = async (): Promise<unknown> => (await station.call(listLibrary, { query: {} })).body.items;
  const arriving = (): string[] => readdirSync(join(station.folder, 'library', 'arriving'));
  const before = await items();
  const line = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  await once(line, 'secureConnect');
  line.resume().write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  line.write(frame(SETTINGS, 0, 0, Buffer.alloc(0)));
  const headers = {
    ':method': 'POST',
    ':scheme': 'https',
    ':authority': `127.0.0.1:${port}`,
    ':path': '/station/library?name=half.mp4&kind=video',
    'content-type': 'application/octet-stream',
    authorization: `Bearer ${token}`,
  };
  line.write(frame(HEADERS, 0x4, 1, Buffer.concat(Object.entries(headers).flatMap(literal))));
  line.write(frame(DATA, 0, 1, Buffer.alloc(16_000, 7)));
  await expect.poll(arriving).not.toEqual([]);

  line.write(frame(RST_STREAM, 0, 1, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])));

  await expect.poll(arriving).toEqual([]);
  expect(await items()).toEqual(before);
  line.destroy();
});

test('an upload over HTTP/2 arrives complete', async () => {
  const requested = send(tablet, {
    ':method': 'POST',
    ':path': '/station/library?name=whole.mp4&kind=video',
    'content-type': 'application/octet-stream',
  });
  requested.end(Buffer.alloc(3_000_000, 7));

  expect(JSON.parse(await textOf(requested))).toMatchObject({ item: { sizeBytes: 3_000_000 } });
});

test('a stopping station closes its connections over HTTP/2', async () => {
  const made = await aLanStation();
  const own = await aBrowser(made.url);
  const ended = once(own, 'close');

  await made.station[Symbol.asyncDispose]();

  await ended;
  expect(own.destroyed).toBe(true);
});
