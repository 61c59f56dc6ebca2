import { expect, test } from 'vitest';

import { NO_FAULTS, USUAL_HABITS, type HeadsetOptions } from '../../main/simulator/index.ts';
import { simulatedBytes } from '../../main/simulator/contents/job.ts';
import { aRunningHeadset, type RunningHeadset } from './a-headset.ts';
import { aStationDouble, type StationDouble } from './station-double.ts';

const AN_APP = {
  id: 'app-1',
  packageName: 'org.school.lab',
  url: 'http://files.test/lab.apk',
  codeVersion: 7,
};
const A_VIDEO = { id: 'video-1', url: 'http://files.test/reef.mp4' };

/** Contents download instantly. */
const QUICK = { ...USUAL_HABITS, bandwidthBytesPerSec: 2_000_000_000 };

/** A ready headset on a double, with its last report. */
async function aReadyHeadset(station: StationDouble, changes: Partial<HeadsetOptions> = {}) {
  const running = await aRunningHeadset(station, changes);
  await running.untilEvent('ready');
  const id = running.headset.deviceId ?? '';
  const last = () => station.reports(id).at(-1);
  const app = () => last()?.contentPresence?.find(({ contentId }) => contentId === 'app-1');
  const eventTypes = () => station.reports(id).flatMap(({ events }) => (events ?? []) as { type: string }[]);
  const counts = (type: string) => eventTypes().filter((event) => event.type === type).length;
  return { ...running, [Symbol.asyncDispose]: running[Symbol.asyncDispose], id, last, app, counts };
}

const isAnswered = (running: RunningHeadset, station: StationDouble, count: number) =>
  running.until(() => station.posts.length >= count);

test('a headset reports an application from download to installed, outdated, reinstalled and removed', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, last, app, until, counts } = running;
  const installed = (versionCode: number) => ({
    packageName: 'org.school.lab',
    versionCode,
    versionName: String(versionCode),
  });

  station.configure(id, { applications: [AN_APP], isContentDownloadAllowed: false });
  await until(() => last()?.downloads?.[0]?.status === 'PENDING');
  expect(app()).toMatchObject({ present: false, installed: false, expectedVersionCode: 7 });
  station.configure(id, { applications: [AN_APP], isContentDownloadAllowed: true });
  await until(() => app()?.installed === true);
  expect(last()?.installedPackages).toContainEqual(installed(7));

  const newer = { ...AN_APP, codeVersion: 8 };
  station.configure(id, { applications: [newer], isContentDownloadAllowed: false });
  await until(() => app()?.expectedVersionCode === 8);
  expect(app()).toMatchObject({ installed: true, installedVersionCode: 7 });
  station.configure(id, { applications: [newer], isContentDownloadAllowed: true });
  await until(() => app()?.installedVersionCode === 8);
  expect(last()?.installedPackages).toContainEqual(installed(8));

  station.configure(id, {});
  await until(() => last()?.contentPresence?.length === 0 && counts('CONTENT_REMOVED') === 1);
  expect(last()?.installedPackages?.map(({ packageName }) => packageName)).not.toContain('org.school.lab');
  const received = ['DOWNLOAD_STARTED', 'DOWNLOAD_COMPLETED', 'APP_INSTALLED', 'APP_UNINSTALLED'].map(counts);
  expect(received).toEqual([2, 2, 2, 1]);
  expect(station.faults).toEqual([]);
});

test('a headset is ready as soon as settings are applied, while their contents are still downloading', async () => {
  await using station = await aStationDouble();
  const habits = { ...USUAL_HABITS, bandwidthBytesPerSec: 1_000 };
  await using running = await aReadyHeadset(station, { habits });
  const { id, headset, last, until } = running;
  const revision = station.configure(id, { videos: [A_VIDEO] });
  await until(() => last()?.settingsRevision === revision && headset.state === 'ready');

  expect(last()?.downloads).toMatchObject([{ status: 'RUNNING' }]);
});

test('contents that expire while the headset is away are gone when it is back', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { habits: QUICK });
  const { id, headset, clock, last, until, counts } = running;
  station.configure(id, { videos: [A_VIDEO] });
  await until(() => last()?.contentPresence?.[0]?.present === true);
  const expirationDate = new Date(clock.nowMs() + 30_000).toISOString();
  station.configure(id, { videos: [{ ...A_VIDEO, expirationDate }] });
  await running.untilEvent('applied', 2);
  await headset.leave();
  await clock.wait(30_000, AbortSignal.timeout(120_000));
  headset.comeBack();
  await until(() => last()?.contentPresence?.[0]?.present === false && counts('CONTENT_REMOVED') === 1);

  expect(last()?.contentPresence).toMatchObject([{ contentId: 'video-1', managedPaths: [] }]);
});

test('a download waits while the headset is away and resumes', async () => {
  await using station = await aStationDouble();
  // It takes 100 s by its clock, and the headset is away for 150 s.
  const bandwidthBytesPerSec = simulatedBytes(A_VIDEO.url, 'video') / 100;
  await using running = await aReadyHeadset(station, { habits: { ...USUAL_HABITS, bandwidthBytesPerSec } });
  const { id, headset, clock, last, until, counts } = running;
  station.configure(id, { videos: [A_VIDEO] });
  await until(() => (last()?.downloads?.[0]?.lastBytes ?? 0) > 0);
  await headset.leave();
  const before = station.reports(id).length;
  await clock.wait(150_000, AbortSignal.timeout(120_000));
  headset.comeBack();
  await until(() => station.reports(id).length > before);
  const [first] = station.reports(id)[before]?.downloads ?? [];
  expect(first?.lastBytes).toBeLessThan(first?.totalBytes ?? 0);
  await until(() => last()?.contentPresence?.[0]?.present === true);

  expect(counts('DOWNLOAD_STARTED')).toBe(1);
});

test('forced content is downloaded again: the station reports it as unknown', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { habits: QUICK });
  const { id, app, until, counts, last } = running;
  station.configure(id, { applications: [AN_APP] });
  await until(() => app()?.installed === true && counts('APP_INSTALLED') === 1);
  const received = station.reports(id).length;
  await until(() => station.reports(id).length > received);
  station.configure(id, { applications: [{ ...AN_APP, deployment: { status: 'ASSIGNED' } }] });
  await until(() => counts('APP_INSTALLED') === 2);

  expect(counts('DOWNLOAD_STARTED')).toBe(2);
  expect(last()?.contentPresence).toMatchObject([{ installed: true, installedVersionCode: 7 }]);
});

test('commands are executed and reported at once', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { heartbeatMs: 3_600_000 });
  const { id, until, counts } = running;
  station.configure(id, { applications: [{ id: 'app-1', packageName: 'org.school.lab' }] });
  await running.untilEvent('applied');
  await until(() => counts('SETTINGS_APPLIED') === 1 && running.headset.ledger.waiting === 0);
  station.command(id, 'launch-app', { packageName: 'org.school.lab' });
  await until(() => counts('APP_STARTED') > 0);
  station.command(id, 'ping');
  await isAnswered(running, station, 2);

  expect(station.answers).toMatchObject([
    { accepted: true },
    { isAvailable: true, runningPackage: 'org.school.lab' },
  ]);
});

test('a headset that receives a reboot command answers, goes away and returns', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, counts, until } = running;
  station.command(id, 'reboot');
  await running.untilEvent('away');
  expect(station.answers).toEqual([{ accepted: true }]);
  await running.untilEvent('back');
  await running.untilEvent('ready', 2);

  await until(() => counts('DEVICE_STARTED') === 2);
});

test('un-enrolment removes managed content, reports it, and only then is confirmed', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, app, until, headset, counts } = running;
  station.configure(id, {
    applications: [{ id: 'app-1', packageName: 'org.school.lab' }],
    videos: [A_VIDEO],
  });
  await until(() => app()?.installed === true);
  station.commandUntilAnswered(id, { commandId: 'bye', event: 'unenroll', message: {} });
  await running.untilEvent('refused');

  expect(headset.reason?.code).toBe('UNENROLLED');
  expect(headset.accessToken).toBeNull();
  expect(station.answers).toEqual([{ cleaned: true }]);
  expect(counts('UNENROLLED')).toBe(1);
  expect(headset.ledger.waiting).toBe(0);
  const confirmedAt = station.seen.findIndex(({ path }) => path.endsWith('/commands/bye/answer'));
  const isReport = ({ method }: { method: string }) => method === 'PUT';
  expect(station.seen.slice(0, confirmedAt).findLast(isReport)?.body).toMatchObject({
    downloads: [],
    contentPresence: [
      { contentId: 'app-1', present: false, installed: false },
      { contentId: 'video-1', present: false, installed: false },
    ],
  });
  expect(station.faults).toEqual([]);
});

test('a headset that was offline is un-enrolled when it returns', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, headset, clock } = running;
  await headset.leave();
  station.commandUntilAnswered(id, { commandId: 'bye', event: 'unenroll', message: {} });
  await clock.wait(10_000, AbortSignal.timeout(120_000));
  headset.comeBack();
  await running.untilEvent('refused');

  expect(headset.reason?.code).toBe('UNENROLLED');
  expect(station.posts).toEqual([{ commandId: 'bye', status: 204 }]);
});

test('un-enrolment in the answer to a report is executed too', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, headset } = running;
  station.faultFor = ({ path }) => (path.endsWith('/updates') ? { status: 503, headers: {} } : null);
  station.cutLinks(id);
  await running.untilEvent('cut');
  station.commandUntilAnswered(id, { commandId: 'bye', event: 'unenroll', message: {} });
  await running.untilEvent('refused');

  expect(headset.reason?.code).toBe('UNENROLLED');
});

test('a headset that loses its connection during the cleanup finishes when it is back', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, headset, clock, counts } = running;
  let isBack = false;
  station.faultFor = ({ path }) =>
    path.endsWith('/answer') && !isBack ? { status: 503, headers: {} } : null;
  station.commandUntilAnswered(id, { commandId: 'bye', event: 'unenroll', message: {} });
  await running.until(() => counts('UNENROLLED') === 1);
  await headset.leave();
  await clock.wait(5_000, AbortSignal.timeout(120_000));
  isBack = true;
  headset.comeBack();
  await running.untilEvent('refused');

  expect(headset.reason?.code).toBe('UNENROLLED');
  expect(counts('UNENROLLED')).toBe(1);
  expect(station.answers).toEqual([{ cleaned: true }]);
});

test('a command that comes again, because its answer was lost, is carried out once and answered the same', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station);
  const { id, until, counts } = running;
  let lost = 0;
  station.faultFor = ({ path }) => {
    if (!path.endsWith('/answer') || lost === 1) return null;
    lost += 1;
    return { status: 503, headers: {} };
  };
  const command = { commandId: 'louder', event: 'set-volume', message: { volume: 5 } };
  station.commandUntilAnswered(id, command);
  await until(() => lost === 1);
  expect(station.posts).toEqual([]);
  // It comes again with the answer to the next report.
  await isAnswered(running, station, 1);
  expect(station.answers).toEqual([{ accepted: true, volume: 5 }]);
  await until(() => counts('VOLUME_CHANGED') > 0);
  await running.untilEvent('delivered', 12);
  expect(counts('VOLUME_CHANGED')).toBe(1);
});

test('a headset that never answers still executes its commands', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { faults: { ...NO_FAULTS, answers: 'never' } });
  const { id, until, counts, last } = running;
  station.command(id, 'set-volume', { volume: 5 });
  await until(() => counts('VOLUME_CHANGED') === 1);
  station.configure(id, { applications: [{ id: 'app-1', packageName: 'org.school.lab' }] });
  await until(() => last()?.contentPresence?.length === 1);
  station.commandUntilAnswered(id, { commandId: 'bye', event: 'unenroll', message: {} });
  await until(() => last()?.contentPresence?.[0]?.present === false && counts('UNENROLLED') === 1);

  expect(station.posts).toEqual([]);
  expect(running.headset.state).not.toBe('refused');
});

test('a headset that answers late takes longer than the station waits', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { faults: { ...NO_FAULTS, answers: 'late' } });
  const sentAtMs = running.clock.nowMs();
  station.command(running.id, 'ping');
  await isAnswered(running, station, 1);

  expect(running.clock.nowMs() - sentAtMs).toBeGreaterThan(10_000);
});

test('a headset that answers twice is refused the second time and continues', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { faults: { ...NO_FAULTS, answers: 'twice' } });
  station.command(running.id, 'identify');
  await isAnswered(running, station, 2);

  expect(station.posts.map(({ status }) => status)).toEqual([204, 404]);
  expect(running.headset.state).toBe('ready');
});

test('a headset that answers garbage sends invalid answers, and continues', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { faults: { ...NO_FAULTS, answers: 'garbage' } });
  for (let count = 0; count < 12; count += 1) station.command(running.id, 'set-quality', { width: 640 });
  await isAnswered(running, station, 12);

  expect(new Set(station.posts.map(({ status }) => status))).toEqual(new Set([204, 400]));
  for (const answer of station.answers) expect(answer).not.toHaveProperty('fallbackReason');
  expect(running.headset.state).toBe('ready');
});

test('interrupted downloads are reported as failed, and published', async () => {
  await using station = await aStationDouble();
  await using running = await aReadyHeadset(station, { faults: { ...NO_FAULTS, failedDownloadShare: 1 } });
  const { id, last, until, counts } = running;
  station.configure(id, { videos: [A_VIDEO] });
  await until(() => last()?.downloads?.[0]?.status === 'FAILED' && counts('DOWNLOAD_FAILED') === 1);

  expect(last()?.contentPresence).toMatchObject([{ present: false }]);
});
