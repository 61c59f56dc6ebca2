import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { Fetcher } from '../../main/agent/contents/fetcher.ts';
import { USUAL_HABITS } from '../../main/simulator/index.ts';
import { Job } from '../../main/simulator/contents/job.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { contentsWanted } from '../../main/agent/contents/wanted.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aQuickClock } from './quick-clock.ts';
import { aStationDouble } from './station-double.ts';

const SIZE = 300_000;
const CONTENT = Buffer.alloc(SIZE, 'muster');
const NEVER_ABORTED = new AbortController().signal;

type Serve = (request: IncomingMessage, response: ServerResponse, count: number) => void;

/** A library over real HTTP that records its requests. */
async function aLibrary(serve: Serve) {
  const requested: { path: string; range: string | undefined; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const { range, authorization } = request.headers;
    requested.push({ path: request.url ?? '', range, authorization });
    serve(request, response, requested.length);
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

/** Sends the content from the requested offset; disconnects after `most` bytes. */
function sendPart(request: IncomingMessage, response: ServerResponse, max = SIZE, etag = '"one"'): void {
  const { range, 'if-range': ifRange } = request.headers;
  const isPart = range !== undefined && (ifRange ?? etag) === etag;
  const start = isPart ? Number(/\d+/.exec(range)?.[0]) : 0;
  response.writeHead(isPart ? 206 : 200, {
    etag,
    'content-length': SIZE - start,
    ...(isPart ? { 'content-range': `bytes ${start}-${SIZE - 1}/${SIZE}` } : {}),
  });
  const part = CONTENT.subarray(start, start + max);
  if (part.length === SIZE - start) response.end(part);
  else response.write(part, () => setImmediate(() => response.destroy()));
}

/** A download of these paths and its events. */
function aFetch(url: string, path = '/lab.apk', obbPath: string | null = null, stationUrl = url) {
  const clock = aQuickClock();
  const random = seededRandom('fetch');
  const fetcher = new Fetcher({
    stationUrl: () => stationUrl,
    pin: null,
    token: () => 'own',
    clock,
    random,
  });
  const obbUrl = obbPath === null ? null : url + obbPath;
  const [wanted] = contentsWanted({ applications: [{ id: 'a', url: url + path, obbUrl }] });
  if (wanted === undefined) throw new Error('Nothing wanted');
  const plan = {
    downloadId: 1,
    totalBytes: 0,
    bytesPerSec: 1,
    installMs: 1,
    failsAtBytes: null,
    isFetched: true,
  };
  const job = new Job(wanted, plan);
  const received: [number, number][] = [];
  const fetch = (signal = NEVER_ABORTED) =>
    fetcher.fetch(job, (arrived, total) => received.push([arrived, total]), signal);
  return { fetch, onProgress: received, [Symbol.asyncDispose]: () => fetcher.close() };
}

test('an interrupted download resumes until it is complete', async () => {
  await using library = await aLibrary((request, response) => sendPart(request, response, 100_000));
  await using fetching = aFetch(library.url);

  expect(await fetching.fetch()).toBeNull();
  expect(fetching.onProgress.at(-1)).toEqual([SIZE, SIZE]);
  expect(library.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=100000-', 'bytes=200000-']);
});

test('a file that changes during the download is downloaded from its start', async () => {
  await using library = await aLibrary((request, response, count) =>
    sendPart(request, response, count === 1 ? 100_000 : SIZE, count === 1 ? '"one"' : '"two"'),
  );
  await using fetching = aFetch(library.url);

  expect(await fetching.fetch()).toBeNull();
  expect(fetching.onProgress.at(-1)).toEqual([SIZE, SIZE]);
  expect(library.requests).toHaveLength(2);
});

test('a server without ranges is read from the start again', async () => {
  await using library = await aLibrary((request, response, count) => {
    delete request.headers.range;
    sendPart(request, response, count === 1 ? 100_000 : SIZE);
  });
  await using fetching = aFetch(library.url);

  expect(await fetching.fetch()).toBeNull();
  expect(fetching.onProgress.at(-1)).toEqual([SIZE, SIZE]);
});

test('an application and its expansion file are downloaded one after the other and counted together', async () => {
  await using library = await aLibrary((request, response) => sendPart(request, response));
  await using fetching = aFetch(library.url, '/lab.apk', '/lab.obb');

  expect(await fetching.fetch()).toBeNull();
  expect(fetching.onProgress.at(-1)).toEqual([2 * SIZE, 2 * SIZE]);
  expect(library.requests.map(({ path }) => path)).toEqual(['/lab.apk', '/lab.obb']);
});

/** Sends this many bytes and then nothing. */
function getStuck(response: ServerResponse, max: number): void {
  response.writeHead(200, { etag: '"one"', 'content-length': SIZE });
  response.write(CONTENT.subarray(0, max));
}

test('bytes that arrived before the headset left are kept until it is back', async () => {
  await using library = await aLibrary((request, response, count) => {
    if (count === 1) getStuck(response, 100_000);
    else sendPart(request, response);
  });
  await using fetching = aFetch(library.url);
  const away = new AbortController();
  const cut = fetching.fetch(away.signal);
  await expect.poll(() => fetching.onProgress.at(-1)?.[0]).toBe(100_000);
  away.abort();
  expect(await cut).toBe('CUT');

  expect(await fetching.fetch()).toBeNull();
  expect(library.requests[1]?.range).toBe('bytes=100000-');
});

test('a complete part is not downloaded again if another was truncated', async () => {
  await using library = await aLibrary((request, response, count) => {
    if (count === 2) getStuck(response, 100_000);
    else sendPart(request, response);
  });
  await using fetching = aFetch(library.url, '/lab.apk', '/lab.obb');
  const away = new AbortController();
  const cut = fetching.fetch(away.signal);
  await expect.poll(() => fetching.onProgress.at(-1)?.[0]).toBe(SIZE + 100_000);
  away.abort();
  await cut;

  expect(await fetching.fetch()).toBeNull();
  expect(library.requests.map(({ path, range }) => [path, range])).toEqual([
    ['/lab.apk', undefined],
    ['/lab.obb', undefined],
    ['/lab.obb', 'bytes=100000-'],
  ]);
});

test('a missing file fails at once, and one that always breaks off fails in the end', async () => {
  await using library = await aLibrary((_request, response) => response.writeHead(404).end());
  await using missing = aFetch(library.url);
  expect(await missing.fetch()).toBe('HTTP_404');
  expect(library.requests).toHaveLength(1);

  await using broken = await aLibrary((_request, response) => response.writeHead(503).end());
  await using fetching = aFetch(broken.url);
  expect(await fetching.fetch()).toBe('CONNECTION_LOST');
  expect(broken.requests).toHaveLength(8);

  await using nowhere = aFetch('ftp://files.test');
  expect(await nowhere.fetch()).toBe('BAD_ADDRESS');
});

test('the token is sent to the station only', async () => {
  await using library = await aLibrary((request, response) => sendPart(request, response));
  await using own = aFetch(library.url);
  await own.fetch();
  await using foreign = aFetch(library.url, '/lab.apk', null, 'http://127.0.0.1:9');
  await foreign.fetch();

  expect(library.requests.map(({ authorization }) => authorization)).toEqual(['Bearer own', undefined]);
});

test('a headset that downloads contents reports their true size, and a missing one as failed', async () => {
  await using library = await aLibrary((request, response) => {
    if (request.url === '/reef.mp4') sendPart(request, response, 120_000);
    else response.writeHead(404).end();
  });
  await using station = await aStationDouble();
  const habits = { ...USUAL_HABITS, fetchesContents: true };
  await using running = await aRunningHeadset(station, { habits });
  await running.untilEvent('ready');
  const id = running.headset.deviceId ?? '';
  const last = () => station.reports(id).at(-1);
  station.configure(id, {
    videos: [
      { id: 'moon', url: `${library.url}/moon.mp4` },
      { id: 'reef', url: `${library.url}/reef.mp4` },
    ],
  });
  await running.until(() => last()?.contentPresence?.[1]?.present === true);

  expect(last()?.contentPresence).toMatchObject([
    { contentId: 'moon', present: false },
    { contentId: 'reef', sizeBytes: SIZE },
  ]);
  const tasks = last()?.downloads?.map(({ fileName, status }) => [fileName, status]);
  expect(tasks).toEqual([
    ['moon.mp4', 'FAILED'],
    ['reef.mp4', 'COMPLETED'],
  ]);
});

test('a headset that leaves during a download resumes when it is back', async () => {
  let isStuck = true;
  await using library = await aLibrary((request, response) => {
    if (isStuck) getStuck(response, 50_000);
    else sendPart(request, response);
  });
  await using station = await aStationDouble();
  const habits = { ...USUAL_HABITS, fetchesContents: true };
  await using running = await aRunningHeadset(station, { habits });
  await running.untilEvent('ready');
  const id = running.headset.deviceId ?? '';
  const last = () => station.reports(id).at(-1);
  station.configure(id, { videos: [{ id: 'reef', url: `${library.url}/reef.mp4` }] });
  await running.until(() => last()?.downloads?.[0]?.lastBytes === 50_000);
  await running.headset.leave();
  isStuck = false;
  running.headset.comeBack();
  await running.until(() => last()?.contentPresence?.[0]?.present === true);

  expect(library.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=50000-']);
});
