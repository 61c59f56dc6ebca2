import { request } from 'node:http';

import { expect, test } from 'vitest';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listDownloads, setSchedule } from '../../../../shared/contract/content/library-serving.ts';
import { listTokens, revokeToken } from '../../../../shared/contract/access/tokens.ts';
import { aContent, digestOf, someBytes, type TestContent } from '../../../support/a-content.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aHeadsetWith, fetchWith } from './a-download.ts';

const MIB = 1024 * 1024;

async function downloadsOf(station: TestStation, token = station.token) {
  return (await station.call(listDownloads, { token })).body;
}

/** Reads at least this many bytes of a content and disconnects. */
function downloadPart(station: TestStation, token: string, { path }: TestContent, atLeast: number) {
  return new Promise<Buffer>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(station.url + path, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        if (bytes.length < atLeast) return;
        response.destroy();
        resolve(bytes);
      });
      response.on('error', () => undefined);
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('an interrupted download resumes, and the station knows what it sent', async () => {
  await using station = await aStation();
  const content = aContent(station, { bytes: someBytes(24 * MIB) });
  const headset = await aHeadsetWith(station, content);
  const begun = await downloadPart(station, headset.token, content, 5 * MIB);
  await expect.poll(async () => (await downloadsOf(station)).items[0]?.state).not.toBe('running');

  const rest = await fetch(station.url + content.path, {
    headers: {
      authorization: `Bearer ${headset.token}`,
      range: `bytes=${begun.length}-`,
      'if-range': `"${content.sha256}"`,
    },
  });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([begun, Buffer.from(await rest.arrayBuffer())]);

  expect(digestOf(whole)).toBe(content.sha256);
  await expect.poll(async () => (await downloadsOf(station)).items[0]?.state).toBe('sent');
  const [item] = (await downloadsOf(station)).items;
  expect(item).toMatchObject({
    deviceId: headset.id,
    sha256: content.sha256,
    name: content.name,
    sizeBytes: content.bytes.length,
    sentBytes: content.bytes.length,
    progress: 1,
    secondsLeft: 0,
  });
  // Bytes in flight when the connection was cut were sent twice, and count twice.
  expect(item?.servedBytes).toBeGreaterThanOrEqual(content.bytes.length);
});

test('the bytes sent are still known after a restart', async () => {
  await using station = await aStation();
  const content = aContent(station);
  const headset = await aHeadsetWith(station, content);
  await fetchWith(station, headset, content, 'bytes=0-399');
  await station.restart();
  expect((await downloadsOf(station)).items).toMatchObject([
    { deviceId: headset.id, state: 'paused', sentBytes: 400, servedBytes: 400, progress: 0.4 },
  ]);
  await fetchWith(station, headset, content, 'bytes=300-');

  await expect
    .poll(async () => (await downloadsOf(station)).items)
    .toMatchObject([{ state: 'sent', sentBytes: 1_000, servedBytes: 1_100, progress: 1 }]);
});

test('ranges count in any order, and repeated bytes count once', async () => {
  await using station = await aStation();
  const content = aContent(station);
  const headset = await aHeadsetWith(station, content);
  for (const range of ['bytes=600-799', 'bytes=0-99', 'bytes=50-149', 'bytes=600-799']) {
    await fetchWith(station, headset, content, range);
  }

  await expect
    .poll(async () => (await downloadsOf(station)).items)
    .toMatchObject([{ sentBytes: 350, servedBytes: 600, state: 'paused' }]);
});

test('an organisation sees its own downloads only, the most recent first, in pages', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  const school = await station.enterprise();
  const contents = [aContent(station), aContent(station), aContent(station)];
  const headset = await aHeadsetWith(station, ...contents);
  for (const content of contents) {
    await fetchWith(station, headset, content);
    // The last bytes are sent before the station has recorded them.
    await expect
      .poll(async () => (await downloadsOf(station)).items[0])
      .toMatchObject({ sha256: content.sha256, state: 'sent' });
    clock.advance(1_000);
  }
  const query = { page: '2', limit: '2' };

  const { items, total } = await downloadsOf(station);
  const { body } = await station.call(listDownloads, { query });

  expect(items.map(({ sha256 }) => sha256)).toEqual(contents.map(({ sha256 }) => sha256).toReversed());
  expect(total).toBe(3);
  expect(body).toMatchObject({ page: 2, limit: 2, total: 3, items: [{ sha256: contents[0]?.sha256 }] });
  // A single content, with the bytes sent since the given time: the last two transfers, a thousand bytes each.
  const [, second] = items;
  const alone = { sha256: second?.sha256 ?? '', from: second?.updatedAt ?? '' };
  expect((await station.call(listDownloads, { query: alone })).body).toMatchObject({
    total: 1,
    items: [{ sha256: second?.sha256 }],
    sent: { bytes: 2_000, headsets: 1 },
  });
  expect((await downloadsOf(station, school.token)).items).toEqual([]);
});

test('a second content does not make the cart look faster than it is', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  const [one, two] = [0, 1].map(() => aContent(station, { bytes: someBytes(1_000_000) }));
  if (one === undefined || two === undefined) throw new Error('no contents');
  const headset = await aHeadsetWith(station, one, two);
  await fetchWith(station, headset, one);
  clock.advance(5_000);
  await fetchWith(station, headset, two, 'bytes=0-499999');

  // A million and a half in five seconds, half a million left.
  await expect
    .poll(async () => (await downloadsOf(station)).cart)
    .toMatchObject({ bytesPerSec: 300_000, remainingBytes: 500_000, secondsLeft: 2 });
});

test('the cart’s time left is the total of missing bytes at the current rate', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  await station.call(setSchedule, { body: { atOnce: 1 } });
  const [one, two] = [aContent(station, { bytes: someBytes(1_000_000) }), aContent(station)];
  const [fetching, waiting] = [await aHeadsetWith(station, one, two), await aHeadsetWith(station, one)];
  await fetchWith(station, fetching, one, 'bytes=0-99999');
  clock.advance(1_000);
  await fetchWith(station, fetching, one, 'bytes=100000-199999');
  await fetchWith(station, waiting, one);

  const { cart, items } = await downloadsOf(station);

  expect(items.find(({ deviceId }) => deviceId === waiting.id)).toMatchObject({ state: 'waiting', place: 1 });
  // 800,000 of one and all of the other at this station, all of the first elsewhere; 200,000 were sent in the last
  // second.
  expect(cart).toEqual({
    headsets: 2,
    running: 1,
    waiting: 1,
    remainingBytes: 1_801_000,
    bytesPerSec: 200_000,
    secondsLeft: 10,
    finishesAt: new Date(clock.now() + 10_000).toISOString(),
  });
  clock.advance(60_000);
  expect((await downloadsOf(station)).cart).toMatchObject({ headsets: 0, secondsLeft: 0 });
});

test('a download is published when it begins, at most once a second, and when it is complete', async () => {
  const clock = new ManualClock();
  await using station = await aStation({ clock });
  const content = aContent(station);
  const headset = await aHeadsetWith(station, content);
  await using updates = await station.stream('/station/updates');
  await updates.next('hello');
  for (const start of [0, 100, 200, 300]) {
    await fetchWith(station, headset, content, `bytes=${start}-${start + 99}`);
  }
  await updates.next('download');
  const received = () => updates.events.filter(({ name }) => name === 'download');
  expect(received()).toHaveLength(1);
  clock.advance(1_000);
  await updates.next('download', ({ sentBytes }) => sentBytes === 400);
  await fetchWith(station, headset, content, 'bytes=400-');
  clock.advance(1_000);

  const last = await updates.next('download', ({ state }) => state === 'sent');
  expect(last.data).toMatchObject({ deviceId: headset.id, sha256: content.sha256, progress: 1 });
  expect(received()).toHaveLength(3);
});

test('a headset that reports a full disk is sent nothing until it has space', async () => {
  await using station = await aStation();
  const bytes = someBytes(1_000);
  const apk = aContent(station, { bytes, kind: 'application' });
  const headset = await aHeadsetWith(station, apk);
  const report = (freeSpace: number) =>
    station.call(updateDevice, {
      params: { deviceId: headset.id },
      token: headset.token,
      body: {
        storages: [
          { totalSpace: 1e9, freeSpace, isRemovable: false },
          { totalSpace: 1e9, freeSpace: 5e8, isRemovable: true },
        ],
      },
    });
  await report(2_199);
  const params = { path: apk.path };

  const answer = await station.send('GET', params.path, { token: headset.token });

  expect(answer).toMatchObject(refused(409, 'HEADSET_STORAGE_FULL'));
  expect((await downloadsOf(station)).items).toMatchObject([{ state: 'noSpace', sentBytes: 0 }]);
  await report(2_200);
  expect((await fetchWith(station, headset, apk, 'bytes=0-499')).status).toBe(206);
  await report(10);
  // A started download has its space already.
  expect((await fetchWith(station, headset, apk, 'bytes=500-')).status).toBe(206);
});

test('a headset whose token is revoked is sent no more bytes', async () => {
  await using station = await aStation();
  const content = aContent(station, { bytes: someBytes(64 * MIB) });
  const headset = await aHeadsetWith(station, content);
  const response = await fetch(station.url + content.path, {
    headers: { authorization: `Bearer ${headset.token}` },
  });
  const { items } = (await station.call(listTokens)).body;
  const token = items.find(({ deviceId }) => deviceId === headset.id);
  await station.call(revokeToken, { params: { tokenId: token?.id ?? '' } });

  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  await expect.poll(async () => (await downloadsOf(station)).items[0]?.state).toBe('paused');
});

test('a stopping station aborts its transfers, and knows afterwards how far they got', async () => {
  await using station = await aStation();
  const content = aContent(station, { bytes: someBytes(64 * MIB) });
  const headset = await aHeadsetWith(station, content);
  const response = await fetch(station.url + content.path, {
    headers: { authorization: `Bearer ${headset.token}` },
  });
  // The reader has read nothing yet, so most bytes are still buffered.
  await station.restart();

  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
  expect((await downloadsOf(station)).items).toMatchObject([{ deviceId: headset.id, state: 'paused' }]);
});

test('a deleted headset leaves no download behind', async () => {
  await using station = await aStation();
  const content = aContent(station);
  const headset = await aHeadsetWith(station, content);
  await fetchWith(station, headset, content);
  await station.send('DELETE', `/devices/${headset.id}`);

  expect(await downloadsOf(station)).toMatchObject({ items: [], total: 0 });
});
