import type { Page } from 'playwright';
import { test } from 'vitest';

import { configureDevice } from '../../shared/contract/configuration/configure.ts';
import { TestHeadset } from '../support/linked-headset.ts';
import { expectAccessible } from './axe.ts';
import { expect } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';

const browser = aSharedBrowser();
const PLACES = { ...SIZES, upright: { width: 768, height: 1_024 }, phone: { width: 390, height: 844 } };
const OLD = { ssid: 'Old hall', password: 'the old one' };

async function expectItFits(page: Page): Promise<void> {
  for (const size of Object.values(PLACES)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(SIZES.laptop);
}

test('a network that cannot work is refused while typing, and a replaced one stays and says so until the headset has left it', async () => {
  await using station = await aStationWithInterface();
  await using headset = await TestHeadset.linked(station);
  await station.call(configureDevice, { params: headset.params, body: { wifi: [OLD] } });
  await headset.report({ settingsRevision: 1, appliedRevision: 1, wifiSsid: OLD.ssid });
  const { page, faults } = await browser.open(station, {
    path: `/configure/settings?on=${headset.id}&group=wifi`,
  });
  await page.getByRole('checkbox', { name: 'Manage: Networks' }).check();
  await page.getByRole('button', { name: /^Old hall / }).click();
  const entry = page.getByRole('list', { name: 'Networks' });
  const name = entry.getByRole('textbox', { name: 'Network name' });

  await name.fill('é'.repeat(17));
  await expect(entry.getByText(/at most 32 bytes/)).toBeVisible();
  await expectAccessible(page);
  await expectItFits(page);
  await name.fill('New hall');
  const password = entry.getByLabel(/^(?:New p|P)assword/).first();
  await password.fill('7 chars');
  await expect(entry.getByText(/8 to 63 characters/)).toBeVisible();
  await password.fill('the new one');
  await expectItFits(page);
  await page.keyboard.press('Control+Enter');

  await expect(
    page.getByText('1 headset is connected through “Old hall”, which this change replaces.'),
  ).toBeVisible();
  await expectItFits(page);
  await page.getByRole('button', { name: /^Apply to 1 headset/ }).click();
  await page.goto(`${station.url}/fleet/${headset.id}`);
  const note = page.getByText('The Wi-Fi network “Old hall” stays until this headset was seen on New hall.');
  await expect(note).toBeVisible();
  await expectAccessible(page);
  await expectItFits(page);

  const { body } = await headset.report({ wifiSsid: OLD.ssid });
  await headset.report({
    appliedRevision: body.settingsRevision,
    settingsRevision: body.settingsRevision,
    wifiSsid: 'New hall',
  });
  await expect(note).toBeHidden();
  expect(faults).toEqual([]);
});
