import type { Page } from 'playwright';

import { sendCommand, unenrollDevice } from '../../shared/contract/commands/commands.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { patchDevice } from '../../shared/contract/devices/devices.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { setMetadata } from '../../shared/contract/devices/metadata.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { aCart, type CartHeadset } from '../browser/a-cart.ts';
import type { TestStation } from '../support/a-station.ts';
import type { Scene, Shot } from './scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LONG = 'The headset of the big room on the second floor beside the library, '.repeat(3).slice(0, 200);
const REASONS = [
  'NOT_ENOUGH_STORAGE',
  'CONNECTION_LOST',
  'HASH_MISMATCH',
  'INSTALL_FAILED_VERSION_DOWNGRADE',
  'HTTP_404',
  'LENS_TOO_DARK',
];

/** Headsets in every unusual state: none, archived, un-enrolling, silent, talkative, long-named, everything failed. */
export async function oddScene(station: TestStation): Promise<Scene> {
  const cart = await aCart(station, 7);
  const [archived, leaving, silent, talkative, long, failed, notified] = cart;
  const slots = await station.call(createSlots, { body: { count: 2, labelPrefix: 'P-' } });
  const [index, again] = slots.body.items;
  for (const headset of cart) if (headset !== silent) await headset.report();
  await station.call(enrolDevice, {
    body: { enrollmentToken: again?.enrollmentToken ?? '', androidId: 'android-A-01' },
  });
  await talks(talkative);
  await isLong(station, long);
  await fails(station, failed);
  await waitUntilNotified(station, notified);
  await station.call(unenrollDevice, { params: { deviceId: leaving?.id ?? '' } });
  const named = {
    place: index?.id ?? '',
    archived: archived?.id ?? '',
    leaving: leaving?.id ?? '',
    silent: silent?.id ?? '',
    talkative: talkative?.id ?? '',
    long: long?.id ?? '',
    failed: failed?.id ?? '',
    notified: notified?.id ?? '',
  };
  return { ids: cart.map(({ id }) => id), named, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** Five hundred events an hour, for six hours of three days each. */
async function talks(headset: CartHeadset | undefined): Promise<void> {
  for (let hour = 0; hour < 18; hour += 1) {
    const from = Date.now() - 3 * DAY_MS + Math.floor(hour / 6) * DAY_MS + (hour % 6) * HOUR_MS;
    await headset?.report({
      events: Array.from({ length: 500 }, (_, index) => ({
        eventId: `talk-${hour}-${index}`,
        type: ['APP_STARTED', 'APP_STOPPED', 'VOLUME_CHANGED', 'CHARGING_STARTED'][index % 4] ?? 'SIGN',
        timestamp: from + index * 7_000,
        payload: index % 4 === 2 ? { volume: index % 100 } : { packageName: 'org.lumiere.volcano' },
      })),
    });
  }
}

async function isLong(station: TestStation, headset: CartHeadset | undefined): Promise<void> {
  const params = { deviceId: headset?.id ?? '' };
  await station.call(patchDevice, {
    params,
    body: {
      label: LONG,
      description: 'Strap mended twice. '.repeat(60),
      license: { level: 'school', status: 'active', alertDate: new Date(Date.now() - DAY_MS).toISOString() },
    },
  });
  const group = { id: 'c7b', label: 'Class 7B, Mondays and Thursdays', color: '#b0241c' };
  await station.call(setMetadata, {
    params: { ...params, namespace: 'timetable' },
    body: {
      group,
      lessons: Array.from({ length: 150 }, (_, index) => ({ room: index, subject: 'Volcanoes and reefs' })),
    },
  });
  await station.call(configureDevices, {
    body: {
      devicesId: [params.deviceId],
      settings: {
        applications: Array.from({ length: 30 }, (_, index) => ({
          id: `app-${index}`,
          packageName: `org.lumiere.a.very.long.package.name.that.goes.on.and.on.volcanolaboratory${index}`,
          codeVersion: 100_000 + index,
          url: `https://files.example/app-${index}.apk`,
        })),
        videos: Array.from({ length: 30 }, (_, index) => ({
          id: `video-${index}`,
          title: `Reef at night, part ${index}, with a title that nobody reads to its end because it is long`,
          url: `https://files.example/video-${index}.mp4`,
        })),
      },
    },
  });
}

async function fails(station: TestStation, headset: CartHeadset | undefined): Promise<void> {
  const apps = REASONS.map((reason, index) => ({
    id: `bad-${index}`,
    packageName: `org.lumiere.${['volcano', 'reef', 'heart', 'apollo', 'canopy', 'lens'][index]}`,
    codeVersion: 3,
    url: `https://files.example/bad-${index}.apk`,
  }));
  await station.call(configureDevices, {
    body: { devicesId: [headset?.id ?? ''], settings: { applications: apps } },
  });
  await headset?.report({
    downloads: apps.map(({ url, id, packageName }, index) => ({
      downloadId: index,
      url,
      fileName: `bad-${index}.apk`,
      status: 'FAILED',
      progress: 0.3,
      associatedObject: { id, packageName },
    })),
    events: apps.map(({ id, packageName }, index) => ({
      eventId: `bad-${index}`,
      type: 'DOWNLOAD_FAILED',
      timestamp: Date.now() - index * 60_000,
      payload: { contentId: id, packageName, reason: REASONS[index] },
    })),
  });
}

/** Waiting commands of every kind, and more than one page of events. */
async function waitUntilNotified(station: TestStation, headset: CartHeadset | undefined): Promise<void> {
  const events = ['reboot', 'lock', 'unlock', 'identify', 'set-volume', 'launch-app', 'clean-the-lens'];
  for (let index = 0; index < 100; index += 1) {
    await station.call(sendCommand, {
      params: { deviceId: headset?.id ?? '' },
      body: { event: events[index % events.length] ?? 'lock', expiresInSec: 3_600 },
    });
  }
}

const settled = async (page: Page): Promise<void> => {
  await page.locator('#content h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null,
  );
};

const KINDS = ['place', 'archived', 'leaving', 'silent', 'talkative', 'long', 'failed'] as const;

/** Presses un-enrol or delete; delete is the last. */
const leaving = (which: 'first' | 'last') => async (page: Page) => {
  await settled(page);
  await page.locator('.leave-way button')[which]().click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
};

/** The page of each of them, and the unusual content of its other parts. */
export const ODD_SHOTS: readonly Shot[] = [
  ...KINDS.map((kind) => ({
    name: kind,
    path: (scene: Scene) => `/fleet/${scene.named[kind]}`,
    act: settled,
  })),
  { name: 'content-long', path: (scene) => `/fleet/${scene.named['long']}/content`, act: settled },
  { name: 'content-failed', path: (scene) => `/fleet/${scene.named['failed']}/content`, act: settled },
  { name: 'metadata', path: (scene) => `/fleet/${scene.named['long']}/metadata`, act: settled },
  { name: 'events', path: (scene) => `/fleet/${scene.named['talkative']}/events`, act: settled },
  { name: 'commands', path: (scene) => `/fleet/${scene.named['notified']}/commands`, act: settled },
  {
    name: 'desk',
    path: () => '/enrol',
    act: async (page) => page.locator('.enrol-code').waitFor(),
  },
  { name: 'delete', path: (scene) => `/fleet/${scene.named['long']}`, act: leaving('last') },
  { name: 'unenrol', path: (scene) => `/fleet/${scene.named['failed']}`, act: leaving('first') },
];
