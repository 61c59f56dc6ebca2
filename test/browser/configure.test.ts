import type { Page } from 'playwright';
import { readFileSync } from 'node:fs';

import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { NO_FAULTS } from '../../main/simulator/index.ts';
import { configureDevice, configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { createPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { surveySettings } from '../../shared/contract/configuration/settings/settings-survey.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES, tabTo } from './support.ts';
import { longTest, some } from '../support/long.ts';

const browser = aSharedBrowser();
const FAILING = [11, 23];
const AWAY = 17;
const LAB = 'org.school.lab';
// One station and one cart of thirty for the whole file: the tests run in the order of a technician's work.
let station: TestStation;
let cart: SimulatedCart;
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aSimulatedCart(station, await station.slots(30), (index) =>
    FAILING.includes(index) ? { faults: { ...NO_FAULTS, failedDownloadShare: 1 } } : {},
  );
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

const idAt = (index: number): string => cart.headsets[index]?.id ?? '';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);

test('a mixed selection is edited with the keyboard alone, from the wall to the last confirmation', async () => {
  const settings = { display: { brightness: 40 } };
  await station.call(configureDevice, { params: { deviceId: idAt(0) }, body: settings });
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('option', { name: /^A-30/ }).waitFor();
  await tabTo(page, page.getByRole('listbox', { name: 'Headsets' }));
  await page.keyboard.press('Control+a');
  await page.getByText('30 selected').waitFor();
  await page.keyboard.press('c');
  await title(page).filter({ hasText: 'Settings for 30 headsets' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('brightness');
  await row(page, 'display.brightness')
    .getByText(/^Now \d+\s% on 1 and not managed on 29/)
    .waitFor();
  await tabTo(page, page.getByRole('checkbox', { name: 'Manage: Brightness' }));
  await page.keyboard.press('Space');
  await row(page, 'display.brightness').getByText('In the headsets’ own numbers: ').waitFor();
  const metric = row(page, 'display.brightness').getByRole('textbox', { name: 'Brightness' });
  await tabTo(page, metric);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('70');
  await page.keyboard.press('Control+Enter');

  await title(page)
    .filter({ hasText: /on 30 headsets$/ })
    .waitFor();
  await page.getByText('Nothing has been sent yet.').waitFor();
  await page.getByRole('row', { name: /^Brightness .*70\s%\s\(179\)/ }).waitFor();
  expect(
    (await station.call(getDevice, { params: { deviceId: idAt(1) } })).body.settings.display,
  ).toBeUndefined();

  await page.keyboard.press('Control+Enter');
  await page.getByText(/^All \d+ headsets have confirmed the change\.$/).waitFor({ timeout: 120_000 });
  // One level in per cent is a number of its own on each manufacturer's headsets.
  const brightnessOf = async ({ id }: { readonly id: string }) => {
    const { body } = await station.call(getDevice, { params: { deviceId: id } });
    return [body.type?.brand ?? null, body.settings.display?.brightness] as const;
  };
  const numbers = new Map(await Promise.all(cart.headsets.map(brightnessOf)));
  expect([numbers.get('pico'), numbers.get('meta')]).toEqual([179, 70]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a conflict appears while it is made, both entries side by side, and keeping one resolves it', async () => {
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?on=${idAt(0)},${idAt(1)}&group=contents`,
  });
  await page.getByRole('checkbox', { name: 'Manage: Apps' }).check();
  const apps = row(page, 'applications');
  for (const version of ['1', '2']) {
    await apps.getByRole('button', { name: 'Add an app' }).click();
    await apps.getByRole('textbox', { name: 'Package' }).fill(LAB);
    await apps.getByRole('textbox', { name: 'URL', exact: true }).fill('http://files.test/lab.apk');
    await apps.getByRole('textbox', { name: 'Version code' }).fill(version);
  }
  await apps.getByText(`Two different apps use ${LAB}.`).waitFor();
  await expectOnPage(apps.locator('.side-entry')).toHaveCount(2);
  await expectOnPage(page.getByRole('button', { name: /^Preview the change/ })).toBeDisabled();

  await apps.getByRole('button', { name: 'Keep entry 2' }).click();
  await apps.getByText(`Two different apps use ${LAB}.`).waitFor({ state: 'detached' });
  await expectOnPage(page.getByRole('button', { name: /^Preview the change/ })).toBeEnabled();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a Wi-Fi password is shown only on request, and kept unless another one is typed', async () => {
  const body = { wifi: [{ ssid: 'CART-A', password: 'forty-two-bananas' }] };
  await station.call(configureDevice, { params: { deviceId: idAt(2) }, body });
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?on=${idAt(2)}&group=wifi`,
  });
  await page.getByRole('checkbox', { name: 'Manage: Networks' }).check();
  await page.getByRole('button', { name: /^CART-A password unchanged/ }).click();
  expect(await page.content()).not.toContain('forty-two-bananas');
  await page.getByRole('button', { name: 'Show current password' }).click();
  await page.getByText('forty-two-bananas').waitFor();
  await page.getByRole('textbox', { name: 'Priority' }).fill('5');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Apply to 1 headset/ }).click();
  await title(page).filter({ hasText: '1 of 1 confirmed' }).waitFor();

  const { settings } = (await station.call(getDevice, { params: { deviceId: idAt(2) } })).body;
  expect(settings.wifi).toEqual([{ ssid: 'CART-A', password: 'forty-two-bananas', priority: 5 }]);
  expect(faults).toEqual([]);
  await page.context().close();
});

longTest('a profile is saved from the editor, applied, exported to a file and imported again', async () => {
  const { page, faults } = await browser.open(station, { path: '/configure/profiles/new?group=audio' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Quiet');
  await page.getByRole('checkbox', { name: 'Manage: Volume' }).check();
  await row(page, 'volume').getByRole('textbox', { name: 'Volume' }).fill('3');
  await page.getByRole('button', { name: /^Save profile/ }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Quiet' });
  await line.getByText('version 1 · 1 setting').waitFor();

  await line.getByRole('button', { name: 'More actions for Quiet' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export…' }).click(),
  ]);
  await page
    .getByLabel('Import…')
    .first()
    .setInputFiles(await download.path());
  await page.getByText(/^Quiet.* was imported\.$/).waitFor();

  await line.first().getByRole('button', { name: 'More actions for Quiet' }).click();
  await page.getByRole('menuitem', { name: 'Compare…' }).click();
  await page.getByRole('dialog').getByText('0 differences').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await line
    .first()
    .getByRole('button', { name: /^Preview on/ })
    .click();
  await title(page).filter({ hasText: 'Quiet on 30 headsets' }).waitFor();
  await page.getByRole('row', { name: /^Volume 3/ }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('kiosk on thirty headsets: two fail and are retried, one is away, and everything is undone', async () => {
  await cart.headsets[AWAY]?.headset.leave();
  const { page, faults } = await browser.open(station, { path: '/configure/settings?on=*&group=contents' });
  await page.getByRole('checkbox', { name: 'Manage: Apps' }).check();
  const apps = row(page, 'applications');
  await apps.getByRole('button', { name: 'Add an app' }).click();
  await apps.getByRole('textbox', { name: 'Package' }).fill(LAB);
  await apps.getByRole('textbox', { name: 'URL', exact: true }).fill('http://files.test/lab.apk');
  await apps.getByRole('textbox', { name: 'Version code' }).fill('7');
  await page.getByRole('button', { name: 'Kiosk', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Manage: Kiosk' }).check();
  await row(page, 'kioskMode').getByLabel('Kiosk app').fill(LAB);
  await row(page, 'kioskMode').getByText('Included in this change').waitFor();
  await page.keyboard.press('Control+Enter');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = readFileSync(await (await downloading).path(), 'utf8');
  expect(saved).toMatch(/^\uFEFFSetting,Entry,Model,Now,Change,New value\r\n/);
  expect(saved).toMatch(new RegExp(`^Apps,.*,Added,7\r$`, 'm'));
  await page.getByRole('button', { name: /^Apply to/ }).click();
  await title(page).filter({ hasText: '27 of 30 confirmed' }).waitFor();
  await page.getByText(/^2 did not confirm the change/).waitFor();
  const failed = page.getByRole('row', { name: /^A-12 Failed A download failed/ });
  await failed.waitFor();
  for (const index of FAILING) cart.headsets[index]?.headset.repairFaults();
  await page.getByRole('button', { name: 'Try these 2 again' }).click();
  await title(page).filter({ hasText: '29 of 30 confirmed' }).waitFor();
  cart.headsets[AWAY]?.headset.comeBack();
  await page.getByText('All 30 headsets have confirmed the change.').waitFor();

  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByText('Nothing has been sent yet.').waitFor();
  await page.getByRole('button', { name: /^Apply to/ }).click();
  await page.getByText('All 30 headsets have confirmed the change.').waitFor();
  const { settings } = (await station.call(getDevice, { params: { deviceId: idAt(AWAY) } })).body;
  expect(settings.kioskMode).toBeUndefined();

  await page.goto(`${station.url}/configure/history`);
  await page.getByText('Undo on 30 headsets').waitFor();
  await page.getByText('Undone', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('every change of a long history can be read', async () => {
  const deviceId = idAt(3);
  for (let volume = 0; volume < 110; volume += 1)
    await station.call(configureDevice, { params: { deviceId }, body: { volume: volume % 15 } });
  const { page, faults } = await browser.open(station, { path: `/configure/history?device=${deviceId}` });
  const changes = page.locator('.history > li');
  const older = page.getByRole('button', { name: 'Show older' });
  for (const shown of [50, 100]) {
    await expectOnPage(changes).toHaveCount(shown);
    await older.click();
  }
  await older.waitFor({ state: 'detached' });
  expect(await changes.count()).toBeGreaterThanOrEqual(110);
  expect(faults).toEqual([]);
  await page.context().close();
});

longTest('kiosk is set up with the keyboard alone, confirmed by every headset, and left again', async () => {
  const devicesId = cart.headsets.map(({ id }) => id);
  const applications = [{ id: 'lab', packageName: LAB, url: 'http://files.test/lab.apk', codeVersion: 7 }];
  await station.call(configureDevices, { body: { devicesId, settings: { applications } } });
  const installed = async () =>
    (await station.call(surveySettings, { body: { devicesId } })).body.installed.find(
      ({ packageName }) => packageName === LAB,
    )?.count;
  await expect.poll(installed).toBe(30);
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  const { keyboard } = page;
  const applied = async (): Promise<void> => {
    await page.getByText('Nothing has been sent yet.').waitFor();
    await keyboard.press('Control+Enter');
    await page.getByText('All 30 headsets have confirmed the change.').waitFor();
  };
  await page.getByRole('option', { name: /^A-30/ }).waitFor();
  await keyboard.press('Control+k');
  await keyboard.type('kiosk for 30');
  await page.locator('[data-combobox-option]').first().waitFor();
  await keyboard.press('Enter');
  await title(page).filter({ hasText: 'Kiosk for 30 headsets' }).waitFor();
  await tabTo(page, page.getByRole('searchbox', { name: 'Find an app' }));
  await keyboard.type(LAB);
  const app = page.getByRole('radio', { name: LAB });
  await page.getByText('Installed on all').waitFor();
  await tabTo(page, app);
  await keyboard.press('Space');
  await tabTo(page, page.getByRole('radio', { name: 'Only from this station' }));
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+Enter');
  await applied();
  const settingsOf = async (index: number) =>
    (await station.call(getDevice, { params: { deviceId: idAt(index) } })).body.settings;
  expect(await settingsOf(5)).toMatchObject({
    kioskMode: { isActive: true, packageName: LAB },
    system: { showAppQuitConfirmDialog: true },
  });

  await page.goto(`${station.url}/configure/kiosk?on=*`);
  await page.getByText('30 of 30 are in kiosk mode now.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Exit kiosk mode…' }));
  await keyboard.press('Enter');
  await applied();
  expect((await settingsOf(5)).kioskMode).not.toMatchObject({ isActive: true });
  expect(faults).toEqual([]);
  await page.context().close();
});

longTest('drift is marked, explained and repaired with one action', async () => {
  const deviceId = idAt(3);
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?on=${deviceId}&group=audio`,
  });
  await page.getByRole('checkbox', { name: 'Manage: Volume' }).check();
  await row(page, 'volume').getByRole('textbox', { name: 'Volume' }).fill('20');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: /^Apply to 1 headset/ }).click();
  await title(page).filter({ hasText: '1 of 1 confirmed' }).waitFor();

  // This model counts to 15.
  cart.headsets[3]?.headset.tamper({ volume: 9 });
  await page.getByRole('link', { name: 'Fleet' }).click();
  // The tile names the drifted setting.
  await page.getByRole('option', { name: /^A-04\b.*Volume 60\s% \(9\), assigned 20\s% \(3\)/ }).click();
  const details = page.getByRole('dialog');
  await details.getByText(/^60\s% \(9\), assigned 20\s% \(3\)$/).waitFor();
  await details.getByRole('button', { name: 'Repair 1' }).click();
  await title(page).filter({ hasText: '1 of 1 confirmed' }).waitFor();
  // The station sends the setting's wire name; a person reads its label.
  await page.getByText(/^Volume, applied at/).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test.each(some(Object.entries(SIZES), 1))(
  'nothing is cut off sideways in the editor and the preview: %s',
  async (_name, viewport) => {
    const { page, faults } = await browser.open(station, {
      path: '/configure/settings?on=*&group=power',
      viewport,
    });
    await page.getByRole('checkbox', { name: 'Manage: Sleep after' }).check();
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Nothing has been sent yet.').waitFor();
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

longTest('a plan over a thousand headsets groups them into few parts', async () => {
  const slots = [...(await station.slots(500, 'Y-')), ...(await station.slots(500, 'Z-'))];
  const { body: plan } = await station.call(createPlan, {
    body: { devicesId: [...cart.headsets, ...slots].map(({ id }) => id), settings: { volume: 2 } },
  });
  const { page, faults } = await browser.open(station, { path: `/configure/plan/${plan.id}` });
  await title(page).filter({ hasText: 'on 30 headsets, 1,000 empty slots' }).waitFor();
  await page.getByRole('row', { name: /^Volume/ }).waitFor();
  await expectOnPage(page.locator('.different li')).toHaveCount(50);
  // The number of drawn elements does not grow with the fleet, which keeps the screen smooth.
  expect(await page.locator('*').count()).toBeLessThan(2_000);
  expect(faults).toEqual([]);
  await page.context().close();
});
