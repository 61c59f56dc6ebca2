import { afterAll, describe, expect, test } from 'vitest';

import { wireless as english } from '../../renderer/copy/en/enrolment/wireless.ts';
import { wireless as french } from '../../renderer/copy/fr/enrolment/wireless.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { announced, NewerAdb } from '../support/adb-double/newer-adb.ts';
import { HubOfHeadsets } from '../support/cable-bench.ts';
import { aFreePort } from '../support/free-port.ts';
import { aQuietNetwork } from '../support/quiet-mdns.ts';
import { expectAccessibleInBoth } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, tabTo } from './support.ts';

const program = realAdb();

describe.skipIf(program === undefined)('pair by code', () => {
  const browser = aSharedBrowser();
  let bench: AdbBench | undefined;
  afterAll(() => bench?.[Symbol.asyncDispose]());
  const open = async () => {
    bench ??= await AdbBench.start(program ?? '');
    bench.newer = undefined;
    const mdns = await aQuietNetwork();
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere', mdns };
    return { bench, mdns, station: await aStationWithInterface({ cable }) };
  };

  test('a headset on the network is paired with six digits, and enrolled with Start', async () => {
    const { bench, mdns, station } = await open();
    await using _ = station;
    await using hub = new HubOfHeadsets(bench);
    const double = await hub.headset({ serial: 'PA9210X7', wifiAddress: '127.0.45.1' });
    const [codePort, wirelessPort] = [await aFreePort(), await aFreePort()];
    await double.openWireless(wirelessPort);
    double.code = { digits: '482193', port: codePort };
    bench.newer = new NewerAdb(double);
    await using _pairing = await announced(mdns, double, { type: 'adb-tls-pairing', port: codePort });
    const { page, faults } = await browser.open(station, { path: '/enrol/cable' });

    const opener = page.getByRole('button', { name: english.open });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: english.title });
    await expectOnPage(dialog.getByRole('radio', { name: 'PA9210X7' })).toBeChecked();
    await expectAccessibleInBoth(page);
    const code = dialog.getByLabel(english.code);
    await dialog.getByRole('button', { name: english.pair, exact: true }).click();
    await expectOnPage(code).toBeFocused();
    await page.keyboard.type('48 21 94');
    await page.keyboard.press('Enter');
    await expectOnPage(dialog.getByRole('alert')).toContainText(english.outcome.wrongCode);
    await expectOnPage(code).toHaveValue('');

    // The headset shows a new code. Nothing announces where to connect to: the address is typed.
    double.code = { digits: '730518', port: codePort };
    await code.fill('730518');
    await page.keyboard.press('Enter');
    await expectOnPage(dialog.getByRole('status')).toContainText('PA9210X7 is paired');
    await dialog.getByLabel(english.connectAddress).fill(`127.0.45.1:${wirelessPort}`);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: english.connect }).click();
    await expectOnPage(dialog.getByRole('status')).toContainText('is connected');
    await page.keyboard.press('Escape');
    await expectOnPage(opener).toBeFocused();

    await page.getByRole('button', { name: /^Start/ }).click();
    await expectOnPage(page.locator('.cable-port[data-state="ready"]')).toHaveCount(1);
    expect(double.android.tcpPort).toBeNull();
    expect(faults).toEqual([]);
  });

  test('an adb that cannot pair says which version it is, what to install, and what works without', async () => {
    const { station } = await open();
    await using _ = station;
    const { page, faults } = await browser.open(station, {
      path: '/enrol/cable',
      locale: 'fr-FR',
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('button', { name: french.open }).click();
    const dialog = page.getByRole('dialog');
    await expectOnPage(dialog).toContainText(french.cannotPair);
    await expectOnPage(dialog).toContainText(/adb 29\.\S+\. Installez/);
    await expectOnPage(dialog.getByLabel(french.code)).toHaveCount(0);
    await expectAccessibleInBoth(page);
    await expectNoSidewaysScroll(page);
    expect(faults).toEqual([]);
  });
});
