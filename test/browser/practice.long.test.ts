// The practice cart: checked by what a person sees of it.
import { expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

/** Downloads take a while on simulated headsets, in ms. */
const SOON = { timeout: 120_000 };
/** The simulated wearer turns up the volume with the sixth report and every 24th after it, in ms. */
const DRIFT = { timeout: 270_000 };

const browser = aSharedBrowser();

async function assignVolume(station: TestStation, label: string, volume: number): Promise<void> {
  const { body } = await station.call(contract.listDevices, { query: {} });
  const id = body.items.find((device) => device.label === label)?.id ?? '';
  const { status } = await station.call(contract.configureDevice, {
    params: { deviceId: id },
    body: { levels: 'percent', volume },
  });
  expect(status).toBe(200);
}

test('the practice cart names its apps; one download fails and is retried, and a changed volume is repaired', async () => {
  await using station = await aStationWithInterface();
  await station.call(contract.startPractice, { body: { count: 12, paceMs: 0 } });
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  const tile = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
  await expectOnPage(tile('P-12')).toHaveCount(1);
  await assignVolume(station, 'P-12', 20);

  await expectOnPage(tile('P-04')).toContainText('Download failed', SOON);
  await page.goto(`${station.url}/content`);
  for (const name of ['Planetarium', 'Human Body', 'Museum Tour']) {
    const row = page.getByRole('row').filter({ hasText: name });
    await expectOnPage(row.locator('img')).toBeVisible();
  }

  await page.goto(`${station.url}/fleet`);
  await tile('P-04').locator('[data-tick]').click();
  await page.getByRole('button', { name: 'Retry the download' }).click();
  await page.getByRole('heading', { level: 1, name: '1 of 1 confirmed' }).waitFor(SOON);
  await page.goto(`${station.url}/fleet`);
  await tile('P-04').waitFor();
  await expectOnPage(tile('P-04')).not.toContainText('Download failed');

  // The volume of the last headset is turned up repeatedly.
  await expectOnPage(tile('P-12')).toContainText(/Volume 53\s% \(8\), assigned 20\s% \(3\)/, DRIFT);
  await tile('P-12').click();
  const details = page.getByRole('dialog');
  await details.getByText(/^Volume is 53\s% \(8\), but 20\s% \(3\) is assigned\.$/).waitFor();
  await details.getByRole('button', { name: 'Repair 1' }).click();
  await page.getByRole('heading', { level: 1, name: '1 of 1 confirmed' }).waitFor(SOON);
  expect(faults).toEqual([]);
}, 600_000);
