import { expect as expectOnPage } from './patient.ts';
import { expect, test } from 'vitest';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { createPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../shared/contract/configuration/plans/rollouts.ts';
import { OFFLINE_AFTER_MS } from '../../shared/domain/devices/headset-limits.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { aReadyCart } from './a-cart.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

const settings = {
  applications: [
    {
      id: 'app-sea',
      packageName: 'org.school.deepsea',
      url: 'http://files.test/sea.apk',
      codeVersion: 30,
    },
  ],
  kioskMode: { isActive: true, packageName: 'org.school.deepsea' },
  wifi: [{ ssid: 'School-Headsets', password: 'secret-word' }],
};

/** What a headset reports that has all of this. */
const done = {
  settingsRevision: 1,
  installedPackages: [{ packageName: 'org.school.deepsea', versionCode: 30 }],
  effectiveSettings: { kioskMode: settings.kioskMode },
};

test('the acceptance sheet names what is queued and offline, and is signed on a page with headsets', async () => {
  const clock = new ManualClock();
  await using station = await aStationWithInterface({ clock });
  const cart = await aReadyCart(station, 30);
  const ids = cart.map(({ id }) => id);
  await station.call(configureDevices, { body: { devicesId: ids, settings } });
  await Promise.all(cart.map((headset) => headset.report(done)));
  // The last two go away before the next change.
  clock.advance(OFFLINE_AFTER_MS + 1_000);
  const there = cart.slice(0, 28);
  await Promise.all(there.map((headset) => headset.report(done)));
  const { body: plan } = await station.call(createPlan, {
    body: { devicesId: ids, settings: { volume: 30 } },
  });
  await station.call(applyPlan, { params: { planId: plan.id }, body: { waves: [] } });
  await Promise.all(there.map((headset) => headset.report({ ...done, settingsRevision: 2 })));

  const { page, faults } = await browser.open(station, { path: '/enrol/acceptance' });
  await expectOnPage(page.getByRole('heading', { level: 1 })).toHaveText('28 of 30 confirmed');
  const away = page.getByRole('row', { name: /A-30/ });
  await expectOnPage(away).toContainText('Not confirmed');
  await expectOnPage(away).toContainText('A change is queued for it.');
  await expectOnPage(away).toContainText('Offline, last seen');
  await expectOnPage(page.locator('.sheet-title')).toContainText('28 of 30 confirmed');

  // Enrol says the same of the same headsets.
  await page.getByRole('link', { name: 'Back to the cart' }).click();
  await expectOnPage(page.getByRole('heading', { name: '28 of 30 ready' })).toBeVisible();
  await expectOnPage(page.getByText('28 of 30 in kiosk mode.')).toBeVisible();
  // What is queued leaves nothing to do in the step of the kiosk: the sheet is next.
  await expectOnPage(page.getByText('A change is queued for 2 headsets.')).toBeVisible();
  const steps = page.getByRole('list', { name: 'Next steps' }).getByRole('listitem');
  await expectOnPage(steps.filter({ hasText: 'Kiosk' }).getByText('Queued', { exact: true })).toBeVisible();
  await expectOnPage(page.locator('.is-next')).toContainText('Acceptance sheet');
  await page.goBack();

  await page.emulateMedia({ media: 'print' });
  const last = page.locator('.sheet-last');
  expect(await last.evaluate((body) => getComputedStyle(body).breakInside)).toBe('avoid');
  await expectOnPage(last.locator('.sheet-signatures')).toHaveCount(1);
  await expectOnPage(last.getByRole('row')).toHaveCount(4);
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect([...paper.matchAll(/\/MediaBox/g)].length).toBeLessThanOrEqual(2);
  expect(faults).toEqual([]);
});
