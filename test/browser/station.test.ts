import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { HEADSET, mikrotikPages, serving } from '../service/network/routers/doubles.ts';
import { aBackend, json, status } from '../support/a-backend.ts';
import { NOWHERE } from '../support/a-lan.ts';
import type { TestStation } from '../support/a-station.ts';
import { closing } from '../support/closing.ts';
import { anOwnCertificate } from '../support/own-certificate.ts';
import { aReadyCart } from './a-cart.ts';
import { expectAccessible, expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';
import { aFreePort } from '../support/free-port.ts';

const browser = aSharedBrowser();
let station: TestStation;
beforeAll(async () => {
  station = await aStationWithInterface();
});
afterAll(() => station[Symbol.asyncDispose]());

function title(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { level: 1, name });
}

longTest('the network check says what is in the way, and headsets are allowed from there', async () => {
  const { page, faults } = await browser.open(station, { path: '/station' });
  await title(page, 'LAN access is off').waitFor();
  await expectOnPage(page.locator('.checks > li')).toHaveCount(12);
  await expectAccessibleInBoth(page);

  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await title(page, 'LAN access is off').waitFor();
  await page.getByLabel('Port', { exact: true }).fill(String(await aFreePort()));
  // Loopback only: a test sends nothing to the outside.
  await page.getByLabel('All networks of this computer').uncheck();
  for (const name of await page.locator('.interfaces label').allTextContents()) {
    if (name !== 'lo') await page.locator('.interfaces').getByLabel(name, { exact: true }).uncheck();
  }
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectOnPage(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByLabel('Allow LAN access').click();
  await title(page, /^(LAN access is on|This computer is not connected to a network)$/).waitFor();
  const { body } = await station.call(contract.getLan);
  expect(body).toMatchObject({ isOn: true, interfaces: ['lo'], problem: null });

  await page.getByLabel('Passcode', { exact: true }).fill('coral-lagoon-tide');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('The station can be managed over the network').waitFor();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('Only this computer can manage the station').waitFor();
  await page.getByLabel('Allow LAN access').click();
  await title(page, 'LAN access is off').waitFor();
  expect(faults).toEqual([]);
});

longTest('a router is added, its key pinned, and a changed key waits until a person accepts it', async () => {
  const first = await anOwnCertificate();
  const second = await anOwnCertificate();
  const router = await aBackend(serving(mikrotikPages), first);
  const { page, faults } = await browser.open(station, { path: '/station/routers' });
  await page.getByRole('button', { name: 'Add a source' }).click();
  await page.getByRole('button', { name: 'Save and test' }).click();
  await expectOnPage(page.getByText('This field is required.')).toHaveCount(4);
  await expectAccessibleDialog(page);
  await page.getByLabel('Name', { exact: true }).fill('Hall');
  await page.getByLabel('URL', { exact: true }).fill(router.url);
  await page.getByLabel('User name').fill('station');
  await page.getByLabel('Password', { exact: true }).fill('pässword');
  await page.getByLabel('It is not on a network of this computer').check();
  await page.getByRole('button', { name: 'Save and test' }).click();
  const row = page.locator('.router').filter({ hasText: 'Hall' });
  await row.getByText(/Knows 1 connected and \d+ leased/).waitFor();
  await row.getByText(first.fingerprint).waitFor();

  await router.goAway();
  await using other = await aBackend(serving(mikrotikPages), second, Number(new URL(router.url).port));
  await row.getByRole('button', { name: 'Test Hall' }).click();
  await row.getByText('Its key is not the pinned one.').waitFor();
  await row.getByText(second.fingerprint).waitFor();
  expect(other.received).toEqual([]);
  await expectAccessible(page, 'main');
  await row.getByRole('button', { name: 'Accept this key' }).click();
  await row.getByText(/Knows 1 connected/).waitFor();

  // A change without the password keeps the stored one; a typed password is never shown.
  await row.getByRole('button', { name: 'More actions for Hall' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByText('Leave empty to keep the current value. It is never shown.').waitFor();
  await expectOnPage(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByLabel('Name', { exact: true }).fill('Big hall');
  await page.getByRole('button', { name: 'Save and test' }).click();
  await page
    .locator('.router')
    .filter({ hasText: 'Big hall' })
    .getByText(/Knows 1/)
    .waitFor();
  expect(faults).toEqual([]);
});

test('the MAC addresses of a selection are looked up, each with its source, randomised ones marked', async () => {
  const cart = await aReadyCart(station, 3);
  await using router = await aBackend(
    serving({
      'GET /rest/ip/arp': json([
        { address: HEADSET.ip, 'mac-address': HEADSET.mac, complete: 'true' },
        { address: '10.250.77.9', 'mac-address': 'da:a1:19:00:00:01', complete: 'true' },
      ]),
      'GET /rest/ip/dhcp-server/lease': json([]),
    }),
  );
  const login = { url: router.url, username: 'station', password: 'x', allowsOtherNetworks: true };
  await station.call(contract.replaceRouters, {
    body: { items: [{ id: 'hall', kind: 'mikrotik', label: 'Hall', ...login }] },
  });
  for (const [index, ip] of [HEADSET.ip, '10.250.77.9'].entries()) {
    using db = closing(new Database(join(station.folder, 'muster.db')));
    // No test can call from another network.
    db.prepare(
      'UPDATE device_report SET lan_ip = ? WHERE device_key = (SELECT key FROM device WHERE id = ?)',
    ).run(ip, cart[index]?.id);
  }
  const { page, faults } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('option', { name: /^A-03/ }).waitFor();
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'MAC addresses…' }).click();

  const dialog = page.getByRole('dialog', { name: 'MAC addresses of 3 headsets' });
  await dialog.getByText('2 of 3 found and stored.').waitFor();
  const made = dialog.getByRole('row', { name: /A-02/ });
  await made.getByText('Randomised for this network, not on the label').waitFor();
  await dialog.getByRole('row', { name: /A-01.*2C:26:17:00:00:01.*a router, ARP table/ }).waitFor();
  await dialog.getByRole('row', { name: /A-03.*LAN_ADDRESS_UNKNOWN/ }).waitFor();
  await expectAccessibleDialog(page);
  expect(faults).toEqual([]);
});

test('a token is shown once, opens the station, and no longer does after it is revoked', async () => {
  const { page, faults } = await browser.open(station, { path: '/station/tokens' });
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Time table');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const token = await page.locator('[data-secret]').innerText();
  await expect.poll(async () => (await station.call(contract.listDevices, { token })).status).toBe(200);
  await expectAccessibleDialog(page);
  await page.getByRole('dialog').locator('.form-foot').getByRole('button', { name: 'Close' }).click();
  await expectOnPage(page.getByText(token)).toHaveCount(0);

  await page.getByRole('button', { name: 'Revoke Time table' }).click();
  await page
    .getByRole('dialog', { name: 'Revoke Time table?' })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expectOnPage(page.getByRole('button', { name: 'Revoke Time table' })).toHaveCount(0);
  await expect.poll(async () => (await station.call(contract.listDevices, { token })).status).toBe(401);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('row', { name: /Time table.*Revoked/ }).waitFor();
  await page.getByLabel('Name or ID').fill('time t');
  await title(page, '1 token').waitFor();
  await expectOnPage(page.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Name or ID').fill('no such token');
  await page.getByText('No token matches.').waitFor();
  await page.getByLabel('Name or ID').fill('');
  await page.getByRole('row', { name: /Time table.*Revoked/ }).waitFor();
  await expectAccessibleInBoth(page);
  expect(faults).toEqual([]);
});

longTest('a webhook is added, tested, and the result of each delivery is shown', async () => {
  await using receiver = await aBackend(status(204));
  const { page, faults } = await browser.open(station, { path: '/station/webhooks' });
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('URL', { exact: true }).fill(receiver.url);
  await page.getByLabel('Name', { exact: true }).fill('Help desk');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'Signing secret' }).waitFor();
  expect(await page.locator('[data-secret]').innerText()).toMatch(/^whsec_/);
  await page.getByRole('dialog').locator('.form-foot').getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Open Help desk' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  const delivery = page.locator('.deliveries > li').filter({ hasText: 'ping' });
  await delivery.getByText(/Delivered · 1 attempt · answered 204/).waitFor();
  await page.getByRole('button', { name: 'Failed', exact: true }).click();
  await page.getByText('Everything was delivered.').waitFor();
  await expectAccessibleDialog(page);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: 'Remove this webhook?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await title(page, 'No webhooks').waitFor();
  expect(faults).toEqual([]);
});

longTest('one of two hundred people is found by name and role', async () => {
  {
    using db = closing(new Database(join(station.folder, 'muster.db'), { timeout: 5_000 }));
    // Two hundred passcodes are not set in the screen: each takes a while to hash.
    const add = db.prepare(
      `INSERT INTO person (id, name, role, passcode, created_at_ms, passcode_set_at_ms) VALUES (?, ?, ?, ?, 1, 1)`,
    );
    db.transaction(() => {
      for (let at = 1; at <= 200; at += 1)
        add.run(`person-${at}`, `Person ${at}`, at % 2 === 0 ? 'teacher' : 'viewer', `hash ${at}`);
    })();
  }
  const { page, faults } = await browser.open(station, { path: '/station/people?person=person-150' });
  await title(page, '200 people with a passcode').waitFor();
  await expectOnPage(page.getByRole('row', { name: /^Person 150 / })).toBeInViewport();
  await page.getByLabel('Find a person').fill('person 19');
  await expectOnPage(page.locator('.people tbody tr')).toHaveCount(11);
  await page.getByRole('button', { name: 'Teacher', exact: true }).click();
  await expectOnPage(page.locator('.people tbody tr')).toHaveCount(5);
  await page.getByLabel('Find a person').fill('nobody');
  await page.getByText('No one by that name.').waitFor();
  await expectAccessible(page, 'main');
  expect(faults).toEqual([]);
});

test('over the network the right passcode opens the same screens, and a wrong one does not', async () => {
  const port = await aFreePort();
  await using remote = await aStationWithInterface({ lan: { port, interfaceName: NOWHERE } });
  await remote.call(contract.setLan, { body: { adminPasscode: 'coral-lagoon-tide' } });
  const { page } = await browser.open(remote, { ignoreHTTPSErrors: true });
  await page.evaluate(() => localStorage.clear());
  await page.goto(`https://127.0.0.1:${port}/station/network`);
  await title(page, 'Sign in with your passcode.').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Passcode', { exact: true }).fill('coral-lagoon-night');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong passcode.').waitFor();
  await page.getByLabel('Passcode', { exact: true }).fill('coral-lagoon-tide');
  await page.keyboard.press('Enter');

  await page.getByText('Set by the options the station was started with.').waitFor();
  await expectOnPage(page.getByLabel('Allow LAN access')).toBeDisabled();
  expect(await page.evaluate(() => localStorage.getItem('muster.session'))).not.toBeNull();
});

test('the Station screens work in French, fit a tablet, and say when the station does not answer', async () => {
  const { page } = await browser.open(station, {
    path: '/station/check',
    viewport: SIZES.tablet,
    locale: 'fr-FR',
  });
  await title(page, 'L’accès LAN est désactivé').waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Réseau', exact: true }).click();
  await title(page, 'L’accès LAN est désactivé').waitFor();
  await expectNoSidewaysScroll(page);
  await page.route('**/station/lan', (route) => route.abort());
  await page.getByLabel('Autoriser l’accès LAN').click();
  await expectOnPage(page.getByText('La station n’a pas répondu')).toBeVisible();
  await expect.poll(async () => (await station.call(contract.getLan)).body.isOn).toBe(false);
});
