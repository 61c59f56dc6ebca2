import { afterAll, describe, expect, test } from 'vitest';

import { aFreePort, AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { AGENT, anAgent, HubOfHeadsets } from '../support/cable-bench.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const program = realAdb();
const COUNT = 16;

describe.skipIf(program === undefined)('at the cable', () => {
  const browser = aSharedBrowser();
  let bench: AdbBench | undefined;
  afterAll(() => bench?.[Symbol.asyncDispose]());

  test('from an empty station to sixteen enrolled by cable, no digit typed', async () => {
    bench = await AdbBench.start(program ?? '');
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere' };
    await using station = await aStationWithInterface({ cable });
    await using hub = new HubOfHeadsets(bench);
    anAgent(station);
    const { page, faults } = await browser.open(station, { path: '/enrol' });
    const digits: string[] = [];
    await page.exposeFunction('noteDigit', (key: string) => digits.push(key));
    await page.evaluate(
      `addEventListener('keydown', (event) => /\\d/.test(event.key) && noteDigit(event.key), true)`,
    );

    await page.getByRole('button', { name: /^Create \d+ slots/ }).click();
    await page.getByRole('link', { name: 'By cable' }).click();
    await page.getByRole('button', { name: 'Make recipe' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Agent/ }).click();
    await page.getByRole('option', { name: /Agent/ }).click();
    await dialog.getByLabel('Component').fill(`${AGENT}/.EnrolReceiver`);
    await dialog.getByLabel('Address for headsets').fill(station.url);
    await dialog.getByRole('button', { name: 'Save recipe' }).click();
    await dialog.waitFor({ state: 'hidden' });

    for (let port = 1; port <= COUNT; port += 1) bench.plug(await hub.headset(), port);
    await expect.poll(() => page.locator('.cable-port[data-state="free"]').count()).toBe(COUNT);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect
      .poll(() => page.locator('.cable-port[data-state="ready"]').count(), { timeout: 120_000 })
      .toBe(COUNT);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${COUNT} headsets are ready`);
    expect(digits).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('a computer without adb is told how to get it', async () => {
    const cable = { adb: { port: await aFreePort(), program: '/nowhere/adb' }, usbFolder: '/nowhere' };
    await using station = await aStationWithInterface({ cable });
    await station.slots(2);
    const { page } = await browser.open(station, { path: '/enrol/cable' });
    await page.getByText('adb is not on this computer').waitFor();
    await expect.poll(() => page.getByText('sudo apt install adb').count()).toBe(1);
  });
});
