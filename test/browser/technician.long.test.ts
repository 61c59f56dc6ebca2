// A technician's first hour, point by point: each checked by what a person sees.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { SETTINGS_APK, upload } from '../service/content/library/files.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aCart, aReadyCart } from './a-cart.ts';
import { linkedStream } from './hands-parts.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const APP = { name: 'Appium Settings', packageName: 'io.appium.settings' };
const COUNT = 6;

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;
let sha256: string;
beforeAll(async () => {
  station = await aStationWithInterface();
  const { body } = await station.call(contract.createSlots, {
    body: { count: COUNT, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 1 } },
  });
  cart = await aSimulatedCart(station, body.items);
  sha256 = (await upload(station, SETTINGS_APK, { name: 'settings_apk-debug.apk' })).body.item?.sha256 ?? '';
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const on = () => `on=${cart.headsets.map(({ id }) => id).join(',')}`;

test('the kiosk offers own apps first, by icon and name, and keeps those of the manufacturers folded away', async () => {
  const { page, faults } = await browser.open(station, { path: `/configure/kiosk?${on()}` });
  const first = page.locator('.kiosk-app').first();
  await expectOnPage(first).toContainText(APP.name);
  await expectOnPage(first).toContainText(APP.packageName);
  await expectOnPage(first.locator('img')).toBeVisible();
  // The package is the smaller of the two.
  const heights = await first.evaluate((row) => {
    const size = (text: string) => {
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.textContent === text && node.parentElement !== null)
          return Number.parseFloat(getComputedStyle(node.parentElement).fontSize);
      return 0;
    };
    return [size('Appium Settings'), size('io.appium.settings')];
  });
  expect(heights[1]).toBeLessThan(heights[0] ?? 0);
  await expectOnPage(page.getByText('io.muster.agent')).toHaveCount(0);
  await page.getByRole('button', { name: /^Other apps on the headsets/ }).click();
  await page.getByText('io.muster.agent').first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the wall, the table and Class name an app, and not its package', async () => {
  const [headset] = await aCart(station, 1, 'N');
  const payload = { packageName: APP.packageName };
  await headset?.report({
    worn: true,
    events: [{ eventId: 'n-1', type: 'APP_STARTED', timestamp: Date.now(), payload }],
  });
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await expectOnPage(page.getByRole('option', { name: /^N-01/ })).toContainText(APP.name);
  await page.goto(`${station.url}/fleet?view=table`);
  await expectOnPage(page.getByRole('row', { name: /N-01/ })).toContainText(APP.name);
  await page.goto(`${station.url}/fleet/${headset?.id}/events`);
  await page.getByText(APP.name).first().waitFor();
  await page.goto(`${station.url}/class`);
  await expectOnPage(page.getByRole('option', { name: /N-01/ })).toContainText(APP.name);
  expect(faults).toEqual([]);
  await station.call(contract.deleteDevice, { params: { deviceId: headset?.id ?? '' } });
  await page.context().close();
});

test('an assignment is one line with Undo: in the window, in the history and in the preview of undoing it', async () => {
  const { page, faults } = await browser.open(station, { path: `/content/${sha256}` });
  await page.getByRole('button', { name: 'Assign to headsets…' }).click();
  await page.getByRole('button', { name: `Assign to ${COUNT} headsets` }).click();
  const toast = page.locator('.mantine-Notifications-root');
  await toast.getByText(`${APP.name} was assigned to ${COUNT} headsets.`).waitFor();
  await toast.getByRole('button', { name: 'Undo…' }).click();
  // Nothing is undone before somebody has seen what that means: one app on all of them, in one row for each model.
  await page.getByText('Nothing has been sent yet.').waitFor();
  const rows = page.locator('.matrix tbody tr:not(.matrix-group)');
  await expectOnPage(rows).toHaveCount(1);
  await expectOnPage(rows).toContainText('Removed');
  await expectOnPage(rows.getByRole('rowheader')).toContainText(APP.name);
  await expectOnPage(rows).not.toContainText(APP.packageName);
  await page.goto(`${station.url}/configure/history`);
  await page.getByText(`on ${COUNT} headsets`).first().waitFor();
  await expectOnPage(page.locator('.history > li')).toHaveCount(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the preview of a kiosk names the app, and not its package', async () => {
  const devicesId = cart.headsets.map(({ id }) => id);
  const kioskMode = { isActive: true, packageName: APP.packageName };
  const { body: plan } = await station.call(contract.createPlan, {
    body: { devicesId, settings: { kioskMode }, title: 'Kiosk' },
  });
  const { page, faults } = await browser.open(station, { path: `/configure/plan/${plan.id}` });
  const row = page.getByRole('row').filter({ hasText: 'Kiosk app' });
  await expectOnPage(row).toContainText(APP.name);
  await expectOnPage(row).not.toContainText(APP.packageName);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a failed app is retried from its own page, which shows on how many headsets', async () => {
  const [headset] = await aReadyCart(station, 1, 'R');
  const { body: item } = await station.call(contract.getLibraryItem, { params: { sha256 } });
  const application = {
    id: sha256,
    packageName: APP.packageName,
    codeVersion: item.apk?.versionCode ?? 0,
    url: `/library/${sha256}/${item.name}`,
  };
  const params = { deviceId: headset?.id ?? '' };
  await station.call(contract.configureDevice, { params, body: { applications: [application] } });
  const { url } = application;
  await headset?.report({
    settingsRevision: 1,
    downloads: [{ downloadId: 1, fileName: item.name, url, status: 'FAILED', progress: 0.4 }],
  });
  const { page, faults } = await browser.open(station, { path: `/content/${sha256}` });
  await page.getByText('1 headset could not download it. The reason is in its row.').waitFor();
  await page.getByRole('button', { name: 'Retry the download' }).click();
  await title(page)
    .filter({ hasText: /of 1 confirmed/ })
    .waitFor();
  const [newest] = (await station.call(contract.listPlans)).body.items;
  const { body: plan } = await station.call(contract.getPlan, { params: { planId: newest?.id ?? '' } });
  expect(plan.devices.map(({ id }) => id)).toEqual([headset?.id]);
  expect(faults).toEqual([]);
  await station.call(contract.deleteDevice, { params });
  await page.context().close();
});

test('content that is already on the headsets is not downloaded again', async () => {
  const id = cart.headsets[0]?.id ?? '';
  const downloads = async () =>
    (
      await station.call(contract.listEvents, {
        params: { deviceId: id },
        query: { type: 'DOWNLOAD_STARTED' },
      })
    ).body.total;
  await expectOnPage
    .poll(async () => {
      const { body } = await station.call(contract.getDevice, { params: { deviceId: id } });
      return body.settings.applications?.[0]?.deployment?.status;
    })
    .toBe('INSTALLED');
  const before = await downloads();
  const { page } = await browser.open(station, { path: `/content/${sha256}` });
  await page.getByRole('button', { name: 'Assign to headsets…' }).click();
  await page.getByRole('button', { name: `Assign to ${COUNT} headsets` }).click();
  await page.locator('.mantine-Notifications-root').getByText('was assigned to').waitFor();
  // Waits until each of them has applied the new revision.
  await expectOnPage
    .poll(async () => {
      const { body } = await station.call(contract.getDevice, { params: { deviceId: id } });
      return body.settings.applications?.[0]?.deployment?.status;
    })
    .toBe('INSTALLED');
  expect(await downloads()).toBe(before);
  await page.context().close();
});

test('the editor, the preview and the result agree on what a model supports', async () => {
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?${on()}&group=display`,
  });
  const editor = page.locator('[data-field="display.bootAnimationEnabled"]');
  await editor.waitFor();
  const marksOf = async (part: ReturnType<Page['locator']>): Promise<string[]> =>
    [...new Set(await part.locator('.support-mark').allInnerTexts())].toSorted();
  await page.getByRole('checkbox', { name: 'Manage: Start-up animation' }).check();
  // What most settings of the group have in common is stated once, above them.
  const support = page.locator('.field-common');
  await support.locator('.support-mark').first().waitFor();
  expect(await marksOf(editor)).toEqual([]);
  const stated = await marksOf(support);
  expect(stated.length).toBeGreaterThan(0);
  for (const mark of stated) expect(['Not possible', 'Not tried yet']).toContain(mark);
  // The verdict is never cut.
  const isCut = await support
    .locator('.support-mark')
    .evaluateAll((marks) => marks.some((mark) => mark.scrollWidth > mark.clientWidth + 1));
  expect(isCut).toBe(false);

  await page.keyboard.press('Control+Enter');
  await page.getByText('Nothing has been sent yet.').waitFor();
  const row = page.getByRole('row', { name: /^Start-up animation/ });
  expect(await marksOf(row)).toEqual(stated);
  await page.keyboard.press('Control+Enter');
  await title(page)
    .filter({ hasText: /of \d+ confirmed/ })
    .waitFor();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  expect(await marksOf(page.getByRole('row', { name: /^Start-up animation/ }))).toEqual(stated);

  // What headsets report now is beside the setting.
  await page.goto(`${station.url}/configure/settings?${on()}&group=audio`);
  const id = cart.headsets[0]?.id ?? '';
  await station.call(contract.configureDevice, {
    params: { deviceId: id },
    body: { levels: 'percent', volume: 60 },
  });
  await page.locator('[data-field="volume"]').getByText(/60/).first().waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a wave that waits for a headset says so, and another headset of its model can replace it', async () => {
  await using other = await aStationWithInterface();
  const headsets = await aReadyCart(other, 6);
  const streams = [];
  for (const headset of headsets) streams.push(await linkedStream(other, headset));
  const { body: plan } = await other.call(contract.createPlan, {
    body: { devicesId: headsets.map(({ id }) => id), settings: { volume: 30 }, title: 'Quiet' },
  });
  const { page, faults } = await browser.open(other, { path: `/configure/plan/${plan.id}` });
  await page.getByRole('button', { name: /^Apply to A-01 first/ }).click();
  await page.getByRole('row', { name: /^A-01 Sent/ }).waitFor();

  await streams[0]?.[Symbol.asyncDispose]();
  await expectOnPage(title(page)).toHaveText('Wave 1 is waiting for A-01');
  const note = page.getByRole('status').filter({ hasText: 'A-01 has been offline since' });
  await expectOnPage(note).toContainText('5 headsets are waiting for it.');
  await note.getByRole('button', { name: 'Continue without A-01' }).waitFor();
  await note.getByRole('button', { name: 'Use A-02 instead' }).click();
  await page.getByRole('row', { name: /^A-02 Sent/ }).waitFor();
  await expectOnPage(note).toHaveCount(0);
  // The rest follows once it has confirmed; the one that is away gets it in the end.
  for (const headset of headsets.slice(1)) {
    await page.getByRole('row', { name: new RegExp(`^${headset.label} Sent`) }).waitFor();
    await headset.report({ settingsRevision: 1 });
  }
  await expectOnPage(title(page)).toHaveText('5 of 6 confirmed');
  await headsets[0]?.report({ settingsRevision: 0 });
  await page.getByRole('row', { name: /^A-01 Sent/ }).waitFor();
  // It was sent the change twice.
  await headsets[0]?.report({ settingsRevision: 2 });
  await page.getByText('All 6 headsets have confirmed the change.').waitFor();
  await page.getByRole('link', { name: 'Acceptance sheet' }).click();
  await title(page).filter({ hasText: '6 of 6 confirmed' }).waitFor();
  expect(faults).toEqual([]);
  for (const stream of streams.slice(1)) await stream[Symbol.asyncDispose]();
});

test('the size of the second wave can be chosen, and the wave can wait for approval', async () => {
  await using other = await aStationWithInterface();
  const headsets = await aReadyCart(other, 10);
  const [first] = headsets;
  await using _link = await linkedStream(other, first);
  const { body: plan } = await other.call(contract.createPlan, {
    body: { devicesId: headsets.map(({ id }) => id), settings: { volume: 30 }, title: 'Quiet' },
  });
  const { page, faults } = await browser.open(other, { path: `/configure/plan/${plan.id}` });
  const sizes = page.getByRole('list', { name: 'Waves' }).locator('b');
  await expectOnPage(sizes).toHaveText(['1 headset', '1 headset', '8 headsets']);
  await page.getByRole('textbox', { name: 'Second wave' }).fill('40');
  await expectOnPage(sizes).toHaveText(['1 headset', '4 headsets', '5 headsets']);
  await page.getByRole('button', { name: 'When I confirm' }).click();
  await page.getByRole('button', { name: /^Apply to A-01 first/ }).click();
  await page.getByRole('row', { name: /^A-01 Sent/ }).waitFor();
  await first?.report({ settingsRevision: 1 });

  const note = page.getByRole('status').filter({ hasText: 'Wave 1 finished.' });
  await expectOnPage(note).toContainText('9 headsets are waiting for you to continue.');
  const queued = async (): Promise<number> =>
    (await other.call(contract.getPlan, { params: { planId: plan.id } })).body.run?.counts.queued ?? -1;
  expect(await queued()).toBe(9);
  await note.getByRole('button', { name: 'Resume' }).click();
  await expectOnPage(note).toHaveCount(0);
  expect(await queued()).toBe(5);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the sheet has full dates, names each number, marks a randomised MAC, and shows the number of the sticker', async () => {
  const { page, faults } = await browser.open(station, { path: '/enrol/acceptance' });
  const row = page.getByRole('row').filter({ hasText: 'A-01' });
  await row.waitFor();
  const [place] = cart.headsets;
  const { body } = await station.call(contract.getDevice, { params: { deviceId: place?.id ?? '' } });
  await expectOnPage(row).toContainText(body.macAddress ?? 'no MAC address');
  await expectOnPage(row).toContainText(/randomised/i);
  await expectOnPage(row).toContainText(/\d{1,2} [A-Z][a-z]{2} 20\d\d/);
  const onSheet = await row.getByRole('rowheader').locator('.mono').innerText();
  expect(onSheet).not.toBe('');
  await page.goto(`${station.url}/enrol/labels?kind=stickers`);
  const sticker = page.getByRole('article').filter({ hasText: 'A-01' });
  await expectOnPage(sticker.locator('.label-id')).toHaveText(onSheet);
  expect(faults).toEqual([]);
  await page.context().close();
});
