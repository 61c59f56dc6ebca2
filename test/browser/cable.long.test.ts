import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';

import { CABLE_ADVICE, type CableAdvice } from '../../shared/contract/enrolment/cable.ts';
import { adviceFor, INSTALL_FAILURES } from '../../main/adb/failures.ts';
import { setCableRecipe } from '../../shared/contract/enrolment/cable.ts';
import { getStation } from '../../shared/contract/operations/station.ts';
import { cable as english } from '../../renderer/copy/en/enrolment/cable.ts';
import { cable as french } from '../../renderer/copy/fr/enrolment/cable.ts';
import { NOWHERE } from '../support/a-lan.ts';
import type { TestStation } from '../support/a-station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { aCartForCable, AGENT, anAgent, HubOfHeadsets, onlyAgent } from '../support/cable-bench.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { scan } from './enrol-parts.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES, tabTo } from './support.ts';
import { aFreePort } from '../support/free-port.ts';

const program = realAdb();
const COUNT = 16;
/** Ports of headsets on which USB debugging is not allowed yet. */
const PROMPTED_PORTS: ReadonlySet<number> = new Set([4, 9]);
function ports(page: Page, state: string) {
  return page.locator(`.cable-port[data-state="${state}"]`);
}

describe.skipIf(program === undefined)('at the cable', () => {
  const browser = aSharedBrowser();
  let bench: AdbBench | undefined;
  afterAll(() => bench?.[Symbol.asyncDispose]());
  const open = async (): Promise<{ bench: AdbBench; station: TestStation; url: string }> => {
    bench ??= await AdbBench.start(program ?? '');
    const port = await aFreePort();
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere' };
    const station = await aStationWithInterface({ cable, lan: { port, interfaceName: NOWHERE } });
    return { bench, station, url: `https://127.0.0.1:${port}` };
  };

  test('an empty station enrols sixteen headsets by cable without a digit typed', async () => {
    const { bench, station, url } = await open();
    await using _ = station;
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
    await page.getByRole('button', { name: 'Create recipe' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^Agent/ }).click();
    await page.getByRole('option', { name: /Agent/ }).click();
    await dialog.getByLabel('Component').fill(`${AGENT}/.EnrolReceiver`);
    // On a real network the station knows its LAN address; in this test it may use loopback only.
    await dialog.getByLabel('Address for headsets').fill(url);
    await dialog.getByRole('button', { name: 'Save recipe' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // All manual work: plugging in sixteen headsets, and pressing "Allow" on each that asks. Over TCP one that asks
    // blocks the others.
    const doubles = [];
    for (let port = 1; port <= COUNT; port += 1)
      doubles.push(await hub.headset({ isAllowed: !PROMPTED_PORTS.has(port) }));
    for (const [at, double] of doubles.entries()) if (!PROMPTED_PORTS.has(at + 1)) bench.plug(double, at + 1);
    await expect.poll(() => ports(page, 'free').count()).toBe(COUNT - PROMPTED_PORTS.size);
    for (const [at, double] of doubles.entries()) if (PROMPTED_PORTS.has(at + 1)) bench.plug(double, at + 1);
    await expect.poll(() => ports(page, 'unauthorized').count()).toBe(PROMPTED_PORTS.size);
    const begunAtMs = performance.now();
    await page.getByRole('button', { name: /^Start/ }).click();
    const names = Array.from({ length: COUNT }, (_, at) => `A-${String(at + 1).padStart(2, '0')}`);
    await expect
      .poll(() => ports(page, 'ready').count(), { timeout: 240_000 })
      .toBe(COUNT - PROMPTED_PORTS.size);
    const seconds = ((performance.now() - begunAtMs) / 1_000).toFixed(1);
    process.stderr.write(
      `By cable: ${COUNT - PROMPTED_PORTS.size} headsets at once in ${seconds} s of this machine.\n`,
    );
    // Each port kept the slot in its position.
    expect(await page.locator('.cable-port .cable-pn b').allTextContents()).toEqual(names);
    for (const port of PROMPTED_PORTS) doubles[port - 1]?.allow();
    await expect.poll(() => ports(page, 'ready').count()).toBe(COUNT);
    expect(await ports(page, 'ready').locator('.cable-pn b').allTextContents()).toEqual(names);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${COUNT} headsets are ready`);
    const { tlsFingerprint } = (await station.call(getStation)).body;
    expect(hub.agents.inputs.map(({ fingerprint }) => fingerprint)).toEqual(names.map(() => tlsFingerprint));
    expect(digits).toEqual([]);
    expect(faults).toEqual([]);
  }, 500_000);

  test.each([
    ['en-GB', english],
    ['fr-FR', french],
  ] as const)(
    'in %s every kind of failure says what to do, and quotes the tool’s output',
    async (locale, words) => {
      const { bench, station, url } = await open();
      await using _ = station;
      const { smallAgent, ...recipeChanges } = onlyAgent(station);
      const { cart } = await aCartForCable(station, COUNT + 1, { ...recipeChanges, stationUrl: url });
      await using hub = new HubOfHeadsets(bench);
      hub.packages.set(smallAgent, AGENT);
      const installs = CABLE_ADVICE.flatMap((advice): [CableAdvice, string][] => {
        const name = INSTALL_FAILURES.find((each) => adviceFor(each) === advice);
        return name === undefined ? [] : [[advice, name]];
      });
      for (const [at, [, name]] of installs.entries()) {
        const double = await hub.headset({ serial: name.slice(0, 60) });
        double.android.installFailure = `${name}: details of the tool`;
        bench.plug(double, at + 1);
      }
      const { page, faults } = await browser.open(station, { path: `/enrol/cable?cart=${cart}`, locale });
      await expect.poll(() => ports(page, 'free').count()).toBe(installs.length);
      await page.getByRole('button', { name: new RegExp(`^${words.start}`) }).click();
      await expect.poll(() => ports(page, 'failed').count()).toBe(installs.length);
      for (const [at, [advice, name]] of installs.entries()) {
        const card = page.locator('.cable-port').nth(at);
        expect(await card.textContent()).toContain(words.advice[advice]);
        await card.locator('.cable-pick').click();
        await expectOnPage(page.locator('.cable-recipe pre')).toHaveText(
          `Failure [${name}: details of the tool]`,
        );
      }
      await expectAccessibleInBoth(page);
      expect(faults).toEqual([]);
    },
  );

  test('the board works by keyboard: Tab reaches ports and actions, R retries, Space pauses', async () => {
    const { bench, station, url } = await open();
    await using _ = station;
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart, recipe } = await aCartForCable(station, 6, { ...recipeChanges, stationUrl: url });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    const reported = [
      { serial: 'K1' },
      { serial: 'K2' },
      { serial: 'K3', battery: 9 },
      { serial: 'K4', isAllowed: false },
    ];
    for (const [at, each] of reported.entries()) {
      const double = await hub.headset(each);
      if (each.serial === 'K2')
        double.android.installFailure = 'INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #34';
      bench.plug(double, at + 1);
    }
    const { page, faults } = await browser.open(station, { path: `/enrol/cable?cart=${cart}` });
    await expect.poll(() => ports(page, 'free').count()).toBe(3);
    await expect.poll(() => ports(page, 'unauthorized').count()).toBe(1);
    await page.keyboard.press(' ');
    await expectOnPage(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
    await expect.poll(() => ports(page, 'ready').count()).toBe(1);
    await expect.poll(() => ports(page, 'failed').count()).toBe(2);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('3 headsets need attention');
    await expectOnPage(page.locator('.head .sub')).toContainText('Put on A-04 and allow USB debugging.');
    await expectOnPage(page.locator('.head .sub')).toContainText(`A-02: ${english.advice.UPDATE_HEADSET}`);
    // The pace of the finished headset.
    await expectOnPage(page.locator('.enrol-pace')).toContainText('per headset');

    // One tab stop for the ports, then the actions on them.
    const [first, second, third] = ['A-01', 'A-02', 'A-03'].map((name) =>
      page.getByRole('button', { name: new RegExp(`^Port \\d, ${name}`) }),
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('No ports');
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expectOnPage(first).toBeFocused();
    const panel = page.getByRole('region', { name: 'Selected headset' });
    await expectOnPage(panel.locator('[data-step="wifi"]')).toContainText('Not in this recipe');
    await expectOnPage(panel.locator('[data-step="enrol"]')).toContainText(/\d s/);
    await page.keyboard.press('ArrowDown');
    await expectOnPage(second).toBeFocused();
    await expectOnPage(page.locator('.cable-pick[tabindex="0"]')).toHaveCount(1);
    await expectOnPage(panel.locator('[data-step="agent"]')).toContainText(english.advice.UPDATE_HEADSET);
    await expectOnPage(panel.locator('[data-step="agent"] pre')).toContainText('INSTALL_FAILED_OLDER_SDK');
    await expectOnPage(panel.locator('[data-step="check"]')).toContainText(/\d s/);
    await expectAccessibleInBoth(page);

    const repaired = hub.of('K2');
    repaired.android.installFailure = null;
    await page.keyboard.press('r');
    await expect.poll(() => ports(page, 'ready').count()).toBe(2);
    await page.keyboard.press('n');
    await expectOnPage(third).toBeFocused();
    hub.of('K3').android.battery = 90;
    await tabTo(page, page.getByRole('button', { name: 'Retry A-03' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => ports(page, 'ready').count()).toBe(3);
    await page.keyboard.press('m');
    await expectOnPage(page.getByRole('button', { name: /^Sound/ })).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('?');
    await expectOnPage(page.getByRole('dialog')).toContainText('Retry the failed step');
    await page.keyboard.press('Escape');
    await expectOnPage(page.getByRole('dialog')).toHaveCount(0);

    // Preview and recipe by keyboard, and for axe.
    await tabTo(page, page.getByRole('button', { name: 'Preview' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Everything is already set.').first().waitFor();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('button', { name: 'Change…' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Component').waitFor();
    await expectAccessibleInBoth(page);
    await page.getByRole('dialog').getByLabel('App operations').fill('CAMERA maybe');
    await expectOnPage(page.getByRole('dialog')).toContainText('“CAMERA maybe” is not an operation');
    await page.keyboard.press('Escape');
    expect((await station.call(setCableRecipe, { body: recipe })).status).toBe(200);
    expect(faults).toEqual([]);
  });

  test('a hand scanner that reads a label gives the selected port its slot', async () => {
    const { bench, station, url } = await open();
    await using _ = station;
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart, slots } = await aCartForCable(station, 6, { ...recipeChanges, stationUrl: url });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    bench.plug(await hub.headset({ serial: 'S1' }), 1);
    bench.plug(await hub.headset({ serial: 'S2' }), 2);
    const { page, faults } = await browser.open(station, { path: `/enrol/cable?cart=${cart}` });
    await expect.poll(() => ports(page, 'free').count()).toBe(2);
    const subtitle = page.locator('.head .sub');
    await scan(page, `muster://enrol?id=${slots[4]?.id}`);
    await expectOnPage(subtitle).toHaveText(english.scanNoPort);
    await page.keyboard.press('ArrowDown');
    await scan(page, `muster://enrol?id=${slots[4]?.id}`);
    await expectOnPage(subtitle).toHaveText('S1 gets A-05.');
    await expectOnPage(page.getByRole('button', { name: /^Port 1, A-05/ })).toBeVisible();
    await page.keyboard.press('End');
    await scan(page, `muster://enrol?id=${slots[4]?.id}`);
    await expectOnPage(page.getByRole('alert')).toHaveText(english.conflict.slot);
    await expectOnPage(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: /^Start/ }).click();
    await expect.poll(() => ports(page, 'ready').count()).toBe(2);
    expect(await ports(page, 'ready').locator('.cable-pn b').allTextContents()).toEqual(['A-05', 'A-01']);
    // The M at the beginning of a label does not act as the sound's shortcut.
    const sound = page.getByRole('button', { name: /^Sound/ });
    await expectOnPage(sound).toHaveAttribute('aria-pressed', 'true');
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  });

  test.each([
    ['laptop', 'en-GB'],
    ['laptop', 'fr-FR'],
    ['tablet', 'fr-FR'],
    ['telephone', 'en-GB'],
    ['telephone', 'fr-FR'],
  ] as const)('on a %s in %s nothing is cut off', async (size, locale) => {
    const { bench, station, url } = await open();
    await using _ = station;
    const { smallAgent, ...recipeChanges } = onlyAgent(station);
    const { cart } = await aCartForCable(station, 30, {
      ...recipeChanges,
      name: 'Science week',
      stationUrl: url,
    });
    await using hub = new HubOfHeadsets(bench);
    hub.packages.set(smallAgent, AGENT);
    for (let port = 1; port <= 6; port += 1) {
      const double = await hub.headset({ isAllowed: port !== 5, battery: port === 4 ? 7 : 80 });
      if (port === 3) double.android.installFailure = 'INSTALL_FAILED_INSUFFICIENT_STORAGE';
      bench.plug(double, port);
    }
    const viewport = size === 'telephone' ? { width: 390, height: 844 } : SIZES[size];
    const { page, faults } = await browser.open(station, {
      path: `/enrol/cable?cart=${cart}`,
      locale,
      viewport,
    });
    await expect.poll(() => ports(page, 'free').count()).toBe(5);
    await page.getByRole('button', { name: /^(Start|Démarrer)/ }).click();
    await expect.poll(() => ports(page, 'ready').count()).toBe(3);
    await ports(page, 'failed').first().locator('.cable-pick').click();
    await expectOnPage(page.locator('.cable-recipe pre')).toBeVisible();
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
  });

  test('a computer without adb shows how to install it', async () => {
    const cable = { adb: { port: await aFreePort(), program: '/nowhere/adb' }, usbFolder: '/nowhere' };
    await using station = await aStationWithInterface({ cable });
    await station.slots(2);
    const { page } = await browser.open(station, { path: '/enrol/cable' });
    await page.getByText('adb is not on this computer').waitFor();
    await expect.poll(() => page.getByText('sudo apt install adb').count()).toBe(1);
    await expectAccessibleInBoth(page);
  });
});
