import { expect, test } from 'vitest';

import { CableError } from '../../../../main/service/enrolment/cable/headset.ts';
import { CableJob, hasEnrolledSince } from '../../../../main/service/enrolment/cable/job.ts';

function aJob(): CableJob {
  let nowMs = 1_000;
  const given = { serial: 'S', model: null, deviceId: 'slot', begunAtMs: 1_000 };
  return new CableJob(given, () => (nowMs += 1_000));
}

test('after a break the same connection rests until the list was read anew; another one does not', () => {
  const job = aJob();
  expect(job.noteBreak(4n, 10)).toBe(1);
  expect([10, 11, 12].map((looks) => job.isSettling(4n, looks))).toEqual([true, true, false]);
  expect(job.isSettling(5n, 10)).toBe(false);
});

test('breaks are counted for each connection, and forgotten when somebody asks for another try', () => {
  const job = aJob();
  expect([job.noteBreak(4n, 1), job.noteBreak(4n, 3), job.noteBreak(4n, 5)]).toEqual([1, 2, 3]);
  expect(job.noteBreak(5n, 6)).toBe(1);
  job.noteBreak(5n, 8);
  job.forgetBreaks();
  expect(job.noteBreak(5n, 9)).toBe(1);
});

test('a slot counts as the headset’s own only where it was enrolled after the agent was first told', () => {
  const job = aJob();
  const enrolled = (enrolledAtMs: number) => ({ androidId: 'headset', enrolledAtMs });
  expect(hasEnrolledSince(enrolled(9_000), job.toldAtMs)).toBe(false);
  job.begin('enrol');
  const toldAtMs = job.toldAtMs ?? 0;
  job.fail('enrol', new CableError('AGENT_DID_NOT_ENROL'));
  job.begin('enrol');
  expect(job.toldAtMs).toBe(toldAtMs);
  expect(hasEnrolledSince(enrolled(toldAtMs - 1), job.toldAtMs)).toBe(false);
  expect(hasEnrolledSince(enrolled(toldAtMs), job.toldAtMs)).toBe(true);
  expect(hasEnrolledSince({ androidId: null, enrolledAtMs: null }, job.toldAtMs)).toBe(false);
});
