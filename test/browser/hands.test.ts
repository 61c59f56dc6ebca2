// A technician's first hour, checked by what the screen shows.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { linkedStream } from './hands-parts.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, type Window } from './support.ts';

const browser = aSharedBrowser();
let station: TestStation;
let cart: CartHeadset[];
let window: Window;
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 6);
  window = await browser.open(station, { path: '/fleet' });
  await tile('A-06').waitFor();
});
afterAll(() => station[Symbol.asyncDispose]());

function tile(name: string) {
  return window.page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
}

const VIDEO = 'https://school.example/Museum%20Tour.mp4';

async function fail(headset: CartHeadset | undefined): Promise<void> {
  await headset?.report({
    settingsRevision: 1,
    downloads: [
      { downloadId: 1, fileName: 'Museum%20Tour.mp4', url: VIDEO, status: 'FAILED', progress: 0.4 },
    ],
    events: [
      {
        eventId: `failed-${headset.label}`,
        type: 'DOWNLOAD_FAILED',
        timestamp: Date.now(),
        payload: { contentId: VIDEO, reason: 'NOT_ENOUGH_STORAGE' },
      },
    ],
  });
}

test('a failure on many headsets appears under the bell with its file and reason, and is retried with one click', async () => {
  const { page } = window;
  const failing = cart.slice(0, 3);
  await station.call(contract.patchVideos, {
    body: {
      devicesId: failing.map(({ id }) => id),
      videos: [{ id: VIDEO, title: 'Museum Tour', url: VIDEO }],
    },
  });
  for (const headset of failing) await fail(headset);
  const wake = page.getByRole('button', { name: /^Notifications/ });
  await page
    .locator('.mantine-Notifications-root')
    .getByText(/could not download Museum Tour/)
    .first()
    .waitFor();
  await wake.click();
  const list = page.locator('.notice-list');
  await list.getByText('Not enough space').first().waitFor();
  await page.keyboard.press('Escape');

  for (const name of ['A-01', 'A-02', 'A-03']) await tile(name).locator('[data-tick]').click();
  await page.getByRole('button', { name: 'Retry on 3' }).click();
  await page.getByRole('heading', { level: 1, name: /of 3/ }).waitFor();
  const outcome = await station.call(contract.listPlans);
  expect(outcome.body.items[0]?.counts.change).toBe(3);
});

test('a closed connection takes effect at once: title, side bar and Class agree, and no check mark is shown', async () => {
  const { page } = window;
  await page.goto(`${station.url}/fleet`);
  await tile('A-06').waitFor();
  const last = cart[5];
  const link = await linkedStream(station, last);
  await page.locator('.standing').getByText('6 of 6 connected').waitFor();
  await link[Symbol.asyncDispose]();
  await page.locator('.standing').getByText('5 of 6 connected').waitFor();
  await expectOnPage(page.locator('.standing .s-ready')).toHaveCount(0);
  await expectOnPage(tile('A-06')).toContainText('Last seen');
  await page.goto(`${station.url}/class`);
  await page.getByRole('heading', { level: 1, name: '5 of 6 here' }).waitFor();
  await last?.report();
  await page.getByRole('heading', { level: 1, name: '6 of 6 here' }).waitFor();
});

test('Back closes live views one by one, down to the board, and then leaves Class', async () => {
  const { page } = window;
  const board = page.getByRole('listbox', { name: 'Headsets of the class' });
  const several = page.getByRole('heading', { level: 1, name: '2 headsets live' });
  await page.goto(`${station.url}/fleet`);
  await tile('A-06').waitFor();
  await page.getByRole('link', { name: 'Class' }).click();
  for (const name of ['A-01', 'A-02']) await tile(name).click();
  const watch = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Watch live side by side' }).click();
    await several.waitFor();
  };
  await watch();
  await page.getByRole('button', { name: /^A-02 .*Enlarge$/ }).click();
  await page.getByRole('heading', { level: 1, name: 'A-02' }).waitFor();
  await page.goBack();
  await several.waitFor();
  // A reload shows what was shown.
  await page.reload();
  await several.waitFor();
  await page.goBack();
  await board.waitFor();

  // What Escape closes is not in the way of Back.
  for (const name of ['A-01', 'A-02']) await tile(name).click();
  await watch();
  await page.keyboard.press('Escape');
  await board.waitFor();
  await page.goBack();
  await expectOnPage(page).toHaveURL(/\/fleet/);
});

test('Enter presses the highlighted button even if no field has focus', async () => {
  const { page } = window;
  await page.goto(`${station.url}/enrol/new`);
  await page.getByRole('button', { name: /^Create \d+ slots/ }).waitFor();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/enrol');
  expect(window.faults.filter((fault) => fault.includes('Error'))).toEqual([]);
});

// The last one: it stops the station.
test('while the window is disconnected, Class says that a command was not sent, and shows no old picture as a live one', async () => {
  const { page } = window;
  await page.goto(`${station.url}/class`);
  await tile('A-06').waitFor();
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await station.service.stop();
  await page.getByText('This window lost its connection to the station.').waitFor();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(0);
  // Each of them says where it is once, and nothing else contradicts it.
  const both = page.locator('.pupil:not(.away)').filter({ hasText: 'Offline' });
  await expectOnPage(both).toHaveCount(0);
  await expectOnPage(page.getByText('Your last action was not sent.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Eyes on me' }).click();
  await page.getByText('Your last action was not sent.').waitFor();
});
