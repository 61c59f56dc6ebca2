import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';

import type { ContentPresence, DownloadTask } from '../../../../shared/contract/devices/reported.ts';
import { settingsSchema } from '../../../../shared/contract/configuration/settings/settings.ts';
import { deploymentSchema } from '../../../../shared/contract/configuration/settings/settings-entries.ts';
import {
  deploymentOf,
  type Reported,
  viewOf,
  withDeployments,
} from '../../../../main/service/devices/deployment/deployment.ts';
import type { AssignedContent, ContentKind } from '../../../../main/service/devices/inventory/inventory.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const APP = {
  id: 'app-1',
  packageName: 'com.example.app',
  codeVersion: 7,
  url: 'https://content.example/app-7.apk',
};
const VIDEO = { id: 'video-1', url: 'https://content.example/lesson.mp4' };
const FILE = { name: 'map.pdf', url: 'https://content.example/map.pdf' };

function aReport(input: Partial<Reported> = {}): Reported {
  return { downloads: [], installedPackages: [], contentPresence: [], forgotten: [], ...input };
}
function deployed(entry: AssignedContent, kind: ContentKind, input: Partial<Reported> = {}) {
  return deploymentOf(entry, kind, viewOf(aReport(input), NOW));
}
const statusOf = (...args: Parameters<typeof deployed>) => deployed(...args)?.status;
const appWith = (versionCode: number): Partial<Reported> => ({
  installedPackages: [{ packageName: 'com.example.app', versionCode }],
});
const task = (input: DownloadTask = {}): DownloadTask => ({ url: APP.url, ...input });

test('content that was assigned and never reported is assigned, with every documented field', () => {
  expect(deployed(APP, 'application')).toEqual({
    contentId: 'app-1',
    type: 'application',
    packageName: 'com.example.app',
    status: 'ASSIGNED',
    progress: 0,
    installedVersionCode: null,
    expectedVersionCode: 7,
    computedAt: '2026-11-21T10:00:00.000Z',
  });
  expect(deployed(VIDEO, 'video')).toMatchObject({ contentId: 'video-1', type: 'video', status: 'ASSIGNED' });
  expect(deployed(FILE, 'file')).toMatchObject({ contentId: FILE.url, type: 'file', status: 'ASSIGNED' });
});

test('an application is installed in the assigned version and outdated in any other, older or newer', () => {
  expect(deployed(APP, 'application', appWith(7))).toMatchObject({
    status: 'INSTALLED',
    progress: 1,
    installedVersionCode: 7,
  });
  for (const versionCode of [6, 8]) {
    expect(deployed(APP, 'application', appWith(versionCode))).toMatchObject({
      status: 'OUTDATED',
      installedVersionCode: versionCode,
      expectedVersionCode: 7,
    });
  }
  const { codeVersion, ...anyVersion } = APP;
  expect(codeVersion).toBe(7);
  expect(statusOf(anyVersion, 'application', appWith(3))).toBe('INSTALLED');
});

test.each([
  ['installed, version said', { installed: true, installedVersionCode: 7 }, 'INSTALLED'],
  [
    'installed, the version it goes by is the assigned one',
    { installed: true, expectedVersionCode: 7 },
    'INSTALLED',
  ],
  ['installed, it goes by an earlier version', { installed: true, expectedVersionCode: 6 }, 'OUTDATED'],
  ['installed and no word of a version', { installed: true }, 'INSTALLED'],
  ['an older one is there', { present: true, installed: false, installedVersionCode: 6 }, 'OUTDATED'],
  ['arrived and not installed', { present: true, installed: false }, 'INSTALLING'],
  ['arrived, no version yet', { present: true, installed: false, installedVersionCode: 0 }, 'INSTALLING'],
  ['not there', { present: false, installed: false, installedVersionCode: null }, 'ASSIGNED'],
])('presence of an application: %s', (_what, reported, status) => {
  expect(statusOf(APP, 'application', { contentPresence: [{ contentId: 'app-1', ...reported }] })).toBe(
    status,
  );
  const byPackage = [{ packageName: 'com.example.app', ...reported }];
  expect(statusOf(APP, 'application', { contentPresence: byPackage })).toBe(status);
});

test('the package list has priority over the presence’s version', () => {
  const contentPresence = [{ contentId: 'app-1', installed: true, installedVersionCode: 7 }];

  expect(deployed(APP, 'application', { ...appWith(6), contentPresence })).toMatchObject({
    status: 'OUTDATED',
    installedVersionCode: 6,
  });
});

test('an application without a package name is found by the reported package', () => {
  const entry = { id: 'app-1', codeVersion: 7 };
  const contentPresence = [{ contentId: 'app-1', packageName: 'com.example.app' }];

  expect(statusOf(entry, 'application', { ...appWith(7), contentPresence })).toBe('INSTALLED');
  expect(statusOf(entry, 'application', appWith(7))).toBe('ASSIGNED');
});

test('a video or a file is installed if it is reported under its id, its sheet’s id or its address', () => {
  for (const [entry, kind, contentId] of [
    [VIDEO, 'video', 'video-1'],
    [{ ...VIDEO, idDetailContent: 'sheet-1' }, 'video', 'sheet-1'],
    [FILE, 'file', FILE.url],
    [{ name: 'a', url: `https://x/${'y'.repeat(200)}` }, 'file', `https://x/${'y'.repeat(118)}`],
  ] as const) {
    expect(statusOf(entry, kind, { contentPresence: [{ contentId, present: true }] })).toBe('INSTALLED');
    expect(statusOf(entry, kind, { contentPresence: [{ contentId, present: false }] })).toBe('ASSIGNED');
  }
});

test('the presence of one kind says nothing about another kind with the same id', () => {
  const contentPresence = [{ contentId: 'video-1', type: 'application', present: true }];

  expect(statusOf(VIDEO, 'video', { contentPresence })).toBe('ASSIGNED');
});

test.each([
  ['PENDING', 'DOWNLOADING'],
  ['queued', 'DOWNLOADING'],
  ['RUNNING', 'DOWNLOADING'],
  ['PAUSED', 'DOWNLOADING'],
  ['a word of its own', 'DOWNLOADING'],
  ['INCOMPLETE', 'DOWNLOADING'],
  ['VERIFYING', 'INSTALLING'],
  ['Installing', 'INSTALLING'],
  ['STATUS_SUCCESSFUL', 'INSTALLING'],
  ['COMPLETED', 'INSTALLING'],
  ['FAILED', 'FAILED'],
  ['INSTALL_FAILED', 'FAILED'],
  ['cancelled', 'FAILED'],
  ['error 404', 'FAILED'],
])('a download with status %s makes an absent content %s', (status, expected) => {
  expect(statusOf(APP, 'application', { downloads: [task({ status, progress: 0.5 })] })).toBe(expected);
  const ofVideo = [task({ url: VIDEO.url, status, progress: 0.5 })];
  expect(statusOf(VIDEO, 'video', { downloads: ofVideo })).toBe(expected);
});

test('a running download has priority over the installed version; a failed one only over an outdated one', () => {
  const running = { downloads: [task({ status: 'RUNNING', progress: 40 })] };
  const failed = { downloads: [task({ status: 'FAILED', progress: 0.4 })] };

  expect(deployed(APP, 'application', { ...appWith(6), ...running })).toMatchObject({
    status: 'DOWNLOADING',
    progress: 0.4,
    installedVersionCode: 6,
  });
  expect(deployed(APP, 'application', { ...appWith(6), ...failed })).toMatchObject({
    status: 'FAILED',
    progress: 0.4,
  });
  expect(statusOf(APP, 'application', { ...appWith(7), ...failed })).toBe('INSTALLED');
  const through = { downloads: [task({ status: 'COMPLETED' })] };
  expect(statusOf(APP, 'application', { ...appWith(6), ...through })).toBe('OUTDATED');
});

test('a download is matched by address, by owner, by package, and otherwise by file name', () => {
  const by = (input: DownloadTask) => ({ downloads: [{ status: 'RUNNING', ...input }] });
  const app = (input: DownloadTask) => statusOf(APP, 'application', by(input));

  expect(app({ url: APP.url })).toBe('DOWNLOADING');
  expect(statusOf({ ...APP, obbUrl: 'https://x/a.obb' }, 'application', by({ url: 'https://x/a.obb' }))).toBe(
    'DOWNLOADING',
  );
  expect(app({ url: 'https://mirror/1', associatedObject: { id: 'app-1' } })).toBe('DOWNLOADING');
  expect(app({ associatedObject: { contentId: 'app-1' } })).toBe('DOWNLOADING');
  expect(app({ associatedObject: { packageName: 'com.example.app' } })).toBe('DOWNLOADING');
  expect(app({ fileName: 'app-7.apk' })).toBe('DOWNLOADING');
  expect(statusOf(FILE, 'file', by({ fileName: 'map.pdf' }))).toBe('DOWNLOADING');
  expect(app({ url: 'https://elsewhere/app-7.apk', fileName: 'app-7.apk' })).toBe('ASSIGNED');
  expect(app({ associatedObject: { id: 'app-2' }, fileName: 'app-7.apk' })).toBe('ASSIGNED');
});

test('of several attempts at one address the newest counts; the binary and its data file count both', () => {
  const attempts = [
    task({ startTime: 1, status: 'FAILED' }),
    task({ startTime: 2, status: 'RUNNING', progress: 0.5 }),
  ];
  expect(statusOf(APP, 'application', { downloads: attempts })).toBe('DOWNLOADING');
  const turned = [task({ startTime: 2, status: 'FAILED' }), task({ startTime: 1, status: 'RUNNING' })];
  expect(statusOf(APP, 'application', { downloads: turned })).toBe('FAILED');

  const obbUrl = 'https://content.example/app-7.obb';
  const both = [task({ status: 'COMPLETED' }), task({ url: obbUrl, status: 'RUNNING', progress: 0.5 })];
  expect(deployed({ ...APP, obbUrl }, 'application', { downloads: both })).toMatchObject({
    status: 'DOWNLOADING',
    progress: 0.75,
  });
});

test.each<[DownloadTask, number]>([
  [{ progress: 0.25 }, 0.25],
  [{ progress: 25 }, 0.25],
  [{ progress: 100 }, 1],
  [{ progress: 250 }, 1],
  [{ progress: -3 }, 0],
  [{ progress: 1 }, 1],
  [{ progress: 1, totalBytes: 200, lastBytes: 2 }, 0.01],
  [{ totalBytes: 200, lastBytes: 50 }, 0.25],
  [{ totalBytes: 0, lastBytes: 50 }, 0],
  [{}, 0],
])('the progress of %o is %d', (input, progress) => {
  const downloads = [task({ status: 'RUNNING', ...input })];

  expect(deployed(APP, 'application', { downloads })?.progress).toBe(progress);
});

test('an expired entry is being removed while the headset reports it, and absent afterwards', () => {
  const over = { ...VIDEO, expirationDate: '2026-11-21T11:00:00+01:00' };
  const present = { contentPresence: [{ contentId: 'video-1', present: true }] };

  expect(statusOf(over, 'video', present)).toBe('REMOVING');
  expect(deployed(over, 'video')).toBeUndefined();
  expect(deployed(over, 'video', { contentPresence: [{ contentId: 'video-1', present: false }] })).toBe(
    undefined,
  );
  expect(statusOf({ ...over, expirationDate: '2026-11-21T10:00:00.001Z' }, 'video', present)).toBe(
    'INSTALLED',
  );
  expect(statusOf({ ...over, expirationDate: null }, 'video', present)).toBe('INSTALLED');
  const app = { ...APP, expirationDate: '2020-01-01T00:00:00Z' };
  expect(statusOf(app, 'application', appWith(3))).toBe('REMOVING');
});

test('every entry of the settings has its deployment, and nothing else changes', () => {
  const settings = settingsSchema.parse({
    volume: 3,
    applications: [APP],
    videos: [VIDEO, { id: 'gone', expirationDate: '2020-01-01T00:00:00Z' }],
    files: [],
  });

  const dressed = withDeployments(settings, aReport(appWith(7)), NOW);

  expect(dressed).toMatchObject({
    volume: 3,
    applications: [{ ...APP, deployment: { status: 'INSTALLED' } }],
    videos: [{ ...VIDEO, deployment: { status: 'ASSIGNED' } }, { id: 'gone' }],
    files: [],
  });
  expect(dressed.videos?.[1]?.deployment).toBeUndefined();
  expect(withDeployments({ volume: 3 }, aReport(), NOW)).toEqual({ volume: 3 });
});

const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 5 });
const name = fc.constantFrom('app-1', 'video-1', 'com.example.app', APP.url, VIDEO.url, '', 'other');
const oddNumber = fc.oneof(fc.integer({ min: -1, max: 9 }), fc.double());
const anyTask = fc.record(
  {
    downloadId: oddNumber,
    url: name,
    fileName: fc.constantFrom('app-7.apk', 'lesson.mp4', ''),
    totalBytes: oddNumber,
    lastBytes: oddNumber,
    status: fc.constantFrom('RUNNING', 'FAILED', 'COMPLETED', 'INSTALLING', '', '?'),
    progress: oddNumber,
    startTime: fc.constantFrom(1, 2),
    associatedObject: fc.constantFrom(
      null,
      {},
      { id: 'app-1' },
      { id: 7 },
      { packageName: 'com.example.app' },
    ),
  },
  { requiredKeys: [] },
);
const anyPresence: fc.Arbitrary<ContentPresence> = fc.record(
  {
    contentId: name,
    type: fc.constantFrom('application', 'video', 'file', 'APK', '?'),
    packageName: fc.option(name),
    present: fc.boolean(),
    installed: fc.boolean(),
    installedVersionCode: fc.option(oddNumber),
    expectedVersionCode: fc.option(oddNumber),
  },
  { requiredKeys: [] },
);
const anyPackage = fc.record({ packageName: name, versionCode: oddNumber }, { requiredKeys: [] });
const anyReport = fc.record({
  downloads: few(anyTask),
  installedPackages: few(anyPackage),
  contentPresence: few(anyPresence),
});
const anyEntry = fc.record(
  {
    id: name,
    idDetailContent: fc.option(name),
    packageName: name,
    codeVersion: fc.constantFrom(6, 7),
    url: name,
    obbUrl: fc.option(name),
    expirationDate: fc.constantFrom(null, '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
  },
  { requiredKeys: [] },
);
/**
 * Every field but the package, which only applications have, and progress within its range; undefined: no deployment.
 */
const documented = deploymentSchema
  .required()
  .extend({ packageName: z.string().optional(), progress: z.number().min(0).max(1) })
  .optional();
const anyKind = fc.constantFrom<ContentKind>('application', 'video', 'file');

test('whatever a headset reports, the result has the documented form, whatever the order of its lists', () => {
  const seen = new Set<string | undefined>();
  fc.assert(
    fc.property(anyEntry, anyKind, anyReport, fc.infiniteStream(fc.nat()), (entry, kind, report, dice) => {
      const answer = deployed(entry, kind, report);
      const shuffled = <Value>(list: readonly Value[]) =>
        list
          .map((value) => ({ value, at: Number(dice.next().value) }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ value }) => value);

      seen.add(answer?.status);
      expect(documented.parse(answer)).toEqual(answer);
      const again = deployed(entry, kind, {
        downloads: shuffled(report.downloads),
        installedPackages: shuffled(report.installedPackages),
        contentPresence: shuffled(report.contentPresence),
      });
      expect(again).toEqual(answer);
    }),
    { numRuns: 3_000, seed: 20_261_121 },
  );
  expect(seen.size).toBe(8);
});

test('nothing counts as installed, outdated or being removed unless the headset reports it', () => {
  fc.assert(
    fc.property(anyEntry, anyKind, anyReport, (entry, kind, report) => {
      const silent = {
        ...report,
        installedPackages: [],
        contentPresence: report.contentPresence.map((each) => ({
          ...each,
          present: false,
          installed: false,
          installedVersionCode: null,
        })),
        downloads: report.downloads.filter(({ status }) => status !== 'RUNNING' && status !== '?'),
      };

      expect(['INSTALLED', 'OUTDATED']).not.toContain(statusOf(entry, kind, silent));
    }),
    { numRuns: 2_000, seed: 20_261_122 },
  );
});

test('during a first download neither status nor progress goes backwards', () => {
  const ORDER = ['ASSIGNED', 'DOWNLOADING', 'INSTALLING', 'INSTALLED'];
  const shares = fc.array(fc.double({ min: 0, max: 0.99, noNaN: true }), { maxLength: 6 });
  fc.assert(
    fc.property(shares, anyKind, fc.boolean(), fc.boolean(), (input, kind, verifies, keepsTask) => {
      const entry = { id: 'it', packageName: 'com.it', codeVersion: 2, url: 'https://x/it' };
      const download = (status: string, progress: number): Partial<Reported> => ({
        downloads: [{ url: entry.url, status, progress }],
      });
      const there = { contentId: 'it', present: true, installed: true, installedVersionCode: 2 };
      const life: Partial<Reported>[] = [
        {},
        download('PENDING', 0),
        ...input.toSorted((a, b) => a - b).map((share) => download('RUNNING', share)),
        ...(verifies ? [download('VERIFYING', 1)] : []),
        download('COMPLETED', 1),
        { ...(keepsTask ? download('COMPLETED', 1) : {}), contentPresence: [there] },
      ];

      const steps = life.map((report) => deployed(entry, kind, report));

      const ranks = steps.map((step) => ORDER.indexOf(step?.status ?? ''));
      const progress = steps.map((step) => step?.progress ?? -1);
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(ranks.at(-1)).toBe(3);
    }),
    { seed: 20_261_123 },
  );
});
