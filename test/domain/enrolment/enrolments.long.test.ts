import { expect, test } from 'vitest';

import { explore } from './explore.ts';
import { checkWorld } from './invariants.ts';

test('three sides, two slots, two headsets: eight steps in any order keep every guarantee', () => {
  const { states, withConflict } = explore(8, checkWorld);
  // oxlint-disable-next-line no-console -- how much was explored
  console.log(`enrolments: ${String(states)} states to depth 8, ${String(withConflict)} with a conflict`);
  expect(withConflict).toBeGreaterThan(1_000);
}, 1_200_000);
