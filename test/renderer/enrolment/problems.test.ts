import { expect, test } from 'vitest';

import { enrolProblems, problemKeys } from '../../../renderer/enrolment/slots/problems.ts';
import { aSlot, ENROLLED, NOW_MS, READY, secondsAgo } from './a-slot.ts';

const open = { isOpen: true, wrongCodes: 0, lastWrongAt: null };
const nothing: ReadonlySet<string> = new Set();
const silent = { ...ENROLLED, enrolledAt: secondsAgo(70) };
const away = { ...READY, isLinked: false, enrolledAt: secondsAgo(900), lastHeartbeatAt: secondsAgo(120) };
const failed = { ...READY, download: { fileName: 'atlas.apk', progress: 0.4, isFailed: true } };

test('a cart without problems shows none', () => {
  expect(enrolProblems([aSlot(1), aSlot(2, ENROLLED), aSlot(3, READY)], open, nothing, NOW_MS)).toEqual([]);
});

test('wrong codes are shown with their number', () => {
  const status = { isOpen: true, wrongCodes: 2, lastWrongAt: secondsAgo(10) };

  expect(enrolProblems([aSlot(1)], status, nothing, NOW_MS)).toEqual([
    { kind: 'wrongCodes', count: 2, lastWrongAtMs: NOW_MS - 10_000 },
  ]);
});

test('wrong codes are dismissed when a headset enrols afterwards, unless the limit is near', () => {
  const slots = [aSlot(1, { ...READY, enrolledAt: secondsAgo(5), lastHeartbeatAt: secondsAgo(1) })];
  const once = { isOpen: true, wrongCodes: 1, lastWrongAt: secondsAgo(10) };

  expect(enrolProblems(slots, once, nothing, NOW_MS)).toEqual([]);
  expect(enrolProblems(slots, { ...once, wrongCodes: 20 }, nothing, NOW_MS)).toHaveLength(1);
});

test('wrong codes older than a quarter of an hour are not shown', () => {
  const status = { isOpen: true, wrongCodes: 2, lastWrongAt: secondsAgo(901) };

  expect(enrolProblems([], status, nothing, NOW_MS)).toEqual([]);
});

test('closed enrolment comes first and cannot be dismissed', () => {
  const status = { isOpen: false, wrongCodes: 40, lastWrongAt: secondsAgo(1) };
  const problems = enrolProblems([aSlot(1, failed)], status, nothing, NOW_MS);

  expect(problems.map((problem) => problem.kind)).toEqual(['closed', 'failed']);
  expect(problemKeys({ kind: 'closed' })).toEqual([]);
});

test('a headset that enrolled a minute ago and has not reported is shown as silent', () => {
  const [problem] = enrolProblems([aSlot(1, silent)], open, nothing, NOW_MS);

  expect(problem).toMatchObject({ kind: 'silent', slots: [{ headset: { id: 'place-1' } }] });
});

test('a silent headset without a connection is silent, not offline as well', () => {
  const gone = { ...silent, isLinked: false, enrolledAt: secondsAgo(200) };

  expect(enrolProblems([aSlot(1, gone)], open, nothing, NOW_MS).map(({ kind }) => kind)).toEqual(['silent']);
});

test('headsets with the same problem are grouped', () => {
  const [problem] = enrolProblems([aSlot(1, away), aSlot(2), aSlot(3, away)], open, nothing, NOW_MS);

  expect(problem).toMatchObject({
    kind: 'offline',
    slots: [{ headset: { id: 'place-1' } }, { headset: { id: 'place-3' } }],
  });
});

test('a dismissed problem stays hidden until it affects another headset', () => {
  const slots = [aSlot(1, away), aSlot(2, { ...away, isLinked: true })];
  const [first] = enrolProblems(slots, open, nothing, NOW_MS);
  const later = new Set(first === undefined ? [] : problemKeys(first));

  expect(enrolProblems(slots, open, later, NOW_MS)).toEqual([]);
  expect(enrolProblems([aSlot(1, away), aSlot(2, away)], open, later, NOW_MS)).toMatchObject([
    { kind: 'offline', slots: [{ headset: { id: 'place-2' } }] },
  ]);
});

test('before the station has reported its enrolment state, no code problem is shown', () => {
  expect(enrolProblems([aSlot(1)], null, nothing, NOW_MS)).toEqual([]);
});
