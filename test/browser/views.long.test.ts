import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openViews } from '../../main/simulator/views/index.ts';
import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { ageIn, ageOnScreen } from '../support/painted-clock.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { playByOther } from '../support/whep-players.ts';
import { expect as expectOnPage } from './patient.ts';
import { expectAccessible } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const COUNT = 30;
const SMALL = { width: 640, height: 360, fps: 15 };

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;

beforeAll(async () => {
  station = await aStationWithInterface();
  const { body } = await station.call(contract.createSlots, {
    body: { count: COUNT, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 3 } },
  });
  const { systemClock } = await import('../../main/simulator/index.ts');
  cart = await aSimulatedCart(station, body.items, () => ({
    heartbeatMs: 24 * 3_600_000,
    clock: systemClock,
    views: openViews(SMALL),
  }));
  const { body: device } = await station.call(contract.getDevice, {
    params: { deviceId: body.items[0]?.id ?? '' },
  });
  const metadata = device.metadata as { muster?: { group?: { id?: string } } };
  await station.call(contract.setViewPermission, {
    body: { cartId: metadata.muster?.group?.id ?? null, isAllowed: true, viewersMay: false },
  });
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

/** Opens the views of the class. */
async function openClass(size = { width: 1_280, height: 800 }): Promise<Page> {
  const { page } = await browser.open(station, {
    path: '/class',
    reducedMotion: 'no-preference',
    viewport: size,
  });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  return page;
}

const live = '.view-stage video';
/** Waits until a person can read the clock in the large picture. */
const readable = (page: Page) =>
  expectOnPage.poll(() => ageOnScreen(page, live), { timeout: 120_000 }).not.toBeNull();

test('the tiles of thirty headsets show their pictures, the clock in them is readable, and the board is accessible', async () => {
  const page = await openClass();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(COUNT, { timeout: 120_000 });
  const age = await ageIn(page, '.pupil canvas');
  expect(age).not.toBeNull();
  expect(age ?? Infinity).toBeLessThan(30_000);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.context().close();
});

test('a pressed tile becomes large and live; arrows go to the next one, Escape and Back show all', async () => {
  const page = await openClass();
  const startedMs = Date.now();
  await page.locator('.pupil').filter({ hasText: 'A-03' }).click();
  await readable(page);
  const firstMs = Date.now() - startedMs;
  const ages: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const age = await ageOnScreen(page, live);
    if (age !== null) ages.push(age);
    await page.waitForTimeout(100);
  }
  const median = ages.toSorted((a, b) => a - b)[Math.floor(ages.length / 2)] ?? 0;
  // For information: nothing here fails because this computer is slow.
  process.stdout.write(`first frame ${firstMs} ms, ${median} ms old when shown\n`);
  expect(ages.length).toBeGreaterThan(10);

  await page.keyboard.press('ArrowRight');
  await expectOnPage(page.getByRole('heading', { name: 'A-04' })).toBeVisible();
  await readable(page);
  await expectOnPage(page.locator('.view-arrives b').first()).toContainText('fps');
  await page.keyboard.press('Escape');
  await expectOnPage(page.locator('.pupil').first()).toBeVisible();

  // So does the browser's Back button; it does not leave Class.
  await page.locator('.pupil').filter({ hasText: 'A-05' }).click();
  await expectOnPage(page.getByRole('heading', { name: 'A-05' })).toBeVisible();
  await page.goBack();
  await expectOnPage(page.locator('.pupil').first()).toBeVisible();
  await page.context().close();
});

test('six selected headsets are live side by side; one is enlarged, and a seventh is one too many', async () => {
  const { page } = await browser.open(station, { path: '/class', reducedMotion: 'no-preference' });
  const names = ['A-10', 'A-11', 'A-12', 'A-13', 'A-14', 'A-15'];
  const choose = (name: string) => page.locator('.pupil').filter({ hasText: name }).click();
  const live6 = page.getByRole('menuitem', { name: 'Watch live side by side' });
  const more = page.getByRole('button', { name: 'More', exact: true });
  for (const name of [...names, 'A-16']) await choose(name);
  await more.click();
  await expectOnPage(live6).toBeDisabled();
  await expectOnPage(live6).toContainText('2 to 6 at once');
  await page.keyboard.press('Escape');
  await choose('A-16');
  await more.click();
  await live6.click();
  for (const name of names) {
    const stage = `section[aria-label="${name}"] video`;
    await expectOnPage.poll(() => ageOnScreen(page, stage), { timeout: 120_000 }).not.toBeNull();
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
    await shoot(page, `several-${width}`);
  }
  await page.setViewportSize({ width: 1_280, height: 800 });
  await page.getByRole('button', { name: /^A-13 .*Enlarge$/ }).click();
  await expectOnPage(page.getByRole('heading', { name: 'A-13' })).toBeVisible();
  await readable(page);
  await page.keyboard.press('Escape');
  await expectOnPage(page.locator('.view-cell video:visible')).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expectOnPage(page.locator('.pupil').first()).toBeVisible();
  await page.context().close();
});

test('for the class, a second window shows the picture and the name, and the name can be hidden', async () => {
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-05' }).click();
  await readable(page);
  const [projector] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('p')]);
  await projector.setViewportSize({ width: 1_920, height: 1_080 });
  await expectOnPage(projector.locator('p')).toHaveText('A-05');
  await expectOnPage.poll(() => ageIn(projector, 'video'), { timeout: 120_000 }).not.toBeNull();
  await shoot(projector, 'projector');
  await page.getByRole('switch', { name: 'Name' }).uncheck({ force: true });
  await expectOnPage(projector.locator('p')).toBeHidden();
  await page.context().close();
});

test('four people watch one headset live at the same time', async () => {
  const pages = [await openClass(), await openClass(), await openClass(), await openClass()];
  for (const page of pages) await page.locator('.pupil').filter({ hasText: 'A-09' }).click();
  for (const page of pages) await readable(page);
  // All at the same time: the first has not made room for the last.
  for (const page of pages) await expectOnPage(page.locator(live)).toBeVisible();
  await Promise.all(pages.map((page) => page.context().close()));
});

test('the view of a headset that goes offline is shown as such, and continues when the headset is back', async () => {
  const headset = cart.headsets[7]?.headset;
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-08' }).click();
  await readable(page);
  await headset?.leave();
  await expectOnPage(page.getByText('Offline. The view comes back with the headset.')).toBeVisible();
  headset?.comeBack();
  await readable(page);
  await page.context().close();
});

test('a headset whose wearer refuses says so, and is watched again once the wearer agrees', async () => {
  const seat = cart.headsets[6];
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-07' }).click();
  await readable(page);
  await seat?.headset.views?.consent(true);
  await expectOnPage(page.getByText('The wearer refused').first()).toBeVisible({ timeout: 120_000 });
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await seat?.headset.views?.consent(false);
  await again.click();
  await readable(page);
  await page.context().close();
});

test.for(['whip-whep', '@eyevinn/webrtc-player'])(
  '%s plays it, as any WHEP player does',
  { timeout: 180_000 },
  async (name) => {
    const { page } = await browser.open(station, { path: '/class', reducedMotion: 'no-preference' });
    const url = `${station.url}/station/views/${cart.headsets[9]?.id}/whep`;
    await playByOther(page, name, { url, token: station.token });
    await expectOnPage.poll(() => ageIn(page, '#theirs'), { timeout: 120_000 }).not.toBeNull();
    await page.context().close();
  },
);

test('the picture is shown with its first frame, before anything was measured', async () => {
  const { page } = await browser.open(station, { path: '/class', reducedMotion: 'no-preference' });
  // Timers of one second, which it uses to measure, never fire.
  await page.evaluate(() => {
    const usual = window.setTimeout;
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => (ms === 1_000 ? 0 : usual(work, ms)),
    });
  });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.locator('.pupil').filter({ hasText: 'A-11' }).click();
  await readable(page);
  await expectOnPage(page.locator('.view-arrives')).toHaveCount(0);
  await page.context().close();
});

test('beside the headset in focus its neighbours keep the pictures that the wall had', async () => {
  const page = await openClass();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(COUNT, { timeout: 120_000 });
  // From here on no new picture is fetched.
  await page.route('**/picture', (route) => route.abort());
  await page.locator('.pupil').filter({ hasText: 'A-15' }).click();
  const near = page.locator('.view-mini');
  await expectOnPage(near).toHaveCount(5);
  await expectOnPage(near.locator('canvas:visible')).toHaveCount(5);
  await page.context().close();
});

test('the menu of a tile says why a headset has no view, and its tile is unchanged', async () => {
  const { body } = await station.call(contract.createSlots, { body: { count: 1, labelPrefix: 'Z-' } });
  const { systemClock } = await import('../../main/simulator/index.ts');
  await using _plain = await aSimulatedCart(station, body.items, () => ({
    heartbeatMs: 24 * 3_600_000,
    clock: systemClock,
    // A headset of its own, not one of the cart.
    seed: 'plain',
  }));
  await station.call(contract.setViewPermission, {
    body: { cartId: null, isAllowed: true, viewersMay: false },
  });
  const page = await openClass();
  const tile = page.locator('.pupil').filter({ hasText: 'Z-01' });
  await expectOnPage(tile).not.toHaveClass(/viewed/, { timeout: 120_000 });
  await expectOnPage(tile.locator('.pupil-foot')).toBeVisible();
  await tile.click({ button: 'right' });
  const see = page.getByRole('menuitem', { name: 'See what it shows' });
  await expectOnPage(see).toContainText('The agent on this headset does not support views.');
  await expectOnPage(see).toBeDisabled();
  await expectAccessible(page, '[role="menu"]');
  await page.keyboard.press('Escape');
  await expectOnPage(page.getByRole('menu')).toHaveCount(0);

  // One that can be seen, by keyboard.
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Select' }).click();
  await expectOnPage(page.locator('.pupil[aria-selected="true"]')).toHaveCount(1);
  await expectOnPage(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'See what it shows' }).click();
  await expectOnPage(page.getByRole('heading', { name: 'A-01' })).toBeVisible();
  await page.context().close();
});

test('a long press on a tile opens its menu, not its view', async () => {
  const { page } = await browser.open(station, { path: '/class', hasTouch: true });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const tile = page.locator('.pupil').filter({ hasText: 'A-02' });
  await tile.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 200, clientY: 300 });
  await page.getByRole('menu').waitFor();
  await tile.dispatchEvent('pointerup', { pointerType: 'touch' });
  await tile.dispatchEvent('click');
  await expectOnPage(page.locator('.view-focus')).toHaveCount(0);
  await page.context().close();
});

test('a command to a headset in focus reaches this headset alone, and its result is shown', async () => {
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-04' }).click();
  await page.getByRole('heading', { name: 'Only on this headset' }).waitFor();
  await page.keyboard.press('a');
  await expectOnPage(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expectOnPage(page.locator('.headset-controls [role="status"]')).toContainText('Eyes on me.');
  const { body } = await station.call(contract.listClassRuns, {});
  expect(body.items[0]?.results.map(({ id }) => id)).toEqual([cart.headsets[3]?.id]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.context().close();
});

const SIZES = [
  [1_280, 800],
  [1_024, 768],
  [768, 1_024],
  [390, 844],
  [320, 640],
] as const;

/** Takes a picture for people where `MUSTER_SHOTS` names a folder. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['MUSTER_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

test.each(
  SIZES.flatMap(([width, height]) =>
    (['light', 'dark'] as const).map(
      (scheme, at) => [scheme, width, height, at === 0 ? 'en' : 'fr'] as const,
    ),
  ),
)(
  'Class with views and one in focus, in %s at %d × %d, can be read whole in %s',
  async (scheme, width, height, locale) => {
    const { page } = await browser.open(station, {
      path: '/class',
      reducedMotion: 'no-preference',
      viewport: { width, height },
      colorScheme: scheme,
      locale,
    });
    await page.getByRole('button', { name: locale === 'en' ? 'Views' : 'Vues', exact: true }).click();
    await expectOnPage(page.locator('.pupil canvas:visible').first()).toBeVisible({ timeout: 120_000 });
    await expectNoSidewaysScroll(page);
    await shoot(page, `class-${scheme}-${width}`);
    // Another one for each: what a closed window watched ends a little later.
    await page
      .locator('.pupil')
      .nth(scheme === 'light' ? 1 : 2)
      .click();
    await readable(page);
    await expectOnPage(page.locator('.view-arrives')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await shoot(page, `focus-${scheme}-${width}`);
    await page.context().close();
  },
  120_000,
);

test.each([
  ['light', 1_280, 800, 'en', 12],
  ['dark', 1_024, 768, 'fr', 13],
  ['light', 390, 844, 'fr', 14],
] as const)(
  'on Fleet and on a headset’s page, in %s at %d × %d, a switch shows the views (%s)',
  async (...[colorScheme, width, height, locale, number]) => {
    const { page } = await browser.open(station, {
      path: '/fleet',
      reducedMotion: 'no-preference',
      viewport: { width, height },
      colorScheme,
      locale,
    });
    const see = page.getByRole('switch', {
      name: locale === 'en' ? 'See what it shows' : 'Voir ce qu’il affiche',
    });
    // A phone shows a list instead of the wall, because few tiles fit.
    if (width > 600) {
      await page.getByText(`A-${number}`, { exact: true }).first().click();
      await see.waitFor();
      // Off until asked.
      await expectOnPage(page.locator(live)).toHaveCount(0);
      await see.check({ force: true });
      await page.locator(live).scrollIntoViewIfNeeded();
      await readable(page);
      await expectOnPage(page.locator('.view-arrives')).toBeVisible();
      await shoot(page, `drawer-${colorScheme}-${width}`);
    }
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${station.url}/fleet/${cart.headsets[number - 1]?.id}`);
    await see.check({ force: true });
    await page.locator(live).scrollIntoViewIfNeeded();
    await readable(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page, 'main');
    await shoot(page, `headset-${colorScheme}-${width}`);
    await page.context().close();
  },
  120_000,
);
