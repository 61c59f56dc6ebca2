import { expect, test } from 'vitest';

import { AT_THE_TOP, climb, isWorse, type Ladder } from '../../../shared/domain/commands/view-quality.ts';
import { negotiateStream } from '../../../shared/domain/commands/stream-quality.ts';

const GOOD = { isConnected: true, fps: 30, bitrateKbps: 4_000, lostShare: 0, roundTripMs: 5 };

/** Returns the step in each second, for good and bad seconds. */
function stepsOf(seconds: string, steps = 3): number[] {
  let ladder: Ladder = AT_THE_TOP;
  return Array.from(seconds, (second, at) => {
    ladder = climb(ladder, second === 'x', { nowMs: at * 1_000, steps });
    return ladder.lowered;
  });
}

test.each([
  ['as agreed', {}, false],
  ['loss over three in a hundred', { lostShare: 0.04 }, true],
  ['a round trip over 400 ms', { roundTripMs: 450 }, true],
  ['fewer than six in ten frames', { fps: 17 }, true],
  ['no connection, which is no quality', { isConnected: false, fps: 0 }, false],
])('%s', (_what, facts, isBad) => {
  expect(isWorse({ ...GOOD, ...facts }, { fps: 30 })).toBe(isBad);
});

test('five bad seconds lower the quality by one step, four do not', () => {
  expect(stepsOf('xxxxx.')).toEqual([0, 0, 0, 0, 0, 0]);
  expect(stepsOf('xxxxxx').at(-1)).toBe(1);
});

test('the quality drops to the last step and no further', () => {
  expect(stepsOf('x'.repeat(60)).at(-1)).toBe(3);
  expect(stepsOf('x'.repeat(60), 2).at(-1)).toBe(2);
});

test('the quality rises again after a stable period, and the next rise takes longer if it did not last', () => {
  const first = `${'x'.repeat(6)}${'.'.repeat(13)}`;
  expect(stepsOf(first).at(-1)).toBe(0);
  const again = `${first}${'x'.repeat(8)}`;
  expect(stepsOf(again).at(-1)).toBe(1);
  expect(stepsOf(`${again}${'.'.repeat(13)}`).at(-1)).toBe(1);
  expect(stepsOf(`${again}${'.'.repeat(24)}`).at(-1)).toBe(0);
});

test('each step below OPTIMIZED has a lower bit rate, with even sizes and a reason', () => {
  const at = (lowered: number) =>
    negotiateStream({
      requestedProfile: 'HIGH_FIDELITY',
      hardwareTier: 'XR2_GEN2',
      transport: 'LAN',
      wantedTransport: 'LAN',
      battery: null,
      highFidelity: { inUse: 0, most: 4 },
      bandwidthKbps: null,
      lowered,
    });
  const all = [0, 1, 2, 3].map((lowered) => at(lowered));
  expect(all.map(({ appliedProfile }) => appliedProfile)).toEqual([
    'HIGH_FIDELITY',
    'OPTIMIZED',
    'OPTIMIZED',
    'OPTIMIZED',
  ]);
  expect(all.map(({ bitrateKbps }) => bitrateKbps)).toEqual([12_000, 4_000, 2_000, 1_000]);
  expect(all.map(({ fallbackReason }) => fallbackReason)).toEqual([
    null,
    'BANDWIDTH',
    'BANDWIDTH',
    'BANDWIDTH',
  ]);
  for (const { width, height } of all) expect([width % 2, height % 2]).toEqual([0, 0]);
});
