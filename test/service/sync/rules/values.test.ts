import { expect, test } from 'vitest';

import {
  DEFAULT_POLICY,
  type DesiredState,
  NOTHING_DESIRED,
} from '../../../../main/service/sync/rules/desired.ts';
import { mergeDevice } from '../../../../main/service/sync/rules/merge-device.ts';
import { isSame } from '../../../../main/service/sync/rules/values.ts';

test.for([
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', true],
  ['2026-01-01T00:00Z', '2026-01-01T01:00+01:00', true],
  ['2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z', false],
  // `Date.parse` reads all of these, and in each row it reads the same instant twice.
  ['2026-01-01T00:00:00Z', '2026-01-01', false],
  ['2026-01-01T00:00:00Z', 'Thu, 01 Jan 2026 00:00:00 GMT', false],
  ['2026-01-01', '2026', false],
  ['Cart 1', 'Cart 01', false],
  ['1', '01', false],
  // Not on any calendar.
  ['2026-13-01T00:00:00Z', '2026-13-01T00:00:00.0Z', false],
] as const)('the texts %s and %s mean the same: %s', ([a, b, expected]) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([expected, expected]);
});

test('a text that only looks like a date is uploaded once it is replaced with a real instant', () => {
  const until = (value: string): DesiredState => ({
    ...NOTHING_DESIRED,
    metadata: { loan: { until: value } },
  });
  const [before, after] = [until('2026-01-01'), until('2026-01-01T00:00:00Z')];

  const merge = mergeDevice({
    base: before,
    here: after,
    there: before,
    policy: DEFAULT_POLICY,
    isInstalled: () => false,
  });

  expect(merge.toPush).toEqual({ metadata: after.metadata });
});
