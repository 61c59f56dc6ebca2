import { expect, test } from 'vitest';

import type { ClassRun } from '../../shared/contract/class-run.ts';
import {
  countPresence,
  isLooking,
  presenceOf,
  reachedBy,
  withNews,
} from '../../shared/domain/class-board.ts';

const AT = '2026-09-14T08:15:00.000Z';
const APP = 'org.lumiere.volcano';

function aRun(given: Partial<ClassRun> = {}): ClassRun {
  const result = (id: string, stage: ClassRun['results'][number]['stage']) => ({
    id,
    stage,
    at: AT,
    reachedAt: null,
    reason: null,
  });
  return {
    id: 'run',
    action: { do: 'look' },
    startedAt: AT,
    isRunning: true,
    results: [result('a', 'sent'), result('b', 'done'), result('c', 'absent'), result('d', 'failed')],
    ...given,
  };
}

test.each([
  [{ runningPackage: APP, worn: true, isLinked: false }, 'inUse', 'away'],
  [{ runningPackage: null, worn: null }, 'waiting', 'away'],
  [{ runningPackage: APP, worn: true }, 'applying', 'preparing'],
  [{ runningPackage: APP, worn: true }, 'inUse', 'inApp'],
  [{ runningPackage: APP, worn: false }, 'lowBattery', 'inApp'],
  [{ runningPackage: 'other', worn: true }, 'inUse', 'here'],
  [{ runningPackage: null, worn: false }, 'ready', 'onTable'],
] as const)('%o in the state %s counts as %s', (headset, state, presence) => {
  expect(presenceOf({ isLinked: true, ...headset }, state, APP)).toBe(presence);
});

test('without an app of the lesson nobody is in it', () => {
  const headset = { runningPackage: null, worn: true, isLinked: true };

  expect(presenceOf(headset, 'ready', null)).toBe('here');
  expect(countPresence(['here', 'away', 'here'])).toEqual({
    away: 1,
    preparing: 0,
    inApp: 0,
    here: 2,
    onTable: 0,
  });
});

test('an order sums up to whom it reached, who is on the way, and whom it missed', () => {
  const { total, reached, underWay, missed } = reachedBy(aRun());

  expect({ total, reached, underWay }).toEqual({ total: 4, reached: 1, underWay: 1 });
  expect(missed.map(({ id }) => id)).toEqual(['c', 'd']);
});

test('news moves the headsets that it names and leaves the others', () => {
  const known = aRun();
  const [first] = known.results;
  const news = aRun({ isRunning: false, results: first === undefined ? [] : [{ ...first, stage: 'done' }] });

  const after = withNews(known, news);

  expect(after.results.map(({ stage }) => stage)).toEqual(['done', 'done', 'absent', 'failed']);
  expect(after.isRunning).toBe(false);
  expect(withNews(undefined, news)).toBe(news);
});

test('the class looks up from the order to look until the order to go on', () => {
  const stop = aRun({ action: { do: 'stop' } });
  const resume = aRun({ action: { do: 'resume' } });

  expect(isLooking([stop, aRun(), resume])).toBe(true);
  expect(isLooking([resume, aRun()])).toBe(false);
  expect(isLooking([])).toBe(false);
});
