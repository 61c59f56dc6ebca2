import { expect, test } from 'vitest';

import { someFaults } from '../../main/simulator/index.ts';
import { Life, DEFAULT_HABITS, type Habits } from '../../main/simulator/headset/life.ts';
import { anIdentity, MODELS } from '../../main/simulator/headset/models.ts';
import { seededRandom } from '../../main/agent/random.ts';

function aLife(seed: string, habits: Habits = DEFAULT_HABITS) {
  const identity = anIdentity(seededRandom(`${seed}/identity`));
  const life = new Life(seed, identity, habits, 30_000);
  const beats = Array.from({ length: 400 }, () => ({ ...life.step(), report: life.report }));
  return { identity, beats };
}

test('the same seed repeats the headset, its events, its battery and its absences', () => {
  const habits = { ...DEFAULT_HABITS, awayShare: 0.2 };

  expect(aLife('term-3', habits)).toEqual(aLife('term-3', habits));
});

test('another seed makes another headset with other events', () => {
  const [one, other] = [aLife('term-3/1'), aLife('term-3/2')];

  expect(one.identity.androidId).not.toBe(other.identity.androidId);
  expect(one.identity.macAddress).not.toBe(other.identity.macAddress);
  expect(one.beats).not.toEqual(other.beats);
});

test('a thousand headsets have a thousand names, and every model is among them', () => {
  const fleet = Array.from({ length: 1_000 }, (_, index) =>
    anIdentity(seededRandom(`fleet/${index}/identity`)),
  );

  expect(new Set(fleet.map(({ androidId }) => androidId)).size).toBe(1_000);
  expect(new Set(fleet.map(({ macAddress }) => macAddress)).size).toBe(1_000);
  expect(new Set(fleet.map(({ model }) => model))).toEqual(new Set(MODELS));
});

test('started apps are stopped with their duration, and no two events have one id', () => {
  const events = aLife('term-3').beats.flatMap((beat) => beat.events);
  const types = events.map(({ type }) => type);

  expect(types).toContain('VIDEO_STOPPED');
  const running = types.filter((type) => type === 'APP_STARTED').length;
  expect(running - types.filter((type) => type === 'APP_STOPPED').length).toBeLessThanOrEqual(1);
  for (const { type, payload } of events) {
    if (!type.endsWith('_STOPPED') || type === 'CHARGING_STOPPED') continue;
    expect(payload).toEqual(expect.objectContaining({ durationMs: expect.any(Number) as number }));
    expect(Number(payload['durationMs']) % 30_000).toBe(0);
  }
  expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
});

test('battery and storage change and stay within their bounds', () => {
  const reports = aLife('term-3').beats.map(({ report }) => report);

  const levels = reports.map(({ batteryInfo }) => batteryInfo.level ?? -1);
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...levels)).toBeLessThanOrEqual(100);
  expect(new Set(levels).size).toBeGreaterThan(10);
  for (const { storages } of reports) {
    const [volume] = storages;
    expect((volume?.freeSpace ?? 0) + (volume?.usedSpace ?? 0)).toBe(volume?.totalSpace);
  }
  expect(new Set(reports.map(({ storages }) => storages[0]?.freeSpace)).size).toBeGreaterThan(100);
});

test('a headset with a low battery stays at or under 15 percent and never reaches a charger', () => {
  const reports = aLife('term-3', { ...DEFAULT_HABITS, battery: 'flat' }).beats.map(({ report }) => report);

  expect(reports.every(({ batteryInfo }) => (batteryInfo.level ?? 100) <= 15)).toBe(true);
  expect(reports.every(({ batteryInfo }) => batteryInfo.isCharging === false)).toBe(true);
});

test('a planned absence starts when it is due, and again', () => {
  const offlineTime = { afterBeats: 3, forBeats: 5, everyBeats: 40 };
  const { beats } = aLife('term-3', { ...DEFAULT_HABITS, absence: offlineTime });

  const due = beats.flatMap(({ absenceBeats }, index) => (absenceBeats > 0 ? [index + 1] : []));
  expect(due.slice(0, 3)).toEqual([3, 43, 83]);
});

test('a share of time away is that share on average', () => {
  let [away, total] = [0, 0];
  for (let index = 0; index < 200; index += 1) {
    const { beats } = aLife(`share/${index}`, { ...DEFAULT_HABITS, awayShare: 0.25 });
    let left = 0;
    for (const { absenceBeats } of beats) {
      if (left > 0) left -= 1;
      else left = absenceBeats;
      total += 1;
      if (left > 0) away += 1;
    }
  }

  expect(away / total).toBeGreaterThan(0.2);
  expect(away / total).toBeLessThan(0.3);
});

test('faults affect the requested share of headsets, the same ones every time', () => {
  const draw = (share: number) => {
    const next = someFaults('faulty', share);
    return Array.from({ length: 1_000 }, () => next().answers);
  };

  expect(draw(0.3)).toEqual(draw(0.3));
  const faulty = draw(0.3).filter((answers) => answers !== 'none');
  expect(faulty.length).toBeGreaterThan(250);
  expect(faulty.length).toBeLessThan(350);
  expect(new Set(faulty)).toEqual(new Set(['never', 'late', 'twice', 'garbage']));
  expect(new Set(draw(0))).toEqual(new Set(['none']));
});
