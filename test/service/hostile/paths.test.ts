import { expect, test } from 'vitest';

import { contract, streams } from '../../../shared/contract/index.ts';
import { anyText } from '../../support/any-value.ts';
import { noInsides } from '../../support/no-insides.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';

const station = await aSharedStation();
const authorization = `Bearer ${station.token}`;

/** Sent as they stand, without a client tidying them up. */
const HOSTILE_SEGMENTS = [
  '..',
  '.',
  '...',
  '%2e%2e',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%252e%252e%252f',
  '%00',
  'a%00b',
  '%0d%0aX-Injected:%20yes',
  '%ff%fe',
  '%c0%ae',
  '%',
  '%zz',
  '%u0041',
  'a;b=c',
  "'%20OR%201=1--",
  '%22%3E%3Cscript%3E',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'undefined',
  'null',
  '{deviceId}',
  ':deviceId',
  '*',
  '%F0%9F%A5%BD',
  '%E2%80%AE',
  'a'.repeat(65),
  'a'.repeat(4_096),
  'a'.repeat(4_097),
  'a'.repeat(12_000),
];
const withPath = Object.entries({ ...contract, ...streams })
  .filter(([, { path }]) => path.includes('{'))
  .map(([name, { method, path }]) => ({ name, method, path }));

/** What a content is called is free text, so an odd name names a content that nobody has. */
const isFree = (path: string) => path.includes('{contentId}');

test.each(withPath.filter(({ path }) => isFree(path)))(
  '$name takes a hostile path for a name, and writes nothing',
  async ({ method, path }) => {
    using store = new StoreWatch(station.folder);
    const before = store.version;

    for (const segment of HOSTILE_SEGMENTS) {
      const answer = await rawRequest(station.url, {
        method,
        path: path.replace(/\{\w+\}/, segment),
        headers: { authorization },
      });
      expect([200, 400, 404]).toContain(answer.status);
      const expected = answer.status === 200 ? { success: true, devices: 0 } : { code: anyText };
      expect(JSON.parse(answer.body)).toMatchObject(expected);
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(store.version).toBe(before);
  },
);

test.each(withPath.filter(({ path }) => !isFree(path)))(
  '$name answers a hostile path with 400 or 404, and writes nothing',
  async ({ method, path }) => {
    using store = new StoreWatch(station.folder);
    const before = store.version;
    const wrong: string[] = [];

    for (const segment of HOSTILE_SEGMENTS) {
      const answer = await rawRequest(station.url, {
        method,
        path: path.replace(/\{\w+\}/, segment),
        headers: { authorization },
      });
      const isRefused =
        answer.status === 404 || (answer.status === 400 && method !== 'GET' && method !== 'DELETE');
      if (!isRefused) wrong.push(`${segment.slice(0, 40)} → ${answer.status}`);
      expect(JSON.parse(answer.body)).toMatchObject({
        code: anyText,
        message: anyText,
      });
      expect(answer.headers).not.toContain('x-injected');
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(wrong).toEqual([]);
    expect(store.version).toBe(before);
  },
);

const HOSTILE_QUERIES = [
  'page=1&page=2',
  'page[]=1',
  'page[a]=1',
  'page=__proto__',
  'page=%00',
  'page=1%20',
  'page=0x10',
  'page=1e2',
  'page=-0',
  'page=%D9%A1',
  'page=9007199254740993',
  'limit=100.0',
  'limit=null',
  'limit=%F0%9F%A5%BD',
  'enterpriseId=..%2f..',
  'enterpriseId=%00',
  'from=2026-13-01T00:00:00Z',
  'from=2026-02-30T00:00:00Z',
  'from=2026-01-01T25:00:00Z',
  'from=2026-01-01T00:00:00%2B99:00',
  'from=-271821-04-20T00:00:00Z',
  'from=now&to=then',
  'to=1700000000000',
  'type=%00',
  `type=${'x'.repeat(65)}`,
  'snapshot=1',
  'snapshot=TRUE',
  'snapshot=true&snapshot=true',
];
const listing = ['/devices', '/devices/DEVICE/events', '/station/updates'];

test.each(listing)('%s takes a hostile query for what it is', async (path) => {
  const { id } = await station.enrolled();
  const abort = new AbortController();

  for (const query of [
    ...HOSTILE_QUERIES,
    '__proto__=1',
    'constructor=1',
    '&&&',
    '=',
    '%',
    '%zz=%zz',
    'a'.repeat(8_000),
  ]) {
    const response = await fetch(`${station.url}${path.replace('DEVICE', id)}?${query}`, {
      headers: { authorization },
      signal: abort.signal,
    });
    // What the endpoint does not know it ignores; what it knows and cannot read it refuses.
    const body = response.status === 200 ? '"path":"query.' : await response.text();
    expect([200, 400]).toContain(response.status);
    expect(body).toContain('"path":"query.');
    expect(noInsides(body, station.folder)).toBe(true);
  }
  abort.abort();
});

test.each([
  ['/devices', 'page=1&page=2'],
  ['/devices', 'page=9007199254740993'],
  ['/devices', 'limit=100.0'],
  ['/devices', 'page=%D9%A1'],
  ['/devices', 'enterpriseId=%00'],
  ['/devices/DEVICE/events', 'from=2026-02-30T00:00:00Z'],
  ['/devices/DEVICE/events', 'from=2026-01-01T25:00:00Z'],
  ['/devices/DEVICE/events', 'to=1700000000000'],
  ['/devices/DEVICE/events', 'type=%00'],
  ['/station/updates', 'snapshot=1'],
])('%s?%s is refused', async (path, query) => {
  const { id } = await station.enrolled();

  expect((await station.send('GET', `${path.replace('DEVICE', id)}?${query}`)).status).toBe(400);
});
