import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import { getAppStatistics } from '../../../../shared/contract/statistics/statistics-now.ts';
import { refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();
const ask = (body: object) => station.call(getAppStatistics, { body });
const APP = { id: 'app-1', packageName: 'com.app', codeVersion: 7, url: 'https://x/7.apk' };
const VIDEO = { id: 'video-1', title: 'Lesson', url: 'https://x/lesson.mp4' };
const FILE = { name: 'map.pdf', url: 'https://x/map.pdf' };

async function aHeadset(settings: object, report: object) {
  const { id, token } = await station.enrolled();
  const params = { deviceId: id };
  await station.call(configureDevice, { params, body: settings });
  await station.call(updateDevice, { params, body: report, token });
  return id;
}
const has = (versionCode: number, versionName = `1.${versionCode}`) => ({
  installedPackages: [{ packageName: 'com.app', versionCode, versionName }],
});

test('an application is counted by deployment status, with the installed versions', async () => {
  const settings = { applications: [APP] };
  const downloads = (status: string) => ({ downloads: [{ url: APP.url, status }] });
  const deviceIds = [
    await aHeadset(settings, has(7)),
    await aHeadset(settings, has(7)),
    await aHeadset(settings, has(6)),
    await aHeadset({ applications: [{ ...APP, codeVersion: 6 }] }, has(6)),
    await aHeadset(settings, downloads('RUNNING')),
    await aHeadset(settings, downloads('VERIFYING')),
    await aHeadset(settings, downloads('FAILED')),
    await aHeadset(settings, {}),
  ];

  const { status, body } = await ask({ deviceIds });

  expect(status).toBe(200);
  expect(body).toMatchObject({ devices: 8, unassignedPackages: [], invalidIds: [] });
  expect(body.contents).toEqual([
    {
      contentId: 'app-1',
      type: 'application',
      packageName: 'com.app',
      title: null,
      assigned: 8,
      installed: 3,
      outdated: 1,
      downloading: 2,
      failed: 1,
      pending: 1,
      removing: 0,
      coverage: 0.375,
      versions: [
        { versionCode: 6, versionName: '1.6', count: 2 },
        { versionCode: 7, versionName: '1.7', count: 2 },
      ],
      expectedVersions: [
        { versionCode: 7, count: 7 },
        { versionCode: 6, count: 1 },
      ],
    },
  ]);
});

test('videos and files have a coverage too, under their titles; expired ones are counted separately', async () => {
  const over = { ...VIDEO, expirationDate: '2020-01-01T00:00:00Z' };
  const there = { contentPresence: [{ contentId: VIDEO.id, present: true }] };
  const deviceIds = [
    await aHeadset({ videos: [VIDEO], files: [FILE] }, there),
    await aHeadset({ videos: [over] }, there),
    await aHeadset({ videos: [over] }, {}),
  ];

  const { body } = await ask({ deviceIds });

  expect(body.contents).toMatchObject([
    {
      type: 'file',
      contentId: FILE.url,
      title: 'map.pdf',
      packageName: null,
      assigned: 1,
      pending: 1,
      coverage: 0,
    },
    {
      type: 'video',
      contentId: 'video-1',
      title: 'Lesson',
      assigned: 1,
      installed: 1,
      removing: 1,
      coverage: 1,
    },
  ]);
});

test('unassigned packages are listed with their versions, the most frequent first', async () => {
  const shipped = { packageName: 'com.shipped', versionCode: 3, versionName: 'three' };
  const deviceIds = [
    await aHeadset({ applications: [APP] }, { installedPackages: [...has(7).installedPackages, shipped] }),
    await aHeadset({}, { installedPackages: [shipped, ...has(5).installedPackages] }),
    await aHeadset({}, { installedPackages: [{ ...shipped, versionCode: 4, versionName: 'four' }] }),
  ];

  expect((await ask({ deviceIds })).body.unassignedPackages).toEqual([
    {
      packageName: 'com.shipped',
      devices: 3,
      versions: [
        { versionCode: 3, versionName: 'three', count: 2 },
        { versionCode: 4, versionName: 'four', count: 1 },
      ],
    },
    {
      packageName: 'com.app',
      devices: 1,
      versions: [{ versionCode: 5, versionName: '1.5', count: 1 }],
    },
  ]);
});

test('unknown ids are named, a wrong list is refused, and no body means all', async () => {
  const id = await aHeadset({ applications: [APP] }, {});
  const { token } = await station.enterprise();

  expect((await ask({ deviceIds: [id, 'nobody'] })).body).toMatchObject({
    devices: 1,
    invalidIds: ['nobody'],
  });
  expect(await ask({ deviceIds: {} })).toMatchObject(refusedAt('deviceIds'));
  expect((await station.call(getAppStatistics)).body.devices).toBeGreaterThan(0);
  const foreign = await station.call(getAppStatistics, { token, body: { deviceIds: [id] } });
  expect(foreign.body).toMatchObject({ devices: 0, contents: [], invalidIds: [id] });
});
