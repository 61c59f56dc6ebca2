import { expect, test } from 'vitest';

import { USUAL_HABITS } from '../../main/simulator/index.ts';
import { configureDevice } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { aRunningHeadset } from './a-headset.ts';
import { aRealStation } from './real-station.ts';

test('the station follows an application and a video from assigned to installed, outdated, and gone', async () => {
  await using station = await aRealStation();
  const habits = { ...USUAL_HABITS, bandwidthBytesPerSec: 20_000_000 };
  await using running = await aRunningHeadset(station, { habits });
  await running.untilEvent('ready');
  const params = { deviceId: running.headset.deviceId ?? '' };
  const app = {
    id: 'app-1',
    packageName: 'org.school.lab',
    url: 'http://files.test/lab.apk',
    codeVersion: 7,
  };
  const video = { id: 'video-1', url: 'http://files.test/reef.mp4' };
  const seen: string[] = [];
  const statuses = async () => {
    const { settings } = await station.ask(getDevice, { params, body: {} });
    const now = [...(settings.applications ?? []), ...(settings.videos ?? [])]
      .map((e) => e.deployment?.status)
      .join();
    if (seen.at(-1) !== now) seen.push(now);
    return now;
  };
  await station.ask(configureDevice, {
    params,
    body: {
      applications: [app],
      videos: [video],
      kioskMode: { isActive: true, packageName: 'org.school.lab' },
    },
  });
  await expect.poll(statuses, { timeout: 120_000, interval: 20 }).toBe('INSTALLED,INSTALLED');
  const byType = async (type: string) => {
    const { items } = await station.ask(listEvents, { params, query: { type }, body: {} });
    return items.map(({ payload }) => payload);
  };
  await expect
    .poll(() => byType('APP_STARTED'))
    .toContainEqual({ packageName: 'org.school.lab', contentId: 'app-1' });
  await station.ask(configureDevice, { params, body: { applications: [{ ...app, codeVersion: 8 }] } });
  await expect.poll(statuses, { timeout: 120_000, interval: 20 }).toBe('INSTALLED,INSTALLED');
  await station.ask(configureDevice, { params, body: { applications: [], videos: [], kioskMode: null } });
  await expect
    .poll(async () => (await station.ask(getDevice, { params, body: {} })).contentPresence, {
      timeout: 120_000,
    })
    .toEqual([]);
});
