import { expect, test } from 'vitest';

import { getContent, getContentPieces } from '../../../../shared/contract/content/library-serving.ts';
import { PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import { aContent, digestOf, someBytes, type TestContent } from '../../../support/a-content.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const SIZE = 1_000;

const station = await aSharedStation();
const content = aContent(station, { bytes: someBytes(SIZE) });
const empty = aContent(station, { bytes: Buffer.alloc(0), name: 'empty.bin' });
const etag = `"${content.sha256}"`;

/** Downloads as the organisation, byte for byte. */
async function fetchContent(headers: Record<string, string> = {}, of: TestContent = content, method = 'GET') {
  const response = await fetch(station.url + of.path, {
    method,
    headers: { authorization: `Bearer ${station.token}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test('a whole content has its length, its tag, its digest and a cache lifetime', async () => {
  const { status, headers, bytes } = await fetchContent();

  expect(status).toBe(200);
  expect(bytes.equals(content.bytes)).toBe(true);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-length': String(SIZE),
    'content-type': 'application/vnd.android.package-archive',
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, immutable, max-age=31536000',
    'repr-digest': `sha-256=:${Buffer.from(content.sha256, 'hex').toString('base64')}:`,
    'content-disposition': `attachment; filename="lab.apk"; filename*=UTF-8''lab.apk`,
    'x-content-type-options': 'nosniff',
  });
  expect(headers.get('x-request-id')).not.toBeNull();
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=0-499', 0, 499],
  ['bytes=500-', 500, 999],
  ['bytes=0-', 0, 999],
  ['bytes=999-', 999, 999],
  ['bytes=999-999', 999, 999],
  ['bytes=990-5000', 990, 999],
  ['bytes=0-99999999999999999999', 0, 999],
  ['bytes=-1', 999, 999],
  ['bytes=-100', 900, 999],
  ['bytes=-1000', 0, 999],
  ['bytes=-5000', 0, 999],
  ['Bytes=10-19', 10, 19],
  ['bytes= 10-19 ', 10, 19],
  ['bytes=10-19,', 10, 19],
  ['bytes=007-0010', 7, 10],
])('the range %s is answered with the bytes %i to %i', async (range, start, end) => {
  const { status, headers, bytes } = await fetchContent({ range });

  expect(status).toBe(206);
  expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/${SIZE}`);
  expect(headers.get('content-length')).toBe(String(end - start + 1));
  expect(headers.get('etag')).toBe(etag);
  expect(bytes.equals(content.bytes.subarray(start, end + 1))).toBe(true);
});

test.each([
  'bytes=0-1,5-6',
  'bytes=0-0,-1',
  'bytes=5-4',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=1-2-3',
  'bytes=+1-2',
  'bytes=0x1-2',
  'bytes 0-1',
  'items=0-1',
  'bytes=--1',
  'none',
])('the range %s is answered with the whole content', async (range) => {
  const { status, headers, bytes } = await fetchContent({ range });

  expect(status).toBe(200);
  expect(headers.get('content-range')).toBeNull();
  expect(bytes.equals(content.bytes)).toBe(true);
});

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=99999999999999999999-', 'bytes=-0'])(
  'the range %s is outside the content',
  async (range) => {
    const answer = await station.call(getContent, {
      params: { sha256: content.sha256, name: content.name },
      headers: { range },
    });

    expect(answer).toMatchObject(refused(416, 'RANGE_NOT_SATISFIABLE'));
    expect(answer.headers.get('content-range')).toBe(`bytes */${SIZE}`);
  },
);

test('an empty content is sent completely, and has no valid range', async () => {
  const whole = await fetchContent({}, empty);
  const end = await fetchContent({ range: 'bytes=-5' }, empty);
  const begin = await fetchContent({ range: 'bytes=0-' }, empty);

  expect([whole.status, whole.headers.get('content-length'), whole.bytes.length]).toEqual([200, '0', 0]);
  expect([end.status, end.bytes.length]).toEqual([200, 0]);
  expect(begin.status).toBe(416);
});

test.each([
  [etag, 206],
  ['"another"', 200],
  [`W/${etag}`, 200],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ['', 200],
])('a range under If-Range %s is answered with %i', async (ifRange, status) => {
  const answer = await fetchContent({ range: 'bytes=10-', 'if-range': ifRange });

  expect(answer.status).toBe(status);
  expect(answer.bytes.length).toBe(status === 206 ? SIZE - 10 : SIZE);
});

test.each([
  [etag, 206],
  [`"another", ${etag}`, 206],
  ['*', 206],
  ['"another"', 412],
  [`W/${etag}`, 412],
  ['nonsense', 412],
])('a range under If-Match %s is answered with %i', async (ifMatch, status) => {
  const answer = await fetchContent({ range: 'bytes=10-19', 'if-match': ifMatch });

  expect(answer.status).toBe(status);
});

test.each([
  [etag, 304],
  [`W/${etag}`, 304],
  [`"another", ${etag}`, 304],
  ['*', 304],
  ['"another"', 200],
])('If-None-Match %s is answered with %i', async (ifNoneMatch, status) => {
  const answer = await fetchContent({ 'if-none-match': ifNoneMatch });

  expect(answer.status).toBe(status);
  expect(answer.headers.get('etag')).toBe(etag);
  expect(answer.bytes.length).toBe(status === 304 ? 0 : SIZE);
});

test('If-Match has priority over If-None-Match, and that over the range', async () => {
  const both = await fetchContent({ 'if-match': '"another"', 'if-none-match': etag });
  const known = await fetchContent({ 'if-none-match': etag, range: 'bytes=0-1' });

  expect([both.status, known.status]).toEqual([412, 304]);
});

test('HEAD returns the headers of a full GET and no body, whatever range is requested', async () => {
  const get = await fetchContent();
  for (const headers of [{}, { range: 'bytes=0-1' }, { range: 'bytes=5000-' }]) {
    const head = await fetchContent(headers, content, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.bytes.length).toBe(0);
    for (const name of ['content-length', 'etag', 'repr-digest', 'accept-ranges', 'content-type']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  }
  expect((await fetchContent({ 'if-none-match': etag }, content, 'HEAD')).status).toBe(304);
});

test('the name in the address has no effect: only the digest selects the bytes', async () => {
  for (const name of ['other.apk', 'pieces', '%2e%2e', 'a%2Fb', '%C3%A9.apk', '...']) {
    const answer = await rawRequest(station.url, {
      path: `/library/${content.sha256}/${name}`,
      headers: { authorization: `Bearer ${station.token}` },
    });
    expect([answer.status, answer.body.length]).toEqual([200, SIZE]);
  }
});

test.each(['..', '%2e%2e%2f%2e%2e', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(62)}%2f.`])(
  'an invalid digest is not found: %s',
  async (digest) => {
    const answer = await rawRequest(station.url, {
      path: `/library/${digest}/lab.apk`,
      headers: { authorization: `Bearer ${station.token}` },
    });

    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'NOT_FOUND' });
  },
);

test('a name in any script is kept completely, and cannot break its header', async () => {
  const name = 'Tauchgang "Ö" \\ 深海 (1);x=1\r\nSet-Cookie: a=b.mp4';
  const odd = aContent(station, { name, kind: 'video', mediaType: 'video/mp4' });
  const { headers } = await fetchContent({}, odd);

  const disposition = headers.get('content-disposition') ?? '';
  const exact = /filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? '';
  expect(decodeURIComponent(exact)).toBe(name);
  expect(/filename="([^"]*)"/.exec(disposition)?.[1]).toMatch(/^[\w .()-]+$/);
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('content-type')).toBe('video/mp4');
});

test('content that could run as a page is sent as plain bytes in a sandbox', async () => {
  const page = aContent(station, { name: 'page.html', kind: 'file', mediaType: 'text/html' });
  const { headers } = await fetchContent({}, page);

  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('the manifest has the digest of every piece, and each piece fetched alone matches it', async () => {
  const bytes = someBytes(2 * PIECE_BYTES + 12_345);
  const large = aContent(station, { bytes, name: 'large.mp4', kind: 'video', mediaType: 'video/mp4' });

  const { body } = await station.call(getContentPieces, {
    params: { sha256: large.sha256, name: large.name },
  });

  expect(body).toMatchObject({ sha256: large.sha256, sizeBytes: bytes.length, pieceBytes: PIECE_BYTES });
  expect(body.pieces).toHaveLength(3);
  for (const [at, digest] of body.pieces.entries()) {
    const start = at * PIECE_BYTES;
    const end = Math.min(start + PIECE_BYTES, bytes.length) - 1;
    const piece = await fetchContent({ range: `bytes=${start}-${end}` }, large);
    expect(digestOf(piece.bytes)).toBe(digest);
  }
  const whole = await fetchContent({}, large);
  expect(digestOf(whole.bytes)).toBe(large.sha256);
});
