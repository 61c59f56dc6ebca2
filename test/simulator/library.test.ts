import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { Fetcher } from '../../main/agent/contents/fetcher.ts';
import { type Headset, NO_FAULTS, USUAL_HABITS } from '../../main/simulator/index.ts';
import { Job } from '../../main/simulator/contents/job.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { type LinkFault, throughLink } from '../../main/simulator/contents/rough-link.ts';
import { contentsWanted, isOtherBinary, isOtherSource } from '../../main/agent/contents/wanted.ts';
import { configureDevice } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listDownloads, setSchedule } from '../../shared/contract/content/library-serving.ts';
import { PIECE_BYTES } from '../../shared/contract/content/library.ts';
import { aContent, digestOf, someBytes } from '../support/a-content.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aQuickClock } from './quick-clock.ts';

const NEVER_ABORTED = new AbortController().signal;
const CONTENT = someBytes(2 * PIECE_BYTES + 4_321);
const DIGEST = digestOf(CONTENT);
const PIECES = [0, 1, 2].map((at) => digestOf(CONTENT.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)));

type Serving = {
  /** The digests of its manifest. */
  readonly pieces?: readonly string[];
  /** Returns true if this answer (counted from 1) has a wrong byte at this position. */
  readonly corruptAt?: (answer: number) => number | null;
  /** Number of answers that first tell the headset to wait. */
  readonly busy?: number;
};

/** A library with one content, as a station serves it, and its requests. */
async function aLibrary({ pieces = PIECES, corruptAt = () => null, busy = 0 }: Serving) {
  const requested: string[] = [];
  let refused = 0;
  let answers = 0;
  const server = createServer((request, response) => {
    const { range = 'whole' } = request.headers;
    if (request.url?.endsWith('/pieces') === true) {
      const manifest = {
        sha256: DIGEST,
        name: 'lab.apk',
        sizeBytes: CONTENT.length,
        pieceBytes: PIECE_BYTES,
      };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...manifest, pieces }));
      return;
    }
    if (refused < busy) {
      refused += 1;
      response.writeHead(429, { 'retry-after': '7' }).end();
      return;
    }
    requested.push(range);
    answers += 1;
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
    const [start, end] = [Number(first), last === '' ? CONTENT.length - 1 : Number(last)];
    const part = Buffer.from(CONTENT.subarray(start, end + 1));
    const at = corruptAt(answers);
    if (at !== null && at >= start && at <= end)
      part.writeUInt8(part.readUInt8(at - start) ^ 255, at - start);
    const contentRange = `bytes ${start}-${end}/${CONTENT.length}`;
    response.writeHead(range === 'whole' ? 200 : 206, {
      etag: `"${DIGEST}"`,
      'content-length': part.length,
      ...(range === 'whole' ? {} : { 'content-range': contentRange }),
    });
    response.end(part);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests: requested,
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Downloads one content of a library, with this token and this link. */
function aFetch(
  stationUrl: string,
  path: string,
  input: { token?: string; link?: LinkFault; seed?: string } = {},
) {
  const { token = 'own', link = 'none', seed = 'library' } = input;
  const clock = aQuickClock();
  const random = seededRandom(seed);
  const fetcher = new Fetcher({
    stationUrl: () => stationUrl,
    pin: null,
    token: () => token,
    clock,
    random,
    transfer: throughLink(link, { clock, random }),
  });
  const [wanted] = contentsWanted({ applications: [{ id: 'a', url: stationUrl + path }] });
  if (wanted === undefined) throw new Error('Nothing wanted');
  const job = new Job(wanted, {
    downloadId: 1,
    totalBytes: 0,
    bytesPerSec: 1,
    installMs: 1,
    failsAtBytes: null,
    isFetched: true,
  });
  const received: [number, number][] = [];
  return {
    clock,
    received,
    fetch: () => fetcher.fetch(job, (arrived, total) => received.push([arrived, total]), NEVER_ABORTED),
    [Symbol.asyncDispose]: () => fetcher.close(),
  };
}

const PATH = `/library/${DIGEST}/lab.apk`;

test('a flipped byte is found by its piece, and only that piece is downloaded again', async () => {
  const corruptAt = (answer: number) => (answer === 1 ? PIECE_BYTES + 99 : null);
  await using library = await aLibrary({ corruptAt });
  await using fetching = aFetch(library.url, PATH);

  expect(await fetching.fetch()).toBeNull();
  expect(library.requests).toEqual([
    'whole',
    `bytes=${PIECE_BYTES}-${2 * PIECE_BYTES - 1}`,
    `bytes=${2 * PIECE_BYTES}-`,
  ]);
  expect(fetching.received.at(-1)).toEqual([CONTENT.length, CONTENT.length]);
});

test('a flipped byte in the last piece costs that piece only', async () => {
  const corruptAt = (answer: number) => (answer === 1 ? CONTENT.length - 1 : null);
  await using library = await aLibrary({ corruptAt });
  await using fetching = aFetch(library.url, PATH);

  expect(await fetching.fetch()).toBeNull();
  expect(library.requests).toEqual(['whole', `bytes=${2 * PIECE_BYTES}-${CONTENT.length - 1}`]);
});

test('a piece that never arrives intact fails the download in the end', async () => {
  await using library = await aLibrary({ corruptAt: () => 5 });
  await using fetching = aFetch(library.url, PATH);

  expect(await fetching.fetch()).toBe('HASH_MISMATCH');
  expect(library.requests).toHaveLength(5);
});

test('pieces that are valid one by one but not as a whole are rejected', async () => {
  const bytes = Buffer.from(CONTENT);
  bytes.writeUInt8(bytes.readUInt8(7) ^ 255, 7);
  const pieces = [digestOf(bytes.subarray(0, PIECE_BYTES)), ...PIECES.slice(1)];
  await using library = await aLibrary({ pieces, corruptAt: () => 7 });
  await using fetching = aFetch(library.url, PATH);

  expect(await fetching.fetch()).toBe('HASH_MISMATCH');
});

test('a headset that is asked to wait returns at that time, however often', async () => {
  await using library = await aLibrary({ busy: 8 });
  await using fetching = aFetch(library.url, PATH);

  expect(await fetching.fetch()).toBeNull();
  expect(fetching.clock.waits.filter((ms) => ms === 7_000)).toHaveLength(8);
});

async function aHeadsetFor(station: TestStation, path: string) {
  const headset = await station.enrolled();
  const body = { files: [{ id: 'f', name: 'f.bin', url: path }] };
  await station.call(configureDevice, { params: { deviceId: headset.id }, body });
  return headset;
}

test.each(['none', 'slow', 'lossy', 'corrupting'] as const)(
  'over a %s link a content of the station arrives intact',
  async (link) => {
    await using station = await aStation();
    const bytes = someBytes(link === 'slow' ? 700_000 : 2 * PIECE_BYTES + 999);
    const content = aContent(station, { bytes });
    const { token } = await aHeadsetFor(station, content.path);
    await using fetching = aFetch(station.url, content.path, { token, link, seed: `link of ${link}` });

    expect(await fetching.fetch()).toBeNull();
    expect(fetching.received.at(-1)).toEqual([bytes.length, bytes.length]);
    const { body } = await station.call(listDownloads);
    expect(body.items).toMatchObject([{ state: 'sent', sentBytes: bytes.length }]);
  },
);

test('a whole cart downloads in turns, and the station reports installed when the headsets do', async () => {
  await using station = await aStation({ rateLimit: 0 });
  await station.call(setSchedule, { body: { atOnce: 2 } });
  const url = 'https://content.example/turns/lab.apk';
  const content = aContent(station, { bytes: someBytes(PIECE_BYTES + 5), sourceUrl: url });
  const practised = {
    url: station.url,
    enrolToken: await station.issue({ scope: 'enroll' }),
    aSlot: async () => (await station.slots(1))[0] ?? { id: '', enrollmentToken: '' },
  };
  const habits = { ...USUAL_HABITS, fetchesContents: true };
  await using cart = new AsyncDisposableStack();
  const headsets: Headset[] = [];
  for (const link of ['none', 'corrupting', 'lossy', 'none'] as const) {
    const faults = { ...NO_FAULTS, link };
    const seed = `cart ${headsets.length}`;
    const running = cart.use(await aRunningHeadset(practised, { habits, faults, seed }));
    await running.untilEvent('ready');
    headsets.push(running.headset);
  }
  const applications = [{ id: 'lab', packageName: 'org.school.lab', url, codeVersion: 1 }];
  for (const { deviceId } of headsets) {
    const params = { deviceId: deviceId ?? '' };
    await station.call(configureDevice, { params, body: { applications } });
  }

  const statuses = async () => {
    const records = await Promise.all(
      headsets.map(({ deviceId }) => station.call(getDevice, { params: { deviceId: deviceId ?? '' } })),
    );
    return records.map(({ body }) => body.settings.applications?.[0]?.deployment?.status);
  };
  await expect.poll(statuses).toEqual(Array(4).fill('INSTALLED'));
  const { body } = await station.call(listDownloads);
  expect(body.items.map(({ sha256, state }) => [sha256, state])).toEqual(
    Array(4).fill([content.sha256, 'sent']),
  );
});

test('a content is the same whatever address the station serves it from', () => {
  const entry = (url: string, originalUrl?: string) =>
    contentsWanted({
      files: [{ name: 'reef.mp4', url, ...(originalUrl === undefined ? {} : { originalUrl }) }],
    })[0];
  const assigned = 'https://content.example/reef.mp4';
  const [here, moved] = [
    entry('https://10.0.0.2/library/x', assigned),
    entry('https://10.0.0.9/library/x', assigned),
  ];
  const other = entry('https://10.0.0.9/library/x', 'https://content.example/moon.mp4');
  if (here === undefined || moved === undefined || other === undefined) throw new Error('Nothing wanted');

  expect(here.contentId).toBe(assigned);
  expect([isOtherBinary(moved, here), isOtherSource(moved, here)]).toEqual([false, false]);
  expect([isOtherBinary(other, here), isOtherSource(other, here)]).toEqual([true, true]);
});
