import fc from 'fast-check';
import { expect, test } from 'vitest';

import { CLASS_LASTS_MS } from '../../../shared/contract/classroom/class.ts';
import type { ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import {
  BOARD_GAP_PX,
  boardLayout,
  viewsLayout,
  countPresence,
  isRecovered,
  inAttentionOf,
  needsTeacher,
  presenceOf,
  reachedBy,
  shownResult,
  shownRun,
  withUpdates,
  withUpdate,
} from '../../../renderer/classroom/state/class-board.ts';

const AT = '2026-09-14T08:15:00.000Z';
const APP = 'org.lumiere.volcano';

function aRun(input: Partial<ClassRun> = {}): ClassRun {
  const result = (id: string, stage: ClassRun['results'][number]['stage']) => ({
    id,
    stage,
    at: AT,
    reachedAt: stage === 'done' ? AT : null,
    reason: null,
    waitsUntil: null,
  });
  return {
    id: 'run',
    action: { do: 'look' },
    startedAt: AT,
    isRunning: true,
    results: [result('a', 'sent'), result('b', 'done'), result('c', 'absent'), result('d', 'failed')],
    ...input,
  };
}

const NOW = Date.parse(AT);
const LINKED = { isLinked: true, linkEndedAt: null, lastHeartbeatAt: AT, enrolledAt: AT };

test.each([
  [{ runningPackage: APP, worn: true, isLinked: false, linkEndedAt: AT }, 'inUse', 'away'],
  [{ runningPackage: null, worn: null }, 'waiting', 'away'],
  [{ runningPackage: APP, worn: true }, 'applying', 'preparing'],
  [{ runningPackage: APP, worn: true }, 'inUse', 'inApp'],
  [{ runningPackage: APP, worn: false }, 'lowBattery', 'inApp'],
  [{ runningPackage: 'other', worn: true }, 'inUse', 'here'],
  [{ runningPackage: null, worn: false }, 'ready', 'onTable'],
] as const)('%o in the state %s counts as %s', (headset, state, presence) => {
  expect(presenceOf({ ...LINKED, ...headset }, { state, nowMs: NOW, packageName: APP })).toBe(presence);
});

test('without an app in the lesson no headset is in it', () => {
  const headset = { ...LINKED, runningPackage: null, worn: true };

  expect(presenceOf(headset, { state: 'ready', nowMs: NOW, packageName: null })).toBe('here');
  expect(countPresence(['here', 'away', 'here'])).toEqual({
    away: 1,
    preparing: 0,
    inApp: 0,
    here: 2,
    onTable: 0,
  });
});

test('a command’s summary states whom it reached and when, who is pending, who gets it later, and who missed it', () => {
  const run = aRun();
  const late = { ...run.results[2], id: 'e', stage: 'absent', at: AT, waitsUntil: AT } as const;
  const results = [...run.results, { ...late, reachedAt: null, reason: null }];
  const soonMs = Date.parse(AT) - 1;

  const { total, reached, reachedAt, underWay, waiting, missed } = reachedBy({ results }, soonMs);

  expect({ total, reached, reachedAt, underWay }).toEqual({
    total: 5,
    reached: 1,
    reachedAt: AT,
    underWay: 1,
  });
  expect(waiting.map(({ id }) => id)).toEqual(['e']);
  expect(missed.map(({ id }) => id)).toEqual(['c', 'd']);
  // Once the time is over it counts as missed as well.
  expect(reachedBy({ results }, Date.parse(AT)).missed.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
});

test('an update changes the headsets that it names and no others', () => {
  const known = aRun();
  const [first] = known.results;
  const update = aRun({
    isRunning: false,
    results: first === undefined ? [] : [{ ...first, stage: 'done' }],
  });

  const after = withUpdate(known, update);

  expect(after.results.map(({ stage }) => stage)).toEqual(['done', 'done', 'absent', 'failed']);
  expect(after.isRunning).toBe(false);
  expect(withUpdate(undefined, update)).toBe(update);
});

test('an action that is loaded again keeps later updates, and nothing older', () => {
  const read = aRun();
  const [first, second, ...others] = read.results;
  if (first === undefined || second === undefined) throw new Error('No results');
  const later = { ...first, stage: 'done', at: '2026-09-14T08:15:01.000Z' } as const;
  const before = { ...second, stage: 'sent', at: '2026-09-14T08:14:59.000Z' } as const;

  const known = withUpdates(read, { ...read, results: [later, before] });

  expect(known.results).toEqual([later, second, ...others]);
  expect(known.isRunning).toBe(false);
  expect(withUpdates(read, undefined)).toBe(read);
});

test('a board shows the newest action for one of its headsets, until it is dismissed or the lesson is over', () => {
  const elsewhere = aRun({ id: 'elsewhere', results: [] });
  const newest = aRun({ id: 'newest' });
  const older = aRun({ id: 'older' });
  const runs = [elsewhere, newest, older];
  const at = { members: new Set(['c', 'x']), dismissedId: null, nowMs: Date.parse(AT) };

  expect(shownRun(runs, at)?.id).toBe('newest');
  expect(shownRun(runs, { ...at, members: new Set(['x']) })).toBeNull();
  // Older orders were dismissed as well.
  expect(shownRun(runs, { ...at, dismissedId: 'newest' })).toBeNull();
  expect(shownRun(runs, { ...at, dismissedId: 'older' })?.id).toBe('newest');
  expect(shownRun(runs, { ...at, nowMs: at.nowMs + CLASS_LASTS_MS - 1 })?.id).toBe('newest');
  expect(shownRun(runs, { ...at, nowMs: at.nowMs + CLASS_LASTS_MS })).toBeNull();
});

test('a tile shows for a minute that an action was executed, but not if the headset went missing since', () => {
  const [sent, done, absent, failed] = aRun().results;
  if (sent === undefined || done === undefined || absent === undefined || failed === undefined)
    throw new Error('No results');
  const here = { presence: 'inApp', nowMs: Date.parse(AT) } as const;

  expect(shownResult(done, { ...here, nowMs: here.nowMs + 60_000 })).toBe(done);
  expect(shownResult(done, { ...here, nowMs: here.nowMs + 60_001 })).toBeNull();
  expect(shownResult(done, { ...here, presence: 'away' })).toBeNull();
  expect(shownResult({ ...done, stage: 'delivered' }, { ...here, presence: 'away' })).toBeNull();
  for (const each of [sent, absent, failed]) {
    const later = { presence: 'away', nowMs: here.nowMs + 600_000 } as const;
    expect(shownResult(each, later)).toBe(each);
  }
});

test('a headset is in attention mode from the action that reached it until the resume action that reached it', () => {
  const check = aRun();
  const resume = aRun({ action: { do: 'resume' }, results: check.results.slice(0, 1) });
  const lost = aRun({ action: { do: 'resume' }, results: check.results.slice(2) });

  expect([...inAttentionOf([aRun({ action: { do: 'stop' } }), check, resume])]).toEqual(['a', 'b']);
  expect([...inAttentionOf([resume, check])]).toEqual(['b']);
  expect([...inAttentionOf([lost, check])]).toEqual(['a', 'b']);
  expect([...inAttentionOf([])]).toEqual([]);
});

test('a headset that is missing, has a low battery or failed the action needs the teacher', () => {
  const failed = aRun().results[3] ?? null;

  expect(needsTeacher('away', 'ready', null)).toBe(true);
  expect(needsTeacher('inApp', 'lowBattery', null)).toBe(true);
  expect(needsTeacher('inApp', 'inUse', failed)).toBe(true);
  expect(needsTeacher('onTable', 'ready', null)).toBe(false);
  expect(needsTeacher('preparing', 'applying', null)).toBe(false);
  // These wait for the technician.
  expect(needsTeacher('onTable', 'drifted', null)).toBe(false);
  expect(needsTeacher('onTable', 'failed', null)).toBe(false);
});

test('an app that failed to start is no alarm once it runs', () => {
  const failed = aRun().results[3];
  if (failed === undefined) throw new Error('No result');
  const start = aRun({ action: { do: 'start', packageName: 'org.example.app' } });

  expect(isRecovered(start, failed, 'onTable')).toBe(false);
  expect(isRecovered(start, failed, 'inApp')).toBe(true);
  expect(isRecovered(aRun({ action: { do: 'stop' } }), failed, 'inApp')).toBe(false);
});

test.each([
  ['a tablet with thirty: six by five', { width: 976, height: 560, count: 30 }, 6],
  ['the same with a note and the buttons of a lesson', { width: 976, height: 450, count: 30 }, 6],
  ['a large screen with thirty', { width: 1_880, height: 860, count: 30 }, 6],
  ['one alone', { width: 976, height: 560, count: 1 }, 1],
])('the board of %s', (_name, board, columns) => {
  expect(boardLayout(board).columns).toBe(columns);
});

test('tiles are never wider than the board, never too large, and taller than a finger if they scroll', () => {
  const sizes = fc.record({
    width: fc.integer({ min: 320, max: 4_000 }),
    height: fc.integer({ min: 0, max: 2_500 }),
    count: fc.integer({ min: 0, max: 1_200 }),
  });
  fc.assert(
    fc.property(sizes, (board) => {
      const { columns, widthPx, heightPx } = boardLayout(board);
      const rows = Math.ceil(board.count / columns);
      const isScrolled = rows * (heightPx + BOARD_GAP_PX) - BOARD_GAP_PX > board.height;
      expect(columns * (widthPx + BOARD_GAP_PX) - BOARD_GAP_PX).toBeLessThanOrEqual(board.width);
      expect(widthPx).toBeGreaterThanOrEqual(120);
      expect(heightPx).toBeLessThanOrEqual(190);
      expect(heightPx).toBeGreaterThanOrEqual(isScrolled ? 100 : 82);
    }),
  );
});

test('a refusal fades after a minute and needs no teacher; a headset that did not answer does', () => {
  const [, , , failed] = aRun().results;
  if (failed === undefined) throw new Error('No result');
  const refused = { ...failed, reason: 'KIOSK_MODE' };
  const silent = { ...failed, reason: 'NO_ANSWER' };
  const nowMs = Date.parse(failed.at);

  expect(shownResult(refused, { presence: 'here', nowMs })).toBe(refused);
  expect(shownResult(refused, { presence: 'here', nowMs: nowMs + 60_001 })).toBeNull();
  expect(shownResult(silent, { presence: 'here', nowMs: nowMs + 60_001 })).toBe(silent);
  expect(needsTeacher('here', 'ready', refused)).toBe(false);
  expect(needsTeacher('here', 'ready', silent)).toBe(true);
});

test('views are pictures of 16:10 in two columns at least, whatever the width', () => {
  fc.assert(
    fc.property(fc.integer({ min: 320, max: 4_000 }), (width) => {
      const { columns, widthPx, heightPx } = viewsLayout({ width });
      expect(columns).toBeGreaterThanOrEqual(2);
      expect(columns * widthPx + (columns - 1) * BOARD_GAP_PX).toBeLessThanOrEqual(width);
      expect(Math.abs(widthPx / heightPx - 1.6)).toBeLessThan(0.02);
    }),
  );
});
