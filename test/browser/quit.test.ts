import { expect, test } from 'vitest';

import { expectAccessibleDialog } from './axe.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

test('Quit asks first, quits once, and the window says that it is over', async () => {
  let quits = 0;
  await using station = await aStationWithInterface({ program: { quit: () => (quits += 1) } });
  const { page, faults } = await browser.open(station, { path: '/station/computer' });
  // A tab that a person opened does not close by itself.
  await page.evaluate(() => (window.close = () => undefined));
  await page.getByRole('button', { name: 'Quit Muster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quit Muster?' });
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(quits).toBe(0);

  await page.getByRole('button', { name: 'Quit Muster' }).click();
  await dialog.getByRole('button', { name: 'Quit Muster' }).click();
  await page.getByText('Muster has quit. You can close this window.').waitFor();
  expect(quits).toBe(1);
  expect(faults).toEqual([]);
});

test('a station that a service manager runs offers no Quit', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/station/computer' });
  await page.getByText('You are using Muster in a browser.').waitFor();
  expect(await page.getByRole('button', { name: 'Quit Muster' }).count()).toBe(0);
});
