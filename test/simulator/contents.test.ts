import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Contents, type ContentsOptions } from '../../main/simulator/contents/contents.ts';
import { simulatedBytes } from '../../main/simulator/contents/job.ts';
import { seededRandom } from '../../main/agent/random.ts';
import { contentsWanted } from '../../main/agent/contents/wanted.ts';
import type { Settings } from '../../shared/contract/configuration/settings/settings.ts';

const START_MS = Date.UTC(2026, 8, 1);
const HOUR_MS = 3_600_000;
const NOTHING_KNOWN: ReadonlySet<string> = new Set();

type Received = Readonly<{ type: string; payload: Record<string, unknown>; atMs: number }>;

function aContentLoop(changes: Partial<ContentsOptions> = {}) {
  const received: Received[] = [];
  const contents = new Contents({
    shipped: [{ packageName: 'com.maker.home', versionCode: 3, versionName: '3' }],
    random: seededRandom('shelf'),
    bytesPerSec: 20_000_000,
    failedShare: 0,
    breaksFirst: false,
    isFetched: false,
    apps: [],
    freeBytes: () => 200_000_000_000,
    happened: (type, payload, atMs) => received.push({ type, payload, atMs }),
    leaving: (packageName, atMs) => received.push({ type: 'LEAVING', payload: { packageName }, atMs }),
    ...changes,
  });
  contents.advance(START_MS);
  const want = (settings: Settings, known = NOTHING_KNOWN) =>
    contents.setWanted(contentsWanted(settings), settings.isContentDownloadAllowed !== false, known);
  const types = () => received.map(({ type }) => type);
  const later = (ms: number) => contents.advance(START_MS + ms);
  /** Reports and reads everything that is pending. */
  const tick = () => {
    const report = contents.report();
    contents.confirm();
    return report;
  };
  return { contents, received, want, types, later, tell: tick };
}

const anApp = (codeVersion: number, more: object = {}) => ({
  id: 'app-1',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion,
  ...more,
});
const aVideo = (more: object = {}) => ({ id: 'video-1', url: 'http://files.test/reef.mp4', ...more });
const aFile = (more: object = {}) => ({ name: 'map.pdf', url: 'http://files.test/map.pdf', ...more });

test('an application goes from waiting through download and installation to installed', () => {
  const { contents, want, types, later } = aContentLoop();
  want({ videos: [aVideo()], applications: [anApp(7)] });
  const states = new Set<string>();
  let last = 0;
  while (contents.dueAtMs !== null) {
    last += 500;
    later(last);
    const { downloads, contentPresence } = contents.report();
    const task = downloads.find(({ typeFile }) => typeFile === 'application');
    const presence = contentPresence.find(({ type }) => type === 'application');
    states.add(`${task?.status} present ${presence?.present} installed ${presence?.installed}`);
  }

  expect([...states]).toEqual([
    'RUNNING present false installed false',
    'INSTALLING present true installed false',
    'COMPLETED present true installed true',
  ]);
  expect(types().filter((type) => type !== 'LEAVING')).toEqual([
    'DOWNLOAD_STARTED',
    'DOWNLOAD_COMPLETED',
    'APP_INSTALLED',
    'DOWNLOAD_STARTED',
    'DOWNLOAD_COMPLETED',
  ]);
  expect(contents.report().installedPackages).toContainEqual({
    packageName: 'org.school.lab',
    versionCode: 7,
    versionName: '7',
  });
});

test('a waiting download says so, and progress goes from 0 to 1 with the bytes', () => {
  const { contents, want, later } = aContentLoop();
  want({ videos: [aVideo(), aVideo({ id: 'video-2', url: 'http://files.test/moon.mp4' })] });
  later(1_000);
  const [first, second] = contents.report().downloads;

  expect(second).toMatchObject({ status: 'PENDING', progress: 0, lastBytes: 0, speed: 0 });
  expect(second).not.toHaveProperty('startTime');
  expect(first).toMatchObject({
    status: 'RUNNING',
    startTime: START_MS,
    url: 'http://files.test/reef.mp4',
    fileName: 'reef.mp4',
    associatedObject: { contentId: 'video-1', packageName: null },
  });
  expect(first?.progress).toBeCloseTo((first?.lastBytes ?? 0) / (first?.totalBytes ?? 1), 2);
  expect(first?.lastBytes).toBe(first?.speed);
});

test('a changed codeVersion reinstalls: outdated until the new one is there, from the current url', () => {
  const { contents, want, later, received } = aContentLoop();
  want({ applications: [anApp(7)] });
  later(HOUR_MS);
  want({ applications: [anApp(8, { url: 'http://files.test/lab-8.apk' })] });
  later(HOUR_MS + 10);

  const during = contents.report();
  expect(during.contentPresence).toMatchObject([
    { installed: true, installedVersionCode: 7, expectedVersionCode: 8 },
  ]);
  expect(during.downloads[0]).toMatchObject({ status: 'RUNNING', url: 'http://files.test/lab-8.apk' });
  later(2 * HOUR_MS);
  const after = contents.report();
  expect(after.contentPresence).toMatchObject([{ installedVersionCode: 8, expectedVersionCode: 8 }]);
  expect(after.downloads).toEqual([]);
  expect(received.filter(({ type }) => type === 'APP_INSTALLED').map(({ payload }) => payload)).toEqual([
    { contentId: 'app-1', packageName: 'org.school.lab', versionCode: 7 },
    { contentId: 'app-1', packageName: 'org.school.lab', versionCode: 8 },
  ]);
});

test('another url alone does not reinstall an application, but downloads a video again', () => {
  const { contents, want, later } = aContentLoop();
  want({ applications: [anApp(7)], videos: [aVideo()] });
  later(HOUR_MS);
  want({
    applications: [anApp(7, { url: 'http://mirror.test/lab.apk' })],
    videos: [aVideo({ url: 'http://mirror.test/reef.mp4' })],
  });

  expect(contents.report().downloads.map(({ url }) => url)).toEqual(['http://mirror.test/reef.mp4']);
});

test('unassigned content is removed, other content stays, and preinstalled apps return to their version', () => {
  const { contents, want, later, received } = aContentLoop();
  want({ applications: [anApp(9, { packageName: 'com.maker.home' })], files: [aFile()] });
  later(HOUR_MS);
  expect(contents.report().installedPackages).toMatchObject([{ versionCode: 9 }]);
  received.length = 0;
  want({});

  expect(received.map(({ type, payload }) => [type, payload['reason']])).toEqual([
    ['LEAVING', undefined],
    ['APP_UNINSTALLED', 'UNASSIGNED'],
    ['CONTENT_REMOVED', 'UNASSIGNED'],
    ['CONTENT_REMOVED', 'UNASSIGNED'],
  ]);
  const { installedPackages, contentPresence, downloads } = contents.report();
  expect(installedPackages).toMatchObject([{ packageName: 'com.maker.home', versionCode: 3 }]);
  expect([contentPresence, downloads, contents.usedBytes]).toEqual([[], [], 0]);
});

test('an entry is removed at its expiry, and an expired one is not downloaded', () => {
  const { contents, want, later, received } = aContentLoop();
  const expirationDate = new Date(START_MS + HOUR_MS).toISOString();
  want({ videos: [aVideo({ expirationDate })] });
  later(HOUR_MS - 1);
  expect(contents.report().contentPresence).toMatchObject([{ present: true }]);
  expect(contents.dueAtMs).toBe(START_MS + HOUR_MS);
  later(HOUR_MS);

  expect(contents.report().contentPresence).toMatchObject([{ present: false, managedPaths: [] }]);
  expect(received.at(-1)).toMatchObject({ type: 'CONTENT_REMOVED', payload: { reason: 'EXPIRED' } });
  expect(contents.dueAtMs).toBeNull();
  received.length = 0;
  want({ videos: [aVideo({ expirationDate })] });
  later(3 * HOUR_MS);
  expect(received).toEqual([]);
  want({ videos: [aVideo({ expirationDate: null })] });
  later(4 * HOUR_MS);
  expect(contents.report().contentPresence).toMatchObject([{ present: true }]);
});

test('a content that does not fit fails, and is retried when there is room', () => {
  let roomBytes = 1_000;
  const { contents, want, later, received } = aContentLoop({ freeBytes: () => roomBytes });
  want({ videos: [aVideo()] });
  later(HOUR_MS);
  expect(received.map(({ type, payload }) => [type, payload['reason']])).toEqual([
    ['DOWNLOAD_FAILED', 'NOT_ENOUGH_STORAGE'],
  ]);
  expect(contents.report().downloads).toMatchObject([{ status: 'FAILED', lastBytes: 0 }]);
  expect(contents.dueAtMs).toBeNull();

  roomBytes = 200_000_000_000;
  want({ videos: [aVideo()] });
  later(2 * HOUR_MS);
  expect(contents.report().contentPresence).toMatchObject([{ present: true }]);
});

test('a failed download stays failed until its address changes', () => {
  const { contents, want, later } = aContentLoop({ failedShare: 1 });
  want({ videos: [aVideo()] });
  later(HOUR_MS);
  const [task] = contents.report().downloads;
  expect(task).toMatchObject({ status: 'FAILED' });
  expect(task?.lastBytes).toBeLessThan(task?.totalBytes ?? 0);
  want({ videos: [aVideo()] });
  expect(contents.report().downloads).toMatchObject([{ status: 'FAILED' }]);
  want({ videos: [aVideo({ url: 'http://mirror.test/reef.mp4' })] });
  expect(contents.report().downloads).toMatchObject([{ status: 'RUNNING' }]);
});

test('out of range, or with downloads forbidden, a download waits and keeps its bytes', () => {
  for (const [hold, release] of [
    [(loop: Shelf) => loop.contents.reach(false), (loop: Shelf) => loop.contents.reach(true)],
    [
      (loop: Shelf) => loop.want({ videos: [aVideo()], isContentDownloadAllowed: false }),
      (loop: Shelf) => loop.want({ videos: [aVideo()], isContentDownloadAllowed: true }),
    ],
  ] as const) {
    const loop = aContentLoop();
    loop.want({ videos: [aVideo()] });
    loop.later(2_000);
    hold(loop);
    const before = loop.contents.report().downloads[0];
    loop.later(HOUR_MS);

    expect(before?.lastBytes).toBeGreaterThan(0);
    expect(loop.contents.report().downloads[0]).toEqual(before);
    expect(before).toMatchObject({ status: 'PAUSED', speed: 0 });
    release(loop);
    loop.later(2 * HOUR_MS);
    expect(loop.types()).toEqual(['DOWNLOAD_STARTED', 'DOWNLOAD_COMPLETED']);
  }
});
type Shelf = ReturnType<typeof aContentLoop>;

test('content that the station reports as assigned again is downloaded once more, and once only', () => {
  const loop = aContentLoop();
  const again = { deployment: { status: 'ASSIGNED' } } as const;
  loop.want({ applications: [anApp(7)], videos: [aVideo()] });
  loop.later(HOUR_MS);
  loop.tell();
  loop.received.length = 0;
  const forced = { applications: [anApp(7, again)], videos: [aVideo(again)] };
  const knownBefore = loop.contents.known;
  loop.want(forced, knownBefore);

  expect(loop.tell()).toMatchObject({
    downloads: [{ status: 'RUNNING' }, { status: 'PENDING' }],
    contentPresence: [
      { type: 'application', installed: true },
      { type: 'video', present: false },
    ],
  });
  loop.want(forced, loop.contents.known);
  loop.later(2 * HOUR_MS);
  // Its completion was not reported yet: the station's answer is older.
  loop.want(forced, loop.contents.known);
  loop.tell();
  // Requested before all this, and answered late.
  loop.want(forced, NOTHING_KNOWN);
  loop.later(3 * HOUR_MS);
  expect(loop.types().filter((type) => type === 'DOWNLOAD_STARTED')).toHaveLength(2);
});

test('an answer that is older than a download does not restart it, whatever it contained', () => {
  const loop = aContentLoop();
  const forced = { videos: [aVideo({ deployment: { status: 'ASSIGNED' } })] };
  loop.want(forced);
  loop.later(HOUR_MS);
  loop.tell();
  const knownBefore = loop.contents.known;
  loop.want(forced, knownBefore);
  loop.later(2 * HOUR_MS);
  loop.want(forced, knownBefore);

  expect(loop.types().filter((type) => type === 'DOWNLOAD_STARTED')).toHaveLength(2);
});

test('an entry that no longer names a version keeps the installed one', () => {
  const { contents, want, later } = aContentLoop();
  want({ applications: [anApp(7)] });
  later(HOUR_MS);
  const { codeVersion: _, ...unversioned } = anApp(7);
  want({ applications: [unversioned] });

  expect(contents.dueAtMs).toBeNull();
  expect(contents.report().contentPresence).toMatchObject([
    { installedVersionCode: 7, expectedVersionCode: null },
  ]);
});

test('a download that waited needs no more room than before', () => {
  const roomBytes = Math.round(simulatedBytes(aVideo().url, 'video') * 1.1);
  const { contents, want, later, types } = aContentLoop({ freeBytes: () => roomBytes });
  want({ videos: [aVideo()] });
  later(10_000);
  expect(contents.usedBytes).toBeGreaterThan(0.1 * roomBytes);
  contents.reach(false);
  contents.reach(true);
  later(HOUR_MS);

  expect(types()).toEqual(['DOWNLOAD_STARTED', 'DOWNLOAD_COMPLETED']);
});

test('an entry that the station does not know yet is not downloaded twice because it is ASSIGNED', () => {
  const loop = aContentLoop();
  const entry = aVideo({ deployment: { status: 'ASSIGNED' } });
  loop.want({ videos: [entry] });
  loop.later(HOUR_MS);
  loop.want({ videos: [entry] }, loop.contents.known);
  const requested = loop.contents.known;
  loop.tell();
  loop.want({ videos: [entry] }, requested);

  expect(loop.types()).toEqual(['DOWNLOAD_STARTED', 'DOWNLOAD_COMPLETED']);
});

test('an entry without an address is present at once', () => {
  const { contents, want, types } = aContentLoop();
  want({ applications: [{ id: 'app-1', packageName: 'org.school.app', codeVersion: 7 }] });

  expect(contents.report()).toMatchObject({ downloads: [], contentPresence: [{ installed: true }] });
  expect(types()).toEqual(['LEAVING', 'APP_INSTALLED']);
});

test('after clearing, every assigned content is reported absent', () => {
  const { contents, want, later } = aContentLoop();
  want({ applications: [anApp(7)], videos: [aVideo()], files: [aFile()] });
  later(60_000);
  contents.clear();

  const { contentPresence, downloads, installedPackages } = contents.report();
  expect(contentPresence.map(({ present, installed }) => [present, installed])).toEqual([
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect(downloads).toEqual([]);
  expect(installedPackages).toMatchObject([{ packageName: 'com.maker.home', versionCode: 3 }]);
});

const anEntryTime = fc.integer({ min: 0, max: 4 * HOUR_MS });
const anAssignment = fc.record({
  atMs: anEntryTime,
  versions: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
  videos: fc.integer({ min: 0, max: 3 }),
  expiresMs: fc.option(anEntryTime),
  isContentDownloadAllowed: fc.boolean(),
});

test('one long step equals many short ones, and the same seed leads to the same result', () => {
  const live = (
    assignments: readonly (typeof anAssignment extends fc.Arbitrary<infer Wish> ? Wish : never)[],
    stepMs: number,
  ) => {
    const loop = aContentLoop({ failedShare: 0.2 });
    let nowMs = 0;
    const goTo = (toMs: number) => {
      for (; nowMs + stepMs < toMs; nowMs += stepMs) loop.later(nowMs + stepMs);
      nowMs = toMs;
      loop.later(toMs);
    };
    for (const { atMs, versions, videos, expiresMs, isContentDownloadAllowed } of assignments) {
      goTo(atMs);
      const expirationDate = expiresMs === null ? null : new Date(START_MS + expiresMs).toISOString();
      loop.want({
        isContentDownloadAllowed,
        applications: versions.map((version, index) => anApp(version, { id: `app-${index}` })),
        videos: Array.from({ length: videos }, (_, index) => aVideo({ id: `v-${index}`, expirationDate })),
      });
    }
    goTo(5 * HOUR_MS);
    return { received: loop.received, report: loop.contents.report(), usedBytes: loop.contents.usedBytes };
  };
  fc.assert(
    fc.property(
      fc.array(anAssignment, { maxLength: 6 }),
      fc.integer({ min: 997, max: 600_000 }),
      (assignments, stepMs) => {
        const ordered = assignments.toSorted((a, b) => a.atMs - b.atMs);
        const once = live(ordered, Number.POSITIVE_INFINITY);

        expect(live(ordered, stepMs)).toEqual(once);
        expect(live(ordered, Number.POSITIVE_INFINITY)).toEqual(once);
        const times = once.received.map(({ atMs }) => atMs);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(once.usedBytes).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 60 },
  );
});
