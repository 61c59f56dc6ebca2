import { expect, test } from 'vitest';

import { updateApplication, updateVideo } from '../../../../shared/contract/configuration/contents.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, VIDEO } from './a-device.ts';

const station = await aSharedStation();
let count = 0;
/** An application and a video that no other test of this file uses. */
function contents() {
  count += 1;
  const packageName = `com.example.app${count}`;
  return { app: { ...APP, id: `app-${count}`, packageName }, video: { ...VIDEO, id: `video-${count}` } };
}
const putApp = (contentId: string, body: unknown, models?: string) =>
  station.call(updateApplication, {
    params: { contentId },
    body,
    ...(models === undefined ? {} : { query: { models } }),
  });
const putVideo = (contentId: string, body: unknown) =>
  station.call(updateVideo, { params: { contentId }, body });
const LIMIT = '2027-01-01T00:00:00+01:00';

test('the fields that are sent change on every device that has the application; the others stay', async () => {
  const { app } = contents();
  const other = { ...contents().app };
  const one = await aDevice(station, { applications: [app, other] });
  const two = await aDevice(station, { applications: [app] });

  const answer = await putApp(app.id, { version: 8, url: 'https://x/8.apk', obbUrl: 'https://x/8.obb' });

  expect(answer).toMatchObject({ status: 200, body: { success: true, devices: 2 } });
  const changed = { ...app, codeVersion: 8, url: 'https://x/8.apk', obbUrl: 'https://x/8.obb' };
  expect(await one.settings()).toMatchObject({ applications: [changed, other] });
  expect(await two.settings()).toMatchObject({ applications: [changed] });
  expect((await two.read()).settingsRevision).toBe(2);
});

test('null removes the optional fields of an application', async () => {
  const { app } = contents();
  const device = await aDevice(station, { applications: [{ ...app, obbUrl: 'https://x/a.obb' }] });

  await putApp(app.id, { obbUrl: null });

  expect((await device.settings()).applications?.[0]).not.toHaveProperty('obbUrl');
});

test('version is an alias of codeVersion; two different values are refused', async () => {
  const { app } = contents();
  const device = await aDevice(station, { applications: [app] });

  await putApp(app.id, { codeVersion: 9 });
  expect((await device.settings()).applications?.[0]?.codeVersion).toBe(9);
  await putApp(app.id, { codeVersion: 10, version: 10 });
  expect((await device.settings()).applications?.[0]).toMatchObject({ codeVersion: 10 });
  expect((await device.settings()).applications?.[0]).not.toHaveProperty('version');
  expect(await putApp(app.id, { codeVersion: 10, version: 11 })).toMatchObject(refusedAt('version'));
});

test('an update without a body is refused, and no expiry is lost', async () => {
  const { app, video } = contents();
  const limited = {
    applications: [{ ...app, expirationDate: LIMIT }],
    videos: [{ ...video, expirationDate: LIMIT }],
  };
  const device = await aDevice(station, limited);

  expect(await putApp(app.id, undefined)).toMatchObject(refusedAt(''));
  expect(await putVideo(video.id, undefined)).toMatchObject(refusedAt(''));
  expect(await device.settings()).toMatchObject(limited);
});

test('a video changes in every documented field', async () => {
  const { video } = contents();
  const device = await aDevice(station, { videos: [video] });
  const body = {
    idDetailContent: 'sheet',
    title: 'New',
    url: 'https://x/new.mp4',
    posterUrl: 'https://x/p.png',
    vignetteUrl: 'https://x/v.png',
    synopsis: 'S',
    description: 'D',
    isStereoscopic: true,
    projectionType: 'full_dome',
    formatType: '3D_Over_Under',
    expirationDate: LIMIT,
  };

  expect(await putVideo(video.id, body)).toMatchObject({ status: 200, body: { success: true, devices: 1 } });

  expect((await device.settings()).videos).toMatchObject([{ ...body, id: video.id }]);
});

test('an absent expirationDate removes the expiry, so does null; an instant with a zone sets it', async () => {
  const { app, video } = contents();
  const device = await aDevice(station, { applications: [app], videos: [video] });
  const limits = async () => {
    const { applications, videos } = await device.settings();
    return [applications?.[0]?.expirationDate, videos?.[0]?.expirationDate];
  };
  for (const without of [{}, { expirationDate: null }]) {
    await putApp(app.id, { expirationDate: LIMIT });
    await putVideo(video.id, { expirationDate: LIMIT });
    expect(await limits()).toEqual([LIMIT, LIMIT]);

    await putApp(app.id, without);
    await putVideo(video.id, without);
    expect(await limits()).toEqual([undefined, undefined]);
  }
});

test.each(['2027-01-01', '2027-01-01T00:00:00', '', '2027-02-30T00:00:00Z', 'soon', 1_800_000_000_000])(
  'the expiration date %j is refused, and nothing changes',
  async (expirationDate) => {
    const { app, video } = contents();
    const device = await aDevice(station, { applications: [app], videos: [video] });

    expect(await putApp(app.id, { version: 9, expirationDate })).toMatchObject(refusedAt('expirationDate'));
    expect(await putVideo(video.id, { title: 'x', expirationDate })).toMatchObject(
      refusedAt('expirationDate'),
    );

    expect((await device.read()).settingsRevision).toBe(1);
  },
);

test('wrong fields are refused with their path', async () => {
  expect(await putVideo('x', { projectionType: 'round' })).toMatchObject(refusedAt('projectionType'));
  expect(await putVideo('x', { formatType: '4D' })).toMatchObject(refusedAt('formatType'));
  expect(await putVideo('x', { url: null })).toMatchObject(refusedAt('url'));
  expect(await putApp('x', { version: '8' })).toMatchObject(refusedAt('version'));
  expect(await putApp('x', { packageName: 7 })).toMatchObject(refusedAt('packageName'));
});

test('with models only devices of these models change', async () => {
  const { app } = contents();
  const [pico, quest, none] = [
    await aDevice(station, { applications: [app] }),
    await aDevice(station, { applications: [app] }),
    await aDevice(station, { applications: [app] }),
  ];
  await pico.reports({ type: { name: 'PICO 4', product: 'A8110' } });
  await quest.reports({ type: { name: 'Quest 3', product: 'eureka' } });
  const versions = async () =>
    Promise.all(
      [pico, quest, none].map(async (each) => (await each.settings()).applications?.[0]?.codeVersion),
    );

  expect((await putApp(app.id, { version: 8 }, 'PICO 4, Vive Focus')).body.devices).toBe(1);
  expect(await versions()).toEqual([8, 7, 7]);
  expect((await putApp(app.id, { version: 9 }, 'PICO 4,Quest 3')).body.devices).toBe(2);
  expect(await versions()).toEqual([9, 9, 7]);
  const path = `/contents/applications/${app.id}?models=PICO%204&models=Quest%203`;
  expect(await station.send('PUT', path, { body: { version: 10 } })).toMatchObject({ body: { devices: 2 } });
  expect((await putApp(app.id, { version: 9 }, 'Unknown')).body.devices).toBe(0);
  expect(await putApp(app.id, { version: 9 }, '')).toMatchObject({ status: 400 });
  expect(await putApp(app.id, { version: 9 }, 'PICO 4,')).toMatchObject({ status: 400 });
});

test('a model that matches no headset changes nothing, and is named in the answer', async () => {
  const { app } = contents();
  const device = await aDevice(station, { applications: [app] });
  await device.reports({ type: { name: 'PICO 4', product: 'A8110' } });
  const version = async () => (await device.settings()).applications?.[0]?.codeVersion;

  expect((await putApp(app.id, { version: 8 }, 'Pico4')).body).toEqual({
    success: true,
    devices: 0,
    unknownModels: ['Pico4'],
  });
  expect(await version()).toBe(7);
  expect((await putApp(app.id, { version: 8 }, 'Pico4,PICO 4')).body).toEqual({
    success: true,
    devices: 1,
    unknownModels: ['Pico4'],
  });
  expect(await version()).toBe(8);
  expect((await putApp(app.id, { version: 8 }, 'PICO 4')).body).toEqual({ success: true, devices: 1 });
});

test('a list of models with brackets is the same list, and not none', async () => {
  const { app } = contents();
  const device = await aDevice(station, { applications: [app] });
  await device.reports({ type: { name: 'PICO 4', product: 'A8110' } });
  const put = (query: string) =>
    station.send('PUT', `/contents/applications/${app.id}?${query}`, { body: { version: 8 } });

  expect(await put('models[]=Other')).toMatchObject({ body: { devices: 0, unknownModels: ['Other'] } });
  expect(await put('models%5B%5D=PICO%204&models%5B%5D=Other')).toMatchObject({ body: { devices: 1 } });
});

test('a package name that would identify two binaries on one device is refused for all', async () => {
  const { app } = contents();
  const other = contents().app;
  const alone = await aDevice(station, { applications: [app] });
  await aDevice(station, { applications: [app, other] });

  const answer = await putApp(app.id, { packageName: other.packageName });

  expect(answer).toMatchObject(refused(422, 'PACKAGE_NAME_CONFLICT'));
  expect(answer.body).toMatchObject({
    conflicts: [
      {
        packageName: other.packageName,
        applications: [
          { id: app.id, packageName: other.packageName, codeVersion: 7 },
          { id: other.id, packageName: other.packageName, codeVersion: 7 },
        ],
      },
    ],
  });
  expect((await alone.settings()).applications).toMatchObject([app]);
});

test('the application of a kiosk does not get another package name while the kiosk is on', async () => {
  const { app } = contents();
  const kioskMode = { isActive: true, packageName: app.packageName };
  const device = await aDevice(station, { applications: [app], kioskMode });

  expect(await putApp(app.id, { packageName: 'com.other' })).toMatchObject(
    refused(422, 'INVALID_CONFIGURATION'),
  );
  expect((await putApp(app.id, { version: 8 })).body.devices).toBe(1);
  expect((await device.settings()).applications).toMatchObject([{ ...app, codeVersion: 8 }]);
});

test('an update that changes nothing is no new revision', async () => {
  const { app, video } = contents();
  const device = await aDevice(station, { applications: [app], videos: [video] });

  expect((await putApp(app.id, { codeVersion: 7 })).body.devices).toBe(1);
  expect((await putVideo(video.id, {})).body.devices).toBe(1);

  expect((await device.read()).settingsRevision).toBe(1);
});

test('an id of one kind changes nothing of another kind', async () => {
  const { app } = contents();
  const device = await aDevice(station, { applications: [app], videos: [{ ...VIDEO, id: app.id }] });

  expect((await putVideo(app.id, { title: 'New' })).body.devices).toBe(1);

  expect(await device.settings()).toMatchObject({ applications: [app], videos: [{ title: 'New' }] });
});
