import { expect, test } from 'vitest';

import { getContent, getSchedule, setSchedule } from '../../../../shared/contract/content/library-serving.ts';
import { aContent, someBytes } from '../../../support/a-content.ts';
import { aStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aHeadsetWith, fetchWith } from './a-download.ts';

const MIB = 1024 * 1024;

async function aLibrary(atOnce: number) {
  const clock = new ManualClock();
  const station = await aStation({ clock, rateLimit: 0 });
  await station.call(setSchedule, { body: { atOnce } });
  return { clock, station, [Symbol.asyncDispose]: () => station[Symbol.asyncDispose]() };
}

/** A part of a content: a headset with nothing left to download keeps no slot. */
const PART = 'bytes=0-99';

test('six headsets download at once by default, and the setting survives a restart', async () => {
  await using station = await aStation();
  expect((await station.call(getSchedule)).body).toEqual({ atOnce: 6 });
  expect((await station.call(setSchedule, { body: { atOnce: 3 } })).body).toEqual({ atOnce: 3 });
  await station.restart();

  expect((await station.call(getSchedule)).body).toEqual({ atOnce: 3 });
});

test.each([0, 101, 1.5, '6', null])('%j headsets at once are refused', async (atOnce) => {
  await using station = await aStation();

  expect(await station.call(setSchedule, { body: { atOnce } })).toMatchObject(refusedAt('atOnce'));
  expect((await station.call(getSchedule)).body).toEqual({ atOnce: 6 });
});

test('another organisation reads the schedule and cannot change it', async () => {
  await using station = await aStation();
  const { token } = await station.enterprise();

  expect((await station.call(getSchedule, { token })).status).toBe(200);
  expect(await station.call(setSchedule, { token, body: { atOnce: 1 } })).toMatchObject(
    refused(403, 'FORBIDDEN'),
  );
});

test('when all slots are taken a headset learns when to retry, each a little later', async () => {
  await using library = await aLibrary(1);
  const { station } = library;
  const content = aContent(station);
  const headsets = [];
  for (let count = 0; count < 4; count += 1) headsets.push(await aHeadsetWith(station, content));
  const [first, ...others] = headsets;

  expect((await fetchWith(station, first ?? { token: '' }, content, PART)).status).toBe(206);
  const waits = [];
  for (const { token } of others) {
    const params = { sha256: content.sha256, name: content.name };
    const answer = await station.call(getContent, { params, token });
    expect(answer).toMatchObject(refused(429, 'DOWNLOAD_QUEUED'));
    waits.push(Number(answer.headers.get('retry-after')));
  }

  expect(waits).toEqual([2, 3, 4]);
});

test('a headset keeps its slot from range to range and from content to content', async () => {
  await using library = await aLibrary(1);
  const { station, clock } = library;
  const [one, two] = [aContent(station), aContent(station, { name: 'two.bin' })];
  const [holder, other] = [await aHeadsetWith(station, one, two), await aHeadsetWith(station, one)];

  for (const [content, range] of [
    [one, PART],
    [one, 'bytes=100-'],
    [two, PART],
  ] as const) {
    expect((await fetchWith(station, holder, content, range)).status).toBe(206);
    expect((await fetchWith(station, other, one)).status).toBe(429);
    clock.advance(10_000);
  }
});

test('a slot is released when its headset has been silent for a while, and the next one gets it', async () => {
  await using library = await aLibrary(1);
  const { station, clock } = library;
  const content = aContent(station);
  const [first, second] = [await aHeadsetWith(station, content), await aHeadsetWith(station, content)];
  await fetchWith(station, first, content, PART);
  expect((await fetchWith(station, second, content)).status).toBe(429);
  clock.advance(15_000);

  expect((await fetchWith(station, second, content, PART)).status).toBe(206);
  expect((await fetchWith(station, first, content)).status).toBe(429);
});

test('a headset that has received everything releases its slot at once', async () => {
  await using library = await aLibrary(1);
  const { station } = library;
  const content = aContent(station);
  const [first, second] = [await aHeadsetWith(station, content), await aHeadsetWith(station, content)];
  await fetchWith(station, first, content, PART);
  expect((await fetchWith(station, second, content)).status).toBe(429);
  await fetchWith(station, first, content, 'bytes=100-');

  // The headset has the last byte before the station notices that it left.
  await expect.poll(async () => (await fetchWith(station, second, content)).status).toBe(200);
});

test('a nearly finished headset has priority over one that waited longer', async () => {
  await using library = await aLibrary(1);
  const { station, clock } = library;
  const content = aContent(station, { bytes: someBytes(40 * MIB) });
  const holder = await aHeadsetWith(station, content);
  const [starting, finishing] = [await aHeadsetWith(station, content), await aHeadsetWith(station, content)];
  await fetchWith(station, holder, content, 'bytes=0-9');
  expect((await fetchWith(station, starting, content, 'bytes=0-9')).retryAfter).toBe('2');
  clock.advance(1_000);
  // Before the one that was first: so it is told to return right after that one.
  const last = `bytes=${39 * MIB}-`;
  expect((await fetchWith(station, finishing, content, last)).retryAfter).toBe('2');
  clock.advance(14_000);

  expect((await fetchWith(station, starting, content, 'bytes=0-9')).status).toBe(429);
  expect((await fetchWith(station, finishing, content, last)).status).toBe(206);
});

test('a slot reserved for an absent headset is eventually released', async () => {
  await using library = await aLibrary(1);
  const { station, clock } = library;
  const content = aContent(station);
  const [first, gone, third] = [
    await aHeadsetWith(station, content),
    await aHeadsetWith(station, content),
    await aHeadsetWith(station, content),
  ];
  await fetchWith(station, first, content, PART);
  await fetchWith(station, gone, content);
  await fetchWith(station, third, content);
  clock.advance(16_000);
  expect((await fetchWith(station, third, content)).status).toBe(429);
  clock.advance(20_000);

  expect((await fetchWith(station, third, content)).status).toBe(200);
});

test('the organisation’s own downloads, HEAD and a 304 use no slot', async () => {
  await using library = await aLibrary(1);
  const { station } = library;
  const content = aContent(station);
  const [first, second] = [await aHeadsetWith(station, content), await aHeadsetWith(station, content)];
  expect((await fetchWith(station, { token: station.token }, content)).status).toBe(200);
  const headers = { 'if-none-match': `"${content.sha256}"` };
  expect((await station.send('GET', content.path, { token: second.token, headers })).status).toBe(304);
  expect((await station.send('HEAD', content.path, { token: second.token })).status).toBe(200);

  expect((await fetchWith(station, first, content)).status).toBe(200);
  expect((await fetchWith(station, { token: station.token }, content)).status).toBe(200);
});

test('more slots admit waiting headsets at once; fewer interrupt none', async () => {
  await using library = await aLibrary(1);
  const { station } = library;
  const content = aContent(station);
  const [first, second] = [await aHeadsetWith(station, content), await aHeadsetWith(station, content)];
  await fetchWith(station, first, content, PART);
  expect((await fetchWith(station, second, content)).status).toBe(429);
  await station.call(setSchedule, { body: { atOnce: 2 } });
  expect((await fetchWith(station, second, content, PART)).status).toBe(206);
  await station.call(setSchedule, { body: { atOnce: 1 } });

  expect((await fetchWith(station, first, content, PART)).status).toBe(206);
  expect((await fetchWith(station, second, content, PART)).status).toBe(206);
});

test('a headset that downloads in many ranges does not use up the rate limit of its heartbeat', async () => {
  await using station = await aStation();
  const content = aContent(station);
  const headset = await aHeadsetWith(station, content);
  for (let count = 0; count < 260; count += 1) {
    expect((await fetchWith(station, headset, content, 'bytes=0-0')).status).toBe(206);
  }

  const { status } = await station.send('GET', `/devices/${headset.id}`, { token: headset.token });
  expect(status).toBe(200);
});
