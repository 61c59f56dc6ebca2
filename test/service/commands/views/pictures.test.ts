import sharp from 'sharp';
import { expect, test } from 'vitest';

import { closeBoard, getPicture, setViewConsent } from '../../../../shared/contract/commands/views.ts';
import { aStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { aPerson, passcodeOf, signInLocally } from '../../../support/people.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aJpeg, allowViews, lookAt, sendMedia } from '../../../support/views.ts';

const station = await aSharedStation();
await allowViews(station);

const send = (headset: TestHeadset, content: Uint8Array, type = 'image/jpeg') =>
  sendMedia(station, 'PUT', `/station/views/${headset.id}/picture`, { type, content, token: headset.token });
const get = (headset: TestHeadset, headers = {}) =>
  station.call(getPicture, { params: headset.params, headers });

/** A watched headset that was asked for pictures. */
async function watched(boardId: string): Promise<TestHeadset> {
  const headset = await TestHeadset.linked(station);
  await lookAt(station, boardId, [headset]);
  await headset.answer((await headset.next('views-wanted')).commandId, { accepted: true });
  return headset;
}

test('a headset sends pictures while somebody watches, learns who, and learns when it ends', async () => {
  await using headset = await TestHeadset.linked(station);
  expect(headset.got).toEqual([]);

  await lookAt(station, 'board', [headset]);
  const wanted = await headset.next('views-wanted');
  await station.call(closeBoard, { params: { boardId: 'board' } });
  await headset.next('views-over');

  expect(wanted.message).toMatchObject({ everySec: 3, maxSide: 320, maxBytes: 65_536 });
  expect(wanted.message['watchers']).toEqual([{ name: 'ready line', role: 'program' }]);
});

test('a picture reaches its viewers, is announced to the boards, and is fetched once by its tag', async () => {
  await using headset = await watched('board');
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  const picture = aJpeg();

  expect((await send(headset, picture)).status).toBe(204);

  const { data } = await wall.next(
    'view',
    (each) => each['id'] === headset.id && each['state'] === 'showing',
  );
  const first = await get(headset);
  const etag = first.headers.get('etag') ?? '';
  const again = await get(headset, { 'if-none-match': etag });
  expect(data['picture']).toMatchObject({ etag });
  expect(first.headers.get('content-type')).toBe('image/jpeg');
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(Buffer.from(first.body as unknown as Uint8Array).equals(picture)).toBe(true);
  expect(again.status).toBe(304);
});

test('WebP is accepted too', async () => {
  await using headset = await watched('board');
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();

  expect((await send(headset, picture, 'image/webp')).status).toBe(204);
  expect((await get(headset)).headers.get('content-type')).toBe('image/webp');
});

test('nobody gets what a picture says besides its image', async () => {
  await using headset = await watched('board');
  const place = 'Exif 48.8584 N 2.2945 E';
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .withExif({ IFD0: { ImageDescription: place } })
    .jpeg()
    .toBuffer();
  expect(picture.toString('latin1')).toContain(place);

  expect((await send(headset, picture)).status).toBe(204);
  const got = Buffer.from((await get(headset)).body as unknown as Uint8Array);
  expect(got.toString('latin1')).not.toContain(place);
  expect(await sharp(got).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 64 });
});

const JPEG = aJpeg();
test.each([
  ['text', Buffer.from('a picture'), 'image/jpeg', 400],
  ['a JPEG that says it is WebP', JPEG, 'image/webp', 400],
  ['a JPEG that is cut off', JPEG.subarray(0, -20), 'image/jpeg', 400],
  ['one of 321 pixels', aJpeg(321, 20), 'image/jpeg', 400],
  ['one that is 321 high', aJpeg(20, 321), 'image/jpeg', 400],
  ['nothing', Buffer.alloc(0), 'image/jpeg', 400],
  ['a page', Buffer.from('<script>alert(1)</script>'), 'text/html', 400],
  ['a PNG', Buffer.from('89504e470d0a1a0a', 'hex'), 'image/png', 400],
  ['more than 64 KiB', Buffer.concat([JPEG, Buffer.alloc(64 * 1024)]), 'image/jpeg', 413],
])('%s is refused, and nobody sees it', async (_what, content, type, status) => {
  await using headset = await watched('board');

  expect((await send(headset, content, type)).status).toBe(status);
  expect((await get(headset)).status).toBe(404);
});

test('without viewers a picture is refused and stored nowhere', async () => {
  await using headset = await TestHeadset.linked(station);
  expect((await send(headset, JPEG)).status).toBe(409);

  await using other = await watched('board');
  await send(other, JPEG);
  await station.call(closeBoard, { params: { boardId: 'board' } });
  await lookAt(station, 'board', [other]);
  expect((await get(other)).status).toBe(404);
});

test('too many pictures are throttled', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock, rateLimit: 0 });
  await allowViews(own);
  await using headset = await TestHeadset.linked(own);
  await lookAt(own, 'board', [headset]);
  const path = `/station/views/${headset.id}/picture`;
  const put = async (shade: number) => {
    const picture = { type: 'image/jpeg', content: aJpeg(20, 20, shade), token: headset.token };
    return (await sendMedia(own, 'PUT', path, picture)).status;
  };
  const statuses = await Promise.all(Array.from({ length: 20 }, (_each, at) => put(at)));
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([204, 429]));
  clock.advance(1_000);
  expect(await put(99)).toBe(204);
});

test('one caller opens eight boards, and no ninth until one is closed', async () => {
  await using headset = await TestHeadset.linked(station);
  const token = await station.issue({ label: 'many boards' });
  const open = async (at: number) => (await lookAt(station, `many-${at}`, [headset], token)).status;
  const statuses: number[] = [];
  for (let at = 0; at < 9; at += 1) statuses.push(await open(at));
  expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 409]);
  await station.call(closeBoard, { params: { boardId: 'many-0' }, token });
  expect(await open(8)).toBe(200);
  for (let at = 1; at < 9; at += 1)
    await station.call(closeBoard, { params: { boardId: `many-${at}` }, token });
});

test('when the wearer declines the pictures are removed, and return when it is allowed again', async () => {
  await using headset = await watched('board');
  await send(headset, JPEG);

  const consent = (isRefused: boolean) =>
    station.call(setViewConsent, { params: headset.params, body: { isRefused }, token: headset.token });
  await consent(true);
  const [view] = (await lookAt(station, 'board', [headset])).body.items;
  expect(view?.state).toBe('refused');
  expect((await get(headset)).status).toBe(404);
  expect((await send(headset, JPEG)).status).toBe(409);

  await consent(false);
  expect((await send(headset, JPEG)).status).toBe(204);
});

test('an agent without support, or that does not answer unknown commands, is shown as such', async () => {
  await using headset = await TestHeadset.linked(station);
  await using wall = await station.stream('/station/updates');
  await wall.next('hello');
  await lookAt(station, 'board', [headset]);
  const { commandId } = await headset.next('views-wanted');
  await headset.answer(commandId, { accepted: false, reason: 'UNKNOWN_COMMAND' });

  const { data } = await wall.next(
    'view',
    (each) => each['id'] === headset.id && each['state'] === 'unsupported',
  );
  expect(data['picture']).toBeNull();
});

test('an absent headset is offline on the board, and is asked when it returns', async () => {
  await using headset = await TestHeadset.away(station);
  const [view] = (await lookAt(station, 'board', [headset])).body.items;
  expect(view?.state).toBe('offline');

  await headset.link();
  await headset.next('views-wanted');
});

test('off until a technician allows it for the cart: no headset is asked, nothing is shown', async () => {
  await using own = await TestHeadset.linked(station);
  await allowViews(station, { isAllowed: false });
  try {
    const [view] = (await lookAt(station, 'board', [own])).body.items;
    expect(view?.state).toBe('notAllowed');
    expect((await get(own)).status).toBe(404);
    expect((await send(own, JPEG)).status).toBe(409);
    expect(own.got).toEqual([]);
  } finally {
    await allowViews(station);
  }
});

test('viewers watch only where it is allowed; a teacher always may', async () => {
  await using headset = await TestHeadset.linked(station);
  const states: string[] = [];
  for (const role of ['viewer', 'teacher'] as const) {
    await aPerson(station, role, role);
    const { body } = await signInLocally(station, passcodeOf(role));
    for (const viewersMay of [false, true]) {
      await allowViews(station, { viewersMay });
      const board = await lookAt(station, `of-${role}`, [headset], body.token);
      states.push(`${role} ${viewersMay} ${board.body.items[0]?.state}`);
    }
  }
  await allowViews(station);
  expect(states).toEqual([
    'viewer false notAllowed',
    'viewer true asked',
    'teacher false asked',
    'teacher true asked',
  ]);
});
