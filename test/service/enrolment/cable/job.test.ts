import { expect, test } from 'vitest';

import { CableError } from '../../../../main/adb/connection.ts';
import { CableJob, hasEnrolledSince } from '../../../../main/service/enrolment/cable/job.ts';

function aJob(): CableJob {
  let nowMs = 1_000;
  const job = { serial: 'S', model: null, deviceId: 'slot', begunAtMs: 1_000 };
  return new CableJob(job, () => (nowMs += 1_000));
}

test('after a disconnection the same connection is ignored until the list was read again; another one is not', () => {
  const job = aJob();
  expect(job.noteBreak(4n, 10)).toBe(1);
  expect([10, 11, 12].map((scans) => job.isSettling(4n, scans))).toEqual([true, true, false]);
  expect(job.isSettling(5n, 10)).toBe(false);
});

test('disconnections are counted per connection, and reset when a person retries', () => {
  const job = aJob();
  expect([job.noteBreak(4n, 1), job.noteBreak(4n, 3), job.noteBreak(4n, 5)]).toEqual([1, 2, 3]);
  expect(job.noteBreak(5n, 6)).toBe(1);
  job.noteBreak(5n, 8);
  job.clearBreaks();
  expect(job.noteBreak(5n, 9)).toBe(1);
});

test('a slot counts as the headset’s own only if it was enrolled after the agent was first instructed', () => {
  const job = aJob();
  const enrolled = (enrolledAtMs: number) => ({ androidId: 'headset', enrolledAtMs });
  expect(hasEnrolledSince(enrolled(9_000), job.enrolStartedAtMs)).toBe(false);
  job.begin('enrol');
  const enrolStartedAtMs = job.enrolStartedAtMs ?? 0;
  job.fail('enrol', new CableError('AGENT_DID_NOT_ENROL'));
  job.begin('enrol');
  expect(job.enrolStartedAtMs).toBe(enrolStartedAtMs);
  expect(hasEnrolledSince(enrolled(enrolStartedAtMs - 1), job.enrolStartedAtMs)).toBe(false);
  expect(hasEnrolledSince(enrolled(enrolStartedAtMs), job.enrolStartedAtMs)).toBe(true);
  expect(hasEnrolledSince({ androidId: null, enrolledAtMs: null }, job.enrolStartedAtMs)).toBe(false);
});
