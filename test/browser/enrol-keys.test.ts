import { expect } from './patient.ts';
import { test } from 'vitest';

import { enrolDeviceByCode } from '../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { createProfile } from '../../shared/contract/configuration/profiles.ts';
import { makeCart, readCode, scan, shownName } from './enrol-parts.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

test('the whole enrolment desk works with the keyboard', async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 12);
  const first = await readCode(page);

  await page.keyboard.press('n');
  await expect.poll(() => readCode(page)).not.toBe(first);
  await page.keyboard.press('Enter');
  await expect(shownName(page)).toHaveText('A-02');
  await page.keyboard.press('s');
  await expect(shownName(page)).toHaveText('A-03');
  await expect(page.getByRole('button', { name: 'A-02 Skipped' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(shownName(page)).toHaveText('A-04');
  await page.keyboard.press('End');
  await expect(shownName(page)).toHaveText('A-12');
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog', { name: 'Show only the code, full screen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Skip this slot');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/enrol\/labels\?cart=/);
  expect(faults).toEqual([]);
});

test('the map is one tab stop, and the arrow keys move within it', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 12);

  await page.locator('.enrol-cell').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.enrol-cell').nth(1)).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(shownName(page)).toHaveText('A-03');
  await expect(page.locator('.enrol-cell[tabindex="0"]')).toHaveCount(1);
});

test('scanning a label with a hand scanner shows its slot on the screen', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });
  await makeCart(page, 12);
  const slots = await station.send('GET', '/devices?limit=100');
  const { items } = slots.body as { items: { id: string; label: string }[] };
  const wanted = items.find((item) => item.label === 'A-07');

  await scan(page, `muster://enrol?id=${wanted?.id}`);

  await expect(shownName(page)).toHaveText('A-07');
  await expect(page.getByRole('button', { name: /Skipped/ })).toHaveCount(0);
  // A label has a question mark, which typed alone shows the keys.
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys do nothing while a field has focus', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/enrol' });

  await page.getByLabel('Names start with').fill('');
  await page.getByLabel('Names start with').pressSequentially('nfsp-');

  await expect(page.getByLabel('Names start with')).toHaveValue('nfsp-');
  await expect(page).toHaveURL(/\/enrol$/);
});

test('from the cart form with a profile to the acceptance sheet without a mouse', async () => {
  await using station = await aStationWithInterface();
  await station.call(createProfile, { body: { name: 'Quiet', settings: { volume: 3 } } });
  const { page, faults } = await browser.open(station, { path: '/enrol' });
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await expect(page.getByLabel('Cart', { exact: true })).toBeFocused();
  await press('Tab', 'Control+a', '1');
  await expect(page.getByRole('button', { name: 'Create 1 slot' })).toBeVisible();
  await press('Tab', 'Tab', 'Tab', 'Tab', 'Tab');
  await expect(page.getByLabel('Profile').first()).toBeFocused();
  await expect(page.getByLabel('Profile').first()).toHaveAttribute('aria-busy', 'false');
  await press('ArrowDown', 'ArrowDown', 'Enter');
  await expect(page.getByLabel('Profile').first()).toHaveValue('Quiet');
  await press('Tab', 'Enter');
  await page.locator('.enrol-code').waitFor();

  const { body } = await station.call(enrolDeviceByCode, {
    body: { code: await readCode(page), androidId: 'android-keys' },
  });
  await station.call(updateDevice, {
    params: { deviceId: body.id },
    token: body.accessToken,
    body: { settingsRevision: 1, effectiveSettings: { volume: 3 }, batteryInfo: { level: 80 } },
  });
  await page.getByRole('heading', { name: /^1 of 1 ready/ }).waitFor();
  const sheet = page.getByRole('link', { name: 'Acceptance sheet' });
  const isFocused = () => sheet.evaluate((link) => link === document.activeElement);
  for (let tabs = 0; tabs < 40 && !(await isFocused()); tabs += 1) await press('Tab');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Technician' })).toBeFocused();
  await page.keyboard.type('Amélie');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 confirmed');
  await press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused();
  expect(faults).toEqual([]);
});
