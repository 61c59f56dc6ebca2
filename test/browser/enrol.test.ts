import type { Page } from 'playwright';
import { expect } from './patient.ts';
import {} from 'vitest';

import { hands, makeCart, readCode, shownName, typeWrongCodes } from './enrol-parts.ts';
import { CODE_LIFETIME_MS } from '../../renderer/enrolment/cart/code-book.ts';
import { SETTINGS_APK_FILE } from '../support/real-apks.ts';
import { USUAL_HABITS } from '../../main/simulator/index.ts';
import { aQuickClock } from '../simulator/quick-clock.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const browser = aSharedBrowser();

/** Counts a person's actions in the window; choosing a file takes two clicks more. */
async function countHands(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.evaluate(() => {
    const counts = { clicks: 0, keys: 0 };
    Object.assign(window, { musterHands: counts });
    window.addEventListener('pointerdown', ({ isTrusted }) => (counts.clicks += Number(isTrusted)), true);
    window.addEventListener('keydown', ({ isTrusted }) => (counts.keys += Number(isTrusted)), true);
  });
  return () => page.evaluate('window.musterHands');
}

/**
 * Seconds of a practised user: click and key from the keystroke-level model (Card, Moran, Newell); those for the
 * headset are an estimate.
 */
const SECONDS = { click: 1.3, key: 0.28, digitOnHeadset: 1, headsetOnAndOff: 10 };

test('a new user gets from an empty station to thirty headsets in kiosk mode, and hands them over', async () => {
  await using station = await aStationWithInterface();
  // Headsets take a while to install an app: faster here.
  const habits = { ...USUAL_HABITS, bandwidthBytesPerSec: 50_000_000_000 };
  await using held = hands(station, await station.issue({ scope: 'enroll' }), {
    clock: aQuickClock(),
    heartbeatMs: 60_000,
    habits,
  });
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  const handsUsed = await countHands(page);
  const beganAtMs = Date.now();

  await page.getByRole('link', { name: 'Describe the cart' }).click();
  await page.getByRole('button', { name: 'Create 30 slots' }).click();
  for (let place = 1; place <= 30; place += 1) {
    await expect(shownName(page)).toHaveText(`A-${String(place).padStart(2, '0')}`);
    await expect(page.locator('.enrol-card .enrol-code')).toBeVisible();
    held.type(await readCode(page));
    if (place < 30) await expect(shownName(page)).not.toHaveText(`A-${String(place).padStart(2, '0')}`);
  }
  await expect(page.getByRole('heading', { name: /^30 of 30 ready in/ })).toBeVisible();
  await expect(page).toHaveTitle('30 of 30 ready · Cart A · Muster');

  await page.getByRole('link', { name: 'Kiosk for these 30 headsets' }).click();
  await page.locator('input[type=file]').first().setInputFiles(SETTINGS_APK_FILE);
  // The new app is selected, and the missing one is installed with the same change.
  await page.getByText('Will be installed on 30').waitFor();
  await page.getByRole('button', { name: /^Preview the change/ }).click();
  await page.getByRole('button', { name: /^Apply to/ }).click();
  // The app arrives meanwhile: the kiosk waits for it on each headset.
  await page.getByText('All 30 headsets have confirmed the change.').waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Acceptance sheet' }).click();
  await page.keyboard.type('Amélie');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('30 of 30 confirmed');

  const { clicks, keys } = await handsUsed();
  // The system's file dialog: one file selected, one button.
  const all = clicks + 2;
  const minutes =
    (all * SECONDS.click + keys * SECONDS.key + 30 * (6 * SECONDS.digitOnHeadset + SECONDS.headsetOnAndOff)) /
    60;
  process.stderr.write(
    `From an empty station to 30 kiosk headsets: ${all} clicks and ${keys} keys on the station, 180 digits on headsets, ` +
      `about ${minutes.toFixed(1)} min of hands; the machines took ${Math.round((Date.now() - beganAtMs) / 1_000)} s\n`,
  );
  expect(all).toBeLessThanOrEqual(16);
  expect(all + keys).toBeLessThanOrEqual(60);
  expect(minutes).toBeLessThanOrEqual(10);
  await expect(page.getByRole('row').filter({ hasText: 'Appium Settings' })).toHaveCount(30);
  expect(faults).toEqual([]);
});

test('a slot becomes ready only after the headset itself has reported', async () => {
  await using station = await aStationWithInterface();
  const enrolToken = await station.issue({ scope: 'enroll' });
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 2);
  const code = await readCode(page);
  const first = page.locator('.enrol-cell').first();

  const body = { code, androidId: 'headset-one' };
  const enrolled = await station.send('POST', '/devices/manual-enrollment', { body, token: enrolToken });
  const device = enrolled.body as { id: string; accessToken: string };
  await expect(first).toHaveAttribute('data-state', 'enrolled');
  await expect(page.getByText('0 of 2 ready')).toBeAttached();
  await station.send('PUT', `/devices/${device.id}`, { body: {}, token: device.accessToken });

  await expect(first).toHaveAttribute('data-state', 'ready');
  await expect(shownName(page)).toHaveText('A-02');
  await expect(page.getByRole('status').last()).toHaveText('A-01 ready. Next: A-02.');
});

test('wrong codes are shown beside the tasks and can be dismissed', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 3);

  await typeWrongCodes(station, await station.issue({ scope: 'enroll' }), 2);

  await expect(page.getByText('2 wrong codes were typed')).toBeVisible();
  await expect(page.locator('.enrol-card .enrol-code')).toBeVisible();
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('2 wrong codes were typed')).toHaveCount(0);
});

test('after forty wrong codes enrolment closes, and only new codes open it again', async () => {
  await using station = await aStationWithInterface();
  await using held = hands(station, await station.issue({ scope: 'enroll' }));
  const { page, faults } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 2);
  const voided = await readCode(page);

  await typeWrongCodes(station, await station.issue({ scope: 'enroll' }), 40);
  const card = page.locator('.enrol-card');
  await expect(card).toContainText('Too many wrong codes. All codes are now invalid.');
  await expect(card.locator('.enrol-code')).toHaveCount(0);
  await page.reload();
  await expect(card).toContainText('Too many wrong codes. All codes are now invalid.');
  await card.getByRole('button', { name: 'Get new codes' }).click();

  await expect(card.locator('.enrol-code')).toBeVisible();
  const fresh = await readCode(page);
  expect(fresh).not.toBe(voided);
  held.type(fresh);
  await expect(shownName(page)).toHaveText('A-02');
  expect(faults).toEqual([]);
});

longTest('an expired code is replaced automatically', async () => {
  const clock = new ManualClock();
  await using station = await aStationWithInterface({ clock });
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 2);
  const first = await readCode(page);
  await page.clock.install();
  await page.reload();
  await expect.poll(() => readCode(page)).toBe(first);

  clock.advance(CODE_LIFETIME_MS);
  await page.clock.fastForward(CODE_LIFETIME_MS);

  await expect.poll(() => readCode(page)).not.toBe(first);
  await expect(page.locator('.enrol-valid')).toContainText(/Valid for (15:00|14:5\d)/);
});

test('one click starts a practice cart that enrols automatically, another removes it', async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/enrol' });

  await page.getByRole('button', { name: 'Try with a practice cart' }).click();
  await expect(page.locator('.enrol-cell[data-state="waiting"]').first()).toBeVisible();
  await expect(page.locator('.enrol-cell:not([data-state="waiting"])').nth(1)).toBeVisible();
  await expect(page.getByText(/^Downloading (?:Planetarium|Human Body|Museum Tour), /).first()).toBeVisible();
  expect(faults).toEqual([]);
  await page.context().close();

  // The simulated headsets end with the station; the cart says so.
  await station.restart();
  const { page: later, faults: laterFaults } = await browser.open(station, { path: '/enrol' });
  await expect(later.getByText('the simulated headsets of this cart ended with it')).toBeVisible();
  await later.getByRole('button', { name: 'Carts', exact: true }).click();
  await later.getByRole('menuitem', { name: 'Remove the practice cart' }).click();
  await expect(later.getByRole('heading', { name: 'How many headsets are on the cart?' })).toBeVisible();
  expect(laterFaults).toEqual([]);
});

longTest('a second cart gets its own names, and a name in use is refused with an explanation', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 2);

  await page.getByRole('button', { name: 'Carts', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Describe another cart' }).click();
  await expect(page.getByLabel('Cart', { exact: true })).toHaveValue('Cart B');
  await page.getByLabel('Names start with').fill('A-');
  await expect(page.getByText('A-01 already exists. Start from 3, or choose another prefix.')).toBeVisible();
  await page.getByLabel('Names start with').fill('B-');
  await makeCart(page, 2);

  await expect(page.getByRole('heading', { name: 'Enrol Cart B' })).toBeVisible();
  await expect(shownName(page)).toHaveText('B-01');
});

longTest('an unfinished cart gets more places after its existing ones', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 12);

  await page.getByRole('button', { name: 'Carts', exact: true }).click();
  await page.getByRole('menuitem', { name: 'More slots in Cart A' }).click();
  await expect(page.getByLabel('From')).toHaveValue('13');
  await makeCart(page, 3);

  await expect(page.locator('.enrol-cell')).toHaveCount(15);
  await expect(page.locator('.enrol-cell').last()).toHaveAccessibleName('A-15 Pending');
});
