// What a preview says of its waves: which headsets are in them, and that slots without a headset are in none.
import { expect, test } from 'vitest';

import { createPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { OFFLINE_AFTER_MS } from '../../shared/domain/devices/headset-limits.ts';
import type { TestStation } from '../support/a-station.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { aReadyCart } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();
const QUEST = { name: 'Quest 3', product: 'eureka' };

async function aPreview(station: TestStation, devicesId: string[]): Promise<string> {
  const settings = { system: { timezone: 'Europe/Paris' } };
  const { body } = await station.call(createPlan, { body: { devicesId, settings } });
  return `/configure/plan/${body.id}`;
}

test('a wave names its headsets, and a range only where no other headset is in between', async () => {
  await using station = await aStationWithInterface();
  const cart = await aReadyCart(station, 10);
  await cart[2]?.report({ type: QUEST });
  const path = await aPreview(
    station,
    cart.map(({ id }) => id),
  );
  const { page, faults } = await browser.open(station, { path });
  const waves = page.getByRole('list', { name: 'Waves' }).getByRole('listitem');
  await expectOnPage(waves.first()).toContainText('One of each model: A-01 and A-03');
  // A-03 is in the first wave.
  await page.getByLabel('Second wave').fill('30');
  await expectOnPage(waves.nth(1)).toContainText('A-02, A-04 and A-05');
  await page.getByLabel('Second wave').fill('50');
  await expectOnPage(waves.nth(1)).toContainText('A-02, A-04, A-05 and 2 more');
  await page.getByLabel('Apply in waves').click({ force: true });
  await expectOnPage(waves.first()).toContainText('A-01 to A-10');
  // What nothing happens to has no explanation.
  const counts = page.locator('.counts').getByRole('listitem');
  await expectOnPage(counts.nth(2)).toHaveText('0are offline');
  await expectOnPage(counts.nth(3)).toHaveText('0not supported, skipped');
  expect(faults).toEqual([]);
});

test('slots without a headset are called slots, are in no wave, and the results show no empty list of waves', async () => {
  const clock = new ManualClock();
  await using station = await aStationWithInterface({ clock });
  const [headset] = await aReadyCart(station, 1);
  const { body } = await station.call(createSlots, { body: { count: 2, labelPrefix: 'B-' } });
  const slots = body.items.map(({ id }) => id);
  const mixed = await aPreview(station, [...slots, headset?.id ?? '']);
  const { page, faults } = await browser.open(station, { path: mixed });
  const waves = page.getByRole('list', { name: 'Waves' }).getByRole('listitem');
  await expectOnPage(waves).toHaveCount(1);
  await expectOnPage(waves).toContainText('1 headset');
  const away = page.locator('.counts').getByRole('listitem').nth(2);
  await expectOnPage(away).toHaveText('2empty slotsThe change is queued for them');

  clock.advance(OFFLINE_AFTER_MS + 1_000);
  await page.goto(station.url + (await aPreview(station, [...slots, headset?.id ?? ''])));
  await expectOnPage(away).toContainText('offline headsets or empty slots');
  await page.goto(station.url + (await aPreview(station, slots)));
  await page.getByText('None of them can be reached now.').waitFor();
  await expectOnPage(page.getByRole('list', { name: 'Waves' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply to 2 empty slots' }).click();
  await page.getByRole('heading', { level: 1, name: '0 of 2 confirmed' }).waitFor();
  await expectOnPage(page.getByRole('heading', { name: 'Waves' })).toHaveCount(0);
  expect(faults).toEqual([]);
});
