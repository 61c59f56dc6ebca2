import { expect, test } from 'vitest';

import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listAudit } from '../../../../shared/contract/operations/audit.ts';
import { getStreamStatus } from '../../../../shared/contract/commands/stream.ts';
import {
  endLiveView,
  reportArrival,
  reportLiveViews,
  setViewConsent,
} from '../../../../shared/contract/commands/views.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aCandidate, allowViews, anOffer, sendMedia } from '../../../support/views.ts';

const station = await aSharedStation();
await allowViews(station);

const OWN = '127.0.0.1';
const GOOD = {
  isConnected: true,
  width: 1_280,
  height: 720,
  fps: 30,
  bitrateKbps: 4_000,
  lostShare: 0,
  roundTripMs: 4,
};

const post = (
  headset: TestHeadset,
  sdp: string,
  { on = station, token = on.token }: { on?: TestStation; token?: string } = {},
) =>
  sendMedia(on, 'POST', `/station/views/${headset.id}/whep`, {
    type: 'application/sdp',
    content: sdp,
    token,
  });

const aToken = (on: TestStation, label: string): Promise<string> => on.issue({ label });

/** Starts a live view that the headset answers. */
async function live(
  headset: TestHeadset,
  {
    on = station,
    token = on.token,
    offer = anOffer([aCandidate(OWN)]),
    answer = anOffer([aCandidate(OWN)]),
  }: { on?: TestStation; token?: string; offer?: string; answer?: string } = {},
) {
  const seen = headset.got;
  const sent = post(headset, offer, { on, token });
  const command = await headset.next('view-offer', seen);
  await headset.answer(command.commandId, { accepted: true, sdp: answer });
  const response = await sent;
  const location = response.headers.get('location') ?? '';
  const params = { deviceId: headset.id, sessionId: location.split('/').at(-1) ?? '' };
  return { status: response.status, sdp: await response.text(), location, params, command };
}

test('an offer reaches the headset with the viewer’s name, and its answer returns as 201 with the session', async () => {
  await using headset = await TestHeadset.linked(station);
  const { status, sdp, location, command } = await live(headset);

  expect(status).toBe(201);
  expect(location).toMatch(new RegExp(`^/station/views/${headset.id}/whep/[\\w-]+$`));
  expect(sdp).toContain(`${OWN} 50000 typ host`);
  expect(command.message).toMatchObject({ watcher: { role: 'program' } });
  expect(String(command.message['ticket'])).toMatch(/^v1\./);
  expect(String(command.message['sdp'])).toContain('a=ice-ufrag:ETEn');
});

test('only addresses of the station’s own networks are passed on, in either direction', async () => {
  await using headset = await TestHeadset.linked(station);
  const lines = [
    aCandidate('203.0.113.77'),
    aCandidate('8.8.8.8', { type: 'srflx raddr 192.168.1.2 rport 4' }),
    aCandidate(OWN, { transport: 'tcp' }),
    aCandidate('evil.example.org'),
    aCandidate('2001:db8::1'),
    aCandidate(OWN),
  ];
  const { sdp, command } = await live(headset, { offer: anOffer(lines), answer: anOffer(lines) });
  for (const text of [sdp, String(command.message['sdp'])]) {
    expect(text.match(/a=candidate/g)).toHaveLength(1);
    expect(text).not.toMatch(/203\.0|8\.8\.8|2001:|evil| tcp /);
  }
});

test('a name that hides a browser’s address is replaced with the address', async () => {
  await using headset = await TestHeadset.linked(station);
  const hidden = aCandidate('3f1b2c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d.local');
  const { command } = await live(headset, { offer: anOffer([hidden]) });
  expect(String(command.message['sdp'])).toContain(`${OWN} 50000 typ host`);
  expect(String(command.message['sdp'])).not.toContain('.local');
});

test.each([
  ['nothing', ''],
  ['what is no SDP', 'hello'],
  ['one without media', 'v=0\r\no=- 1 2 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n'],
  ['one without a fingerprint', anOffer().replace(/a=fingerprint.*\r\n/, '')],
  ['one with other media', anOffer().replace('UDP/TLS/RTP/SAVPF', 'TCP/RTP/AVP')],
  ['one with control characters', anOffer([], ['a=x:\u0000'])],
  [
    'one of a thousand lines',
    anOffer(
      [],
      Array.from({ length: 1_100 }, () => 'a=x'),
    ),
  ],
])('%s is refused as an offer, and not sent to the headset', async (_what, sdp) => {
  await using headset = await TestHeadset.linked(station);
  expect((await post(headset, sdp)).status).toBe(400);
  expect(headset.got).toEqual([]);
});

test('an offer of more than 32 KiB is refused', async () => {
  await using headset = await TestHeadset.linked(station);
  const big = anOffer(
    [],
    Array.from({ length: 30 }, () => `a=x:${'y'.repeat(2_000)}`),
  );
  expect((await post(headset, big)).status).toBe(413);
});

test('a headset that declines, cannot, or answers nonsense is reported to the viewer', async () => {
  const statuses: number[] = [];
  for (const answer of [
    { accepted: false, reason: 'REFUSED_BY_WEARER' },
    { accepted: false, reason: 'UNKNOWN_COMMAND' },
    { accepted: true, sdp: 'nonsense' },
  ]) {
    await using headset = await TestHeadset.linked(station);
    const sent = post(headset, anOffer());
    await headset.answer((await headset.next('view-offer')).commandId, answer);
    statuses.push((await sent).status);
  }
  await using away = await TestHeadset.away(station);
  statuses.push((await post(away, anOffer())).status);
  expect(statuses).toEqual([409, 404, 404, 404]);
});

test('late candidates are passed on to the headset, filtered; the end is sent to it', async () => {
  await using headset = await TestHeadset.linked(station);
  const { location, params } = await live(headset);
  const fragment = ['a=ice-ufrag:ETEn', aCandidate(OWN, { port: 7_777 }), aCandidate('203.0.113.1')].join(
    '\r\n',
  );
  const type = 'application/trickle-ice-sdpfrag';

  expect((await sendMedia(station, 'PATCH', location, { type, content: fragment })).status).toBe(204);
  const { message } = await headset.next('view-candidates');
  expect(String(message['sdp'])).toContain('7777');
  expect(String(message['sdp'])).not.toContain('203.0');
  expect((await sendMedia(station, 'PATCH', location, { type, content: 'm=evil\r\nx' })).status).toBe(400);

  expect((await station.call(endLiveView, { params })).status).toBe(204);
  expect((await headset.next('view-end')).message['sessionId']).toBe(params.sessionId);
  expect((await station.call(endLiveView, { params })).status).toBe(404);
});

test('four watch a headset at once; the fifth is refused with the reason', async () => {
  await using headset = await TestHeadset.linked(station);
  for (let at = 0; at < 4; at += 1)
    expect((await live(headset, { token: await aToken(station, `v${at}`) })).status).toBe(201);
  const fifth = await post(headset, anOffer());
  expect(fifth.status).toBe(409);
  expect(await fifth.json()).toMatchObject({ code: 'TOO_MANY_VIEWS' });
});

test('of a flood of offers four reach a headset; the others are refused at once', async () => {
  await using headset = await TestHeadset.linked(station);
  const token = await aToken(station, 'flood');
  const sent = Array.from({ length: 20 }, () => post(headset, anOffer([aCandidate(OWN)]), { token }));
  await expect.poll(() => headset.got.filter(({ event }) => event === 'view-offer').length).toBe(4);
  for (const { commandId, event } of headset.got)
    if (event === 'view-offer')
      await headset.answer(commandId, { accepted: true, sdp: anOffer([aCandidate(OWN)]) });
  const statuses = (await Promise.all(sent)).map(({ status }) => status).sort((a, b) => a - b);
  expect(statuses).toEqual([
    ...Array.from({ length: 4 }, () => 201),
    ...Array.from({ length: 16 }, () => 409),
  ]);
  expect(headset.got.filter(({ event }) => event === 'view-offer')).toHaveLength(4);
});

test('one viewer watches six at once, and no seventh; another’s sessions do not count', async () => {
  const token = await aToken(station, 'six');
  const other = await aToken(station, 'other');
  await using stack = new AsyncDisposableStack();
  for (let at = 0; at < 6; at += 1) {
    const headset = stack.use(await TestHeadset.linked(station));
    const { status, params } = await live(headset, { token });
    expect(status).toBe(201);
    expect((await station.call(endLiveView, { params, token: other })).status).toBe(404);
  }
  const seventh = stack.use(await TestHeadset.linked(station));
  expect((await post(seventh, anOffer(), { token })).status).toBe(409);
});

test('when the wearer declines while watched the view ends, and nobody is admitted until it is allowed', async () => {
  await using headset = await TestHeadset.linked(station);
  const { params } = await live(headset);
  await station.call(setViewConsent, {
    params: headset.params,
    body: { isRefused: true },
    token: headset.token,
  });
  await headset.next('view-end');
  expect((await station.call(reportArrival, { params, body: GOOD })).status).toBe(404);
  expect((await post(headset, anOffer())).status).toBe(409);
});

test('the audit log and the headset’s history say who watched whom from when to when', async () => {
  await using headset = await TestHeadset.linked(station);
  const { params } = await live(headset);
  await station.call(endLiveView, { params });
  await expect
    .poll(async () => {
      const { body } = await station.call(listAudit, { query: { deviceId: headset.id } });
      return body.items.map(({ operation, detail }) => `${operation} ${detail ?? ''}`);
    })
    .toEqual([expect.stringMatching(/^endLiveView stopped, .+T.+Z – .+T.+Z$/), 'startLiveView ']);
  const { body } = await station.call(listEvents, { params: headset.params });
  expect(body.items.map(({ type }) => type)).toEqual(expect.arrayContaining(['VIEW_STARTED', 'VIEW_ENDED']));
});

const QUEST_3 = { name: 'Meta Quest 3', product: 'eureka' };

/** A station with a manual clock, with a headset of a capable model. */
async function timed() {
  const clock = new ManualClock();
  const own = await aStation({ clock, rateLimit: 0 });
  await allowViews(own);
  const headset = await TestHeadset.linked(own);
  await own.call(updateDevice, { params: headset.params, body: { type: QUEST_3 }, token: headset.token });
  return { clock, own, headset };
}

/** Answers the next quality request. */
async function agree(headset: TestHeadset, seen = headset.got) {
  const { commandId, message } = await headset.next('set-quality', seen);
  await headset.answer(commandId, { accepted: true });
  return message;
}

test('a single headset in focus gets HIGH_FIDELITY; it drops after five bad seconds and rises again when stable', async () => {
  const { clock, own, headset } = await timed();
  await using _own = own;
  await using _headset = headset;
  const before = headset.got;
  const { params } = await live(headset, { on: own });
  expect(await agree(headset, before)).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', width: 1_920 });
  const report = async (lostShare: number) => {
    clock.advance(1_000);
    return (await own.call(reportArrival, { params, body: { ...GOOD, fps: 60, lostShare } })).body.agreed;
  };
  await expect.poll(async () => (await report(0))?.appliedProfile).toBe('HIGH_FIDELITY');

  const seen = headset.got;
  for (let at = 0; at < 6; at += 1) await report(0.2);
  expect(await agree(headset, seen)).toMatchObject({
    appliedProfile: 'OPTIMIZED',
    fallbackReason: 'BANDWIDTH',
  });
  const status = async () => (await own.call(getStreamStatus, { params: headset.params })).body;
  await expect.poll(status).toMatchObject({
    requestedProfile: 'HIGH_FIDELITY',
    appliedProfile: 'OPTIMIZED',
    fallbackReason: 'BANDWIDTH',
  });

  const low = headset.got;
  for (let at = 0; at < 14; at += 1) await report(0);
  expect(await agree(headset, low)).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: null });
  await expect.poll(status).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: null });
});

test('a quality that the headset did not answer is asked for again', async () => {
  const { clock, own, headset } = await timed();
  await using _own = own;
  await using _headset = headset;
  const before = headset.got;
  const { params } = await live(headset, { on: own });
  const first = await headset.next('set-quality', before);
  const seen = headset.got;
  clock.advance(11_000);
  await expect
    .poll(async () => {
      await own.call(reportArrival, { params, body: GOOD });
      return headset.got.slice(seen.length).find(({ event }) => event === 'set-quality')?.commandId;
    })
    .toBeDefined();
  expect(await agree(headset, seen)).toMatchObject({ qualityProfile: first.message['qualityProfile'] });
});

test('several at once get OPTIMIZED, and the last one gets HIGH_FIDELITY again', async () => {
  const { own, headset } = await timed();
  await using _own = own;
  await using _headset = headset;
  await using second = await TestHeadset.linked(own);
  const none = headset.got;
  await live(headset, { on: own });
  expect(await agree(headset, none)).toMatchObject({ appliedProfile: 'HIGH_FIDELITY' });

  const [seen, seenToo] = [headset.got, second.got];
  const { params } = await live(second, { on: own });
  await agree(second, seenToo);
  expect(await agree(headset, seen)).toMatchObject({ appliedProfile: 'OPTIMIZED', fallbackReason: null });

  const both = headset.got;
  await own.call(endLiveView, { params });
  expect(await agree(headset, both)).toMatchObject({ appliedProfile: 'HIGH_FIDELITY' });
});

test('a session without reports ends automatically; until then the stream status shows the sent quality', async () => {
  const { clock, own, headset } = await timed();
  await using _own = own;
  await using _headset = headset;
  const { params, command } = await live(headset, { on: own });
  const items = [{ ...GOOD, width: 1_920, height: 1_080, ticket: String(command.message['ticket']) }];
  const sendAnswer = () =>
    own.call(reportLiveViews, { params: headset.params, body: { items }, token: headset.token });
  const status = async () => (await own.call(getStreamStatus, { params: headset.params })).body;

  expect((await sendAnswer()).body.ended).toEqual([]);
  expect(await status()).toMatchObject({ isStreaming: true, width: 1_920, fps: 30 });
  clock.advance(15_000);
  await sendAnswer();
  clock.advance(15_000);
  expect((await own.call(reportArrival, { params, body: { ...GOOD, isConnected: false } })).status).toBe(200);

  clock.advance(25_000);
  await headset.next('view-end');
  expect((await own.call(reportArrival, { params, body: GOOD })).status).toBe(404);
  await expect.poll(async () => (await status()).isStreaming).toBe(false);
  expect((await sendAnswer()).body.ended).toEqual([params.sessionId]);
});

test('after a restart the station resumes a live view with the ticket that it encrypted, and no other', async () => {
  const own = await aStation({ rateLimit: 0 });
  await using _own = own;
  await allowViews(own);
  await using headset = await TestHeadset.linked(own);
  const { params, command } = await live(headset, { on: own });
  const ticket = String(command.message['ticket']);
  await own.restart();

  const sendAnswer = (sealed: string) =>
    own.call(reportLiveViews, {
      params: headset.params,
      body: { items: [{ ...GOOD, ticket: sealed }] },
      token: headset.token,
    });
  expect((await own.call(reportArrival, { params, body: GOOD })).status).toBe(404);
  await sendAnswer(`${ticket.slice(0, -4)}AAAA`);
  expect((await own.call(reportArrival, { params, body: GOOD })).status).toBe(404);
  expect((await sendAnswer(ticket)).body.ended).toEqual([]);
  expect((await own.call(reportArrival, { params, body: GOOD })).status).toBe(200);
});
