// Class on the screens of a teacher: checked by position, not by name.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES as USUAL } from './support.ts';

const SIZES = {
  'an upright tablet': { width: 768, height: 1024 },
  'a phone': { width: 390, height: 844 },
  'a narrow phone': { width: 320, height: 640 },
  'a phone on its side': { width: 844, height: 390 },
} as const;

/** Minimum size of a touch target, in px. */
const FINGER_PX = 44;

const browser = aSharedBrowser();
let station: TestStation;
let cart: CartHeadset[];
let page: Page;

const APP = 'org.lumiere.volcano';

beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 30);
  ({ page } = await browser.open(station, { path: '/class', hasTouch: true }));
  await tiles().first().waitFor();
});
afterAll(() => station[Symbol.asyncDispose]());

const tiles = () => page.getByRole('listbox').getByRole('option');

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

async function boxesOf(selector: string): Promise<Box[]> {
  return page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
}

test.each([USUAL.laptop, USUAL.tablet])(
  'in French the buttons of the dock are whole beside each other ($width px)',
  async (viewport) => {
    const french = await browser.open(station, { path: '/class', locale: 'fr-FR', viewport });
    const dock = french.page.getByRole('toolbar');
    await french.page.getByRole('listbox').getByRole('option').first().waitFor();
    const edges = await dock.getByRole('button').evaluateAll((all) =>
      all.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        // Icons and words, without those for screen readers alone.
        const ends = [...each.querySelectorAll('*')]
          .map((part) => part.getBoundingClientRect())
          .flatMap((part) => (part.width > 2 ? [part.right] : []));
        const end = Math.max(...ends);
        return { left, right, isWhole: end <= right + 1 };
      }),
    );
    expect(edges.filter(({ isWhole }) => !isWhole)).toEqual([]);
    expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(viewport.width);
    for (const [index, { left }] of edges.slice(1).entries())
      expect(left).toBeGreaterThanOrEqual(edges[index]?.right ?? 0);
    const name = dock.locator('.app-btn b');
    expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(1);
    // Why there is no app is said once.
    await dock.getByRole('button', { name: /Aucune application/ }).click();
    await french.page.getByRole('menuitem', { name: /n’a encore d’application/ }).hover();
    await expectOnPage(french.page.getByRole('tooltip')).toHaveCount(0);
    await french.page.context().close();
  },
);

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`on ${name} every button of the dock is complete, visible and large enough for a finger`, async () => {
    await page.setViewportSize(viewport);
    await expectNoSidewaysScroll(page);
    const buttons = await boxesOf('[role="toolbar"] button');
    expect(buttons.length).toBeGreaterThanOrEqual(6);
    for (const { x, y, width, height } of [...buttons, ...(await boxesOf('header a, header button'))]) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(FINGER_PX);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(viewport.width);
      expect(y + height).toBeLessThanOrEqual(viewport.height);
    }
  });

  test(`on ${name} only the tiles scroll`, async () => {
    await page.setViewportSize(viewport);
    const scrolling = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(
          (each) =>
            each.scrollHeight > each.clientHeight + 1 &&
            /auto|scroll/.test(getComputedStyle(each).overflowY) &&
            each.querySelector('[role="listbox"]') === null,
        )
        .map((each) => each.className),
    );
    expect(scrolling).toEqual([]);
    const html = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(html).toBeLessThanOrEqual(viewport.height);
  });
}

test('on an upright tablet and on phones the heading has its own row', async () => {
  for (const viewport of [SIZES['an upright tablet'], SIZES['a phone'], SIZES['a narrow phone']]) {
    await page.setViewportSize(viewport);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    const leave = await page.getByRole('link', { name: 'Leave the class' }).boundingBox();
    if (heading === null || leave === null) throw new Error('The heading or the way out is not in sight');
    expect(heading.y + heading.height).toBeLessThanOrEqual(leave.y);
    // On one or two lines, not one word per line.
    expect(heading.height).toBeLessThanOrEqual(64);
  }
});

test('on phones the tiles are in two columns', async () => {
  for (const viewport of [SIZES['a phone'], SIZES['a narrow phone']]) {
    await page.setViewportSize(viewport);
    await expectOnPage
      .poll(async () => new Set((await boxesOf('[role="option"]')).map(({ x }) => Math.round(x))).size)
      .toBe(2);
  }
});

test('an app that is installed while the class is open can be started without a reload', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const start = page.getByRole('button', { name: 'Start on all' });
  await expectOnPage(start).toBeDisabled();
  const application = { id: 'lab', packageName: APP, codeVersion: 3, url: 'https://files.example/lab.apk' };
  const devicesId = cart.map(({ id }) => id);
  await station.call(configureDevices, { body: { devicesId, settings: { applications: [application] } } });
  const installedPackages = [{ packageName: APP, versionCode: 3 }];
  for (const headset of cart) await headset.report({ settingsRevision: 1, installedPackages });
  await expectOnPage(start).toBeEnabled();
});

test('a result that is longer than its tile is shown whole, in states and in views', async () => {
  // None of them is connected: the command waits for all.
  await page.getByRole('button', { name: 'Start on all' }).click();
  const result = 'Will start when it is back';
  await expectOnPage(page.locator('.pupil .says').first()).toHaveText(result);
  for (const show of ['States', 'Views'])
    for (const viewport of [USUAL.laptop, USUAL.tablet, SIZES['an upright tablet'], SIZES['a phone']]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: show, exact: true }).click();
      await page
        .locator(show === 'Views' ? '.pupil.viewed' : '.pupil:not(.viewed)')
        .first()
        .waitFor();
      const cut = (): Promise<string[]> =>
        page.locator('.pupil .says').evaluateAll((all, result) => {
          // Later a tile says something shorter.
          if (all.some((each) => each.textContent !== result)) return ['not the result'];
          return all
            .filter((each) => {
              const words = document.createRange();
              words.selectNodeContents(each);
              const box = each.getBoundingClientRect();
              return [...words.getClientRects()].some(
                ({ top, bottom, right }) => (top + bottom) / 2 > box.bottom || right > box.right + 1,
              );
            })
            .map((each) => `${each.textContent} in ${each.clientWidth} x ${each.clientHeight}`);
        }, result);
      await expectOnPage.poll(cut, { message: `${show} ${viewport.width}` }).toEqual([]);
    }
  await page.getByRole('button', { name: 'States', exact: true }).click();
});

test('a headset that enrols while the class is open appears in it', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { body } = await station.call(createSlots, { body: { count: 1, labelPrefix: 'late-' } });
  const [slot] = body.items;
  if (slot === undefined) throw new Error('No slot');
  await expectOnPage(tiles()).toHaveCount(30);
  await station.call(enrolDevice, {
    body: { enrollmentToken: slot.enrollmentToken, androidId: 'android-late' },
  });
  await expectOnPage(tiles()).toHaveCount(31);
});
