import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPlan } from '../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../shared/contract/configuration/plans/rollouts.ts';
import { patchDevices } from '../../shared/contract/devices/devices.ts';
import type { TestStation } from '../support/a-station.ts';
import { openStreams } from '../support/open-streams.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aSharedBrowser, aStationWithInterface, openInFours } from './support.ts';
import { aFreePort } from '../support/free-port.ts';

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;
beforeAll(async () => {
  station = await aStationWithInterface({ port: await aFreePort() });
  cart = await aSimulatedCart(station, await station.slots(30));
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

const idAt = (index: number): string => cart.headsets[index]?.id ?? '';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const row = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);

test('every Configure screen keeps typed text while the station is unreachable, says so, and resumes with it', async () => {
  const volume = 3;
  const { body: plan } = await station.call(createPlan, {
    body: { devicesId: [idAt(0), idAt(1)], settings: { volume }, title: 'Two' },
  });
  const { body: run } = await station.call(createPlan, {
    body: { devicesId: [idAt(4)], settings: { volume }, title: 'One' },
  });
  await station.call(applyPlan, { params: { planId: run.id }, body: {} });
  const on = `on=${idAt(0)},${idAt(1)}`;
  const name = `Kept ${plan.id.slice(-6)}`;
  const before = await openStreams(station);
  const { page: first, faults } = await browser.open(station, { path: '/fleet' });
  const opened = openInFours(first, station.url, (path) => browser.open(station, { path }));
  const others = [await opened('/sync'), await opened('/enrol')];
  const walls = [first, await opened('/fleet?view=table')];
  const settings = await opened(`/configure/settings?${on}&group=audio`);
  await settings.getByRole('checkbox', { name: 'Manage: Volume' }).check();
  await row(settings, 'volume').getByRole('textbox', { name: 'Volume' }).fill('15');
  const preview = await opened(`/configure/plan/${plan.id}`);
  await title(preview).filter({ hasText: 'Two on 2 headsets' }).waitFor();
  const results = await opened(`/configure/plan/${run.id}`);
  await results.getByText('1 of 1 confirmed').first().waitFor();
  const profile = await opened('/configure/profiles/new?group=audio');
  await profile.getByRole('textbox', { name: 'Name' }).fill(name);
  await profile.getByRole('checkbox', { name: 'Manage: Volume' }).check();
  await row(profile, 'volume').getByRole('textbox', { name: 'Volume' }).fill('4');
  const kiosk = await opened(`/configure/kiosk?${on}`);
  await kiosk.getByRole('searchbox').fill('io.muster.agent');
  await kiosk.getByRole('radio', { name: 'io.muster.agent' }).check();
  await kiosk.getByRole('radio', { name: 'Wearer, any time' }).check();
  const [history, home] = [await opened('/configure/history'), await opened('/configure')];
  await history.getByRole('button', { name: 'Details' }).first().waitFor();
  const known = await title(history).textContent();
  await home.getByText('One', { exact: true }).first().waitFor();
  const all = [...walls, ...others, settings, preview, results, profile, kiosk, history, home];
  for (const page of walls) await page.getByText('A-29', { exact: true }).first().waitFor();
  // A window that never loaded the fleet has lost nothing, and says so.
  for (const page of all) {
    await page
      .getByText(/^\d+ of [\d,]+ connected$/)
      .waitFor()
      .catch(async (fault: unknown) => {
        const shown = await page.locator('.standing').textContent();
        throw new Error(`${page.url()} shows ${String(shown)}`, { cause: fault });
      });
  }
  await expect.poll(() => openStreams(station)).toBe(before + all.length);
  expect(faults).toEqual([]);

  await station.service.stop();
  try {
    for (const page of all) await page.getByText('This window lost its connection to the station.').waitFor();
    // Requests meanwhile fail, and nothing is lost.
    for (const page of [settings, preview, profile, kiosk]) {
      await page.keyboard.press('Control+Enter');
      await page.getByText('The station did not answer').waitFor();
    }
    await history.getByRole('button', { name: 'Details' }).first().click();
    await history.getByText('The station did not answer').waitFor();
    await history.getByRole('button', { name: 'Details' }).first().click();
  } finally {
    await station.restart();
  }
  // It retries automatically; a person need not wait for that.
  for (const page of all) {
    const now = page.locator('.cut-off button');
    await now.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
    await page.getByText('This window lost its connection to the station.').waitFor({ state: 'detached' });
  }
  expect(await row(settings, 'volume').getByRole('textbox', { name: 'Volume' }).inputValue()).toBe('15 %');
  expect(await profile.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
  expect(await row(profile, 'volume').getByRole('textbox', { name: 'Volume' }).inputValue()).toBe('4 %');
  expect(await kiosk.getByRole('radio', { name: 'io.muster.agent' }).isChecked()).toBe(true);
  expect(await kiosk.getByRole('radio', { name: 'Wearer, any time' }).isChecked()).toBe(true);
  await results.getByText('1 of 1 confirmed').first().waitFor();
  // The first reader may leave: the others continue with the stream.
  await first.close();
  await station.call(patchDevices, { body: { devicesId: [idAt(29)], label: name } });
  for (const page of walls.slice(1)) await page.getByText(name, { exact: true }).first().waitFor();

  await profile.keyboard.press('Control+Enter');
  await profile.getByRole('listitem').filter({ hasText: name }).waitFor();
  await settings.keyboard.press('Control+Enter');
  await settings.getByRole('row', { name: /^Volume .*\b15\b/ }).waitFor();
  await kiosk.keyboard.press('Control+Enter');
  await kiosk.getByText('Nothing has been sent yet.').waitFor();
  await preview.keyboard.press('Control+Enter');
  await preview.getByText('All 2 headsets have confirmed the change.').waitFor();
  await expect.poll(() => title(history).textContent()).not.toBe(known);
  await settings.context().close();
});
