import { expect, test } from 'vitest';

import { patchVideos } from '../../../../shared/contract/configuration/contents.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { aDevice, APP, VIDEO } from './a-device.ts';

const DAY_MS = 24 * 60 * 60_000;

const clock = new ManualClock();
const station = await aSharedStation({ clock });

type Device = Awaited<ReturnType<typeof aDevice>>;
const stepsOf = async (device: Device): Promise<unknown[]> =>
  (await device.events('DEPLOYMENT_CHANGED'))
    .map((payload) => [payload?.['from'], payload?.['to']])
    .toReversed();
/** Waits for the complete history of a headset: nothing more, nothing twice. */
const expectSteps = (device: Device, steps: readonly unknown[]) =>
  expect.poll(() => stepsOf(device)).toEqual(steps);

const INSTALLED = { installedPackages: [{ packageName: APP.packageName, versionCode: 7 }] };
const here = ['ASSIGNED', 'INSTALLED'];

test('deployment changes by settings are published without a heartbeat: an update, a forced one, a removal', async () => {
  const device = await aDevice(station, { applications: [APP], videos: [VIDEO] });
  await device.reports({ ...INSTALLED, contentPresence: [{ contentId: VIDEO.id, present: true }] });
  await expectSteps(device, [here, here]);

  await device.configure({ applications: [{ ...APP, codeVersion: 8 }], volume: 3 });
  const outdated = ['INSTALLED', 'OUTDATED'];
  await expectSteps(device, [here, here, outdated]);
  expect((await device.events('DEPLOYMENT_CHANGED'))[0]).toEqual({
    contentId: 'app-1',
    type: 'application',
    packageName: APP.packageName,
    from: 'INSTALLED',
    to: 'OUTDATED',
  });

  await station.call(patchVideos, { body: { devicesId: [device.id], force: true, videos: [VIDEO] } });
  const forced = ['INSTALLED', 'ASSIGNED'];
  await expectSteps(device, [here, here, outdated, forced]);

  // An assignment alone is in the history of changes.
  await device.configure({ files: [{ name: 'map.pdf', url: 'https://content.example/map.pdf' }] });
  await device.configure({ applications: [] });
  await expectSteps(device, [here, here, outdated, forced, ['OUTDATED', null]]);
});

test('if a heartbeat comes first it publishes both, and nothing is published twice', async () => {
  const device = await aDevice(station, { applications: [APP] });
  await device.reports(INSTALLED);
  await device.configure({ applications: [{ ...APP, codeVersion: 8 }] });
  await device.reports({ installedPackages: [{ packageName: APP.packageName, versionCode: 8 }] });
  const steps = [here, ['INSTALLED', 'OUTDATED'], ['OUTDATED', 'INSTALLED']];
  expect(await stepsOf(device)).toEqual(steps);

  // Once a later change is published, this one was processed too.
  const later = await aDevice(station, { applications: [APP] });
  await later.reports(INSTALLED);
  await later.configure({ applications: [{ ...APP, codeVersion: 9 }] });
  await expectSteps(later, [here, ['INSTALLED', 'OUTDATED']]);
  expect(await stepsOf(device)).toEqual(steps);
});

test('an expiry is published when it occurs, or after the start if the station was off, and once', async () => {
  const until = (days: number) => ({
    videos: [{ ...VIDEO, expirationDate: new Date(clock.now() + days * DAY_MS).toISOString() }],
  });
  const present = { contentPresence: [{ contentId: VIDEO.id, present: true }] };
  const soon = await aDevice(station, until(1));
  const late = await aDevice(station, until(40));
  const silent = await aDevice(station, until(1));
  for (const device of [soon, late]) {
    await device.reports(present);
    await expectSteps(device, [here]);
  }
  // The watch must know of it before the clock jumps.
  const marker = await aDevice(station, { applications: [APP] });
  await marker.reports(INSTALLED);
  await marker.configure({ applications: [{ ...APP, codeVersion: 9 }] });
  await expectSteps(marker, [here, ['INSTALLED', 'OUTDATED']]);

  clock.advance(DAY_MS);
  const over = [here, ['INSTALLED', 'REMOVING']];
  await expectSteps(soon, over);
  expect(await stepsOf(late)).toEqual([here]);
  expect(await stepsOf(silent)).toEqual([]);

  // The station stops before it could publish a change; some time passes until it starts again.
  await marker.configure({ applications: [APP] });
  await station.restart();
  clock.advance(45 * DAY_MS);
  await expectSteps(late, over);
  await expectSteps(marker, [here, ['INSTALLED', 'OUTDATED'], ['OUTDATED', 'INSTALLED']]);
  expect(await stepsOf(soon)).toEqual(over);
});
