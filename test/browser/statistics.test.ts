import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { aLongHistory } from './long-history.ts';
import { expectAccessibleInBoth } from './axe.ts';
import {
  aSharedBrowser,
  aStationWithInterface,
  expectNoSidewaysScroll,
  SIZES,
  type Window,
} from './support.ts';
import { longTest } from '../support/long.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const APP = {
  id: 'volcano',
  packageName: 'org.lumiere.volcano',
  codeVersion: 3,
  url: 'https://files.example/volcano-3.apk',
};

const browser = aSharedBrowser();
let station: TestStation;
let cart: readonly CartHeadset[];
let window: Window;

beforeAll(async () => {
  station = await aStationWithInterface();
  window = await browser.open(station, { path: '/statistics' });
});
afterAll(() => station[Symbol.asyncDispose]());

/** A lesson: the app starts, the headset reports every quarter of an hour, and the app stops. */
function aLesson(name: string, startMs: number, hours: number) {
  const payload = { packageName: APP.packageName };
  const signs = Array.from({ length: hours * 4 }, (_, index) => ({
    eventId: `${name}-sign-${index}`,
    type: 'SIGN',
    timestamp: startMs + index * (HOUR_MS / 4),
  }));
  const durationMs = hours * HOUR_MS;
  return [
    { eventId: `${name}-start`, type: 'APP_STARTED', timestamp: startMs, payload },
    ...signs,
    {
      eventId: `${name}-stop`,
      type: 'APP_STOPPED',
      timestamp: startMs + durationMs,
      payload: { ...payload, durationMs },
    },
  ];
}

function panel(page: Page, name: string | RegExp) {
  return page.locator('.panel').filter({ has: page.getByRole('heading', { level: 2, name }) });
}

test('an empty fleet says when statistics will start', async () => {
  const { page } = window;
  await page.getByRole('heading', { level: 1, name: 'No headset has been enrolled yet' }).waitFor();
  await page.getByText('Statistics start after the first day of use.').waitFor();
  await expectOnPage(page.locator('.chart')).toHaveCount(0);
  await expectOnPage(page.getByRole('link', { name: 'Go to Enrol' })).toHaveAttribute('href', '/enrol');
  await expectAccessibleInBoth(page);
  expect(window.faults).toEqual([]);
});

test('usage, idle contents and the fleet’s health, with a table for every chart', async () => {
  cart = await aReadyCart(station, 4);
  const [first, second, third] = cart;
  const today = new Date().setHours(9, 0, 0, 0);
  await station.call(configureDevices, {
    body: { devicesId: cart.map(({ id }) => id), settings: { applications: [APP] } },
  });
  await first?.report({
    batteryInfo: { level: 9, isCharging: false, health: 'Good', temperature: 46 },
    installedPackages: [{ packageName: APP.packageName, versionCode: 3 }],
    events: aLesson('one', today - 2 * DAY_MS, 5),
  });
  await second?.report({
    installedPackages: [{ packageName: APP.packageName, versionCode: 2 }],
    events: [
      ...aLesson('two', today - 3 * DAY_MS, 1),
      // Opened and closed again: starts without duration.
      ...['once', 'twice'].map((eventId) => ({
        eventId,
        type: 'APP_STARTED',
        timestamp: today - 3 * DAY_MS,
        payload: { packageName: APP.packageName },
      })),
    ],
  });
  await third?.report({ osVersion: 'PUI 6' });
  const { page } = window;
  await page.goto(`${station.url}/statistics?days=7`);
  await page.getByRole('heading', { level: 1, name: '2 of 4 headsets used' }).waitFor();
  await page
    .getByText(/time zone /)
    .first()
    .waitFor();
  await panel(page, 'What is used most?').getByText('6 h').waitFor();
  await panel(page, 'Which headsets are idle?').getByText('2 headsets have never been used').waitFor();
  await panel(page, 'How are the headsets now?').getByText('1 hot (45 °C or more)').waitFor();
  await panel(page, 'Is content installed where it is assigned?').getByText('1 older version').waitFor();

  // Ranked by what the bars show: by time, or by starts.
  const busy = panel(page, 'Which headsets are used most?').locator('.bars .row');
  await expectOnPage(busy).toHaveText(['A-015 h', 'A-021 h']);
  await panel(page, 'Which headsets are used most?').getByRole('button', { name: 'by starts' }).click();
  await expectOnPage(busy).toHaveText(['A-023 starts', 'A-011 start']);
  await panel(page, 'What is used most?').getByText('6 h on 2 headsets').waitFor();
  await page.evaluate(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expectOnPage(page.locator('body[data-printed]')).toHaveCount(1);
  // Even without that button a dark screen prints black on white, and printers are told to keep the bars.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 24, 26)');
  await expectOnPage(page.locator('.bars .track').first()).toHaveCSS('print-color-adjust', 'exact');
  await expectOnPage(page.locator('.side').first()).toBeHidden();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const heat = panel(page, 'When was each headset on?');
  await heat.getByRole('application').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Home');
  await heat.getByText(/^A-01, .*: 0 h$/).waitFor();
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await heat.getByText(/^A-01, .*: 5(\.\d)? h$/).waitFor();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);

  for (const button of await page.getByRole('button', { name: 'Table' }).all()) await button.click();
  await heat.getByRole('rowheader', { name: 'A-01' }).waitFor();
  await panel(page, 'What is used most?').getByRole('row', { name: 'org.lumiere.volcano 6 4 2' }).waitFor();
  await panel(page, 'Is content installed where it is assigned?')
    .getByRole('row', { name: /^volcano 4 1 1 0 0 2/ })
    .waitFor();
  await expectAccessibleInBoth(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV: What is used most?' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('most-used.csv');
  expect(readFileSync(await saved.path(), 'utf8')).toMatch(
    /^\uFEFFContent,Hours,Starts,Headsets\r?\norg\.lumiere\.volcano,6,4,2/,
  );
  expect(window.faults).toEqual([]);
});

longTest('every number links to the headsets behind it', async () => {
  const { page } = window;
  const rows = page.getByRole('row').filter({ hasText: /A-0\d/ });
  const follow = async (name: string, link: string | RegExp, shown: readonly string[]): Promise<void> => {
    await page.goto(`${station.url}/statistics?days=7`);
    await panel(page, name).getByRole('link', { name: link }).click();
    await page.waitForURL(/\/fleet\?/);
    await expectOnPage(rows).toHaveCount(shown.length);
    for (const label of shown) await expectOnPage(rows.filter({ hasText: label })).toHaveCount(1);
  };
  await follow('What is used most?', 'volcano', ['A-01', 'A-02']);
  await follow('Which headsets are idle?', '2 headsets have never been used', ['A-03', 'A-04']);
  await follow('How are the headsets now?', '1 hot (45 °C or more)', ['A-01']);
  await page.goto(`${station.url}/statistics?days=7`);
  const perDay = panel(page, 'When is it used?');
  await perDay.getByRole('button', { name: 'Table' }).click();
  await perDay.getByRole('row').filter({ hasText: /51$/ }).getByRole('link').click();
  await page.waitForURL(/\/fleet\?/);
  await expectOnPage(rows).toHaveCount(1);
  await expectOnPage(rows.filter({ hasText: 'A-01' })).toHaveCount(1);
  await follow('Is content installed where it is assigned?', '1 older version', ['A-02']);
  await page.getByRole('button', { name: /^volcano: Older version/ }).click();
  await expectOnPage(rows).toHaveCount(4);
  expect(window.faults).toEqual([]);
});

longTest('180 days of a thousand headsets are drawn completely, and within a bearable time', async () => {
  const { page, faults } = await browser.open(station, {
    path: '/statistics?days=180',
    viewport: SIZES.wide,
    locale: 'fr-FR',
    colorScheme: 'dark',
  });
  await page.getByRole('heading', { level: 1, name: '2 utilisés sur 4 casques' }).waitFor();
  await page.route('**/devices/stats/connectivity', (route) =>
    route.fulfill({ json: aLongHistory(1_000, 180) }),
  );
  await page.getByRole('button', { name: '7 jours' }).click();
  await page.getByRole('button', { name: '180 jours' }).click();
  const canvas = page.locator('.heat-map canvas[data-cells="180000"]');
  await canvas.waitFor();
  // Each corner has a square when scrolled into view, and the empty day has none.
  await expect.poll(() => inked(canvas, [0, 0], [0, 179], [999, 0])).toEqual([true, true, false]);
  const frame = page.locator('.heat-map');
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(() => inked(canvas, [999, 0], [999, 179], [0, 0])).toEqual([true, true, false]);
  await frame.evaluate((element) => element.scrollTo(0, 500 * 8));
  await expect.poll(() => inked(canvas, [500, 89], [500, 90], [500, 91])).toEqual([true, false, true]);
  // Printing shows the whole map, and afterwards the visible part: the browser prints after its event.
  const corners = [
    [0, 0],
    [0, 179],
    [999, 0],
    [999, 179],
    [500, 90],
  ] as const;
  expect(await inked(canvas, ...corners, 'beforeprint')).toEqual([true, true, true, true, false]);
  expect(await inked(canvas, [500, 89], [0, 0], 'afterprint')).toEqual([true, false]);
  await page.getByText('180 jours').first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

/**
 * Returns whether these cells of a map of 1,000 rows and 180 days have a square, right after an event if one is
 * named.
 */
function inked(
  canvas: Locator,
  ...requested: readonly (readonly [number, number] | 'beforeprint' | 'afterprint')[]
): Promise<boolean[]> {
  return canvas.evaluate((element: HTMLCanvasElement, all) => {
    for (const event of all.filter((each) => typeof each === 'string')) dispatchEvent(new Event(event));
    const sought = all.filter((each) => typeof each !== 'string');
    const area = element.parentElement;
    const frame = area?.parentElement;
    if (area === null || frame === null || frame === undefined) return [];
    const [left, top] = [64, 22];
    const isWhole = element.offsetHeight === area.offsetHeight;
    const scrolled = isWhole ? 0 : frame.scrollTop;
    const wide = (element.offsetWidth - left) / 180;
    const high = (area.offsetHeight - top - 4) / 1_000;
    const ratio = element.width / element.offsetWidth;
    const { width, height } = element;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(element, 0, 0);
    const pixels = copy?.getImageData(0, 0, width, height).data ?? [];
    return sought.map(([row, column]) => {
      const [x0, y0] = [left + column * wide, top + row * high - scrolled];
      let strong = 0;
      for (let y = Math.round(y0 * ratio); y < (y0 + high) * ratio; y += 1)
        for (let x = Math.round(x0 * ratio); x < (x0 + wide) * ratio; x += 1)
          strong += Number((pixels[(y * width + x) * 4 + 3] ?? 0) > 200);
      return strong > 4;
    });
  }, requested);
}
