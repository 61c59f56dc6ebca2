import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { aBackend, type Behaviour, bytes as sending, status } from '../../../support/a-backend.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { DEMOS_APK, MIB, sha256Of, someBytes } from './files.ts';

/** Serves bytes with ranges, as a web server does; disconnects at `cutAt`, once. */
function served(content: Buffer, cut: { at: number | undefined } = { at: undefined }): Behaviour {
  const etag = `"${createHash('md5').update(content).digest('hex')}"`;
  return ({ headers }, response) => {
    const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
    const from = isSame ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0;
    const part = content.subarray(from);
    const range = { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
    response.writeHead(from > 0 ? 206 : 200, {
      etag,
      'content-type': 'application/octet-stream',
      'content-length': part.length,
      ...(from > 0 ? range : {}),
    });
    const { at } = cut;
    if (at === undefined) return void response.end(part);
    cut.at = undefined;
    response.write(part.subarray(0, at), () => setImmediate(() => response.destroy()));
  };
}

const add = (station: TestStation, body: Record<string, unknown>, token = station.token) =>
  station.call(contract.addToLibrary, { body, token });

/** Returns the newest fetch, once it has ended. */
async function outcome(station: TestStation) {
  const newest = async () => (await station.call(contract.listLibraryJobs)).body.items[0];
  await expect.poll(async () => (await newest())?.status).toMatch(/^(?:done|failed|cancelled)$/);
  return newest();
}

test('an address is fetched and verified, and the item says where and when it came from', async () => {
  const content = someBytes(9 * MIB);
  await using backend = await aBackend(served(content));
  await using station = await aStation();
  const url = `${backend.url}/films/Mars%20landing.mp4`;

  const { body } = await add(station, { url, sha256: sha256Of(content) });

  expect(body).toMatchObject({ isNew: true, item: null, job: { url, status: 'waiting' } });
  expect(await outcome(station)).toMatchObject({
    status: 'done',
    sha256: sha256Of(content),
    receivedBytes: content.length,
    totalBytes: content.length,
    error: null,
  });
  const again = await add(station, { url });
  expect(again.body).toMatchObject({
    isNew: false,
    job: null,
    item: { name: 'Mars landing.mp4', kind: 'video', source: 'url', sourceUrl: url, urls: [url] },
  });
  expect(again.body.item?.fetchedAt).not.toBeNull();
  expect(backend.received).toHaveLength(1);
});

test('an interrupted fetch resumes, and the result is complete', async () => {
  const content = someBytes(12 * MIB);
  await using backend = await aBackend(served(content, { at: 5 * MIB }));
  await using station = await aStation();

  await add(station, { url: `${backend.url}/a.bin` });

  expect(await outcome(station)).toMatchObject({ status: 'done', sha256: sha256Of(content) });
  const ranges = backend.received.map(({ headers }) => headers.range);
  expect(ranges[0]).toBeUndefined();
  expect(ranges[1]).toMatch(/^bytes=[1-9]\d*-$/);
});

test('if the bytes have changed meanwhile the fetch starts again', async () => {
  const [before, after] = [someBytes(6 * MIB), someBytes(6 * MIB)];
  await using backend = await aBackend((received, response) => {
    backend.behave = served(after);
    served(before, { at: 3 * MIB })(received, response);
  });
  await using station = await aStation();

  await add(station, { url: `${backend.url}/a.bin` });

  expect(await outcome(station)).toMatchObject({ status: 'done', sha256: sha256Of(after) });
});

test('a fetch resumes after a restart of the station', async () => {
  const content = someBytes(3 * MIB);
  // No answer the first time.
  await using backend = await aBackend(() => undefined);
  await using station = await aStation();
  await add(station, { url: `${backend.url}/a.bin` });
  await expect.poll(() => backend.received.length).toBe(1);
  backend.behave = served(content);

  await station.restart();

  expect(await outcome(station)).toMatchObject({ status: 'done', sha256: sha256Of(content) });
});

test('bytes with another digest than expected fail, and none of them are kept', async () => {
  const content = someBytes(1_000);
  await using backend = await aBackend(served(content));
  await using station = await aStation();

  await add(station, { url: `${backend.url}/a.bin`, sha256: 'c'.repeat(64) });

  expect(await outcome(station)).toMatchObject({ status: 'failed', error: 'WRONG_SHA256', sha256: null });
  expect((await station.call(contract.listLibrary)).body.total).toBe(0);
  expect(existsSync(join(station.folder, 'library', sha256Of(content).slice(0, 2)))).toBe(false);
});

test.each([
  ['is not there', status(404), 'REFUSED_BY_SERVER'],
  ['is forbidden', status(403), 'REFUSED_BY_SERVER'],
  ['leads in circles', status(302, { location: '/again' }), 'REDIRECTED'],
  ['leads to a file', status(302, { location: 'file:///etc/passwd' }), 'REDIRECTED'],
  ['sends packed bytes', sending('x', 'application/zip', { 'content-encoding': 'gzip' }), 'WRONG_TYPE'],
  [
    'leads to a closed address',
    status(302, { location: 'http://169.254.169.254/latest' }),
    'ADDRESS_REFUSED',
  ],
] as const)('an address that %s fails for good, once', async (_what, behave, error) => {
  await using backend = await aBackend(behave);
  await using station = await aStation();

  await add(station, { url: `${backend.url}/a.bin` });

  expect(await outcome(station)).toMatchObject({ status: 'failed', error });
});

test('a busy server, and a captive portal, are retried', async () => {
  const content = someBytes(1_000);
  const login: Behaviour = sending('<h1>Log in', 'text/html');
  await using backend = await aBackend((received, response) => {
    backend.behave = (...next) => {
      backend.behave = served(content);
      login(...next);
    };
    status(503)(received, response);
  });
  await using station = await aStation();

  await add(station, { url: `${backend.url}/a.mp4` });

  expect(await outcome(station)).toMatchObject({ status: 'done', sha256: sha256Of(content) });
  expect(backend.received).toHaveLength(3);
});

test('a failed fetch resumes on request; a running one is not duplicated', async () => {
  const content = someBytes(1_000);
  await using backend = await aBackend(status(404));
  await using station = await aStation();
  const url = `${backend.url}/a.bin`;
  const first = await add(station, { url });
  await outcome(station);
  backend.behave = served(content);

  const second = await add(station, { url });
  const third = await add(station, { url });

  expect(second.body.job?.id).toBe(first.body.job?.id);
  expect(third.body.job?.id ?? first.body.job?.id).toBe(first.body.job?.id);
  expect(await outcome(station)).toMatchObject({ status: 'done' });
});

test('a cancelled fetch ends and leaves nothing; cancelled again it is removed from the list', async () => {
  const held: (() => void)[] = [];
  await using backend = await aBackend((_received, response) => {
    response.writeHead(200, { 'content-length': 8 * MIB });
    response.write(someBytes(2 * MIB));
    held.push(() => response.destroy());
  });
  await using station = await aStation();
  const { body } = await add(station, { url: `${backend.url}/a.bin` });
  const params = { jobId: body.job?.id ?? '' };
  const file = join(station.folder, 'library', 'arriving', params.jobId);
  await expect.poll(() => existsSync(file)).toBe(true);
  const { token } = await station.enterprise();
  expect(await station.call(contract.cancelLibraryJob, { params, token })).toMatchObject(
    refused(404, 'NOT_FOUND'),
  );

  const cancelled = await station.call(contract.cancelLibraryJob, { params });

  expect(cancelled.body).toMatchObject({ status: 'cancelled', bytesPerSec: 0 });
  expect(existsSync(file)).toBe(false);
  expect((await station.call(contract.cancelLibraryJob, { params })).status).toBe(200);
  expect((await station.call(contract.listLibraryJobs)).body.total).toBe(0);
});

test('another organisation does not see the fetches', async () => {
  await using backend = await aBackend(served(someBytes(10)));
  await using station = await aStation();
  const { token } = await station.enterprise();
  await add(station, { url: `${backend.url}/a.bin` });

  expect((await station.call(contract.listLibraryJobs, { token })).body.total).toBe(0);
});

test.each(['ftp://content.example/a', 'https://me:secret@content.example/a', 'nowhere', ''])(
  'an address that cannot be fetched is refused: %s',
  async (url) => {
    await using station = await aStation();

    expect(await add(station, { url })).toMatchObject(refusedAt('url'));
  },
);

test('prepare for offline fetches the contents assigned to headsets and lists what is missing', async () => {
  await using backend = await aBackend(served(DEMOS_APK));
  await using station = await aStation();
  const [first, second] = await station.slots(2);
  const apk = `${backend.url}/demos.apk`;
  const gone = `${backend.url}/gone.mp4`;
  const applications = [{ id: 'a', packageName: 'io.appium.android.apis', url: apk, codeVersion: 25 }];
  const expired = { id: 'old', name: 'old', url: `${backend.url}/old.mp4` };
  await station.call(contract.configureDevice, {
    params: { deviceId: first?.id ?? '' },
    body: { applications },
  });
  await station.call(contract.configureDevice, {
    params: { deviceId: second?.id ?? '' },
    body: {
      applications,
      videos: [
        { id: 'v', title: 'Gone', url: gone },
        { ...expired, title: 'Old', expirationDate: '2020-01-01T00:00:00Z' },
      ],
    },
  });
  backend.behave = (received, response) =>
    (received.path === '/demos.apk' ? served(DEMOS_APK) : status(404))(received, response);
  const devicesId = [first?.id ?? '', second?.id ?? '', 'nobody'];
  const before = await station.call(contract.getReadiness, { query: { devicesId: devicesId.join(',') } });
  expect(before.body).toMatchObject({
    isReady: false,
    devices: 2,
    held: 0,
    missing: 2,
    invalidIds: ['nobody'],
  });
  expect(backend.received).toEqual([]);

  const prepared = await station.call(contract.prepareOffline, { body: { devicesId } });

  expect(prepared.body.contents.map(({ state }) => state)).not.toContain('missing');
  const states = async () => {
    const { body } = await station.call(contract.getReadiness);
    return Object.fromEntries(
      body.contents.map(({ url, state, devices }) => [url, `${state} for ${devices}`]),
    );
  };
  await expect.poll(states).toEqual({ [apk]: 'held for 2', [gone]: 'failed for 1' });
  const { body } = await station.call(contract.getReadiness);
  expect(body).toMatchObject({ isReady: false, held: 1, missing: 1, isMissingBytesExact: false });
  expect(body.contents.find(({ url }) => url === apk)).toMatchObject({
    sha256: sha256Of(DEMOS_APK),
    source: 'url',
    sizeBytes: DEMOS_APK.length,
  });
  const one = await station.call(contract.getReadiness, { query: { devicesId: first?.id ?? '' } });
  expect(one.body).toMatchObject({ isReady: true, devices: 1, held: 1, missing: 0, missingBytes: 0 });
});

test('more headsets than one request may name are refused', async () => {
  await using station = await aStation();
  const devicesId = Array.from({ length: 5_001 }, (_, index) => `device-${index}`);

  const answer = await station.call(contract.prepareOffline, { body: { devicesId } });

  expect(answer).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
});
