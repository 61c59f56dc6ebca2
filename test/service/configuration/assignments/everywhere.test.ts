import { expect, test } from 'vitest';

import {
  removeContent,
  removeContentEverywhere,
} from '../../../../shared/contract/configuration/contents.ts';
import { anyText } from '../../../support/any-value.ts';
import { refused, refusedAt } from '../../../support/refused.ts';
import { aStation } from '../../../support/a-station.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, FILE, VIDEO } from './a-device.ts';

const station = await aSharedStation();
let count = 0;
/** Contents that no other test of this file uses. */
function contents() {
  count += 1;
  return {
    app: { ...APP, id: `app-${count}` },
    video: { ...VIDEO, id: `video-${count}` },
    file: { ...FILE, url: `${FILE.url}?${count}` },
  };
}
const removeAll = (contentId: string, token = station.token) =>
  station.call(removeContentEverywhere, { params: { contentId }, token });
const removeFrom = (contentId: string, body: unknown, token = station.token) =>
  station.call(removeContent, { params: { contentId }, body, token });

test('a content of any kind is removed from every device that has it; its other contents stay', async () => {
  const { app, video, file } = contents();
  const settings = { applications: [app], videos: [video], files: [file], volume: 3 };
  const [one, two] = [await aDevice(station, settings), await aDevice(station, { videos: [video] })];
  const without = await aDevice(station, { volume: 1 });

  expect(await removeAll(video.id)).toMatchObject({ status: 200, body: { success: true, devices: 2 } });
  expect(await one.settings()).toMatchObject({ applications: [app], videos: [], files: [file], volume: 3 });
  expect((await two.settings()).videos).toEqual([]);
  expect((await without.read()).settingsRevision).toBe(1);

  expect((await removeAll(app.id)).body.devices).toBe(1);
  expect((await removeAll(file.url)).body.devices).toBe(1);
  expect(await one.settings()).toMatchObject({ applications: [], videos: [], files: [], volume: 3 });
});

test('every changed device gets its next revision and its headset is notified', async () => {
  const { video } = contents();
  const device = await aDevice(station, { videos: [video] });
  await using link = await station.stream(`/devices/${device.id}/updates`, device.token);
  await link.next('hello');

  await removeAll(video.id);

  await link.next('settings', ({ revision }) => revision === 2);
  expect((await device.read()).settingsRevision).toBe(2);
});

test('removing content that no device has changes nothing', async () => {
  expect(await removeAll('no-such-content')).toMatchObject({
    status: 200,
    body: { success: true, devices: 0 },
  });
});

test('a content is removed from the named devices only; unknown ones are ignored', async () => {
  const { video } = contents();
  const [one, two] = [
    await aDevice(station, { videos: [video] }),
    await aDevice(station, { videos: [video] }),
  ];

  const answer = await removeFrom(video.id, { devicesId: [one.id, 'nobody', one.id] });

  expect(answer).toMatchObject({ status: 200, body: { success: true, devices: 1 } });
  expect((await one.settings()).videos).toEqual([]);
  expect((await two.settings()).videos).toMatchObject([video]);
});

test('the list of devices is required and must not be too long', async () => {
  expect(await removeFrom('a', {})).toMatchObject(refusedAt('devicesId'));
  expect(await removeFrom('a', { devicesId: 'a' })).toMatchObject(refusedAt('devicesId'));
  const devicesId = Array.from({ length: 5_001 }, () => 'a');
  expect(await removeFrom('a', { devicesId })).toMatchObject(refused(413, 'BATCH_TOO_LARGE'));
});

test('another organisation’s devices are not accessible, those of a fleet with granted access are', async () => {
  const { video } = contents();
  const device = await aDevice(station, { videos: [video] });
  const other = await station.enterprise();
  const open = await station.issue({ enterpriseId: other.id, fleetAccess: [station.enterpriseId] });

  expect((await removeAll(video.id, other.token)).body.devices).toBe(0);
  expect((await removeFrom(video.id, { devicesId: [device.id] }, other.token)).body.devices).toBe(0);
  expect((await device.settings()).videos).toHaveLength(1);
  expect((await removeAll(video.id, open)).body.devices).toBe(1);
});

test('a kiosk keeps its own application: the whole removal is refused', async () => {
  const { app } = contents();
  const free = await aDevice(station, { applications: [app] });
  const kioskMode = { isActive: true, packageName: app.packageName };
  const kiosk = await aDevice(station, { applications: [app], kioskMode });

  const answer = await removeAll(app.id);

  expect(answer).toMatchObject(refused(422, 'INVALID_CONFIGURATION'));
  expect(answer.body).toMatchObject({ details: [{ path: 'path.contentId', message: anyText }] });
  expect((await free.settings()).applications).toHaveLength(1);
  await kiosk.configure({ kioskMode: false });
  expect((await removeAll(app.id)).body.devices).toBe(2);
});

test('other content than the kiosk’s own can be removed, even if the kiosk’s application is gone', async () => {
  const { app, video } = contents();
  const device = await aDevice(station, { applications: [app], videos: [video] });
  await device.reports({ installedPackages: [{ packageName: 'com.shipped', versionCode: 1 }] });
  await device.configure({ kioskMode: { isActive: true, packageName: 'com.shipped' } });
  await device.reports({ installedPackages: [] });

  expect((await removeAll(video.id)).body.devices).toBe(1);
  expect((await removeAll(app.id)).body.devices).toBe(1);
});

test('a removal survives a restart', async () => {
  await using own = await aStation();
  const device = await aDevice(own, { videos: [VIDEO] });
  await own.call(removeContentEverywhere, { params: { contentId: VIDEO.id } });

  await own.restart();

  expect((await device.settings()).videos).toEqual([]);
});
