import { join } from 'node:path';
import { expect } from './patient.ts';
import { test } from 'vitest';

import { importSlots } from '../../shared/contract/enrolment/carts.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { expectAccessible } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';

const browser = aSharedBrowser();
const FILES = join(import.meta.dirname, '..', 'service', 'enrolment', 'lists', 'files');

test('a workbook of an asset list becomes slots, and a headset in another slot is offered its own', async () => {
  await using station = await aStationWithInterface();
  const { page, faults } = await browser.open(station, { path: '/enrol/import' });

  await page.locator('input[type=file]').setInputFiles(join(FILES, 'old.xls'));
  await expect(page.getByText('This is a workbook of an older Excel.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await page.locator('input[type=file]').setInputFiles(join(FILES, 'merged.xlsx'));
  await expect(page.getByText('4 lines, no problems found.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'A45E60123422' })).toBeVisible();
  await expectAccessible(page);
  for (const size of Object.values(SIZES)) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(SIZES.laptop);
  // A column is corrected, and the correction is remembered.
  await page.getByLabel('Model', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Not in the file' }).click();
  await expect(page.getByRole('columnheader', { name: 'Model' })).toBeHidden();
  await page.getByRole('button', { name: 'Create 4 slots' }).click();
  await expect(page.getByRole('heading', { name: '4 slots created' })).toBeVisible();

  const csv = 'Cart,Name,Model,MAC address\nCart North,N-09,Quest 3,\n';
  const { body } = await station.call(importSlots, { body: { csv, check: false } });
  expect(body).toMatchObject({ isRemembered: true, mapping: { model: null } });
  const enrollmentToken = body.items[0]?.enrollmentToken ?? '';
  const enrolled = await station.call(enrolDevice, { body: { enrollmentToken, androidId: 'android-n' } });
  await station.call(updateDevice, {
    params: { deviceId: enrolled.body.id },
    token: enrolled.body.accessToken,
    body: { macAddress: 'A4:5E:60:12:34:21' },
  });
  await page.getByRole('link', { name: 'Codes for Cart North' }).click();
  await page.getByRole('button', { name: /^N-09 / }).click();
  await expect(page.getByText('By the asset list, this headset is N-01')).toBeVisible();
  await page.getByRole('button', { name: 'Swap with N-01' }).click();
  await expect(page.getByText('By the asset list, this headset is N-01')).toBeHidden();
  await expect(page.getByRole('button', { name: /^N-01 .*Ready/ })).toBeVisible();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
