// The forms of a technician, and the parts of the station for programs: each checked by what a person sees.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aCart } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';
import { aFreePort } from '../support/free-port.ts';

const COUNT = 3;

const browser = aSharedBrowser();
let station: TestStation;
beforeAll(async () => {
  station = await aStationWithInterface();
  await aCart(station, COUNT);
});
afterAll(() => station[Symbol.asyncDispose]());

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('the Wi-Fi form has the fields of each security type, and the last network cannot be removed', async () => {
  using folder = aFolder();
  const file = (name: string, text: string): string => {
    const path = join(folder.path, name);
    writeFileSync(path, text);
    return path;
  };
  const ca = file('ca.pem', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n');
  const client = file('pupil.p12', 'pkcs twelve');
  const { page, faults } = await browser.open(station, { path: '/configure/profiles/new?group=wifi' });
  const choose = async (label: string, option: string): Promise<void> => {
    await page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label }))
      .first()
      .click();
    await page.getByRole('option', { name: option }).click();
  };
  const why = page.locator('.blocked-by');
  const save = page.getByRole('button', { name: /^Save profile/ });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('School Wi-Fi');
  await page.getByRole('checkbox', { name: 'Manage: Networks' }).check();
  // One network to fill in, which cannot be removed: an empty list would cut the headsets off.
  await expectOnPage(why).toHaveText('Enter the name of Wi-Fi network 1.');
  await expectOnPage(save).toBeDisabled();
  await expectOnPage(page.getByRole('button', { name: 'Remove New entry' })).toBeDisabled();

  const networkName = page.getByRole('textbox', { name: 'Network name' });
  await networkName.fill('é'.repeat(17));
  await expectOnPage(why).toContainText('is too long: at most 32 bytes');
  await networkName.fill('Lycée');
  await choose('Security', 'WPA3 Personal');
  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  await password.fill('short');
  await expectOnPage(why).toHaveText(
    'The password of Lycée must have 8 to 63 characters, or be a key of 64 hexadecimal digits.',
  );
  await password.fill('long enough');
  await expectOnPage(why).toHaveCount(0);

  await choose('Security', 'WPA2/WPA3 Enterprise');
  await expectOnPage(why).toHaveText('Lycée has no user name.');
  await page.getByRole('textbox', { name: 'User name' }).fill('tablet@school.example');
  await expectOnPage(why).toHaveCount(0);
  await choose('EAP method', 'TTLS (user name and password)');
  await choose('Inner method', 'MSCHAPV2');
  await choose('EAP method', 'TLS (certificate)');
  await expectOnPage(why).toHaveText('Lycée needs a client certificate. Choose its PKCS #12 file.');
  const inputs = page.locator('.certificate-file input[type=file]');
  const [caInput, clientInput] = [
    page.locator('.certificate-file').filter({ hasText: 'CA certificate' }),
    page.locator('.certificate-file').filter({ hasText: 'Client certificate' }),
  ];
  if ((await inputs.count()) === 0) {
    for (const [part, path] of [
      [caInput, client],
      [caInput, ca],
      [clientInput, client],
    ] as const) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        part.getByRole('button', { name: /Choose file/ }).click(),
      ]);
      await chooser.setFiles(path);
      if (path === client && part === caInput)
        await part.getByText('This is not a certificate in PEM format.').waitFor();
    }
  } else {
    await caInput.locator('input').setInputFiles(client);
    await caInput.getByText('This is not a certificate in PEM format.').waitFor();
    await caInput.locator('input').setInputFiles(ca);
    await clientInput.locator('input').setInputFiles(client);
  }
  await expectOnPage(clientInput).toContainText('File chosen');
  await expectOnPage(why).toHaveCount(0);
  await save.click();
  await page.getByRole('listitem').filter({ hasText: 'School Wi-Fi' }).waitFor();

  const [profile] = (await station.call(contract.listProfiles)).body.items;
  const saved = await station.call(contract.getProfile, {
    params: { profileId: profile?.id ?? '' },
    query: { passwords: 'true' },
  });
  expect(saved.body.settings.wifi).toMatchObject([
    {
      ssid: 'Lycée',
      security: 'enterprise',
      enterprise: {
        method: 'TLS',
        identity: 'tablet@school.example',
        clientCertificate: Buffer.from('pkcs twelve').toString('base64'),
      },
    },
  ]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a TTLS network is saved, and comes back as it was when its profile is opened again', async () => {
  const { page, faults } = await browser.open(station, { path: '/configure/profiles/new?group=wifi' });
  const field = (label: string) =>
    page
      .getByRole('combobox', { name: label })
      .or(page.getByRole('textbox', { name: label, exact: true }))
      .first();
  const choose = async (label: string, option: string): Promise<void> => {
    await field(label).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('TTLS');
  await page.getByRole('checkbox', { name: 'Manage: Networks' }).check();
  await page.getByRole('textbox', { name: 'Network name' }).fill('Collège');
  await choose('Security', 'WPA2/WPA3 Enterprise');
  await choose('EAP method', 'TTLS (user name and password)');
  await choose('Inner method', 'MSCHAP');
  const typed = {
    'User name': 'tablet@school.example',
    'Anonymous identity': 'anonymous@school.example',
    'Server name': 'radius.school.example',
  };
  for (const [label, value] of Object.entries(typed)) await field(label).fill(value);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('long enough');
  await page.getByRole('button', { name: /^Save profile/ }).click();
  const saved = page.getByRole('listitem').filter({ hasText: 'TTLS' });
  await saved.waitFor();

  const { items } = (await station.call(contract.listProfiles)).body;
  const profileId = items.find(({ name }) => name === 'TTLS')?.id ?? '';
  const { body: profile } = await station.call(contract.getProfile, {
    params: { profileId },
    query: { passwords: 'true' },
  });
  expect(profile.settings.wifi).toMatchObject([
    {
      ssid: 'Collège',
      password: 'long enough',
      security: 'enterprise',
      enterprise: {
        method: 'TTLS',
        innerMethod: 'MSCHAP',
        identity: 'tablet@school.example',
        anonymousIdentity: 'anonymous@school.example',
        domain: 'radius.school.example',
      },
    },
  ]);
  await page.goto(`${station.url}/configure/profiles/${profileId}?group=wifi`);
  await page.locator('.entry-title').filter({ hasText: 'Collège' }).click();
  await expectOnPage(field('EAP method')).toHaveValue('TTLS (user name and password)');
  await expectOnPage(field('Inner method')).toHaveValue('MSCHAP');
  await expectOnPage(field('Network name')).toHaveValue('Collège');
  for (const [label, value] of Object.entries(typed)) await expectOnPage(field(label)).toHaveValue(value);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('time zone, language and country are chosen from lists that begin with those of this computer', async () => {
  const { page, faults } = await browser.open(station, {
    path: '/configure/profiles/new?group=system',
    timezoneId: 'Europe/Paris',
    locale: 'fr-FR',
  });
  const field = (name: string) => page.locator(`[data-field="system.${name}"]`);
  for (const [name, value] of [
    ['timezone', 'Europe/Paris'],
    ['locale', 'fr-FR'],
    ['countryCode', 'FR'],
  ] as const) {
    await field(name).getByRole('checkbox').check();
    await expectOnPage(
      field(name).getByRole('textbox').or(field(name).getByRole('combobox')).first(),
    ).toHaveValue(value);
  }
  const zone = field('timezone').getByRole('textbox').or(field('timezone').getByRole('combobox')).first();
  await zone.fill('tok');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await expectOnPage(zone).toHaveValue('Asia/Tokyo');
  const country = field('countryCode')
    .getByRole('textbox')
    .or(field('countryCode').getByRole('combobox'))
    .first();
  // By its name in the person's own language.
  await country.fill('belgi');
  await page.getByRole('option', { name: /BE Belgique/ }).click();
  await expectOnPage(country).toHaveValue('BE');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('tokens are filtered by owner: programs or headsets', async () => {
  await station.issue({ label: 'Time table' });
  const { page, faults } = await browser.open(station, { path: '/station/tokens' });
  const { body } = await station.call(contract.listTokens, { query: { live: 'true', owner: 'headsets' } });
  expect(body.total).toBe(COUNT);
  const timeTable = page.getByRole('row', { name: /Time table/ });
  await timeTable.waitFor();
  await page.getByRole('button', { name: 'Headsets', exact: true }).click();
  await expectOnPage(title(page)).toHaveText(`${COUNT} tokens`);
  await expectOnPage(timeTable).toHaveCount(0);
  await expectOnPage(page.getByRole('row', { name: /A-0\d/ })).toHaveCount(COUNT);
  await page.getByRole('button', { name: 'Programs', exact: true }).click();
  await timeTable.waitFor();
  await expectOnPage(page.getByRole('row', { name: /A-0\d/ })).toHaveCount(0);
  // Pressed again, it filters no more.
  await page.getByRole('button', { name: 'Programs', exact: true }).click();
  await expectOnPage(page.getByRole('row', { name: /A-0\d/ })).toHaveCount(COUNT);
  await timeTable.waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the events of a webhook are chosen from a list, and sent as chosen', async () => {
  const { page, faults } = await browser.open(station, { path: '/station/webhooks' });
  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/hook');
  await page.getByRole('combobox', { name: 'Events' }).click();
  for (const type of ['event.DOWNLOAD_FAILED', 'device.*'])
    await page.getByRole('option', { name: type, exact: true }).click();
  // The list closes when another field has the focus.
  await page.getByLabel('Name', { exact: true }).fill('Help desk');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog', { name: 'Signing secret' }).waitFor();
  const { items } = (await station.call(contract.listWebhooks)).body;
  expect(items.map(({ types }) => types)).toEqual([['event.DOWNLOAD_FAILED', 'device.*']]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('the port of --lan-port holds when LAN access is switched on from the screen', async () => {
  const port = await aFreePort();
  await using other = await aStationWithInterface({ lanPort: port });
  const { page, faults } = await browser.open(other, { path: '/station' });
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expectOnPage(page.getByLabel('Port', { exact: true })).toHaveValue(String(port));
  // Loopback only: a test sends nothing to the outside.
  await page.getByLabel('All networks of this computer').uncheck();
  for (const name of await page.locator('.interfaces label').allTextContents()) {
    if (name !== 'lo') await page.locator('.interfaces').getByLabel(name, { exact: true }).uncheck();
  }
  await page.getByRole('button', { name: 'Apply' }).click();
  await expectOnPage(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await page.getByLabel('Allow LAN access').click();
  await title(page)
    .filter({ hasText: /^(LAN access is on|This computer is not connected to a network)$/ })
    .waitFor();
  expect((await other.call(contract.getLan)).body).toMatchObject({ isOn: true, port, problem: null });
  expect(faults).toEqual([]);
});

test('the API reference begins with a token and one call, and any call can be copied as curl', async () => {
  const { page } = await browser.open(station, { path: '/docs' });
  await page.getByText('export TOKEN').first().waitFor();
  const text = await page.locator('main').innerText();
  const order = ['curl', '/station/slots'].map((word) => text.indexOf(word));
  expect(order[0]).toBeGreaterThan(0);
  expect(order[0]).toBeLessThan(order[1] ?? 0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#createSlots summary').first().click();
  await page.locator('#createSlots').getByRole('button', { name: /curl/i }).first().click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*\/station\/slots/s);
  await page.context().close();
});
