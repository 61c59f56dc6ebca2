import type { Page } from 'playwright';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { patchFiles, patchVideos } from '../../shared/contract/configuration/contents.ts';
import { patchDevices } from '../../shared/contract/devices/devices.ts';
import { aCart, type CartHeadset } from '../browser/a-cart.ts';
import { DEMOS_APK, SETTINGS_APK, upload } from '../service/content/library/files.ts';
import { aContent, someBytes } from '../support/a-content.ts';
import type { TestStation } from '../support/a-station.ts';
import type { Scene, Shot } from './scene.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const FILMS = ['Reef at night', 'Ocean 360', 'Inside the heart', 'Apollo 11', 'Rainforest canopy'];

/** Creates headsets in carts of the maximum batch size. */
async function carts(station: TestStation, count: number): Promise<CartHeadset[]> {
  const all: CartHeadset[] = [];
  for (const letter of ['A', 'B']) {
    const left = Math.min(500, count - all.length);
    if (left > 0) all.push(...(await aCart(station, left, letter)));
  }
  return all;
}

/** Creates a cart of headsets, with a library of films and two apps, in every state that Content shows. */
export function contentScene(count: number, films: number): (station: TestStation) => Promise<Scene> {
  return async (station) => {
    const cart = await carts(station, count);
    const demos = await added(station, DEMOS_APK, 'demos.apk');
    const settings = await added(station, SETTINGS_APK, 'settings.apk');
    const library = Array.from({ length: films }, (_, index) =>
      aContent(station, {
        name: `${FILMS[index % FILMS.length]}${index < FILMS.length ? '' : ` ${index}`}.mp4`,
        kind: 'video',
        mediaType: 'video/mp4',
        bytes: someBytes(index === 0 ? 48 * 1024 * 1024 : 2_000_000),
      }),
    );
    const named = { app: demos, film: library[0]?.sha256 ?? '' };
    const scene = { ids: cart.map(({ id }) => id), named, [Symbol.asyncDispose]: () => Promise.resolve() };
    if (cart.length === 0) return scene;
    const devicesId = scene.ids;
    const app = {
      id: 'io.appium.android.apis',
      packageName: 'io.appium.android.apis',
      codeVersion: 25,
      url: `/library/${demos}/demos.apk`,
      expirationDate: inDays(12),
    };
    const other = {
      id: 'io.appium.settings',
      packageName: 'io.appium.settings',
      url: `/library/${settings}/settings.apk`,
    };
    for (let at = 0; at < devicesId.length; at += 500) {
      await station.call(configureDevices, {
        body: { devicesId: devicesId.slice(at, at + 500), settings: { applications: [app, other] } },
      });
    }
    const first = devicesId.slice(0, 20);
    const ends = [3, 12, 12, 40, 75];
    await station.call(patchVideos, {
      body: {
        devicesId: first,
        videos: library.slice(0, 5).map(({ sha256, name, path }, index) => ({
          id: sha256,
          title: name,
          url: path,
          expirationDate: inDays(ends[index] ?? 90),
        })),
      },
    });
    const gone = { id: 'gone', title: 'Winter show', url: 'https://files.example/winter.mp4' };
    await station.call(patchVideos, {
      body: { devicesId: first, videos: [{ ...gone, expirationDate: inDays(-4) }] },
    });
    await station.call(patchFiles, {
      body: { devicesId: first, files: [{ name: 'plan.pdf', url: 'https://files.example/plan-7b.pdf' }] },
    });
    const license = { level: 'school', status: 'active', alertDate: inDays(25) };
    await station.call(patchDevices, { body: { devicesId: first.slice(0, 10), license } });
    await Promise.all(
      cart.slice(0, 200).map((headset, index) =>
        headset.report({
          installedPackages: [
            {
              packageName: app.packageName,
              versionCode: index % 7 === 6 ? 24 : 25,
              versionName: index % 7 === 6 ? '4.9' : '5.0.0',
            },
            {
              packageName: 'com.pico.launcher',
              versionCode: 900 + (index % 3),
              versionName: `9.0.${index % 3}`,
            },
            ...(index % 4 === 0 ? [] : [{ packageName: other.packageName, versionCode: 5 + (index % 2) }]),
          ].slice(index % 11 === 10 ? 1 : 0),
          contentPresence: index < 6 ? [{ contentId: 'gone', type: 'video', present: true }] : [],
          storages: [{ totalSpace: 128e9, freeSpace: index % 10 === 3 ? 1.5e6 : 60e9, isRemovable: false }],
        }),
      ),
    );
    await loads(station, cart[0]?.id ?? '', library[0]?.path ?? '');
    return scene;
  };
}

/** Uploads a file to the library; returns its digest. */
async function added(station: TestStation, bytes: Buffer, name: string): Promise<string> {
  const { body } = await upload(station, bytes, { name });
  return body.item?.sha256 ?? '';
}

/** A headset that downloads slowly: it reads what has arrived and no more. */
async function loads(station: TestStation, deviceId: string, path: string): Promise<void> {
  const token = await station.issue({ scope: 'device', deviceId });
  const answer = await fetch(station.url + path, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.getReader().read();
}

const settled = async (page: Page): Promise<void> => {
  await page.locator('#content h1').first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
};

/** The screens of Content. */
export const CONTENT_SHOTS: readonly Shot[] = [
  { name: 'content', path: () => '/content', act: settled },
  {
    name: 'content-item',
    path: (scene) => `/content/${scene.named['app']}`,
    act: async (page) => {
      await settled(page);
      await page.locator('.parts').first().waitFor();
    },
  },
  { name: 'content-film', path: (scene) => `/content/${scene.named['film']}`, act: settled },
  { name: 'content-versions', path: () => '/content/versions', act: settled },
  { name: 'content-expiry', path: () => '/content/expiry', act: settled },
  { name: 'content-expiry-list', path: () => '/content/expiry?as=list', act: settled },
  { name: 'content-offline', path: () => '/content/offline', act: settled },
];

/** Its dialogs, once content is assigned. */
export const CONTENT_DIALOGS: readonly Shot[] = [
  {
    name: 'content-assign',
    path: (scene) => `/content/${scene.named['app']}`,
    act: async (page) => {
      await settled(page);
      await page.locator('.head .tools button').last().click();
      await page.locator('[role="dialog"] .short-list').waitFor();
    },
  },
  {
    name: 'content-unassign',
    path: (scene) => `/content/${scene.named['app']}`,
    act: async (page) => {
      await settled(page);
      await page.locator('.parts').first().waitFor();
      await page.locator('.head .tools button').first().click();
      await page.locator('.follows li').first().waitFor();
    },
  },
];
