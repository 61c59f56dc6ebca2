import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { createPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../shared/contract/configuration/plans/rollouts.ts';
import { createProfile } from '../../shared/contract/configuration/profiles.ts';
import { aReadyCart } from './a-cart.ts';
import type { TestStation } from '../support/a-station.ts';
import { isLong, longTest } from '../support/long.ts';
import { expectAccessible, expectAccessibleColours } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, type Window } from './support.ts';

const browser = aSharedBrowser();
/** The checks change nothing on the stations; the last ones create a slot on the empty one. */
let mixed: TestStation;
let empty: TestStation;
beforeAll(async () => {
  mixed = await aStationWithInterface();
  empty = await aStationWithInterface();
  await aMixedCart(mixed);
});
afterAll(async () => {
  await mixed[Symbol.asyncDispose]();
  await empty[Symbol.asyncDispose]();
});

/**
 * Both colour schemes and both languages; contrast depends on the former, names on the latter, so not every pair is
 * needed. On the longest pages only the colours are checked again: a test of the copy compares the languages. The
 * long set runs the second check.
 */
const ALL_APPEARANCES = [
  { colorScheme: 'light', locale: 'en-GB', expectLongAccessible: expectAccessible },
  { colorScheme: 'dark', locale: 'fr-FR', expectLongAccessible: expectAccessibleColours },
] as const;
const APPEARANCES = isLong ? ALL_APPEARANCES : ALL_APPEARANCES.slice(0, 1);

/** Creates a cart in which every coloured state is visible. */
async function aMixedCart(station: TestStation): Promise<void> {
  const [low, full, failed, loading, worn] = await aReadyCart(station, 8);
  await low?.report({ batteryInfo: { level: 9, isCharging: false } });
  await full?.report({ storages: [{ totalSpace: 100e9, freeSpace: 2e9, isRemovable: false }] });
  await failed?.report({
    downloads: [{ downloadId: 1, fileName: 'volcano.apk', status: 'FAILED', progress: 0.4 }],
  });
  await loading?.report({
    downloads: [{ downloadId: 1, fileName: 'volcano.apk', status: 'DOWNLOADING', progress: 0.4 }],
  });
  await worn?.report({
    worn: true,
    events: [
      {
        eventId: 'e1',
        type: 'APP_STARTED',
        timestamp: Date.now(),
        payload: { packageName: 'org.lumiere.volcano' },
      },
    ],
  });
  await station.slots(3, 'B-');
}

/** Every part of Fleet, and how to get there from the wall. */
const SCREENS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['the wall', async () => {}],
  [
    'the wall with a selection',
    async (page) => {
      await page.getByRole('listbox').focus();
      await page.keyboard.press('Control+a');
      await page.getByRole('toolbar').waitFor();
    },
  ],
  [
    'the table',
    async (page) => {
      await page.keyboard.press('t');
      await page.getByRole('grid').waitFor();
    },
  ],
  [
    'the details of a headset',
    async (page) => {
      await page.getByRole('option', { name: /^A-02/ }).click();
      await page
        .getByRole('dialog')
        .getByText(/^(Enrolled|Enrôlé)$/)
        .waitFor();
    },
  ],
  [
    'the filters',
    async (page) => {
      await page.locator('.fleet-tools button').first().click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the actions below More',
    async (page) => {
      await page.getByRole('listbox').focus();
      await page.keyboard.press('Control+a');
      await page
        .getByRole('toolbar')
        .getByRole('button', { name: /^(More|Plus)$/ })
        .click();
      await page.getByRole('menu').waitFor();
    },
  ],
  [
    'search',
    async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('a-0');
      await page.locator('[data-combobox-option]').first().waitFor();
    },
  ],
  [
    'the keys',
    async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  ],
];

describe.each(APPEARANCES)('in $colorScheme and $locale', ({ expectLongAccessible, ...look }) => {
  // One window per station for all parts: opening one takes longer than checking it.
  let window: Window;
  let bare: Window;
  beforeAll(async () => {
    window = await browser.open(mixed, { path: '/fleet', ...look });
    bare = await browser.open(empty, { path: '/fleet', ...look });
    await Promise.all(
      [window, bare].map(({ page }) => page.getByRole('heading', { level: 1 }).first().waitFor()),
    );
  });
  afterAll(() => Promise.all([window, bare].map(({ page }) => page.context().close())));

  test.each(SCREENS)('%s has no accessibility violation', async (_name, open) => {
    const { page, faults } = window;
    await page.goto(`${mixed.url}/fleet`);
    await page.getByRole('option', { name: /^A-01/ }).waitFor();
    await open(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test('the inspector on a wide screen has no accessibility violation', async () => {
    const { page, faults } = window;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${mixed.url}/fleet`);
    await page.getByRole('option', { name: /^A-01/ }).click();
    await page
      .getByRole('complementary')
      .getByText(/^(Enrolled|Enrôlé)$/)
      .waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  test.each(['/fleet', '/enrol/no/where'])(
    '%s of an empty station has no accessibility violation',
    async (path) => {
      const { page, faults } = bare;
      await page.goto(empty.url + path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectLongAccessible(page);
      expect(faults).toEqual([]);
    },
  );

  longTest('the description has no finding, with operations open that follow and write', async () => {
    const { page, faults } = bare;
    await page.goto(`${empty.url}/docs`);
    // Every operation looks the same until it is expanded: so a few are enough.
    await page.getByRole('searchbox').fill('stream');
    for (const id of ['getStreamStatus', 'setStreamQuality'])
      await page.locator(`#${id} summary`).first().click();
    await expectLongAccessible(page);
    expect(faults).toEqual([]);
  });
});

test('a table on a phone is the same table for a screen reader', async () => {
  const { page, faults } = await browser.open(mixed, { path: '/station/tokens' });
  await page.getByRole('button', { name: 'Headsets' }).click();
  await page.locator('.tokens tbody tr').nth(1).waitFor();
  const wide = await tableAsHeard(page);
  expect(wide.filter((part) => part.startsWith('columnheader')).slice(0, 4)).toEqual([
    'columnheader Name',
    'columnheader Access',
    'columnheader Created',
    'columnheader Expires',
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  const cell = page.locator('.tokens td[data-label="Access"]').first();
  await expectOnPage(cell).toHaveCSS('display', 'flow-root');
  expect(await tableAsHeard(page)).toEqual(wide);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

/** Roles and names of all parts of the tables of a page, as the browser gives them to a screen reader. */
async function tableAsHeard(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ role }) => /table|row|cell|columnheader/i.test(String(role?.value)))
    .map(({ role, name }) => `${role?.value} ${name?.value}`);
}

longTest('an operation can be tried from the API reference', async () => {
  const { page, faults } = await browser.open(empty, { path: '/docs' });
  const operation = page.locator('#createSlots');
  await operation.locator('summary').first().click();
  await operation.getByRole('textbox', { name: 'Body' }).fill('{"count":1,"labelPrefix":"T-"}');
  await operation.getByLabel('Token').fill(empty.token);
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.getByText('Status 200').waitFor();
  await operation.getByText('"label": "T-01"').waitFor();
  await expectAccessible(page, '#createSlots');
  expect(faults).toEqual([]);
});

longTest('every screen of Configure has no finding', async () => {
  await using station = await aStationWithInterface();
  const cart = await aReadyCart(station, 8);
  const devicesId = cart.map(({ id }) => id);
  const settings = { volume: 5, wifi: [{ ssid: 'CART-A', password: 'forty-two-bananas' }] };
  await station.call(configureDevices, { body: { devicesId: devicesId.slice(0, 3), settings } });
  await station.call(createProfile, { body: { name: 'Quiet', settings: { volume: 3 } } });
  const seen = await station.call(createPlan, {
    body: { devicesId, settings: { volume: 7, display: { brightness: 70 } } },
  });
  const running = await station.call(createPlan, { body: { devicesId, settings: { volume: 9 } } });
  await station.call(applyPlan, { params: { planId: running.body.id }, body: {} });
  const on = `on=${devicesId.join(',')}`;
  for (const { expectLongAccessible, ...look } of APPEARANCES) {
    const { page, faults } = await browser.open(station, { path: '/configure', ...look });
    await page.getByText('Quiet').waitFor();
    await expectLongAccessible(page);
    await page.goto(`${station.url}/configure/settings?${on}&group=audio`);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('checkbox').nth(1).check();
    await expectLongAccessible(page);
    await page.goto(`${station.url}/configure/settings?${on}&group=wifi`);
    await page.getByRole('checkbox').first().check();
    await page.locator('.entry-title').first().click();
    await expectLongAccessible(page);
    await page.goto(`${station.url}/configure/kiosk?${on}`);
    await page.locator('.kiosk .seg button').nth(1).click();
    await expectLongAccessible(page);
    for (const path of [`plan/${seen.body.id}`, `plan/${running.body.id}`, 'history']) {
      await page.goto(`${station.url}/configure/${path}`);
      await page.locator('.matrix, .results, .history').first().waitFor();
      await expectLongAccessible(page);
    }
    expect(faults).toEqual([]);
    await page.context().close();
  }
});
