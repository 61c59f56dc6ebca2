import { expect, test } from 'vitest';

import { Echoes } from '../../../main/service/sync/records/echoes.ts';

function atTime(startMs = 0) {
  const time = { nowMs: startMs };
  return { time, echoes: new Echoes(() => time.nowMs) };
}

test('an update of a device is taken for an echo while it is written, however long that takes, and five seconds after', () => {
  const { time, echoes } = atTime();
  expect(echoes.isOurs('a')).toBe(false);
  const finishWriting = echoes.writing(['a', 'b']);
  time.nowMs += 600_000;
  expect(['a', 'b', 'c'].map((id) => echoes.isOurs(id))).toEqual([true, true, false]);

  finishWriting();

  time.nowMs += 4_999;
  expect(echoes.isOurs('a')).toBe(true);
  time.nowMs += 1;
  expect(echoes.isOurs('a')).toBe(false);
});

test('writing other devices does not shorten for how long an update is taken for an echo', () => {
  const { time, echoes } = atTime();
  echoes.writing(['a'])();
  const slow = echoes.writing(['slow']);
  time.nowMs += 3_000;
  echoes.writing(['b'])();
  expect(['a', 'slow', 'b'].map((id) => echoes.isOurs(id))).toEqual([true, true, true]);

  time.nowMs += 3_000;
  echoes.writing(['c'])();
  expect(['a', 'slow', 'b', 'c'].map((id) => echoes.isOurs(id))).toEqual([false, true, true, true]);
  slow();
  expect(echoes.isOurs('slow')).toBe(true);
});

test('a device that may have an echo is read once', () => {
  const { echoes } = atTime();
  echoes.add('a');
  echoes.add('a');
  expect([...echoes.toRead]).toEqual(['a']);
  expect([echoes.delete('a'), echoes.delete('a')]).toEqual([true, false]);
  echoes.add('b');
  echoes.clear();
  expect([...echoes.toRead]).toEqual([]);
});
