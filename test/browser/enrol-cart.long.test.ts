import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { test } from 'vitest';

import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { updateDevice, type Heartbeat } from '../../shared/contract/enrolment/heartbeat.ts';
import { createProfile, listProfiles, updateProfile } from '../../shared/contract/configuration/profiles.ts';
import { exportSlots } from '../../shared/contract/enrolment/carts.ts';
import { parseCsv } from '../../shared/domain/kernel/csv.ts';
import type { TestStation } from '../support/a-station.ts';
import { readCode } from './enrol-parts.ts';
import { expectAccessible, expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const browser = aSharedBrowser();
/** A timeout for a busy computer. */
const expect = expectOnPage.configure({ timeout: 120_000 });
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
  return page.locator('.enrol-cell').and(page.getByRole('button', { name: new RegExp(`^${name} `) }));
}

function pick(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text, 'latin1');
  return page.locator('input[type=file]').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer });
}

/** Drops a file onto the screen, as from a folder beside the window. */
async function drop(page: Page, text: string): Promise<void> {
  const bytes = [...Buffer.from(text, 'latin1')];
  const dataTransfer = await page.evaluateHandle((content) => {
    const files = new DataTransfer();
    files.items.add(new File([new Uint8Array(content)], 'dropped.csv', { type: 'text/csv' }));
    return files;
  }, bytes);
  const place = page.getByRole('heading', { level: 1 });
  for (const event of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(event, { dataTransfer });
}

/** Headsets that enrol into the free slots with these names; `serial` if one enrols again. */
async function enrolled(station: TestStation, serial?: string) {
  const { csv } = (await station.call(exportSlots, { body: {} })).body;
  const { header, rows } = parseCsv(csv);
  const at = (name: string) => header.indexOf(name);
  const free = rows.filter(({ cells }) => cells[at('enrollmentToken')] !== '');
  const made = await Promise.all(
    free.map(async ({ cells }) => {
      const name = cells[at('label')] ?? '';
      const enrollmentToken = cells[at('enrollmentToken')] ?? '';
      const { body } = await station.call(enrolDevice, {
        body: { enrollmentToken, androidId: serial ?? `serial-${name}` },
      });
      const report = (files: Heartbeat = {}) =>
        station.call(updateDevice, {
          params: { deviceId: body.id },
          token: body.accessToken,
          body: { type: { name: 'PICO 4', product: 'A8110' }, batteryInfo: { level: 80 }, ...files },
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

  // A file as an old French Excel writes it: nothing is created until every line is valid.
  await pick(page, FILE);
  await expect(page.getByText('1 problem.')).toBeVisible();
  await expect(page.getByText('Line 4: There is no profile “Labo”.')).toBeVisible();
  await page.getByLabel('Slot', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Rang' }).click();
  await expect(page.getByText('2 problems.')).toBeVisible();
  await expect(page.getByText('Slot is “trois”.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create 3 slots' })).toBeDisabled();
  await expectAccessibleInBoth(page);
  // The corrected file is dropped on it.
  await drop(page, FILE.replace('Rang', 'Slot').replace('trois', '3').replace('Labo', 'Lab'));
  await page.getByRole('button', { name: 'Create 3 slots' }).click();
  await expect(title(page)).toHaveText('3 slots created');
  await page.getByRole('link', { name: 'Codes for Chariot C' }).click();
  await expect(title(page)).toHaveText('Enrol Chariot C');

  // The profile is applied as headsets enrol; two lack its app, and no headset is ready before it has confirmed.
  const reports = await enrolled(station);
  await reports.get('C-01')?.(THERE);
  await reports.get('C-02')?.({ installedPackages: [] });
  await reports.get('C-03')?.({ installedPackages: [] });
  await expect(page.getByText('The profiles of C-02 and C-03 were not applied')).toBeVisible();
  await cell(page, 'C-01').click();
  await expect(page.getByText('Profile Lab, version 1, sent')).toBeVisible();
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'applying');
  await reports.get('C-01')?.({ settingsRevision: 1, effectiveSettings: { kioskMode: { isActive: false } } });
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'drifted');
  await expect(page.getByRole('link', { name: 'Check and repair it' }).first()).toHaveAttribute(
    'href',
    /^\/fleet\/./,
  );
  await reports.get('C-01')?.({ effectiveSettings: KIOSK });
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'ready');
  await expect(page.getByText('Confirmed by the headset')).toBeVisible();
  await cell(page, 'C-02').click();
  await expect(page.getByText('Profile Lab not applied')).toBeVisible();
  await expectAccessible(page, 'main');

  // Fleet has the same rule: a headset is ready once it has confirmed everything.
  const fleet = await page.context().newPage();
  await fleet.goto(`${station.url}/fleet`);
  await expect(title(fleet)).toHaveText('1 of 3 ready');
  await expect(fleet.getByRole('option', { name: /^C-02 .*Profile not applied/ })).toBeVisible();
  await reports.get('C-01')?.({ effectiveSettings: { kioskMode: { isActive: false } } });
  await expect(title(fleet)).toHaveText('0 of 3 ready');
  await expect(cell(page, 'C-01')).toHaveAttribute('data-state', 'drifted');
  await reports.get('C-01')?.({ effectiveSettings: KIOSK });
  await expect(title(fleet)).toHaveText('1 of 3 ready');
  await fleet.close();
  // It is in the notifications and on this screen already: no toast covers the slots.
  await expect(page.getByRole('button', { name: /^Notifications.*new/ })).toBeVisible();
  await expect(page.locator('.notice-line')).toHaveCount(0);

  // The profile requires less from now on: a retry applies it to those that failed.
  const { items } = (await station.call(listProfiles, {})).body;
  await station.call(updateProfile, {
    params: { profileId: items[0]?.id ?? '' },
    body: { name: 'Lab', settings: { volume: 3 } },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Profile Lab, version 2, sent')).toBeVisible();
  await expect(page.getByText('The profiles of C-02 and C-03 were not applied')).toHaveCount(0);

  // The cart gets no profile after all: two headsets are ready as they are.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Choose the profile' }).click();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await reports.get('C-02')?.({ settingsRevision: 1, effectiveSettings: { volume: 3 } });
  await expect(cell(page, 'C-02')).toHaveAttribute('data-state', 'ready');

  // The slots as a file: names, slots and the enrolment tokens.
  await page.getByRole('button', { name: 'This cart' }).click();
  const [places] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Save the slots as CSV' }).click(),
  ]);
  expect(places.suggestedFilename()).toBe('Chariot C.csv');
  const file = parseCsv((await readFile(await places.path(), 'utf8')).replace('\uFEFF', ''));
  const column = (name: string) => file.rows.map(({ cells }) => cells[file.header.indexOf(name)]);
  expect(column('label')).toEqual(['C-01', 'C-02', 'C-03']);
  expect(column('place')).toEqual(['1', '2', '3']);

  // The check: two are swapped, one is missing; the station stores their actual slots.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Check the cart' }).click();
  const seen = page.getByRole('textbox', { name: 'What is in this slot?' });
  for (const text of ['c-02', 'serial-C-01']) {
    await seen.fill(text);
    await seen.press('Enter');
  }
  await page.getByRole('button', { name: 'Slot is empty' }).click();
  await expect(title(page)).toHaveText('3 of 3 slots checked');
  await expect(page.getByText('1 is missing. 2 in the wrong slot.')).toBeVisible();
  await expect(page.getByText('C-01 and C-02 are in each other’s slots')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Swap C-01 and C-02' }).click();
  await expect(page.getByText('1 is missing.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the cart' }).click();

  // The missing one is replaced: its slot waits for another with a new code.
  await cell(page, 'C-03').click();
  await page.getByRole('button', { name: 'Replace the headset' }).click();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Remove the old headset from C-03' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'C-03', exact: true })).toBeVisible();
  expect(await readCode(page)).toBeGreaterThan(99_999);

  // The sheet states what is confirmed and what is not, on paper and as a file.
  await page.getByRole('button', { name: 'This cart' }).click();
  await page.getByRole('menuitem', { name: 'Acceptance sheet' }).click();
  await expect(title(page)).toHaveText('2 of 3 confirmed');
  await page.getByRole('textbox', { name: 'Technician' }).fill('Amélie R.');
  const sheet = page.getByRole('region', { name: 'Acceptance sheet, Chariot C' });
  await expect(
    sheet.getByRole('row', { name: /^C-03 .*No headset has enrolled in this slot\.$/ }),
  ).toBeVisible();
  await expect(
    sheet.getByRole('row', { name: /^C-02 \S+ PICO 4 .*org\.school\.lab.*confirmed/ }),
  ).toBeVisible();
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

  // A headset enrols again, into the waiting slot: it can be restored to its earlier name and slot.
  await enrolled(station, 'serial-C-02');
  await page.goto(`${station.url}/enrol`);
  await cell(page, 'C-03').click();
  await expect(page.getByText(/^C-03 is the headset that used to be C-0[12]\./)).toBeVisible();
  await page.getByRole('button', { name: /^Restore it as C-0[12], in its old slot$/ }).click();
  await expect(page.getByText(/^C-03 is the headset/)).toHaveCount(0);
  await expect(page.locator('.enrol-cell')).toHaveCount(2);
  await expect(cell(page, 'C-01')).toBeVisible();
  await expect(cell(page, 'C-02')).toBeVisible();
  expect(faults).toEqual([]);
});
