import { expect, test } from 'vitest';

import { patchVideos } from '../../../../shared/contract/configuration/contents.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, FILE, VIDEO } from './a-device.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });
const all = { applications: [APP], videos: [VIDEO], files: [FILE] };

test('the full record has the deployment status of every content', async () => {
  const device = await aDevice(station, all);
  expect(await device.statuses()).toEqual(['ASSIGNED', 'ASSIGNED', 'ASSIGNED']);

  await device.reports({
    installedPackages: [{ packageName: APP.packageName, versionCode: 7 }],
    downloads: [{ url: VIDEO.url, status: 'RUNNING', progress: 40 }],
    contentPresence: [{ contentId: FILE.url, type: 'file', present: true }],
  });

  const { applications, videos, files } = await device.settings();
  const computedAt = new Date(clock.now()).toISOString();
  expect(applications?.[0]?.deployment).toEqual({
    contentId: 'app-1',
    type: 'application',
    packageName: APP.packageName,
    status: 'INSTALLED',
    progress: 1,
    installedVersionCode: 7,
    expectedVersionCode: 7,
    computedAt,
  });
  expect(videos?.[0]?.deployment).toMatchObject({ status: 'DOWNLOADING', progress: 0.4 });
  expect(files?.[0]?.deployment).toMatchObject({ contentId: FILE.url, status: 'INSTALLED' });
});

test('a changed version makes the installed one outdated until the headset reports the new one', async () => {
  const device = await aDevice(station, { applications: [APP] });
  const holds = (versionCode: number) =>
    device.reports({ installedPackages: [{ packageName: APP.packageName, versionCode }] });
  await holds(7);

  await device.configure({ applications: [{ ...APP, codeVersion: 8 }] });
  expect(await device.statuses()).toEqual(['OUTDATED']);
  await holds(8);

  expect(await device.statuses()).toEqual(['INSTALLED']);
});

test('an expired content is being removed, and absent afterwards', async () => {
  const expirationDate = new Date(clock.now() + 60_000).toISOString();
  const device = await aDevice(station, { videos: [{ ...VIDEO, expirationDate }] });
  await device.reports({ contentPresence: [{ contentId: VIDEO.id, present: true }] });
  expect(await device.statuses()).toEqual(['INSTALLED']);

  clock.advance(60_000);
  expect(await device.statuses()).toEqual(['REMOVING']);
  await device.reports({ contentPresence: [{ contentId: VIDEO.id, present: false }] });

  expect(await device.statuses()).toEqual([undefined]);
  expect(await device.events('DEPLOYMENT_CHANGED')).toMatchObject([
    { from: 'REMOVING', to: null },
    { from: 'INSTALLED', to: 'REMOVING' },
    { from: 'ASSIGNED', to: 'INSTALLED' },
  ]);
});

test('every step of a deployment is in the history once, and on the device’s stream at once', async () => {
  const device = await aDevice(station, { applications: [APP], videos: [VIDEO] });
  await using stream = await station.stream(`/devices/${device.id}/updates`);
  await stream.next('hello');
  const downloads = [{ url: APP.url, status: 'RUNNING', progress: 0.1 }];

  await device.reports({ downloads });
  await device.reports({ downloads });
  await device.reports({ downloads: [{ url: APP.url, status: 'RUNNING', progress: 0.9 }] });
  await device.reports({
    downloads: [],
    contentPresence: [{ contentId: APP.id, installed: true, installedVersionCode: 7 }],
  });

  const step = { contentId: 'app-1', type: 'application', packageName: APP.packageName };
  expect(await device.events('DEPLOYMENT_CHANGED')).toEqual([
    { ...step, from: 'DOWNLOADING', to: 'INSTALLED' },
    { ...step, from: 'ASSIGNED', to: 'DOWNLOADING' },
  ]);
  const received = await stream.next('device', ({ contents }) => contents !== undefined);
  expect(received.data['contents']).toEqual([{ ...step, from: 'ASSIGNED', to: 'DOWNLOADING' }]);
  const last = await stream.next('device', ({ contents }) =>
    JSON.stringify(contents ?? '').includes('INSTALLED'),
  );
  expect(last.data).toMatchObject({ contents: [{ ...step, to: 'INSTALLED' }] });
});

test('one report of very many changes leaves at most fifty events', async () => {
  const videos = Array.from({ length: 80 }, (_, index) => ({ id: `v${index}`, url: `https://x/${index}` }));
  const device = await aDevice(station, { videos });

  await device.reports({ contentPresence: videos.map(({ id }) => ({ contentId: id, present: true })) });

  expect(await device.events('DEPLOYMENT_CHANGED')).toHaveLength(50);
  expect(new Set(await device.statuses())).toEqual(new Set(['INSTALLED']));
});

test('after force a headset that reports no revision is trusted once it repeats its report for a quarter of an hour', async () => {
  const device = await aDevice(station, { videos: [VIDEO] });
  const report = { contentPresence: [{ contentId: VIDEO.id, present: true }] };
  await device.reports(report);
  await station.call(patchVideos, { body: { devicesId: [device.id], force: true, videos: [VIDEO] } });

  // It sleeps: its first report is older than the change.
  clock.advance(60 * 60_000);
  await device.reports(report);
  clock.advance(14 * 60_000);
  await device.reports(report);
  expect(await device.statuses()).toEqual(['ASSIGNED']);
  clock.advance(60_000);
  await device.reports(report);

  expect(await device.statuses()).toEqual(['INSTALLED']);
  expect(await device.events('DEPLOYMENT_CHANGED')).toMatchObject([
    { from: 'ASSIGNED', to: 'INSTALLED' },
    { from: 'INSTALLED', to: 'ASSIGNED' },
    { from: 'ASSIGNED', to: 'INSTALLED' },
  ]);
});
