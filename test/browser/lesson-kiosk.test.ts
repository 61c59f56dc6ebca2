import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aReadyCart } from './a-cart.ts';
import { expectAccessible, expectAccessibleDialog } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const SEA = 'org.lumiere.volcano';
const ANATOMY = 'org.lumiere.anatomy';
const appOf = (packageName: string) => ({
  id: packageName,
  packageName,
  codeVersion: 3,
  url: `https://files.example/${packageName}.apk`,
});

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  station = await aStationWithInterface();
  const { body } = await station.call(contract.createSlots, {
    body: { count: 6, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 1 } },
  });
  cart = await aSimulatedCart(station, body.items, () => ({ heartbeatMs: 24 * 3_600_000 }));
  const ids = cart.headsets.map(({ id }) => id);
  const settings = {
    applications: [appOf(SEA), appOf(ANATOMY)],
    kioskMode: { isActive: true, packageName: SEA },
  };
  await station.call(contract.configureDevices, { body: { devicesId: ids.slice(0, 4), settings } });
  await station.call(contract.configureDevices, {
    body: { devicesId: ids.slice(4, 5), settings: { applications: [appOf(ANATOMY)] } },
  });
  const startable = async () =>
    (await station.call(contract.listClassApps, { body: { devicesId: ids } })).body.items.find(
      ({ packageName }) => packageName === ANATOMY,
    );
  await expectOnPage.poll(startable).toMatchObject({ inKiosk: 4, startable: 1, notInstalled: 1 });
  ({ page, faults } = await browser.open(station, {
    path: '/class',
    viewport: { width: 768, height: 1_024 },
  }));
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

const dock = () => page.getByRole('toolbar', { name: 'Class controls' });
const button = (name: string | RegExp) => dock().getByRole('button', { name });
const board = () => page.getByRole('listbox', { name: 'Headsets of the class' });
const kiosks = async () =>
  Promise.all(
    cart.headsets.slice(0, 4).map(async ({ id }) => {
      const { body } = await station.call(contract.getDevice, { params: { deviceId: id } });
      return body.settings.kioskMode?.packageName;
    }),
  );
/** The left edges of the buttons, in order. */
const places = () =>
  dock()
    .locator('.big-btn')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));

test('a lesson uses the kiosk of its headsets, ends on every headset, and leaves each as it was', async () => {
  // Anatomy is on more headsets, but their kiosk opens the other one.
  await expectOnPage(button(/Choose another/)).toContainText('Volcano');
  await button(/Choose another/).click();
  const anatomy = page.getByRole('menuitem', { name: /Anatomy/ });
  await expectOnPage(anatomy).toContainText('1 of 6 can start it now');
  await expectOnPage(anatomy).toContainText('4 in kiosk mode with another app');
  await expectOnPage(anatomy).toContainText('not installed on 1');
  await expectOnPage(page.locator('.class-menu')).not.toContainText(/vrshell|agent/i);
  await anatomy.click();
  await button(/^Start on/).click();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Use it for this lesson' }).click();

  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveText('5 of 6 in Anatomy');
  await expectOnPage(board().locator('.pupil.bad')).toHaveCount(0);
  // The focus came back while the command was sent: the reason ends with it.
  await expectOnPage(button(/^Start/)).toBeFocused();
  await expectOnPage(page.getByRole('tooltip')).toHaveCount(0);
  expect(await kiosks()).toEqual([ANATOMY, ANATOMY, ANATOMY, ANATOMY]);
  await expectAccessible(page);

  await button('End the lesson').click();
  await expectOnPage.poll(kiosks).toEqual([SEA, SEA, SEA, SEA]);
  await expectOnPage(page.locator('.run-note')).toContainText('End the lesson. 6 of 6 reached');
  // The headsets themselves report their own kiosk again.
  const devicesId = cart.headsets.slice(0, 4).map(({ id }) => id);
  const confirmed = async () =>
    (await station.call(contract.createAcceptanceSheet, { body: { devicesId } })).body.items.filter(
      ({ isConfirmed, isKioskConfirmed }) => isConfirmed && isKioskConfirmed === true,
    ).length;
  await expectOnPage.poll(confirmed).toBe(4);
  await expectOnPage(board().locator('.pupil.bad, .pupil.warn')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('the buttons stay in their places, and each disabled one says why', async () => {
  const before = await places();
  await expectOnPage(button('Resume')).toHaveAttribute('aria-disabled', 'true');
  await expectOnPage(button('Resume')).toHaveAccessibleDescription('No headset is in attention mode.');

  await button('Eyes on me').click();
  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveText('6 of 6 in attention mode');
  await expectOnPage(button('Eyes on me')).toHaveAttribute('aria-disabled', 'true');
  expect(await places()).toEqual(before);

  await button('Resume').click();
  await expectOnPage(page.getByRole('heading', { level: 1 })).not.toContainText('attention');
  expect(await places()).toEqual(before);
});

test('a message says to whom it goes', async () => {
  await button('Message').click();
  await expectOnPage(page.getByRole('dialog')).toContainText('To the whole class: 6 headsets');
  await page.keyboard.press('Escape');
  await board().getByRole('option').first().click();
  await button('Message').click();
  await expectOnPage(page.getByRole('dialog')).toContainText('To the selected headset');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear 1' }).click();
});

test('upright, views are pictures of 16:10 in two or three columns, and names are whole', async () => {
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const boxes = () =>
    board()
      .getByRole('option')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  await expectOnPage.poll(async () => new Set((await boxes()).map(({ x }) => Math.round(x))).size).toBe(3);
  for (const { width, height } of await boxes()) expect(width / height).toBeCloseTo(1.6, 1);
  await page.getByRole('button', { name: 'States', exact: true }).click();
});

test('a name that is long is whole on its tile, and all tiles have one size of type', async () => {
  const id = cart.headsets[1]?.id ?? '';
  const label = 'Room4-Headset-Laboratory-17';
  await station.call(contract.patchDevice, { params: { deviceId: id }, body: { label } });
  await expectOnPage(board().getByRole('option', { name: new RegExp(label) })).toBeVisible();
  const names = await board()
    .locator('.no')
    .evaluateAll((all) =>
      all.map((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        const tile = each.closest('.pupil')?.getBoundingClientRect() ?? new DOMRect();
        const below = each.parentElement?.querySelector('.says')?.getBoundingClientRect() ?? tile;
        const isCut = [...words.getClientRects()].some(
          ({ top, right, bottom }) => top < tile.top - 2 || right > tile.right || bottom > below.top + 4,
        );
        return { isCut, size: getComputedStyle(each).fontSize };
      }),
    );
  expect(names.filter(({ isCut }) => isCut)).toEqual([]);
  expect(new Set(names.map(({ size }) => size)).size).toBe(1);
});

test('more headsets than a class are asked about first, with their carts', async () => {
  await aReadyCart(station, 70, 'B');
  await expectOnPage(page.getByRole('heading', { level: 1 })).toContainText('of 76');
  await button('Identify').click();
  await expectOnPage(page.getByRole('dialog')).toContainText('Send to 76 headsets of 2 carts?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectOnPage(page.getByRole('dialog')).toHaveCount(0);
});
