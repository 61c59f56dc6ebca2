// Two people who edit the same thing at the same time: neither loses anything unseen.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { aPerson } from '../support/people.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();
let station: TestStation;
let cart: CartHeadset[];
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 1);
});
afterAll(() => station[Symbol.asyncDispose]());

async function volumeOf(profileId: string) {
  const { body } = await station.call(contract.getProfile, { params: { profileId } });
  return { version: body.version, volume: body.settings.volume };
}

test('a profile that was saved elsewhere meanwhile is not overwritten before the person has chosen', async () => {
  const { body: profile } = await station.call(contract.createProfile, {
    body: { name: 'Quiet', settings: { levels: 'percent', volume: 3 } },
  });
  const { page } = await browser.open(station, { path: `/configure/profiles/${profile.id}?group=audio` });
  const volume = page.getByRole('textbox', { name: 'Volume' });
  const save = page.getByRole('button', { name: /^Save version/ });
  const elsewhere = (value: number) =>
    station.call(contract.updateProfile, {
      params: { profileId: profile.id },
      body: { name: 'Quiet', settings: { levels: 'percent', volume: value } },
    });
  await volume.fill('5');
  await elsewhere(9);
  await save.click();
  await page.getByText('Version 2 was saved in the meantime').waitFor();
  expect(await volumeOf(profile.id)).toEqual({ version: 2, volume: 9 });

  await page.getByRole('button', { name: 'Open version 2' }).click();
  await expectOnPage(volume).toHaveValue('9 %');
  await volume.fill('6');
  await elsewhere(10);
  await save.click();
  await page.getByText('Version 3 was saved in the meantime').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expectOnPage(volume).toHaveValue('6 %');
  await page.getByRole('button', { name: /^Save version 4/ }).click();
  await page.getByText('version 4 · 1 setting').waitFor();
  expect(await volumeOf(profile.id)).toEqual({ version: 4, volume: 6 });
  await page.context().close();
});

test('a new passcode does not bring back the role that was taken from a person meanwhile', async () => {
  const personId = await aPerson(station, 'Madame Laurent', 'teacher');
  const { page } = await browser.open(station, { path: '/station/people' });
  await page.getByRole('button', { name: 'Edit Madame Laurent' }).click();
  await page.getByLabel('New passcode').fill('coral-lagoon-night');
  await station.call(contract.updatePerson, { params: { personId }, body: { role: 'viewer' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { body } = await station.call(contract.listPeople);
  expect(body.items.map(({ role }) => role)).toEqual(['viewer']);
  await page.context().close();
});

test('undoing a new name restores the name that it replaced, not the one when the dialog opened', async () => {
  const { page } = await browser.open(station, { path: '/fleet' });
  const id = cart[0]?.id ?? '';
  const tile = page.getByRole('option', { name: /^A-01\b/ });
  await tile.locator('[data-tick]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  const name = page.getByRole('dialog').getByRole('textbox');
  await name.fill('Front row');
  await station.call(contract.patchDevice, { params: { deviceId: id }, body: { label: 'By the door' } });
  await page.getByRole('dialog', { name: /By the door/ }).waitFor();
  await name.press('Enter');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectOnPage(page.getByRole('option', { name: /^By the door/ })).toBeVisible();
  await page.context().close();
});
