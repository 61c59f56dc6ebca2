import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import { createBackup } from '../../shared/contract/operations/backups.ts';
import { listDevices } from '../../shared/contract/devices/devices.ts';
import { updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import type { TestStation } from '../support/a-station.ts';
import { expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const browser = aSharedBrowser();
let station: TestStation;
let empty: TestStation;
/** Enrolled at `station` before there was any backup. */
let headset: Awaited<ReturnType<TestStation['enrolled']>>;
beforeAll(async () => {
  [station, empty] = await Promise.all([aStationWithInterface(), aStationWithInterface()]);
  headset = await station.enrolled('kept');
});
afterAll(() => Promise.all([station[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]));

const PASSPHRASE = 'seven words of the reef school';

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

longTest(
  'a station is backed up into one file, previewed and restored on an empty station; its headset continues there',
  async () => {
    const { page, faults } = await browser.open(station, { path: '/station/backups' });
    await title(page, 'No backup yet').waitFor();
    await expectAccessibleInBoth(page);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await title(page, /^1 backup, the last/).waitFor();
    await page.getByRole('button', { name: /^More actions for the backup/ }).click();
    await page.getByRole('menuitem', { name: 'Export encrypted backup…' }).click();
    await page.getByLabel('Passphrase', { exact: true }).fill('short');
    await page.getByText('Too short: enter at least 12 characters').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await (await downloading).path();
    expect(readFileSync(file).subarray(0, 7).toString()).toBe('MUSTER1');
    await page.getByText(/^Station of/).waitFor();
    expect(faults).toEqual([]);

    // The person starts with the first screen of an empty station.
    const there = await browser.open(empty, { path: '/' });
    const other = there.page;
    await other.getByRole('link', { name: 'Import from another station' }).click();
    await other.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'care.test.ts'));
    await other.getByRole('button', { name: 'Import', exact: true }).click();
    await other.getByText('This file is not an encrypted backup').waitFor();
    await expectAccessibleDialog(other);
    await other.locator('input[type=file]').setInputFiles(file);
    await other.getByRole('button', { name: 'Import', exact: true }).click();
    await other.getByLabel('Passphrase', { exact: true }).fill('not the words of it');
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByText('The passphrase is wrong').waitFor();
    await other.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await other.getByRole('button', { name: 'Open', exact: true }).click();
    await other.getByText('1 headset record, 1 enrolled').waitFor();
    await other.getByText(/^This backup is from another station/).waitFor();
    await expectAccessibleDialog(other);
    const submit = other.getByRole('button', { name: 'Restore', exact: true });
    await submit.click();
    await expectOnPage(other.getByRole('tooltip')).toHaveText('Type “restore” to confirm.');
    await other.getByLabel(/^Type “restore”/).fill('restore');
    await submit.click();
    // It is another station now: this window's session belonged to the old one.
    await expectOnPage(other.getByText(/not signed in/i).first()).toBeVisible({ timeout: 120_000 });

    const beat = {
      params: { deviceId: headset.id },
      token: headset.token,
      body: { batteryInfo: { level: 50 } },
    };
    expect((await empty.call(updateDevice, beat)).status).toBe(200);
  },
);

test('restoring on the same station names the data that will be lost, keeps the old data, and the window reloads', async () => {
  await station.call(createBackup);
  await station.enrolled('after');
  const { page, faults } = await browser.open(station, { path: '/station/backups' });
  await page
    .getByRole('button', { name: /^Inspect the backup/ })
    .first()
    .click();
  await page.getByText('1 headset enrolled now is not in this backup.', { exact: false }).waitFor();
  await page.getByLabel(/^Type “restore”/).fill('restore');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText(/^The backup of .* was restored/).waitFor({ timeout: 120_000 });
  await expect.poll(async () => (await station.call(listDevices)).body.items).toHaveLength(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expectOnPage(title(page, /^\d backups, the last/)).toBeVisible();

  // A backup damaged by a bad disk is marked, not restored, and not encrypted.
  writeFileSync(join(station.folder, 'backups', 'muster-2026-01-01T00-00-00-000Z.db'), 'no database');
  await page.reload();
  const spoilt = page.getByRole('listitem').filter({ hasText: '11 bytes' });
  await spoilt.getByRole('button', { name: /^Inspect the backup/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^This backup is damaged and cannot be used/).waitFor();
  await expectOnPage(dialog.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0);
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await spoilt.getByText('Damaged: cannot be used').waitFor();
  await spoilt.getByRole('button', { name: /^More actions for the backup/ }).click();
  await page.getByRole('menuitem', { name: 'Export encrypted backup…' }).click();
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText(/^This backup cannot be exported/).waitFor();
  // Only open streams may fail, because of the stop.
  expect(faults.filter((fault) => !/ERR_|network|fetch|503|409/i.test(fault))).toEqual([]);
});

longTest(
  'the page of this computer shows disk, software and licences, exports a support bundle, and changes language and theme',
  async () => {
    const { page, faults } = await browser.open(station, { path: '/station/computer' });
    await title(page, /^Muster \d/).waitFor();
    await page.getByText(/ free of /).waitFor();
    await expectAccessibleInBoth(page);
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('button', { name: 'Show all licences' }).click();
    await page.getByRole('dialog').getByText('fastify', { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('react', { exact: true }).click();
    await page
      .getByText(/Permission is hereby granted/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the support bundle' }).click();
    const bundle = readFileSync(await (await downloading).path(), 'utf8');
    expect(bundle).toContain('"store"');

    await page.getByText('Dark', { exact: true }).click();
    await expectOnPage(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByText('Français', { exact: true }).click();
    await expectOnPage(page.getByRole('heading', { name: 'Stockage' })).toBeVisible();
    await page.getByText('English', { exact: true }).click();
    expect(faults).toEqual([]);
  },
);
