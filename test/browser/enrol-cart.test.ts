import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';

import { enrolDevice } from '../../shared/contract/enrolment.ts';
import { updateDevice, type Heartbeat } from '../../shared/contract/heartbeat.ts';
import { createProfile } from '../../shared/contract/profiles.ts';
import { exportSlots } from '../../shared/contract/carts.ts';
import { parseCsv } from '../../shared/domain/csv.ts';
import type { TestStation } from '../support/a-station.ts';
import { readCode } from './enrol-parts.ts';
import {
  aSharedBrowser,
  aStationWithInterface,
  expectAccessible,
  expectAccessibleDialog,
  expectAccessibleInBoth,
  expectNoSidewaysScroll,
} from './support.ts';

const browser = aSharedBrowser();
const LAB = 'org.school.lab';
const KIOSK = { kioskMode: { isActive: true, packageName: LAB } };
const THERE = { installedPackages: [{ packageName: LAB, versionCode: 7 }] };

const FILE =
  'Nom du casque;Modèle;Chariot;Étagère;Rang;Profil\r\n' +
  'C-01;PICO 4;Chariot C;1;1;Lab\r\nC-02;PICO 4;Chariot C;1;2;Lab\r\nC-03;PICO 4;Chariot C;2;trois;Labo\r\n';

function title(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

function cell(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^${name} `) });
}

function pick(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text, 'latin1');
  return page.locator('input[type=file]').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer });
}

/** Headsets that type the codes of the cart, by the names of their places. */
async function enrolled(station: TestStation) {
  const { csv } = (await station.call(exportSlots, { body: {} })).body;
  const { header, rows } = parseCsv(csv);
  const at = (name: string) => header.indexOf(name);
  const made = await Promise.all(
    rows.map(async ({ cells }) => {
      const name = cells[at('label')] ?? '';
      const enrollmentToken = cells[at('enrollmentToken')] ?? '';
      const { body } = await station.call(enrolDevice, {
        body: { enrollmentToken, androidId: `serial-${name}` },
      });
      const report = (given: Heartbeat = {}) =>
        station.call(updateDevice, {
          params: { deviceId: body.id },
          token: body.accessToken,
          body: { type: { name: 'PICO 4', product: 'A8110' }, batteryInfo: { level: 80 }, ...given },
        });
      return [name, report] as const;
    }),
  );
  return new Map(made);
}

test('a cart from a file: profile confirmed by each headset, check, exchange, replacement, acceptance sheet', async () => {
  await using station = await aStationWithInterface();
  await station.call(createProfile, { body: { name: 'Lab', settings: KIOSK } });
  const { page, faults } = await browser.open(station, { path: '/enrol/import' });

  // A file as an old French Excel writes it: nothing is made until every line is right.
  await pick(page, FILE);
  await expect(page.getByText('1 thing is wrong.')).toBeVisible();
  await expect(page.getByText('Line 4: There is no profile “Labo”.')).toBeVisible();
  await page.getByLabel('Place', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Rang' }).click();
  await expect(page.getByText('2 things are wrong.')).toBeVisible();
  await expect(page.getByText('Place is “trois”.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make 3 places' })).toBeDisabled();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Another file' }).click();
  await pick(page, FILE.replace('Rang', 'Place').replace('trois', '3').replace('Labo', 'Lab'));
  await page.getByRole('button', { name: 'Make 3 places' }).click();
  await expect(title(page)).toHaveText('3 places were made');
  await page.getByRole('link', { name: 'Codes for Chariot C' }).click();
  await expect(title(page)).toHaveText('Enrol Chariot C');

  // The profile goes out as headsets enrol; two lack its app, and nobody is ready before he has confirmed.
  const reports = await enrolled(station);
  await reports.get('C-01')?.(THERE);
  await reports.get('C-02')?.({ installedPackages: [] });
  await reports.get('C-03')?.({ installedPackages: [] });
  await expect(page.getByText('C-02 and C-03 did not get their profile')).toBeVisible();
  await cell(page, 'C-01').click();
  await expect(page.getByText('Profile Lab, version 1, sent')).toBeVisible();
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'applying');
  await reports.get('C-01')?.({ settingsRevision: 1, effectiveSettings: { kioskMode: { isActive: false } } });
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'drifted');
  await reports.get('C-01')?.({ effectiveSettings: KIOSK });
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'ready');
  await expect(page.getByText('Confirmed by the headset')).toBeVisible();
  await cell(page, 'C-02').click();
  await expect(page.getByText('Profile Lab not given')).toBeVisible();
  await expectAccessible(page, 'main');

  // The cart gets no profile after all: two headsets are ready with what they have.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Choose the profile' }).click();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await reports.get('C-02')?.(THERE);
  await reports.get('C-02')?.({ settingsRevision: 1, effectiveSettings: KIOSK });
  await expect(cell(page, 'C-02')).toHaveAttribute('data-state', 'ready');

  // The check: two stand the wrong way round, one is gone; the station learns how they stand.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Check the cart' }).click();
  const seen = page.getByRole('textbox', { name: 'What stands there' });
  for (const text of ['c-02', 'serial-C-01']) {
    await seen.fill(text);
    await seen.press('Enter');
  }
  await page.getByRole('button', { name: 'Nothing stands there' }).click();
  await expect(title(page)).toHaveText('3 of 3 places looked at');
  await expect(page.getByText('1 is missing. 2 stand wrong.')).toBeVisible();
  await expect(page.getByText('C-01 and C-02 stand the wrong way round')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Exchange C-01 and C-02' }).click();
  await expect(page.getByText('1 is missing.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the cart' }).click();

  // The missing one is replaced: its place waits for another with a new code.
  await cell(page, 'C-03').click();
  await page.getByRole('button', { name: 'Replace the headset' }).click();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Let the old headset of C-03 go' }).click();
  await expect(page.getByRole('heading', { name: 'C-03' })).toBeVisible();
  expect(await readCode(page)).toBeGreaterThan(99_999);

  // The sheet says honestly what is confirmed and what is not, on paper and as a file.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Acceptance sheet' }).click();
  await expect(title(page)).toHaveText('2 of 3 confirmed');
  await page.getByRole('textbox', { name: 'Technician' }).fill('Amélie R.');
  const sheet = page.getByRole('region', { name: 'Acceptance sheet, Chariot C' });
  await expect(sheet.getByRole('row', { name: /^C-03 .*No headset has enrolled here\.$/ })).toBeVisible();
  await expect(sheet.getByRole('row', { name: /^C-01 PICO 4 .*org\.school\.lab.*confirmed/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expect(sheet.locator('dd').filter({ hasText: 'Amélie R.' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const saved = await readFile(await download.path(), 'utf8');
  expect(saved.startsWith('\uFEFFname,')).toBe(true);
  expect(saved).toContain('NOT_ENROLLED');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Technician' })).toHaveValue('Amélie R.');
  await expect(sheet).toBeVisible();
  await expectNoSidewaysScroll(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect([...pdf.matchAll(/\/MediaBox ?\[0 0 (\d+)\.?\d* (\d+)/g)].map(([, w, h]) => `${w} ${h}`)).toEqual([
    '841 594',
  ]);
  expect(faults).toEqual([]);
}, 120_000);
