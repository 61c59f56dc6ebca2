import { expect, test } from 'vitest';

import { byDay, monthAfter, urgencyOf, weeksOf } from '../../../renderer/content/expiry/endings.ts';
import { consequencesOf } from '../../../renderer/content/assign/unassign.ts';
import { versionsOf } from '../../../renderer/content/coverage/versions.ts';
import type { Expiry } from '../../../shared/contract/configuration/expiry.ts';
import type { ContentCoverage } from '../../../shared/contract/statistics/statistics-now.ts';

const DAY_MS = 86_400_000;

function coverage(input: Partial<ContentCoverage>): ContentCoverage {
  return {
    contentId: 'lab',
    type: 'application',
    packageName: 'org.example.lab',
    title: null,
    assigned: 0,
    installed: 0,
    outdated: 0,
    downloading: 0,
    failed: 0,
    pending: 0,
    removing: 0,
    coverage: 0,
    versions: [],
    expectedVersions: [],
    ...input,
  };
}

test('versions of one app are counted together, wherever it was assigned, and compared with the expected one', () => {
  const version = (versionCode: number, count: number) => ({ versionCode, versionName: null, count });
  const contents = [
    coverage({
      assigned: 6,
      installed: 3,
      versions: [version(5, 3), version(4, 1)],
      expectedVersions: [{ versionCode: 5, count: 6 }],
    }),
    coverage({ contentId: 'other', assigned: 1, versions: [version(4, 1)] }),
    coverage({ contentId: 'film', type: 'video', packageName: null, assigned: 9 }),
  ];
  const unassignedPackages = [
    { packageName: 'org.example.lab', devices: 2, versions: [version(6, 2)] },
    { packageName: 'com.maker.home', devices: 8, versions: [version(1, 8)] },
  ];

  const [lab, home] = versionsOf({
    computedAt: '',
    devices: 10,
    contents,
    unassignedPackages,
    invalidIds: [],
  });

  expect(lab).toMatchObject({
    packageName: 'org.example.lab',
    assigned: 7,
    installed: 3,
    missing: 2,
    total: 7,
  });
  expect(
    lab?.versions.map(({ versionCode, count, state: standing }) => [versionCode, count, standing]),
  ).toEqual([
    [6, 2, 'newer'],
    [5, 3, 'wanted'],
    [4, 2, 'older'],
  ]);
  expect(home).toMatchObject({ assigned: 0, total: 8, versions: [{ state: 'free' }] });
});

test('a month is whole weeks from Monday on, across the ends of years', () => {
  const weeks = weeksOf('2026-02');
  expect(weeks).toHaveLength(5);
  expect(weeks.at(0)).toEqual([
    '2026-01-26',
    '2026-01-27',
    '2026-01-28',
    '2026-01-29',
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
  ]);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-03-01');
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
});

test('an expiry is on the day of this computer, and is urgent within thirty days', () => {
  const nowMs = Date.parse('2026-11-22T12:00:00.000Z');
  const ending = (atMs: number): Expiry => ({
    kind: 'video',
    contentId: 'film',
    packageName: null,
    title: 'Film',
    expiresAt: new Date(atMs).toISOString(),
    devices: 1,
    remaining: 0,
    devicesId: null,
  });

  expect([-1, 29, 31].map((days) => urgencyOf(ending(nowMs + days * DAY_MS), nowMs))).toEqual([
    'over',
    'soon',
    'later',
  ]);
  const here = new Date(2026, 11, 1, 0, 0, 1).getTime();
  expect([...byDay([ending(here)]).keys()]).toEqual(['2026-12-01']);
});

test('unassigning shows which headsets lose it, run it, never had it or keep it', () => {
  const taken = { outcome: 'taken' } as const;
  expect(
    consequencesOf([
      { ...taken, deviceId: 'a', status: 'INSTALLED' },
      { ...taken, deviceId: 'b', status: 'OUTDATED' },
      { ...taken, deviceId: 'c', status: 'DOWNLOADING' },
      { ...taken, deviceId: 'd', status: 'FAILED' },
      { deviceId: 'e', outcome: 'kept', status: 'INSTALLED' },
      { deviceId: 'f', outcome: 'notAssigned', status: null },
    ]),
  ).toEqual({ lose: ['a', 'b'], stop: ['c'], miss: ['d'], keep: ['e'], without: 1 });
});
