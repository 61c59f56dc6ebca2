import { expect, test } from 'vitest';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice, getDeviceByAndroidId } from '../../../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import type { SettingsChange } from '../../../../shared/contract/configuration/settings/settings.ts';
import { aContent } from '../../../support/a-content.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

const APK = 'https://content.example/record/lab.apk';
const OBB = 'https://content.example/record/lab.obb';
const FILM = 'https://content.example/record/reef.mp4?edition=2';
const ELSEWHERE = 'https://content.example/record/not-held.pdf';
const apk = aContent(station, { sourceUrl: APK });
const obb = aContent(station, { sourceUrl: OBB, name: 'main 1.obb', kind: 'obb' });
const film = aContent(station, { sourceUrl: FILM, name: 'reef.mp4', kind: 'video', mediaType: 'video/mp4' });
const settings = {
  applications: [{ id: 'lab', packageName: 'org.school.lab', url: APK, obbUrl: OBB, codeVersion: 3 }],
  videos: [{ id: 'reef', url: FILM }],
  files: [{ name: 'plan.pdf', url: ELSEWHERE }],
};

async function aHeadset(wanted: SettingsChange = settings) {
  const headset = await station.enrolled();
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: wanted });
  return headset;
}

function read(headset: { id: string; token: string }, token = headset.token) {
  return station.call(getDevice, { params: { deviceId: headset.id }, token });
}

test('a headset reads the station’s own address for content in its library, with the assigned one beside it', async () => {
  const headset = await aHeadset();
  const expected = {
    applications: [
      {
        url: station.url + apk.path,
        originalUrl: APK,
        obbUrl: station.url + obb.path,
        originalObbUrl: OBB,
      },
    ],
    videos: [{ url: station.url + film.path, originalUrl: FILM }],
    files: [{ url: ELSEWHERE }],
  };

  const byId = await read(headset);
  const byAndroidId = await station.call(getDeviceByAndroidId, {
    params: { androidid: headset.androidId },
    token: headset.token,
  });

  expect(byId.body.settings).toMatchObject(expected);
  expect(byAndroidId.body.settings).toMatchObject(expected);
  expect(byId.body.settings.files?.[0]).not.toHaveProperty('originalUrl');
  const fetched = await station.send('GET', apk.path, { token: headset.token });
  expect(fetched.status).toBe(200);
});

test('the organisation reads the assigned addresses, as if the library were empty', async () => {
  const headset = await aHeadset();
  const { body } = await read(headset, station.token);

  expect(body.settings).toMatchObject(settings);
  expect(JSON.stringify(body.settings)).not.toContain('/library/');
  expect(JSON.stringify(body.settings)).not.toContain('originalUrl');
});

test('a headset reads the station’s address as soon as it enrols', async () => {
  const [slot] = await station.slots(1);
  const { id, enrollmentToken } = slot ?? { id: '', enrollmentToken: '' };
  await station.call(configureDevice, { params: { deviceId: id }, body: settings });

  const { body } = await station.call(enrolDevice, {
    body: { enrollmentToken, androidId: 'record-enrolling' },
    token: await station.issue({ scope: 'enroll' }),
  });

  expect(body.settings.videos?.[0]).toMatchObject({ url: station.url + film.path, originalUrl: FILM });
});

test('the address uses the origin by which the headset reached the station', async () => {
  const headset = await aHeadset();
  const { port } = new URL(station.url);
  const answer = await rawRequest(station.url, {
    path: `/devices/${headset.id}`,
    headers: { host: `localhost:${port}`, authorization: `Bearer ${headset.token}` },
  });

  expect(answer.body).toContain(`"url":"http://localhost:${port}${film.path}"`);
});

test('an address of another station’s library is replaced if this one has the bytes', async () => {
  const [old, unknown] = ['https://192.168.7.9:7443', `https://192.168.7.9:7443/library/${'e'.repeat(64)}/x`];
  const headset = await aHeadset({
    files: [
      { id: 'a', name: 'a', url: `${old}${film.path}` },
      { id: 'b', name: 'b', url: unknown },
    ],
  });
  const { body } = await read(headset);

  expect(body.settings.files?.map(({ url }) => url)).toEqual([station.url + film.path, unknown]);
});

test('another organisation’s content is not offered', async () => {
  const school = await station.enterprise();
  const url = 'https://content.example/record/theirs.mp4';
  aContent(station, { sourceUrl: url, enterpriseId: school.id });
  const headset = await aHeadset({ videos: [{ id: 'v', url }] });

  expect((await read(headset)).body.settings.videos?.[0]?.url).toBe(url);
});

test('a report under the station’s address counts for the assigned content, and is stored as that', async () => {
  const headset = await aHeadset();
  const here = (path: string) => `https://10.1.2.3:7443${path}`;
  const { status } = await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: {
      downloads: [
        { downloadId: 1, url: here(apk.path), status: 'COMPLETED', progress: 1, totalBytes: 9, lastBytes: 9 },
        { downloadId: 2, url: here(obb.path), status: 'RUNNING', progress: 0.5 },
        { downloadId: 3, url: station.url + film.path, status: 'FAILED', progress: 0.25 },
        { downloadId: 4, url: ELSEWHERE, status: 'RUNNING', progress: 0.75 },
      ],
    },
  });
  expect(status).toBe(200);

  const { body } = await read(headset, station.token);

  expect(body.downloads.map(({ url }) => url)).toEqual([APK, OBB, FILM, ELSEWHERE]);
  expect(body.settings.applications?.[0]?.deployment).toMatchObject({
    status: 'DOWNLOADING',
    progress: 0.75,
  });
  expect(body.settings.videos?.[0]?.deployment).toMatchObject({ status: 'FAILED', progress: 0.25 });
});

test('a content without an id that is reported under the station’s address is the assigned one', async () => {
  const headset = await aHeadset({ files: [{ name: 'reef.mp4', url: FILM }] });
  const contentId = (station.url + film.path).slice(0, 128);
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { contentPresence: [{ contentId, type: 'file', present: true, installed: true }] },
  });

  const { body } = await read(headset, station.token);

  expect(body.contentPresence[0]?.contentId).toBe(FILM);
  expect(body.settings.files?.[0]?.deployment).toMatchObject({ contentId: FILM, status: 'INSTALLED' });
});

test('a report about unassigned content is stored unchanged', async () => {
  const headset = await aHeadset({});
  const url = station.url + film.path;
  await station.call(updateDevice, {
    params: { deviceId: headset.id },
    token: headset.token,
    body: { downloads: [{ url, associatedObject: { contentId: url, more: [1] } }] },
  });

  const { body } = await read(headset, station.token);

  expect(body.downloads).toEqual([{ url, associatedObject: { contentId: url, more: [1] } }]);
});

test('an original address cannot be written: only the station does that', async () => {
  const headset = await aHeadset();
  const videos = [{ id: 'reef', url: FILM, originalUrl: 'https://evil.example/x' }];
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { videos } });

  expect((await read(headset, station.token)).body.settings.videos?.[0]).not.toHaveProperty('originalUrl');
});
