import { expect, test } from 'vitest';

import { patchFiles, patchVideos, removeFiles } from '../../../../shared/contract/configuration/contents.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, FILE, VIDEO } from './a-device.ts';

const station = await aSharedStation();
const files = (body: object) => station.call(patchFiles, { body });
const videos = (body: object) => station.call(patchVideos, { body });
const remove = (body: object) => station.call(removeFiles, { body });
const unknown = { success: false, error: { code: 'DEVICE_NOT_FOUND', message: anyText } };

test('files are added; every id is answered in the requested order, and a bad one fails alone', async () => {
  const [one, two] = [await aDevice(station, { files: [FILE] }), await aDevice(station)];
  const file = { id: 'f', name: 'a.pdf', url: 'https://x/a.pdf', destinationPath: 'docs/../a.pdf' };

  const { status, body } = await files({ devicesId: [two.id, 'nobody', one.id, two.id], files: [file] });

  expect(status).toBe(200);
  expect(body).toEqual([
    { id: two.id, success: true },
    { id: 'nobody', ...unknown },
    { id: one.id, success: true },
    { id: two.id, success: true },
  ]);
  expect((await one.settings()).files).toMatchObject([FILE, file]);
  expect((await two.settings()).files).toMatchObject([file]);
  expect((await two.read()).settingsRevision).toBe(1);
});

test('a file is identified by its id, or else by its url; fields that are not sent stay', async () => {
  const device = await aDevice(station, {
    files: [
      { id: 'f', name: 'a', url: 'https://x/1', destinationPath: 'docs' },
      { name: 'b', url: 'https://x/2', destinationPath: 'more' },
    ],
  });

  await files({
    devicesId: [device.id],
    files: [
      { id: 'f', name: 'A', url: 'https://x/3' },
      { name: 'B', url: 'https://x/2' },
    ],
  });
  expect((await device.settings()).files).toMatchObject([
    { id: 'f', name: 'A', url: 'https://x/3', destinationPath: 'docs' },
    { name: 'B', url: 'https://x/2', destinationPath: 'more' },
  ]);
  await files({ devicesId: [device.id], files: [{ id: 'g', name: 'B', url: 'https://x/2' }] });

  const after = (await device.settings()).files ?? [];
  expect(after.map(({ id }) => id)).toEqual(['f', 'g']);
});

test('an unchanged write is neither a new revision nor published', async () => {
  const device = await aDevice(station, { files: [FILE], videos: [VIDEO] });

  const same = await files({ devicesId: [device.id], files: [FILE] });
  await videos({ devicesId: [device.id], videos: [VIDEO] });
  await remove({ devicesId: [device.id], files: ['not there'] });

  expect(same.body).toEqual([{ id: device.id, success: true }]);
  expect((await device.read()).settingsRevision).toBe(1);
});

test('files are removed by id and by url', async () => {
  const device = await aDevice(station, {
    files: [{ id: 'f', name: 'a', url: 'https://x/1' }, { name: 'b', url: 'https://x/2' }, FILE],
    videos: [VIDEO],
  });

  const { body } = await remove({ devicesId: [device.id, 'nobody'], files: ['f', 'https://x/2'] });

  expect(body).toEqual([
    { id: device.id, success: true },
    { id: 'nobody', ...unknown },
  ]);
  expect(await device.settings()).toMatchObject({ files: [FILE], videos: [VIDEO] });
  expect((await device.settings()).files).toHaveLength(1);
});

test('videos are added and changed by id; fields that are not sent stay, the limit too', async () => {
  const expirationDate = '2099-01-01T00:00:00Z';
  const device = await aDevice(station, { videos: [{ ...VIDEO, expirationDate }] });
  const second = { id: 'second', url: 'https://x/2.mp4', projectionType: 'dome', formatType: '2D' };

  const { body } = await videos({
    devicesId: [device.id],
    videos: [{ id: VIDEO.id, url: VIDEO.url, synopsis: 'New' }, second],
  });

  expect(body).toEqual([{ id: device.id, success: true }]);
  expect((await device.settings()).videos).toMatchObject([
    { ...VIDEO, synopsis: 'New', expirationDate },
    second,
  ]);
});

test('force makes a headset download content again: its deployment is assigned again, the headset is notified', async () => {
  const device = await aDevice(station, { files: [FILE], videos: [VIDEO] });
  const presence = [VIDEO.id, FILE.url].map((contentId) => ({ contentId, present: true }));
  await device.reports({ contentPresence: presence });
  await using link = await station.stream(`/devices/${device.id}/updates`, device.token);
  await link.next('hello');

  await videos({ devicesId: [device.id], force: true, videos: [VIDEO] });

  await link.next('settings', ({ revision }) => revision === 2);
  expect(await device.statuses()).toEqual(['ASSIGNED', 'INSTALLED']);
  await files({ devicesId: [device.id], force: true, files: [FILE] });
  expect(await device.statuses()).toEqual(['ASSIGNED', 'ASSIGNED']);
});

test('after force an old report changes nothing, a download does, and its end is final', async () => {
  const device = await aDevice(station, { videos: [VIDEO] });
  const there = { contentPresence: [{ contentId: VIDEO.id, present: true }], downloads: [] };
  await device.reports(there);
  await videos({ devicesId: [device.id], force: true, videos: [VIDEO] });

  await device.reports({ ...there, installedPackages: [{ packageName: 'x', versionCode: 1 }] });
  expect(await device.statuses()).toEqual(['ASSIGNED']);
  await device.reports({ ...there, downloads: [{ url: VIDEO.url, status: 'RUNNING', progress: 0.5 }] });
  expect(await device.statuses()).toEqual(['DOWNLOADING']);
  await device.reports(there);

  expect(await device.statuses()).toEqual(['INSTALLED']);
});

test('after force a headset that has applied the revision is trusted, whatever it reports', async () => {
  const device = await aDevice(station, { videos: [VIDEO] });
  const there = { contentPresence: [{ contentId: VIDEO.id, present: true }] };
  await device.reports({ ...there, settingsRevision: 1 });
  await videos({ devicesId: [device.id], force: true, videos: [VIDEO] });
  await device.reports({ ...there, settingsRevision: 1 });
  expect(await device.statuses()).toEqual(['ASSIGNED']);

  await device.reports({ settingsRevision: 2 });

  expect(await device.statuses()).toEqual(['INSTALLED']);
  expect(await device.events('DEPLOYMENT_CHANGED')).toMatchObject([
    { from: 'ASSIGNED', to: 'INSTALLED' },
    { from: 'INSTALLED', to: 'ASSIGNED' },
    { from: 'ASSIGNED', to: 'INSTALLED' },
  ]);
});

test('forced content stays discarded over a restart', async () => {
  const device = await aDevice(station, { videos: [VIDEO] });
  await device.reports({ contentPresence: [{ contentId: VIDEO.id, present: true }] });
  await videos({ devicesId: [device.id], force: true, videos: [VIDEO] });

  await station.restart();

  expect(await device.statuses()).toEqual(['ASSIGNED']);
});

test('a missing or wrong required field is named, and nothing changes', async () => {
  const device = await aDevice(station, { applications: [APP] });
  const devicesId = [device.id];
  const url = 'https://x/1';

  for (const [answer, path] of [
    [await files({ files: [FILE] }), 'devicesId'],
    [await files({ devicesId }), 'files'],
    [await files({ devicesId, files: [{ url }] }), 'files.0.name'],
    [await files({ devicesId, files: [FILE, { name: 'a' }] }), 'files.1.url'],
    [await files({ devicesId, files: [FILE], force: 'yes' }), 'force'],
    [
      await files({
        devicesId,
        files: [
          { id: 'f', name: 'a', url },
          { id: 'f', name: 'a', url: `${url}0` },
        ],
      }),
      'files.1',
    ],
    [await remove({ devicesId }), 'files'],
    [await remove({ files: ['a'] }), 'devicesId'],
    [await remove({ devicesId, files: [7] }), 'files.0'],
    [await videos({ devicesId, videos: [{ url }] }), 'videos.0.id'],
    [await videos({ devicesId, videos: [{ id: 'v' }] }), 'videos.0.url'],
    [
      await videos({ devicesId, videos: [{ id: 'v', url, projectionType: 'round' }] }),
      'videos.0.projectionType',
    ],
  ] as const) {
    expect(answer).toMatchObject(refusedAt(path));
  }
  const many = Array.from({ length: 5_001 }, () => device.id);
  expect(await files({ devicesId: many, files: [FILE] })).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
  expect((await device.read()).settingsRevision).toBe(1);
});

test('a device accepts no more files than its settings may hold', async () => {
  const list = (from: number) =>
    Array.from({ length: 1_500 }, (_, index) => ({ name: 'a', url: `https://x/${from + index}` }));
  const device = await aDevice(station);
  await files({ devicesId: [device.id], files: list(0) });

  const { body } = await files({ devicesId: [device.id], files: list(1_500) });

  expect(body).toMatchObject([{ id: device.id, success: false, error: { code: 'INVALID_CONFIGURATION' } }]);
  expect((await device.settings()).files).toHaveLength(1_500);
});
