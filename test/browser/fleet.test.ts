import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { expect, test as anyTest } from 'vitest';

import { createSlots } from '../../shared/contract/operations/station.ts';
import { openStreams } from '../support/open-streams.ts';
import { aCart, aReadyCart } from './a-cart.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test, some } from '../support/long.ts';
import { aFreePort } from '../support/free-port.ts';

const browser = aSharedBrowser();

function tile(page: Page, name: string) {
  return page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
}

function title(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

test('the wall shows a headset’s state as soon as it changes', async () => {
  await using station = await aStationWithInterface();
  const [first, second] = await aReadyCart(station, 2);
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: '2 of 2 ready' }).waitFor();

  await first?.report({ batteryInfo: { level: 9, isCharging: false } });
  await tile(page, 'A-01').getByText('Charge now').waitFor();
  await title(page).filter({ hasText: '1 of 2 ready' }).waitFor();

  await second?.report({
    downloads: [{ downloadId: 1, fileName: 'volcano.apk', status: 'FAILED', progress: 0.4 }],
  });
  await tile(page, 'A-02').getByText('Download failed').waitFor();
  await expectOnPage(page.locator('.sub')).toContainText('2 need attention');
  expect(faults).toEqual([]);
});

test('a hidden window follows no stream, and catches up when it becomes visible', async () => {
  await using station = await aStationWithInterface();
  const [first] = await aReadyCart(station, 1);
  const before = await openStreams(station);
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: '1 of 1 ready' }).waitFor();
  expect(await openStreams(station)).toBe(before + 1);

  await setHidden(page, true);
  await expect.poll(() => openStreams(station)).toBe(before);
  await first?.report({ batteryInfo: { level: 9, isCharging: false } });
  await setHidden(page, false);

  await tile(page, 'A-01').getByText('Charge now').waitFor();
  expect(faults).toEqual([]);
});

/** Hides a page like a background tab, or shows it again: a headless page always counts as visible. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('a pending slot changes to enrolled and then to ready', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: 'No headsets yet.' }).waitFor();

  const [headset] = await aCart(station, 1);
  await tile(page, 'A-01').getByText('Enrolled').waitFor();
  await headset?.report();
  await tile(page, 'A-01').getByText('Ready').waitFor();
  await expectOnPage(title(page)).toHaveText('1 of 1 ready');
});

test('the keyboard selects, and the selection survives a switch to the table', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 8);
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await tile(page, 'A-08').waitFor();

  await page.getByRole('listbox', { name: 'Headsets' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('t');

  const selected = page.getByRole('row', { selected: true });
  await selected.first().waitFor();
  await expectOnPage(selected.locator('b')).toHaveText(['A-02', 'A-03']);

  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await page.getByText('8 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('8 selected').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

longTest('the mouse selects with the checkbox, extends with Shift, and opens with a click', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 6);
  const { page, faults } = await browser.open(station, { path: '/fleet' });

  await tile(page, 'A-02').locator('[data-tick]').click();
  await tile(page, 'A-05').click({ modifiers: ['Shift'] });
  await page.getByText('4 selected').waitFor();
  // Dragging the mouse over the wall does the same, and releasing it opens nothing.
  await tile(page, 'A-01').hover();
  await page.mouse.down();
  await tile(page, 'A-02').hover();
  await tile(page, 'A-03').hover();
  await page.mouse.up();
  await page.getByText('3 selected').waitFor();
  await expectOnPage(page.getByRole('dialog')).toHaveCount(0);

  await tile(page, 'A-01').click();
  const details = page.getByRole('dialog');
  await details.getByText('2C:26:17:A0:4E:07').waitFor();
  await details.getByText('The headset has reported. Nothing is assigned to it yet.').waitFor();
  await details.getByRole('listitem').getByText('Enrolled').waitFor();
  expect(faults).toEqual([]);
});

longTest(
  'a filter and a search text narrow the list, and the number of hidden headsets is shown',
  async () => {
    await using station = await aStationWithInterface();
    const cart = await aReadyCart(station, 5);
    await cart[2]?.report({ batteryInfo: { level: 5, isCharging: false } });
    const { page } = await browser.open(station, { path: '/fleet' });

    await page.getByRole('button', { name: 'Needs attention 1' }).click();
    await tile(page, 'A-03').waitFor();
    await expectOnPage(page.getByRole('option')).toHaveCount(1);

    await page.keyboard.press('/');
    await page.keyboard.type('A-9');
    await page.getByText('No headset matches “A-9”. 5 hidden by the filter.').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await tile(page, 'A-05').waitFor();
    await expectOnPage(page.getByRole('option')).toHaveCount(5);

    // From the field the keys continue in the results, never with a hidden headset.
    await page.keyboard.press('/');
    await page.keyboard.type('A-04');
    await expectOnPage(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expectOnPage(page.getByRole('listbox', { name: 'Headsets' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('android-A-04').waitFor();
  },
);

longTest('a view can be bookmarked by its address', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 3);
  const { page } = await browser.open(station, { path: '/fleet?view=table&find=02' });
  await page.getByRole('row', { name: /A-02/ }).waitFor();
  await expectOnPage(page.getByRole('row')).toHaveCount(2);
});

test('a new name appears once the station has accepted it', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 2);
  const { page } = await browser.open(station, { path: '/fleet' });
  await tile(page, 'A-01').locator('[data-tick]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Teacher');
  await page.keyboard.press('Enter');
  await tile(page, 'Teacher').waitFor();
  await expectOnPage(tile(page, 'A-01')).toHaveCount(0);
});

longTest('removing asks for confirmation and names the headsets', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 3);
  const { page } = await browser.open(station, { path: '/fleet' });
  await tile(page, 'A-01').locator('[data-tick]').click();
  await tile(page, 'A-03').locator('[data-tick]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog', { name: 'Remove 2 headsets?' }).getByText('A-01 and A-03').waitFor();

  await page.getByRole('button', { name: 'Remove 2 headsets' }).click();
  await title(page).filter({ hasText: '1 of 1 ready' }).waitFor();
  await expectOnPage(page.getByRole('option')).toHaveCount(1);
  await expectOnPage(page.getByText('2 selected')).toHaveCount(0);
});

longTest('a window that lost the station says since when, and catches up automatically', async () => {
  const port = await aFreePort();
  await using station = await aStationWithInterface({ port });
  const [headset] = await aReadyCart(station, 1);
  const { page } = await browser.open(station, { path: '/fleet' });
  await tile(page, 'A-01').waitFor();
  const places = async () => [await title(page).boundingBox(), await tile(page, 'A-01').boundingBox()];
  const before = await places();

  await station.service.stop();
  await page.getByText('This window lost its connection to the station. This is what was shown at').waitFor();
  await expectOnPage(tile(page, 'A-01')).toHaveCount(1);
  expect(await places()).toEqual(before);

  await station.restart();
  await headset?.report({ batteryInfo: { level: 7, isCharging: false } });
  await tile(page, 'A-01').getByText('Charge now').waitFor();
  await expectOnPage(page.getByText('This window lost its connection to the station.')).toHaveCount(0);
});

test('empty slots are not counted as headsets, and a cart in the side bar filters the fleet', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 2);
  await station.call(createSlots, { body: { count: 3, labelPrefix: 'B-', cart: { label: 'Cart B' } } });
  const { page } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: '2 of 2 ready' }).waitFor();
  await expectOnPage(page.getByRole('link', { name: 'Fleet 2 headsets' })).toBeVisible();
  await page.getByRole('button', { name: /^Cart: All carts/ }).click();
  await expectOnPage(
    page.getByRole('menuitem', { name: 'All carts 2 headsets, 3 empty slots' }),
  ).toBeVisible();
  await page.getByRole('menuitem', { name: 'Cart B 3 empty slots' }).click();
  await title(page).filter({ hasText: '3 empty slots' }).waitFor();
  await expectOnPage(tile(page, 'A-01')).toHaveCount(0);
  await page.goto(`${station.url}/configure/settings?on=*`);
  await title(page).filter({ hasText: 'Settings for 2 headsets, 3 empty slots' }).waitFor();
});

longTest('of a thousand headsets only the visible ones are in the document', async () => {
  await using station = await aStationWithInterface();
  for (const labelPrefix of ['A-', 'B-']) {
    await station.call(createSlots, { body: { count: 500, labelPrefix, pad: 3 } });
  }
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: '1,000 empty slots' }).waitFor();
  await tile(page, 'A-001').waitFor();
  expect(await page.getByRole('option').count()).toBeLessThan(150);

  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await tile(page, 'B-500').waitFor();
  await expectOnPage(tile(page, 'A-001')).toHaveCount(0);
  expect(faults).toEqual([]);
});

test('without a token the window explains how to get one', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: 'No headsets yet.' }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${station.url}/fleet`);
  await title(page).filter({ hasText: 'This window is not signed in to the station.' }).waitFor();
  await expectOnPage(page.getByRole('main')).toContainText('press Enter in its terminal window');
});

longTest('a token that the station refuses is forgotten', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: 'No headsets yet.' }).waitFor();
  await page.evaluate(() => localStorage.setItem('muster.session', 'not-a-key'));
  await page.goto(`${station.url}/fleet`);
  await title(page).filter({ hasText: 'This window is not signed in to the station.' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('muster.session'))).toBeNull();
});

test('an empty station offers a practice cart, which enrols automatically', async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('button', { name: 'Try with a practice cart' }).click();
  await page.waitForURL('**/enrol');
  await page.getByRole('link', { name: /^Fleet/ }).click();
  // Its apps arrive before anybody's eyes.
  await page
    .getByRole('option', { name: /^P-\d\d .*Downloading \d+%/ })
    .first()
    .waitFor();
  expect(faults).toEqual([]);
});

test('the launch token is removed from the address', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/fleet' });
  await title(page).filter({ hasText: 'No headsets yet.' }).waitFor();
  expect(page.url()).toBe(`${station.url}/fleet`);
});

anyTest.each(some(['en-GB', 'fr-FR'], 1))(
  'nothing scrolls sideways at any of the sizes in %s',
  async (locale) => {
    await using station = await aStationWithInterface();
    await aReadyCart(station, 30);
    const { page, faults } = await browser.open(station, { path: '/fleet', locale });
    await tile(page, 'A-30').waitFor();
    for (const view of ['listbox', 'grid'] as const) {
      await page.getByRole(view).waitFor();
      for (const viewport of [...Object.values(SIZES), { width: 640, height: 400 }]) {
        await page.setViewportSize(viewport);
        await expectNoSidewaysScroll(page);
      }
      await page.setViewportSize(SIZES.laptop);
      await page.keyboard.press('t');
    }
    expect(faults).toEqual([]);
  },
);
