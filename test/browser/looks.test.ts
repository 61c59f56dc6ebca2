// What a person sees of a screen: judged by position and by the words on it.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, SIZES, tabTo } from './support.ts';

const browser = aSharedBrowser();
let station: TestStation;
let cart: CartHeadset[];
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 1);
});
afterAll(() => station[Symbol.asyncDispose]());

test.each(['en-GB', 'fr-FR'])(
  'on a small laptop the filters of a history are one row (%s)',
  async (locale) => {
    const { page } = await browser.open(station, {
      path: `/fleet/${cart[0]?.id}/events?kind=use`,
      viewport: SIZES.tablet,
      locale,
    });
    const filters = page.locator('.filters');
    await filters.locator('select').waitFor();
    const boxes = await filters.evaluate((row) =>
      [...row.children].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return { left: x, right: x + width, middle: y + height / 2 };
      }),
    );
    expect(boxes.length).toBe(4);
    const middles = boxes.map(({ middle }) => middle);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
    // Beside each other, and none of them cut off.
    for (const [index, { left, right }] of boxes.entries()) {
      expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
      expect(right).toBeLessThanOrEqual(SIZES.tablet.width);
    }
    await page.context().close();
  },
);

test('the name of an opened headset begins where its details do, and is not at the edge of the window', async () => {
  const { page } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('option', { name: /^A-01\b/ }).click();
  const dialog = page.getByRole('dialog');
  const leftOf = (selector: string): Promise<number> =>
    dialog
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().left);
  await dialog.getByText('Headset ID').waitFor();
  await expectOnPage.poll(async () => (await leftOf('header .st')) - (await leftOf('dt'))).toBe(0);
  await page.context().close();
});

test.each([
  ['/content', /^Nothing on this station yet/],
  ['/class/lessons', /^No lesson plans yet/],
  ['/station/people', /^Nobody has a passcode yet/],
] as const)('an empty %s says so once', async (path, sentence) => {
  const { page } = await browser.open(station, { path });
  await page.getByRole('heading', { level: 1, name: sentence }).waitFor();
  await expectOnPage(page.getByText(sentence)).toHaveCount(1);
  await page.context().close();
});

test('the tabs of a page do not scroll upright, and wrapped they are one block', async () => {
  const { page } = await browser.open(station, { path: '/station' });
  const tabs = page.locator('.page-tabs');
  await tabs.getByRole('link').first().waitFor();
  // An area that scrolls by one pixel has a scroll bar of its own.
  expect(await tabs.evaluate((row) => getComputedStyle(row).overflowY)).toBe('hidden');
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = await tabs
    .getByRole('link')
    .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top)))]);
  expect(rows.length).toBeGreaterThan(1);
  const gaps = rows.slice(1).map((top, index) => top - (rows[index] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(48);
  await page.context().close();
});

test('a busy button shows its spinner in its middle, also where people want less motion', async () => {
  const { page } = await browser.open(station, { path: '/station/backups', reducedMotion: 'reduce' });
  // The answer comes when everything was measured.
  const measured = Promise.withResolvers<void>();
  await page.route('**/station/backups', async (route) => {
    if (route.request().method() === 'POST') await measured.promise;
    await route.continue();
  });
  const button = page.getByRole('button', { name: 'Back up now' });
  await button.click();
  await button.locator('.mantine-Button-loader').waitFor();
  const [x = 0, y = 0] = await button.evaluate((each) => {
    const [outer, inner] = [each, each.querySelector('.mantine-Button-loader')].map(
      (box) => box?.getBoundingClientRect() ?? new DOMRect(),
    );
    if (outer === undefined || inner === undefined) return [];
    return [
      outer.x + outer.width / 2 - inner.x - inner.width / 2,
      outer.y + outer.height / 2 - inner.y - inner.height / 2,
    ];
  });
  expect(Math.abs(x)).toBeLessThanOrEqual(2);
  expect(Math.abs(y)).toBeLessThanOrEqual(2);
  measured.resolve();
  await page.unrouteAll({ behavior: 'wait' });
  await page.context().close();
});

test('on a phone the sentence under the title of Fleet has the whole width', async () => {
  const viewport = { width: 390, height: 844 };
  const { page } = await browser.open(station, { path: '/fleet', viewport, locale: 'fr-FR' });
  await page.locator('.fleet-head .sub').waitFor();
  const widthOf = (part: string) =>
    page.locator(part).evaluate((each) => Math.round(each.getBoundingClientRect().width));
  // The gutter of the head is 16 px on each side.
  expect(await widthOf('.fleet-head .sub')).toBe((await widthOf('.fleet-head')) - 32);
  await page.context().close();
});

test('the head of a long table stays at the top of what scrolls, and rows go under it', async () => {
  for (let count = 0; count < 20; count += 1)
    await station.call(createSlots, { body: { count: 1, labelPrefix: `S${count}-` } });
  const { page } = await browser.open(station, {
    path: '/station/audit',
    viewport: { width: 1_280, height: 500 },
  });
  const heads = page.locator('.audit thead th');
  await expectOnPage(page.locator('.audit tbody tr').nth(15)).toBeAttached();
  const above = await page.locator('.page-body').evaluate((body) => {
    body.scrollTop = 300;
    return body.getBoundingClientRect().top;
  });
  await expectOnPage
    .poll(() => heads.first().evaluate((head) => Math.round(head.getBoundingClientRect().top)))
    .toBe(Math.round(above));
  const see = await heads.evaluateAll((all) =>
    all.map((each) => /^rgba\(.*, 0\)$|transparent/.test(getComputedStyle(each).backgroundColor)),
  );
  expect(see).not.toContain(true);
  await page.context().close();
});

test('a button that waits for input says beside the field what is missing', async () => {
  const { page } = await browser.open(station, { path: '/content' });
  await page.getByRole('button', { name: 'Add content…' }).click();
  await page.getByRole('menuitem', { name: 'From URL…' }).click();
  const dialog = page.getByRole('dialog');
  const url = dialog.getByLabel('URL', { exact: true });
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  await expectOnPage(url).toBeFocused();
  await expectOnPage(page.getByRole('tooltip')).toContainText('Must begin with http:// or https://');
  await page.keyboard.type('h');
  await expectOnPage(page.getByRole('tooltip')).toHaveCount(0);
  await page.context().close();
});

test('a button that cannot be pressed can be reached, says why and does nothing', async () => {
  const { page } = await browser.open(station, { path: `/configure/settings?on=${cart[0]?.id}` });
  const preview = page.getByRole('button', { name: /^Preview the change/ });
  await tabTo(page, preview);
  await expectOnPage(page.getByRole('tooltip')).toHaveText('Select the settings to change first.');
  await page.keyboard.press('Enter');
  await expectOnPage(page.getByRole('tooltip')).toHaveText('Select the settings to change first.');
  await expectOnPage(preview).toBeVisible();
  await page.context().close();
});

test('a dialog returns the focus to the button that opened it, also through a menu', async () => {
  const { page } = await browser.open(station, { path: '/content' });
  const add = page.getByRole('button', { name: 'Add content…' });
  const closed = async (): Promise<void> => {
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await add.press('Enter');
  await page.getByRole('menuitem', { name: 'From URL…' }).press('Enter');
  await closed();
  await expectOnPage(add).toBeFocused();

  await page.goto(`${station.url}/fleet/${cart[0]?.id}`);
  const edit = page.getByRole('button', { name: 'Edit…', exact: true });
  await edit.press('Enter');
  await closed();
  await expectOnPage(edit).toBeFocused();
  await page.context().close();
});
