import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { getDevice } from '../../shared/contract/devices/devices.ts';
import { expectAccessibleDialog } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';

const browser = aSharedBrowser();

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

test('a deleted headset is distinguished from one that never existed, and keeps its history', async () => {
  await using station = await aStationWithInterface();
  const [slot] = await station.slots(1, 'Gone-');
  const id = slot?.id ?? '';
  const { page } = await browser.open(station, {
    path: `/fleet/${id}`,
    viewport: SIZES.tablet,
    locale: 'fr-FR',
    colorScheme: 'dark',
  });
  await title(page, 'Gone-01').waitFor();
  await page.locator('.note').first().waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Supprimer…' }).click();
  const asked = page.getByRole('dialog', { name: 'Supprimer Gone-01 ?' });
  await asked.getByText('La fiche et ses paramètres sont supprimés immédiatement').waitFor();
  const sure = asked.getByRole('button', { name: 'Supprimer Gone-01' });
  await sure.click();
  await expectOnPage(page.getByRole('tooltip')).toHaveText('Saisissez «\u202fGone-01\u202f» pour confirmer.');
  await expectAccessibleDialog(page);
  await asked.getByLabel('Saisissez Gone-01 pour confirmer').fill('Gone-01');
  await sure.click();
  await page.waitForURL(/\/fleet$/);
  await page.getByText('Gone-01 a été supprimé.').waitFor();
  await page.getByRole('link', { name: 'Son historique' }).waitFor();
  await expect
    .poll(async () => (await station.call(getDevice, { params: { deviceId: id } })).status)
    .toBe(404);
  await page.goto(`${station.url}/fleet/${id}`);
  await title(page, 'Gone-01 a été supprimé').waitFor();
  await page.locator('.timeline').getByText('Supprimé du parc').waitFor();
  await page.goto(`${station.url}/fleet/never`);
  await title(page, 'Casque introuvable').waitFor();
  await page.context().close();
});
