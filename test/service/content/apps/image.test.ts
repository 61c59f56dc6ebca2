import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { aBackend, type Behaviour, bytes, status } from '../../../support/a-backend.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { refused } from '../../../support/refused.ts';
import { anAnimation, aPicture, describePicture } from './an-image.ts';

const HOUR_MS = 3_600_000;
const PACKAGE = 'com.example.solar';

const ask = (station: TestStation, packageName = PACKAGE, headers: Record<string, string> = {}) =>
  station.call(contract.getApplicationImage, { token: null, params: { packageName }, headers });

test.for(['png', 'jpeg', 'webp', 'gif'] as const)('a %s leaves the station as WebP', async (format) => {
  await using backend = await aBackend(bytes(await aPicture(format), `image/${format}`));
  await using station = await aStation({ webInterface: `${backend.url}/web` });

  const { status: code, headers, body } = await ask(station);

  expect(code).toBe(200);
  expect(headers.get('content-type')).toBe('image/webp');
  expect(await describePicture(body)).toMatchObject({ format: 'webp', width: 64, height: 48, pages: 1 });
  expect(backend.received).toMatchObject([{ method: 'GET', path: `/web/apk-details/image/${PACKAGE}` }]);
});

test('an image’s type is detected from its bytes, whatever its header says', async () => {
  const png = await aPicture('png');
  for (const type of ['image/jpeg', 'application/octet-stream', 'image/x-icon']) {
    await using backend = await aBackend(bytes(png, type));
    await using station = await aStation({ webInterface: backend.url });
    expect((await ask(station)).status).toBe(200);
  }
});

test('a large image is scaled down to at most 512 pixels, in its proportions; a small one stays unchanged', async () => {
  await using backend = await aBackend(
    bytes(await aPicture('jpeg', { width: 2_000, height: 500 }), 'image/jpeg'),
  );
  await using station = await aStation({ webInterface: backend.url });

  expect(await describePicture((await ask(station)).body)).toMatchObject({ width: 512, height: 128 });
  backend.behave = bytes(await aPicture('png', { width: 3, height: 5 }), 'image/png');
  expect(await describePicture((await ask(station, 'com.small')).body)).toMatchObject({
    width: 3,
    height: 5,
  });
});

test.for(['gif', 'webp'] as const)('of an animated %s the first frame is kept', async (format) => {
  await using backend = await aBackend(bytes(await anAnimation(format), `image/${format}`));
  await using station = await aStation({ webInterface: backend.url });

  const picture = await describePicture((await ask(station)).body);

  expect(picture).toMatchObject({ format: 'webp', width: 16, height: 16, pages: 1 });
  expect(picture.strongest).toBe(picture.colour.red);
});

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
/** A PNG whose header claims 60,000 by 60,000 pixels. */
function aBomb(png: Buffer): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  return bomb;
}
const UNREADABLE: readonly (readonly [string, () => Promise<Behaviour>])[] = [
  ['an SVG', () => Promise.resolve(bytes(SVG, 'image/svg+xml'))],
  ['an SVG that says it is a PNG', () => Promise.resolve(bytes(SVG, 'image/png'))],
  ['a page', () => Promise.resolve(bytes('<p>Log in', 'text/html'))],
  ['a page that says it is an image', () => Promise.resolve(bytes('<p>Log in', 'image/png'))],
  ['nothing', () => Promise.resolve(bytes('', 'image/png'))],
  [
    'half an image',
    async () => bytes((await aPicture('png', { width: 300, height: 300 })).subarray(0, 200), 'image/png'),
  ],
  ['a TIFF', async () => bytes(await aPicture('tiff'), 'image/tiff')],
  ['an AVIF', async () => bytes(await aPicture('avif'), 'image/avif')],
  ['more pixels than any screen', async () => bytes(aBomb(await aPicture('png')), 'image/png')],
  ['more than 8 MiB', () => Promise.resolve(bytes(Buffer.alloc(8 * 1024 * 1024 + 1), 'image/png'))],
  ['an error', () => Promise.resolve(status(500))],
  ['a refusal', () => Promise.resolve(status(403))],
  ['an address elsewhere', () => Promise.resolve(status(302, { location: 'http://127.0.0.1:1/' }))],
  ['a broken connection', () => Promise.resolve((_received, response) => void response.destroy())],
];

test.for(UNREADABLE)(
  'a backend that sends %s has failed: 502; the next image is served anyway',
  async ([, behave]) => {
    const clock = new ManualClock();
    await using backend = await aBackend(await behave());
    await using station = await aStation({ webInterface: backend.url, clock });

    expect(await ask(station)).toMatchObject(refused(502, 'WEB_INTERFACE_FAILED'));

    backend.behave = bytes(await aPicture('png'), 'image/png');
    clock.advance(10_000);
    expect((await ask(station)).status).toBe(200);
  },
);

test('an unknown image is 404, and not requested again within five minutes', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(status(404));
  await using station = await aStation({ webInterface: backend.url, clock });

  expect(await ask(station)).toMatchObject(refused(404, 'IMAGE_NOT_FOUND'));
  backend.behave = bytes(await aPicture('png'), 'image/png');
  clock.advance(299_000);
  expect((await ask(station)).status).toBe(404);
  clock.advance(2_000);
  expect((await ask(station)).status).toBe(200);
});

test('without a backend an image is 404, and so is an invalid package name', async () => {
  await using station = await aStation();

  expect(await ask(station)).toMatchObject(refused(404, 'IMAGE_NOT_FOUND'));
  for (const name of ['..', '%2e%2e%2fx', '1abc', 'a..b', 'a'.repeat(257)]) {
    expect((await station.send('GET', `/apk-details/image/${name}`, { token: null })).status).toBe(404);
  }
});

test('an image is fetched once, and survives a restart and a day without the backend', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(bytes(await aPicture('png'), 'image/png'));
  await using station = await aStation({ webInterface: backend.url, clock });
  const first = await ask(station);
  await station.restart();

  const second = await ask(station);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(backend.received).toHaveLength(1);

  clock.advance(25 * HOUR_MS);
  await backend.goAway();
  const stale = await ask(station);
  expect(stale).toMatchObject({ status: 200, body: first.body });
  expect(stale.headers.get('cache-control')).toBe('public, max-age=60');

  await station.restart({ webInterface: undefined });
  expect(await ask(station)).toMatchObject({ status: 200, body: first.body });
});

test('many concurrent requests for the same image cause one request', async () => {
  const waiting: (() => void)[] = [];
  const png = await aPicture('png');
  await using backend = await aBackend((received, response) => {
    waiting.push(() => bytes(png, 'image/png')(received, response));
  });
  await using station = await aStation({ webInterface: backend.url });

  const asking = Array.from({ length: 20 }, () => ask(station));
  // The last of twenty has arrived once the station has answered a later request.
  while (waiting.length === 0) await station.send('GET', '/healthz', { token: null });
  await station.send('GET', '/healthz', { token: null });
  for (const answer of waiting) answer();

  expect((await Promise.all(asking)).map(({ status: code }) => code)).toEqual(asking.map(() => 200));
  expect(backend.received).toHaveLength(1);
});

test.for([
  ['ETag', { etag: 'W/"v1"' }, 'if-none-match', 'W/"v1"'],
  [
    'Last-Modified',
    { 'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT' },
    'if-modified-since',
    'Sat, 21 Nov 2026 10:00:00 GMT',
  ],
] as const)(
  'a day later the backend is asked by its %s whether the image changed',
  async ([, sent, condition, value]) => {
    const clock = new ManualClock();
    await using backend = await aBackend(bytes(await aPicture('png'), 'image/png', sent));
    await using station = await aStation({ webInterface: backend.url, clock });
    const first = await ask(station);
    backend.behave = status(304);

    clock.advance(24 * HOUR_MS);
    expect(await ask(station)).toMatchObject({ status: 200, body: first.body });
    clock.advance(23 * HOUR_MS);
    expect((await ask(station)).status).toBe(200);

    expect(backend.received).toHaveLength(2);
    expect(backend.received[1]?.headers[condition]).toBe(value);
  },
);

test('a changed image is replaced, and a removed one is deleted', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(bytes(await aPicture('png'), 'image/png'));
  await using station = await aStation({ webInterface: backend.url, clock });
  const first = await ask(station);

  clock.advance(24 * HOUR_MS);
  backend.behave = bytes(await aPicture('png', { width: 9, height: 9 }, '#cc0000'), 'image/png');
  const second = await ask(station);
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
  expect(await describePicture(second.body)).toMatchObject({ width: 9 });

  clock.advance(24 * HOUR_MS);
  backend.behave = status(404);
  expect((await ask(station)).status).toBe(404);
  backend.behave = status(500);
  expect((await ask(station)).status).toBe(404);
});

test('304 without a condition is not valid', async () => {
  await using backend = await aBackend(status(304));
  await using station = await aStation({ webInterface: backend.url });

  expect(await ask(station)).toMatchObject(refused(502, 'WEB_INTERFACE_FAILED'));
});

test('a conditional request gets 304; HEAD answers as GET does, without the bytes', async () => {
  await using backend = await aBackend(bytes(await aPicture('png'), 'image/png'));
  await using station = await aStation({ webInterface: backend.url });
  const first = await ask(station);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);

  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await ask(station, PACKAGE, { 'if-none-match': known });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect(again.headers.get('etag')).toBe(etag);
  }
  expect((await ask(station, PACKAGE, { 'if-none-match': '"other"' })).status).toBe(200);

  const head = await rawRequest(station.url, { method: 'HEAD', path: `/apk-details/image/${PACKAGE}` });
  expect(head).toMatchObject({ status: 200, body: '' });
  expect(head.headers).toContain(`content-length\n${String(first.body.length)}`);
  expect(backend.received).toHaveLength(1);
});

test('one address may request 600 images a minute', async () => {
  await using station = await aStation();
  for (let count = 0; count < 600; count += 1) expect((await ask(station)).status).toBe(404);

  expect(await ask(station)).toMatchObject(refused(429, 'RATE_LIMITED'));
});

test('images beyond 32 MiB are evicted, those confirmed longest ago first', async () => {
  await using backend = await aBackend(bytes(await aPicture('png'), 'image/png'));
  await using station = await aStation({ webInterface: backend.url });
  await station.service.stop();
  keepImages(station.folder, 40, 1024 * 1024);

  await station.restart();
  expect((await ask(station)).status).toBe(200);

  const stored = storedImages(station.folder);
  expect(stored.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(stored.map(({ packageName }) => packageName)).toEqual([
    PACKAGE,
    ...Array.from({ length: 31 }, (_, index) => `com.kept.n${String(39 - index)}`),
  ]);
});

/** Writes images of these sizes into the store of a stopped station, the first the oldest. */
function keepImages(folder: string, count: number, sizeBytes: number): void {
  using db = closing(new Database(join(folder, 'muster.db')));
  const put = db.prepare(
    `INSERT INTO application_image (package_name, etag, checked_at_ms, size_bytes, bytes) VALUES (?, '"x"', ?, ?, zeroblob(?))`,
  );
  for (let index = 0; index < count; index += 1)
    put.run(`com.kept.n${String(index)}`, index, sizeBytes, sizeBytes);
}

/** Returns the images in the store, the newest first. */
function storedImages(folder: string): { packageName: string; sizeBytes: number }[] {
  using db = closing(new Database(join(folder, 'muster.db'), { readonly: true }));
  return db
    .prepare<[], { packageName: string; sizeBytes: number }>(
      'SELECT package_name AS packageName, size_bytes AS sizeBytes FROM application_image ORDER BY checked_at_ms DESC',
    )
    .all();
}
