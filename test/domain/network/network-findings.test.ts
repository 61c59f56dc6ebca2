import { expect, test } from 'vitest';

import { judgeLeases } from '../../../main/service/network/routers/lease-pool.ts';
import { NETWORK_FINDINGS, NETWORK_TODOS } from '../../../shared/contract/network/network-findings.ts';

test('every bad finding says what to do, and every good one needs nothing', () => {
  const wrong = Object.entries(NETWORK_FINDINGS).filter(
    ([, { status, todo }]) => (status === 'ok') !== (todo === 'NOTHING'),
  );
  expect(wrong).toEqual([]);
});

test('every suggested action belongs to a finding', () => {
  const requested = new Set<string>(Object.values(NETWORK_FINDINGS).map(({ todo }) => todo));
  expect(NETWORK_TODOS.filter((todo) => !requested.has(todo))).toEqual([]);
});

test.each([
  [undefined, 'LEASES_UNKNOWN'],
  [{ size: 0, taken: 0, source: 'router' }, 'LEASES_UNKNOWN'],
  [{ size: 50, taken: 0, source: 'router' }, 'LEASES_FREE'],
  [{ size: 50, taken: 45, source: 'router' }, 'LEASES_FREE'],
  [{ size: 50, taken: 46, source: 'router' }, 'LEASES_NEARLY_FULL'],
  [{ size: 10, taken: 8, source: 'router' }, 'LEASES_NEARLY_FULL'],
  [{ size: 50, taken: 50, source: 'router' }, 'LEASES_FULL'],
  [{ size: 50, taken: 51, source: 'router' }, 'LEASES_FULL'],
] as const)('%j is %s', (pool, finding) => {
  expect(judgeLeases(pool)).toBe(finding);
});
