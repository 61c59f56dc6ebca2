import { afterAll, expect, test } from 'vitest';

import {
  getClassRules,
  getClassRun,
  listClassApps,
  setClassRules,
  startClassRun,
} from '../../../../shared/contract/classroom/class.ts';
import type { ClassAction } from '../../../../shared/contract/classroom/class-run.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { listChanges } from '../../../../shared/contract/configuration/history.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { aStation } from '../../../support/a-station.ts';
import { TestHeadset } from '../../../support/linked-headset.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';

const clock = new ManualClock();
const station = await aStation({ clock, rateLimit: 0 });
afterAll(() => station[Symbol.asyncDispose]());

const SEA = 'org.school.sea';
const ANATOMY = 'org.school.anatomy';
const packages = [SEA, ANATOMY];
const installed = (...names: string[]) => ({
  installedPackages: [...names, 'com.vendor.vrshell'].map((packageName) => ({ packageName, versionCode: 1 })),
});

/** A connected headset with both apps, in the kiosk of one. */
async function inKiosk(kiosk: string | null = SEA) {
  const headset = await TestHeadset.linked(station);
  await headset.report(installed(SEA, ANATOMY));
  const kioskMode = kiosk === null ? { isActive: false } : { isActive: true, packageName: kiosk };
  await station.call(configureDevice, { params: headset.params, body: { packages, kioskMode } });
  return headset;
}

const kioskOf = async (headset: TestHeadset) =>
  (await station.call(getDevice, { params: headset.params })).body.settings.kioskMode;

async function start(headsets: readonly TestHeadset[], action: ClassAction) {
  const devicesId = headsets.map(({ id }) => id);
  const { body } = await station.call(startClassRun, { body: { devicesId, action } });
  const stages = async () =>
    (await station.call(getClassRun, { params: { runId: body.id } })).body.results.map(({ stage }) => stage);
  return { stages };
}

/** Answers the next command of this name as a headset does that keeps its kiosk. */
async function refuse(headset: TestHeadset, event: string, reason: string): Promise<void> {
  const { commandId } = await headset.next(event);
  await headset.answer(commandId, { accepted: false, reason });
}

test('an app says how many headsets can start it now, and why the others cannot', async () => {
  await using kiosk = await inKiosk();
  await using free = await inKiosk(null);
  await using bare = await TestHeadset.linked(station);
  await bare.report(installed());
  await using away = await inKiosk(null);
  await away.unlink();
  const devicesId = [kiosk.id, free.id, bare.id, away.id];

  const { body } = await station.call(listClassApps, { body: { devicesId } });

  expect(body).toEqual({
    items: [
      { packageName: ANATOMY, total: 4, startable: 1, offline: 1, notInstalled: 1, inKiosk: 1 },
      { packageName: SEA, total: 4, startable: 2, offline: 1, notInstalled: 1, inKiosk: 0 },
    ],
    kioskMayFollow: true,
  });
});

test('a kiosk follows the app of a lesson, and returns when the lesson ends, whatever the headset answers', async () => {
  await using headset = await inKiosk();
  await using other = await inKiosk(null);

  const begun = await start([headset, other], { do: 'start', packageName: ANATOMY, inKiosk: true });
  await refuse(headset, 'launch-app', 'KIOSK_MODE');
  await expect.poll(async () => (await begun.stages())[0]).toBe('delivered');
  expect(await kioskOf(headset)).toEqual({ isActive: true, packageName: ANATOMY });
  expect(await kioskOf(other)).toMatchObject({ isActive: false });
  await headset.report({
    events: [
      { eventId: 'e1', type: 'APP_STARTED', timestamp: clock.now(), payload: { packageName: ANATOMY } },
    ],
  });
  await expect.poll(async () => (await begun.stages())[0]).toBe('done');

  const ended = await start([headset], { do: 'stop' });
  expect(await kioskOf(headset)).toEqual({ isActive: true, packageName: SEA });
  await refuse(headset, 'stop-app', 'KIOSK_MODE');
  await expect.poll(ended.stages).toEqual(['done']);
  const { body: history } = await station.call(listChanges, { query: { deviceId: headset.id } });
  expect(history.items.map(({ kind }) => kind)).toEqual(['lesson', 'lesson', 'configure']);
});

test('a second app of the lesson leaves the kiosk what it returns to, also over a restart of the station', async () => {
  await using headset = await inKiosk();
  await start([headset], { do: 'start', packageName: ANATOMY, inKiosk: true });
  await start([headset], { do: 'start', packageName: SEA, inKiosk: true });
  await start([headset], { do: 'start', packageName: ANATOMY, inKiosk: true });
  expect(await kioskOf(headset)).toMatchObject({ packageName: ANATOMY });

  await headset.unlink();
  await station.restart();
  await start([headset], { do: 'stop' });

  expect(await kioskOf(headset)).toMatchObject({ packageName: SEA });
});

test('a kiosk that was changed during the lesson stays as it was changed', async () => {
  await using headset = await inKiosk();
  await start([headset], { do: 'start', packageName: ANATOMY, inKiosk: true });
  const kioskMode = { isActive: false };
  await station.call(configureDevice, { params: headset.params, body: { kioskMode } });

  await start([headset], { do: 'stop' });

  expect(await kioskOf(headset)).toMatchObject({ isActive: false });
});

test('a lesson that nobody ends is over after four hours', async () => {
  await using headset = await inKiosk();
  await start([headset], { do: 'start', packageName: ANATOMY, inKiosk: true });
  clock.advance(3 * 3_600_000);
  expect(await kioskOf(headset)).toMatchObject({ packageName: ANATOMY });

  clock.advance(3_600_000 + 1_000);

  await expect.poll(() => kioskOf(headset)).toMatchObject({ packageName: SEA });
});

test('a technician can forbid that kiosks follow a lesson', async () => {
  await using headset = await inKiosk();
  await station.call(setClassRules, { body: { kioskMayFollow: false } });
  expect((await station.call(getClassRules)).body).toEqual({ kioskMayFollow: false });

  const devicesId = [headset.id];
  const answer = await station.call(startClassRun, {
    body: { devicesId, action: { do: 'start', packageName: ANATOMY, inKiosk: true } },
  });

  expect(answer).toMatchObject(refused(403, 'FORBIDDEN'));
  expect(await kioskOf(headset)).toMatchObject({ packageName: SEA });
  expect((await station.call(listClassApps, { body: { devicesId } })).body.kioskMayFollow).toBe(false);
  await station.call(setClassRules, { body: { kioskMayFollow: true } });
});
