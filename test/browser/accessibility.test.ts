import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configure.ts';
import { applyPlan, createPlan } from '../../shared/contract/plans.ts';
import { createProfile } from '../../shared/contract/profiles.ts';
import { aReadyCart } from './a-cart.ts';
import { aSharedBrowser, aStationWithInterface, expectAccessible } from './support.ts';

const browser = aSharedBrowser();

/** Both colour schemes and both languages; contrast depends on the one, names on the other, so not every pair is needed. */
const LOOKS = [
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'fr-FR' },
] as const;

/** A cart in which every state that needs a colour is to be seen. */
async function aMixedCart(station: Parameters<typeof aReadyCart>[0]): Promise<void> {
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

/** Every look of one place of Fleet. */
const PLACES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
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
      await page.getByRole('dialog').getByText('DEVICE_ENROLLED').waitFor();
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
      await page.getByRole('toolbar').getByRole('button').nth(3).click();
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

test.each(PLACES)('%s has no finding in either scheme and language', async (_name, goThere) => {
  await using station = await aStationWithInterface();
  await aMixedCart(station);
  for (const look of LOOKS) {
    const { page, faults } = await browser.open(station, { path: '/fleet', ...look });
    await page.getByRole('option', { name: /^A-01/ }).waitFor();
    await goThere(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test(
  'every screen of Configure has no finding in either scheme and language',
  { timeout: 120_000 },
  async () => {
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
    for (const look of LOOKS) {
      const { page, faults } = await browser.open(station, { path: '/configure', ...look });
      await page.getByText('Quiet').waitFor();
      await expectAccessible(page);
      await page.goto(`${station.url}/configure/settings?${on}&group=audio`);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('checkbox').nth(1).check();
      await expectAccessible(page);
      await page.goto(`${station.url}/configure/settings?${on}&group=wifi`);
      await page.getByRole('checkbox').first().check();
      await page.locator('.entry-title').first().click();
      await expectAccessible(page);
      await page.goto(`${station.url}/configure/kiosk?${on}`);
      await page.locator('.kiosk .seg button').nth(1).click();
      await expectAccessible(page);
      for (const path of [`plan/${seen.body.id}`, `plan/${running.body.id}`, 'history']) {
        await page.goto(`${station.url}/configure/${path}`);
        await page.locator('.matrix, .results, .history').first().waitFor();
        await expectAccessible(page);
      }
      expect(faults).toEqual([]);
      await page.context().close();
    }
  },
);

test('the inspector of a wide screen has no finding in either scheme', async () => {
  await using station = await aStationWithInterface();
  await aMixedCart(station);
  for (const look of LOOKS) {
    const viewport = { width: 1920, height: 1080 };
    const { page, faults } = await browser.open(station, { path: '/fleet', viewport, ...look });
    await page.getByRole('option', { name: /^A-01/ }).click();
    await page.getByRole('complementary').getByText('DEVICE_ENROLLED').waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

// The description lists over a hundred operations, in every look: axe takes its time.
test.each(['/fleet', '/kit', '/docs', '/nowhere'])(
  '%s of an empty station has no finding',
  { timeout: 120_000 },
  async (path) => {
    await using station = await aStationWithInterface();
    for (const look of LOOKS) {
      const { page, faults } = await browser.open(station, {
        path: path === '/nowhere' ? '/fleet/nowhere' : path,
        ...look,
      });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await expectAccessible(page);
      expect(faults).toEqual([]);
      await page.context().close();
    }
  },
);

// The same description, looked at once more by axe.
test('an operation of the description can be tried', { timeout: 120_000 }, async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/docs' });
  const operation = page.locator('#createSlots');
  await operation.locator('summary').first().click();
  await operation.getByRole('textbox', { name: 'Body' }).fill('{"count":1,"labelPrefix":"T-"}');
  await operation.getByLabel('Token').fill(station.token);
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.getByText('Status 200').waitFor();
  await operation.getByText('"label": "T-01"').waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
