import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { test as anyTest } from 'vitest';

import { listDevices } from '../../shared/contract/devices/devices.ts';
import { enrolDeviceByCode } from '../../shared/contract/enrolment/enrolment.ts';
import { createCodes, createSlots } from '../../shared/contract/operations/station.ts';
import { hands, makeCart, readCode } from './enrol-parts.ts';
import { expectAccessible, expectAccessibleDialog } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test, some } from '../support/long.ts';

const browser = aSharedBrowser();
/** A timeout for a busy computer. */
const expect = expectOnPage.configure({ timeout: 120_000 });

/** Returns the buttons, links and fields of the screen that are not visible without scrolling. */
function belowTheFold(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main button, main a, main input')]
      .filter((element) => {
        const { bottom, right } = element.getBoundingClientRect();
        return bottom > window.innerHeight || right > window.innerWidth;
      })
      .map((element) => element.textContent),
  );
}

anyTest.each(some(['light', 'dark'] as const, 1))(
  'every Enrol screen is accessible in %s',
  async (colorScheme) => {
    await using station = await aStationWithInterface();
    await using held = hands(station, await station.issue({ scope: 'enroll' }));
    const { page, faults } = await browser.open(station, { path: '/enrol', colorScheme });
    await page.getByRole('button', { name: /^Create/ }).waitFor();

    await expectAccessible(page);
    await makeCart(page, 1);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Print labels' }).click();
    await page.locator('.label').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to the codes' }).click();
    held.type(await readCode(page));
    await page.getByRole('heading', { name: /^1 of 1 ready/ }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  },
  60_000,
);

test('the Enrol screens are in French', async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/enrol', locale: 'fr-FR' });

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Combien de casques sur le chariot\u202f?',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Créer 30 emplacements' }).click();
  await expect(page.getByRole('heading', { name: 'Enrôler Chariot A' })).toBeVisible();
  await expect(page.locator('.enrol-valid')).toContainText('Valable');
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

anyTest.each(some(Object.entries(SIZES), 1))(
  'on a %s every control is above the fold',
  async (_, viewport) => {
    await using station = await aStationWithInterface();
    const { page } = await browser.open(station, { path: '/enrol', viewport });
    await page.getByRole('button', { name: /^Create/ }).waitFor();

    expect(await belowTheFold(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await makeCart(page, 30);
    expect(await belowTheFold(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  },
);

longTest('a map of a thousand places scrolls to the current place', async () => {
  await using station = await aStationWithInterface();
  const cart = { id: 'cart-large', label: 'Cart A', shelves: 50 };
  for (const start of [1, 501])
    await station.call(createSlots, { body: { count: 500, labelPrefix: 'A-', start, pad: 4, cart } });
  const { page, faults } = await browser.open(station, { path: '/enrol' });
  await page.locator('.enrol-code').waitFor();
  await expect(page.locator('.enrol-cell')).toHaveCount(1_000);

  await page.keyboard.press('End');

  await expect(page.getByRole('button', { name: 'A-1000 Now' })).toBeInViewport();
  await expectNoSidewaysScroll(page);

  // Of a thousand slots to swap with, only the visible ones are drawn; the keyboard reaches any of them.
  const { items } = (await station.call(listDevices, { query: { limit: '1' } })).body;
  const code = (await station.call(createCodes, { body: { devicesId: items.map(({ id }) => id) } })).body;
  await station.call(enrolDeviceByCode, {
    body: { code: code[0]?.code ?? 0, androidId: 'android-large' },
  });
  // While its own slot is taken the screen continues to the next one, which overrides an earlier key press.
  await expect(page.locator('.enrol-cell:not([data-state="waiting"])')).toHaveCount(1);
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: 'Swap slots' }).click();
  const picker = page.getByRole('combobox', { name: 'Other slot' });
  await expect(page.getByText('999 slots', { exact: true })).toBeVisible();
  expect(await page.getByRole('option').count()).toBeLessThan(40);
  await picker.press('PageDown');
  await picker.pressSequentially('a-0987');
  await expect(page.getByRole('option')).toHaveCount(1);
  await picker.press('Enter');
  await expect(page.getByRole('option', { name: 'A-0987' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessibleDialog(page);
  await picker.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'A-0987' }).last()).toBeVisible();
  expect(faults).toEqual([]);
});

longTest(
  'labels and the acceptance sheet of thirty headsets take several pages, and are printed by the desktop shell',
  async () => {
    await using station = await aStationWithInterface();
    const { page, faults } = await browser.open(station, { path: '/enrol' });
    await makeCart(page, 30);
    const code = String(await readCode(page));

    await page.getByRole('link', { name: 'Print labels' }).click();
    await expect(page.locator('.label')).toHaveCount(30);
    const labels = page.locator('.label');
    await expect(labels.first()).toContainText('A-01');
    await expect(labels.first()).toContainText(`${code.slice(0, 3)}\u00a0${code.slice(3)}`);
    await expect(page.locator('.label-sheet').last()).toContainText('Sheet 2 of 2');
    expect(await paperOf(page)).toEqual({ pages: 2, sizes: ['595 x 842'] });
    await page.getByRole('button', { name: 'Letter, 3 × 10' }).click();
    expect(await paperOf(page)).toEqual({ pages: 1, sizes: ['612 x 792'] });
    await page.getByRole('button', { name: 'Permanent stickers' }).click();
    await expect(labels.first()).not.toContainText(code.slice(0, 3));

    const printed = await countPrints(page);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the codes' }).click();
    await page.getByRole('button', { name: 'This cart' }).click();
    await page.getByRole('menuitem', { name: 'Acceptance sheet' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 30 confirmed');
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    expect(await printed()).toEqual({ byShell: 2, byBrowser: 0 });
    const sheet = await paperOf(page);
    expect(sheet.pages).toBeGreaterThan(1);
    expect(sheet.sizes).toEqual(['842 x 595']);
    expect(faults).toEqual([]);
  },
);

/** Adds a desktop shell to the page, and counts the print requests to it and to the browser. */
async function countPrints(page: Page): Promise<() => Promise<{ byShell: number; byBrowser: number }>> {
  await page.evaluate(() => {
    const prints = { byShell: 0, byBrowser: 0 };
    const print = async (): Promise<void> => void (prints.byShell += 1);
    Object.assign(window, {
      prints,
      print: () => (prints.byBrowser += 1),
      muster: { print },
    });
  });
  return () => page.evaluate('window.prints');
}

/** Returns the pages and their sizes in points, from the printed document. */
async function paperOf(page: Page): Promise<{ pages: number; sizes: string[] }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = [...pdf.matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const sizes = boxes.map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  );
  return { pages: boxes.length, sizes: [...new Set(sizes)] };
}
