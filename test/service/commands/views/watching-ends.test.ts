import { expect, test } from 'vitest';

import { issueToken, revokeToken } from '../../../../shared/contract/access/tokens.ts';
import { reportArrival, reportLiveViews } from '../../../../shared/contract/commands/views.ts';
import { setMetadata } from '../../../../shared/contract/devices/metadata.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aCandidate, aJpeg, allowViews, anOffer, lookAt, sendMedia } from '../../../support/views.ts';

const OWN = [aCandidate('127.0.0.1')];
const GOOD = {
  isConnected: true,
  width: 1_280,
  height: 720,
  fps: 30,
  bitrateKbps: 4_000,
  lostShare: 0,
  roundTripMs: 4,
};

async function put(station: TestStation, { id }: TestHeadset, cart: string): Promise<void> {
  const params = { deviceId: id, namespace: 'muster' };
  await station.call(setMetadata, { params, body: { group: { id: cart, label: cart } } });
}

async function timed() {
  const clock = new ManualClock();
  const station = await aStation({ rateLimit: 0, clock });
  await allowViews(station);
  const headset = await TestHeadset.linked(station);
  return { clock, station, headset };
}

/** Starts a live view; returns its ticket, and how its headset reports that it still sends. */
async function live(station: TestStation, headset: TestHeadset, token: string) {
  const seen = headset.got;
  const sent = sendMedia(station, 'POST', `/station/views/${headset.id}/whep`, {
    type: 'application/sdp',
    content: anOffer(OWN),
    token,
  });
  const { commandId, message } = await headset.next('view-offer', seen);
  await headset.answer(commandId, { accepted: true, sdp: anOffer(OWN) });
  const sessionId = (await sent).headers.get('location')?.split('/').at(-1) ?? '';
  const body = { items: [{ ...GOOD, ticket: String(message['ticket']) }] };
  const report = async () =>
    (await station.call(reportLiveViews, { params: headset.params, body, token: headset.token })).body.ended;
  return { sessionId, report };
}

test('a headset that is moved to a cart whose views are off is watched no more, live or in pictures', async () => {
  const { clock, station, headset } = await timed();
  await using _station = station;
  await using _headset = headset;
  const { sessionId, report } = await live(station, headset, station.token);
  await lookAt(station, 'wall', [headset]);
  const sent = { type: 'image/jpeg', content: aJpeg(), token: headset.token };
  expect((await sendMedia(station, 'PUT', `/station/views/${headset.id}/picture`, sent)).status).toBe(204);
  expect((await station.send('GET', `/station/views/${headset.id}/picture`)).status).toBe(200);
  expect(await report()).toEqual([]);

  await put(station, headset, 'a cart without views');

  expect((await station.send('GET', `/station/views/${headset.id}/picture`)).status).toBe(404);
  clock.advance(1_000);
  await headset.next('view-end');
  expect(await report()).toEqual([sessionId]);
});

test('a live view ends with the token of its viewer, however long its headset reports it', async () => {
  const { clock, station, headset } = await timed();
  await using _station = station;
  await using _headset = headset;
  const token = await station.issue({ expiresInSec: 30 });
  const { sessionId, report } = await live(station, headset, token);

  clock.advance(15_000);
  expect(await report()).toEqual([]);
  clock.advance(16_000);

  await headset.next('view-end');
  expect(await report()).toEqual([sessionId]);
});

test('a ticket resumes no live view whose viewer was signed out', async () => {
  await using station = await aStation({ rateLimit: 0 });
  await allowViews(station);
  await using headset = await TestHeadset.linked(station);
  const { body: viewer } = await station.call(issueToken, { body: { scope: 'enterprise' } });
  const { sessionId, report } = await live(station, headset, viewer.token);
  await station.restart();
  await station.call(revokeToken, { params: { tokenId: viewer.id } });

  expect(await report()).toEqual([sessionId]);
  const params = { ...headset.params, sessionId };
  expect((await station.call(reportArrival, { params, body: GOOD })).status).toBe(404);
});
