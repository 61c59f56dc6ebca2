// When the station stops, no screen is replaced by an error page, and what is said about it is true.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import { interfaceFolder } from '../../main/cli/product.ts';
import { aReadyCart } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

/**
 * Scripts of one window: not those of the API reference, of signing in, of the other language, or of a station that
 * works together with another one.
 */
function needed(): string[] {
  const folder = join(interfaceFolder, 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const french = scripts.filter((name) => text(name).includes('cancel:`Annuler`'));
  const isOfOthers = (name: string): boolean =>
    /^(docs|fr|passcode-form|(say-)?other-station)-/.test(name) ||
    french.some(
      (each) =>
        each === name || (text(name).startsWith(`import{`) && text(name).slice(0, 120).includes(each)),
    );
  return scripts.filter((name) => !isOfOthers(name));
}

const loaded = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1) ?? ''),
  );

/** Every screen as a person reaches it without the address bar, and what is then its title. */
const SCREENS = ['Enrol', 'Configure', 'Content', 'Statistics', 'Sync', 'Station', 'Fleet'];

test('every screen and dialog still opens after the station was killed, and says that it is gone', async () => {
  const station = await aStationWithInterface();
  await using _ = station;
  await aReadyCart(station, 3);
  const { page } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('option', { name: /^A-01/ }).waitFor();
  // Everything arrives by itself, before anybody asks for it.
  await expect
    .poll(async () => {
      const had = new Set(await loaded(page));
      return needed().filter((name) => !had.has(name));
    })
    .toEqual([]);

  await station.service.stop();
  await page.getByText('This window lost its connection to the station.').waitFor();
  const nav = page.getByRole('navigation').first();
  for (const name of SCREENS) {
    await nav.getByRole('link', { name: new RegExp(`^${name}`) }).click();
    await page.locator('#content h1').first().waitFor();
    await expectOnPage(page.getByText('This window lost its connection to the station.')).toBeVisible();
    await expectOnPage(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }

  // Fleet with the last known state, and its dialogs.
  await page.getByRole('option', { name: /^A-01/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: 'A-01' }).waitFor();
  await page.keyboard.press('Escape');
  const bar = page.getByRole('toolbar');
  const select = async (): Promise<void> => {
    await page.getByRole('listbox', { name: 'Headsets' }).focus();
    await page.keyboard.press('Control+a');
    await bar.waitFor();
  };
  for (const name of ['MAC addresses…', 'Groups…', 'Remove…']) {
    await select();
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('dialog').getByRole('heading').first().waitFor();
    await page.keyboard.press('Escape');
    await expectOnPage(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('textbox'))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Keyboard shortcuts').first().waitFor();
  await page.keyboard.press('Escape');
  // The sentence that every error page contains.
  await expectOnPage(page.getByText('This screen stopped.')).toHaveCount(0);
});
