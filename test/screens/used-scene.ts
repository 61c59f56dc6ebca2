import type { Page } from 'playwright';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { aCart, type CartHeadset } from '../browser/a-cart.ts';
import type { TestStation } from '../support/a-station.ts';
import type { Scene, Shot } from './scene.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const APPS = ['volcano', 'bodyatlas', 'museumwalk', 'reef'].map((name) => `org.lumiere.${name}`);

/** Creates headsets with weeks of lessons; of a thousand every tenth is used. */
export function usedScene(count: number): (station: TestStation) => Promise<Scene> {
  return async (station) => {
    const cart: CartHeadset[] = [];
    for (const letter of ['A', 'B']) {
      const left = Math.min(500, count - cart.length);
      if (left > 0) cart.push(...(await aCart(station, left, letter)));
    }
    const devicesId = cart.map(({ id }) => id);
    for (let at = 0; at < devicesId.length; at += 500) {
      await station.call(configureDevices, {
        body: {
          devicesId: devicesId.slice(at, at + 500),
          settings: {
            applications: APPS.map((packageName, index) => ({
              id: packageName,
              packageName,
              codeVersion: 3,
              url: `https://files.example/${index}.apk`,
            })),
          },
        },
      });
    }
    const used = count > 100 ? cart.filter((_, index) => index % 10 === 0) : cart;
    for (const [index, headset] of used.entries()) await lives(headset, index);
    return { ids: devicesId, named: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
  };
}

/** Four weeks of a headset: school days with one lesson or more. */
async function lives(headset: CartHeadset, index: number): Promise<void> {
  const today = new Date().setHours(9, 0, 0, 0);
  const events = Array.from({ length: 27 }, (_, ago) => today - (ago + 1) * DAY_MS)
    .filter((startMs) => ![0, 6].includes(new Date(startMs).getDay()))
    .flatMap((startMs, day) => {
      const packageName = APPS[(index + day) % APPS.length] ?? '';
      const hours = (index * 3 + day * 5) % 7;
      if (hours === 0) return [];
      const durationMs = (hours * HOUR_MS) / 2;
      const at = (name: string, type: string, timestamp: number, payload?: object) => ({
        eventId: `${name}-${day}`,
        type,
        timestamp,
        ...(payload === undefined ? {} : { payload: { ...payload } }),
      });
      return [
        at('start', 'APP_STARTED', startMs, { packageName }),
        ...Array.from({ length: hours * 4 }, (_none, sign) =>
          at(`sign-${sign}`, 'SIGN', startMs + sign * (HOUR_MS / 4)),
        ),
        at('stop', 'APP_STOPPED', startMs + durationMs, { packageName, durationMs }),
      ];
    });
  for (let at = 0; at < events.length; at += 500)
    await headset.report({ events: events.slice(at, at + 500) });
  await headset.report({
    batteryInfo: {
      level: (index * 13) % 101,
      isCharging: index % 3 === 0,
      health: index % 17 === 16 ? 'Dead' : 'Good',
      temperature: 28 + (index % 20),
    },
    storages: [{ totalSpace: 128e9, freeSpace: index % 9 === 8 ? 2e9 : 60e9, isRemovable: false }],
    osVersion: `PUI 5.${index % 3}`,
    installedPackages: APPS.map((packageName, index) => ({
      packageName,
      versionCode: (index + index) % 8 === 7 ? 2 : 3,
    })),
  });
}

const settled = async (page: Page): Promise<void> => {
  await page.locator('.key-figures').waitFor();
  await page.waitForFunction(
    () => document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null,
  );
};

/** Statistics from the top, further down, and as tables. */
export const STATISTICS_SHOTS: readonly Shot[] = [
  { name: 'statistics', path: () => '/statistics', act: settled },
  {
    name: 'statistics-below',
    path: () => '/statistics',
    act: async (page) => {
      await settled(page);
      await page.locator('.statistics-grid').scrollIntoViewIfNeeded();
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'statistics-tables',
    path: () => '/statistics?days=7',
    act: async (page) => {
      await settled(page);
      for (const each of await page.locator('.chart > header .seg > button:nth-child(2)').all())
        await each.click();
    },
  },
];
