import { expect, test } from 'vitest';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { getStreamStatus, setStreamQuality } from '../../../../shared/contract/commands/stream.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const QUEST_3 = { name: 'Meta Quest 3', product: 'eureka' };

const set = (on: TestStation, deviceId: string, qualityProfile: unknown) =>
  on.call(setStreamQuality, { params: { deviceId }, body: { qualityProfile } });

async function aModel(on: TestStation, type: object, report: object = {}): Promise<TestHeadset> {
  const headset = await TestHeadset.linked(on);
  await headset.report({ type, ...report });
  return headset;
}

/** Requests a quality, and answers as the headset. */
async function agreed(on: TestStation, headset: TestHeadset, profile: string, answer: object = {}) {
  const seen = headset.got;
  const sent = set(on, headset.id, profile);
  const command = await headset.next('set-quality', seen);
  await headset.answer(command.commandId, answer);
  return { command, ...(await sent) };
}

test('the headset receives the numbers of the table, and its answer is returned', async () => {
  await using headset = await aModel(station, QUEST_3);

  const { status, body, command } = await agreed(station, headset, 'HIGH_FIDELITY');

  const data = {
    requestedProfile: 'HIGH_FIDELITY',
    appliedProfile: 'HIGH_FIDELITY',
    transport: 'LAN',
    hardwareTier: 'XR2_GEN2',
    width: 1_920,
    height: 1_080,
    fps: 60,
    bitrateKbps: 12_000,
    fallbackReason: null,
  };
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, data });
  expect(command.message).toEqual({ qualityProfile: 'HIGH_FIDELITY', ...data });
});

test('the quality that the headset applies instead is returned and shown', async () => {
  await using headset = await aModel(station, QUEST_3);

  const { body } = await agreed(station, headset, 'HIGH_FIDELITY', {
    appliedProfile: 'OPTIMIZED',
    width: 960,
    height: 540,
    fps: 36,
    bitrateKbps: -5,
  });
  const status = await station.call(getStreamStatus, { params: headset.params });

  const applied = {
    requestedProfile: 'HIGH_FIDELITY',
    appliedProfile: 'OPTIMIZED',
    width: 960,
    height: 540,
    fps: 36,
    bitrateKbps: 4_000,
    fallbackReason: 'ENCODER_UNSUPPORTED',
  };
  expect(body.data).toMatchObject(applied);
  expect(status.body).toMatchObject({ ...applied, isStreaming: false });
});

test('a headset of an unknown model gets the lower profile, and the reason', async () => {
  await using headset = await TestHeadset.linked(station);

  const { body } = await agreed(station, headset, 'HIGH_FIDELITY');

  expect(body.data).toMatchObject({
    appliedProfile: 'OPTIMIZED',
    hardwareTier: 'UNKNOWN',
    width: 960,
    fallbackReason: 'UNKNOWN_HARDWARE',
  });
});

test.each([
  [{ temperature: 46 }, 'THERMAL'],
  [{ health: 'Overheat' }, 'THERMAL'],
  [{ level: 9, isCharging: false }, 'LOW_BATTERY'],
] as const)('battery state %j does not lower the quality', async (batteryInfo, fallbackReason) => {
  await using headset = await aModel(station, QUEST_3, { batteryInfo });

  const { body } = await agreed(station, headset, 'HIGH_FIDELITY');

  expect(body.data).toMatchObject({ appliedProfile: 'OPTIMIZED', fallbackReason });
});

test('the fifth headset gets no HIGH_FIDELITY, until one of the four stops', async () => {
  await using own = await aStation();
  const headsets = await Promise.all(Array.from({ length: 5 }, () => aModel(own, QUEST_3)));
  const [first, fifth] = [headsets[0], headsets[4]];
  if (first === undefined || fifth === undefined) throw new Error('No headsets');

  // All at once: the limit must hold even before they have answered.
  const offered = headsets.map((headset) => set(own, headset.id, 'HIGH_FIDELITY'));
  for (const headset of headsets) await headset.answer((await headset.next('set-quality')).commandId);
  const input = await Promise.all(offered);
  const refusedOne = headsets[input.findIndex(({ body }) => body.data.fallbackReason !== null)];
  const other = headsets.find((headset) => headset !== refusedOne);
  await other?.report({
    events: [{ eventId: 'stop', type: 'STREAM_STOPPED', timestamp: Date.now(), payload: {} }],
  });
  const again = refusedOne === undefined ? undefined : await agreed(own, refusedOne, 'HIGH_FIDELITY');
  for (const headset of headsets) await headset[Symbol.asyncDispose]();

  const reasons = input.map(({ body }) => body.data.fallbackReason);
  expect(reasons.filter((reason) => reason === 'STATION_CAPACITY')).toHaveLength(1);
  expect(reasons.filter((reason) => reason === null)).toHaveLength(4);
  expect(again?.body.data).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: null });
});

test('a headset that has HIGH_FIDELITY may have it set again and again', async () => {
  await using own = await aStation();
  await using headset = await aModel(own, QUEST_3);

  for (let times = 0; times < 6; times += 1) {
    const { body } = await agreed(own, headset, 'HIGH_FIDELITY');
    expect(body.data.fallbackReason).toBeNull();
  }
});

test('a link that was recently measured as too slow gets the lower profile; an old measurement has no effect', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using headset = await aModel(own, QUEST_3);
  await headset.report({
    events: [
      { eventId: 'm', type: 'STREAM_STATS', timestamp: clock.now(), payload: { bandwidthKbps: 9_000 } },
    ],
  });

  const narrow = await agreed(own, headset, 'HIGH_FIDELITY');
  clock.advance(60_000);
  const later = await agreed(own, headset, 'HIGH_FIDELITY');

  expect(narrow.body.data).toMatchObject({ appliedProfile: 'OPTIMIZED', fallbackReason: 'BANDWIDTH' });
  expect(later.body.data).toMatchObject({ appliedProfile: 'HIGH_FIDELITY', fallbackReason: null });
});

test('a headset without a connection, or silent for ten seconds, is unreachable; no quality is shown as applied', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  await using away = await TestHeadset.away(own);
  await using deaf = await aModel(own, QUEST_3);

  const first = await set(own, away.id, 'OPTIMIZED');
  const sent = set(own, deaf.id, 'OPTIMIZED');
  await deaf.next('set-quality');
  clock.advance(10_000);
  const second = await sent;
  const { body } = await own.call(getStreamStatus, { params: deaf.params });

  expect(first).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(second).toMatchObject(refused(404, 'DEVICE_UNREACHABLE'));
  expect(body).toMatchObject({ requestedProfile: null, appliedProfile: null, updatedAt: null });
});

test('the negotiation is in the history like any command', async () => {
  await using headset = await aModel(station, QUEST_3);
  const { command } = await agreed(station, headset, 'OPTIMIZED');

  const { body } = await station.call(listEvents, {
    params: headset.params,
    query: { type: 'COMMAND_ANSWERED' },
  });

  expect(body.items).toMatchObject([{ payload: { commandId: command.commandId, event: 'set-quality' } }]);
});

test('an unknown profile is refused; an unknown and a foreign device do not exist', async () => {
  await using headset = await aModel(station, QUEST_3);
  const other = await station.enterprise();

  for (const profile of ['ULTRA', 'optimized', null, undefined, 7])
    expect(await set(station, headset.id, profile)).toMatchObject(refusedAt('qualityProfile'));
  expect(await set(station, 'nobody', 'OPTIMIZED')).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(
    await station.call(setStreamQuality, {
      params: headset.params,
      body: { qualityProfile: 'OPTIMIZED' },
      token: other.token,
    }),
  ).toMatchObject(refused(404, 'DEVICE_NOT_FOUND'));
  expect(headset.got).toEqual([]);
  expect((await station.call(updateDevice, { params: headset.params, body: {} })).status).toBe(200);
});
