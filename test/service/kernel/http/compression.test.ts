import { gunzipSync, gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { request } from 'undici';

import { aStation, type TestStation } from '../../../support/a-station.ts';

type Sent = { readonly body?: Buffer; readonly headers?: Readonly<Record<string, string>> };

/** Like a client that does not decompress automatically. */
async function send(station: TestStation, method: 'GET' | 'PUT' | 'POST', path: string, sent: Sent = {}) {
  const answer = await request(station.url + path, {
    method,
    headers: {
      authorization: `Bearer ${station.token}`,
      'content-type': 'application/json',
      ...sent.headers,
    },
    body: sent.body ?? null,
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

const asGzip = { 'content-encoding': 'gzip' };
const takesGzip = { 'accept-encoding': 'gzip' };

test('a central sends large answers as gzip to clients that accept it, and advertises that it accepts gzip bodies', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  await central.slots(60, 'A-');
  const path = '/devices?limit=100';

  const packed = await send(central, 'GET', path, { headers: takesGzip });
  const plain = await send(central, 'GET', path);
  const small = await send(central, 'GET', '/healthz', { headers: takesGzip });

  expect(packed.headers).toMatchObject({
    'content-encoding': 'gzip',
    'accept-encoding': 'gzip',
    vary: 'accept-encoding',
  });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(small.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.bytes.toString());
  expect(packed.bytes.length * 4).toBeLessThan(plain.bytes.length);
});

test('an answer that is generated piece by piece is sent as gzip too', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const ids = (await central.slots(40, 'A-')).map(({ id }) => id);

  const packed = await send(central, 'POST', '/station/records', {
    headers: takesGzip,
    body: Buffer.from(JSON.stringify({ ids })),
  });

  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toHaveLength(40);
});

test('on loopback nothing is compressed', async () => {
  await using station = await aStation();
  await station.slots(60, 'A-');

  const answer = await send(station, 'GET', '/devices?limit=100', { headers: takesGzip });

  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['accept-encoding']).toBeUndefined();
});

test('a gzip body is read; an invalid, unknown or too large one is refused', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const [slot] = await central.slots(1, 'A-');
  const path = `/devices/${slot?.id ?? ''}/configure`;
  const put = (body: Buffer, headers: Readonly<Record<string, string>>) =>
    send(central, 'PUT', path, { body, headers });

  expect((await put(gzipSync('{"volume":31}'), asGzip)).status).toBe(200);
  expect((await put(Buffer.from('{"volume":32}'), asGzip)).status).toBe(400);
  expect((await put(Buffer.from('{"volume":33}'), { 'content-encoding': 'br' })).status).toBe(400);
  expect((await put(gzipSync('{"volume":'), asGzip)).status).toBe(400);
  const bomb = gzipSync(Buffer.alloc(64 * 1_024 * 1_024, ' '));
  expect(bomb.length).toBeLessThan(100_000);
  expect((await put(bomb, asGzip)).status).toBe(413);

  const read = await send(central, 'GET', `/devices/${slot?.id ?? ''}`);
  expect(JSON.parse(read.bytes.toString())).toMatchObject({ settings: { volume: 31 } });
});

test('with a preference for minimal answers the answer names only the device and its version, and the request is executed anyway', async () => {
  await using central = await aStation({ role: 'central', rateLimit: 0 });
  const [slot] = await central.slots(1, 'A-');
  const id = slot?.id ?? '';
  const minimal = { prefer: 'return=minimal' };
  const body = (value: object): Buffer => Buffer.from(JSON.stringify(value));

  const configured = await send(central, 'PUT', `/devices/${id}/configure`, {
    headers: minimal,
    body: body({ volume: 5 }),
  });
  const tagged = await send(central, 'PUT', `/devices/${id}/metadata/school`, {
    headers: minimal,
    body: body({ room: 'B12' }),
  });
  const reported = await send(central, 'PUT', `/devices/${id}`, {
    headers: minimal,
    body: body({ events: [{ eventId: 'e1', type: 'APP_STARTED', timestamp: Date.now() }] }),
  });

  const read = JSON.parse((await send(central, 'GET', `/devices/${id}`)).bytes.toString()) as {
    readonly revision: number;
  };
  expect(configured.headers).toMatchObject({
    'preference-applied': 'return=minimal',
    etag: `"${String(read.revision - 1)}"`,
  });
  expect(JSON.parse(configured.bytes.toString())).toEqual({
    device: { id, revision: read.revision - 1 },
    success: true,
  });
  expect(JSON.parse(tagged.bytes.toString())).toEqual({ id, revision: read.revision });
  expect(JSON.parse(reported.bytes.toString())).toEqual({ id, acknowledged: ['e1'], rejected: [] });
  expect(read).toMatchObject({ settings: { volume: 5 }, metadata: { school: { room: 'B12' } } });
});
