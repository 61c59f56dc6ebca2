// A teacher's first lesson, point by point: each checked by what a person sees.
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { aContent } from '../support/a-content.ts';
import type { TestStation } from '../support/a-station.ts';
import { TestHeadset } from '../support/linked-headset.ts';
import { aPerson, passcodeOf } from '../support/people.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { aCart } from './a-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const APP = 'org.lumiere.volcano';
const FILM = 'Coral reef.mp4';

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;
let page: Page;
let faults: readonly string[];
beforeAll(async () => {
  station = await aStationWithInterface();
  const { body } = await station.call(contract.createSlots, {
    body: { count: 4, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 1 } },
  });
  cart = await aSimulatedCart(station, body.items, () => ({ heartbeatMs: 24 * 3_600_000 }));
  const devicesId = cart.headsets.map(({ id }) => id);
  const application = { id: 'v', packageName: APP, codeVersion: 3, url: 'https://files.example/v.apk' };
  await station.call(contract.configureDevices, {
    body: { devicesId, settings: { applications: [application] } },
  });
  const film = aContent(station, { name: FILM, kind: 'video', mediaType: 'video/mp4' });
  await station.call(contract.patchVideos, {
    body: { devicesId, videos: [{ id: film.sha256, title: FILM, url: film.path }] },
  });
  await aPerson(station, 'Madame Laurent', 'teacher');
  await aPerson(station, 'Monsieur Petit', 'technician');
  ({ page, faults } = await browser.open(station, { path: '/class', hasTouch: true }));
  await tile('A-04').waitFor();
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

const board = () => page.getByRole('listbox', { name: 'Headsets of the class' });
const tile = (name: string) => board().getByRole('option', { name: new RegExp(`^${name}\\b`) });
const dock = () => page.getByRole('toolbar', { name: 'Class controls' });
const more = async (item: string | RegExp): Promise<void> => {
  await dock().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const received = () => page.locator('.run-note');

test('only apps of the library and the assigned ones are offered, with how many can start them', async () => {
  await dock().locator('.app-btn').click();
  const menu = page.locator('.class-menu');
  await expectOnPage(menu.getByRole('menuitem').first()).toContainText(/volcano/i);
  await expectOnPage(menu).not.toContainText('io.muster.agent');
  await expectOnPage(menu.getByRole('menuitem').first()).toContainText(/\d of \d can start it now/);
  await expectOnPage(menu).not.toContainText(/vrshell|filemanager/i);
  await menu.getByRole('menuitem').first().click();
});

test('a started app shows since when it runs, not that it is done', async () => {
  await dock()
    .getByRole('button', { name: /^Start on/ })
    .click();
  await expectOnPage(received()).toContainText('4 of 4 reached');
  await expectOnPage(tile('A-01')).toContainText(/Started \d\d:\d\d/);
  await expectOnPage(tile('A-01')).not.toContainText('Done');
});

test('only problems that a teacher can solve are shown, and only while they last', async () => {
  // A headset without storage waits for the technician; one that goes offline is the teacher's.
  await cart.headsets[2]?.headset.leave();
  const needs = page.getByRole('button', { name: '1 needs attention' });
  await needs.waitFor();
  cart.headsets[2]?.headset.comeBack();
  await expectOnPage(needs).toHaveCount(0);
});

test('a video is played, paused and restarted; a web page, a text and a brightness are sent', async () => {
  await more(new RegExp(FILM));
  await expectOnPage(received()).toContainText(`Play ${FILM}. 4 of 4 reached`);
  await more('Pause');
  await expectOnPage(received()).toContainText('Pause the video. 4 of 4 reached');
  await more('Restart video');
  await expectOnPage(received()).toContainText('Restart the video. 4 of 4 reached');
  await more('Open a web page…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Web address').fill('not a page');
  await expectOnPage(dialog.getByText('This is not a web address.')).toBeVisible();
  await dialog.getByLabel('Web address').fill('school.example/volcano');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expectOnPage(received()).toContainText('Open a web page. 4 of 4 reached');
  await dock().getByRole('button', { name: 'Message' }).click();
  await expectOnPage(dialog).toContainText('To the whole class');
  await dialog.getByLabel('Text, as students see it').fill('Look up!');
  await page.keyboard.press('Enter');
  await expectOnPage(received()).toContainText('Show a text. 4 of 4 reached');
  await more('80%');
  await expectOnPage(received()).toContainText('Brightness 80%. 4 of 4 reached');
});

test('students’ names are on the tiles for one lesson, groups are made by tapping, and all of it is cleared afterwards', async () => {
  await more('Student names…');
  const first = page.getByRole('dialog').getByRole('textbox', { name: 'A-01' });
  await first.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Amélie\nBasile\nChloé\nDjamel');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expectOnPage(page.getByRole('dialog').getByRole('textbox', { name: 'A-04' })).toHaveValue('Djamel');
  await page.getByRole('button', { name: 'Show names' }).click();
  await expectOnPage(tile('A-01')).toContainText('Amélie');
  await expectOnPage(tile('A-04')).toContainText('Djamel');

  await tile('A-01').click();
  await tile('A-02').click();
  await more(/^Red/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear 2' }).click();
  await more(/^Red 2/);
  await expectOnPage(board().locator('[aria-selected="true"]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear 2' }).click();

  await more('20 min');
  const timer = page.locator('.lesson-timer');
  await expectOnPage(timer).toBeVisible();
  // Kept over a reload, and never sent to the station.
  await page.reload();
  await expectOnPage(tile('A-01')).toContainText('Amélie');
  await expectOnPage(timer).toBeVisible();
  const { body } = await station.call(contract.listDevices);
  expect(JSON.stringify(body)).not.toContain('Amélie');
  await more('Clear names, groups and timer');
  await expectOnPage(tile('A-01')).not.toContainText('Amélie');
  await expectOnPage(timer).toHaveCount(0);
});

test('a command that an agent does not support is marked before it is pressed again', async () => {
  await using old = await TestHeadset.linked(station);
  await old.report({});
  await expectOnPage(board().getByRole('option')).toHaveCount(5);
  const seen = old.next('show-text');
  await dock().getByRole('button', { name: 'Message' }).click();
  await page.getByRole('dialog').getByLabel('Text, as students see it').fill('Hello');
  await page.keyboard.press('Enter');
  const { commandId } = await seen;
  await old.answer(commandId, { accepted: false, reason: 'UNKNOWN_COMMAND' });
  await expectOnPage(received()).toContainText('1 refused');
  await dock().getByRole('button', { name: 'Message' }).click();
  await page.getByRole('dialog').getByText('Not supported by 1 of 5').waitFor();
  await page.keyboard.press('Escape');
  await station.call(contract.deleteDevice, { params: { deviceId: old.id } });
  // Its tile leaves, and the others move.
  await expectOnPage(board().getByRole('option')).toHaveCount(4);
});

test('power off asks first and names the headsets', async () => {
  await tile('A-04').click();
  await more('Power off');
  const dialog = page.getByRole('dialog');
  await expectOnPage(dialog).toContainText('Power off 1 headset?');
  await expectOnPage(dialog).toContainText('A-04');
  await dialog.getByRole('button', { name: 'Power off' }).click();
  await expectOnPage(received()).toContainText('Power off. 1 of 1 reached');
  await page.getByRole('button', { name: 'Clear 1' }).click();
});

test('a lesson plan says why it cannot be saved, names itself, and is found under Lessons', async () => {
  await page.getByRole('link', { name: 'Lessons' }).click();
  await page.getByRole('button', { name: 'New lesson plan' }).click();
  const save = page.getByRole('button', { name: 'Save lesson plan' });
  await expectOnPage(page.getByRole('status').filter({ hasText: 'Cannot be saved yet.' })).toContainText(
    'Add a button.',
  );
  await save.click();
  await expectOnPage(page.getByRole('tooltip')).toContainText('Add a button.');
  await page.getByRole('button', { name: 'Add a button' }).click();
  await page.getByText('Choose the app of button 1.').waitFor();
  await page.getByLabel('App package name').first().fill(APP);
  await save.click();
  await page.getByRole('heading', { level: 1, name: '1 lesson plan' }).waitFor();
  await page
    .getByText(/^Start .*olcano/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Back to Class' }).click();
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'Start Volcano' });
  await page.locator('.lesson-bar button').first().waitFor();
});

test('Lock to Class mode leads to Class, and only a passcode leaves it', async () => {
  await page.goto(`${station.url}/station/people`);
  await page.getByRole('button', { name: 'Lock to Class mode' }).click();
  await page.getByLabel('Passcode', { exact: true }).fill(passcodeOf('Madame Laurent'));
  await page.keyboard.press('Enter');
  await tile('A-01').waitFor();
  expect(new URL(page.url()).pathname).toBe('/class');
  await page.goto(`${station.url}/fleet`);
  await tile('A-01').waitFor();
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([]);
});

test('a teacher of one cart sees and commands its headsets only; the technician chose it on the page of people', async () => {
  const [ofB] = await aCart(station, 1, 'B');
  const { page: desk } = await browser.open(station, { path: '/station/people' });
  await desk.getByRole('button', { name: 'Edit Madame Laurent' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'All headsets' }).uncheck();
  await dialog.getByText('Choose at least one cart.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectOnPage(desk.getByRole('tooltip')).toHaveText('Choose at least one cart.');
  await dialog.getByRole('checkbox', { name: 'Cart B' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = desk.getByRole('row', { name: /^Madame Laurent/ });
  await expectOnPage(row).toContainText('Only the headsets of Cart B');
  await expectOnPage(desk.getByRole('row', { name: /^Monsieur Petit/ })).not.toContainText('headsets of');

  const other = await browser.openUrl(`${station.url}/`);
  // As on the computer of the station in Class mode.
  await other.page.evaluate(() => localStorage.setItem('muster.asksPasscode', 'yes'));
  await other.page.reload();
  await other.page.getByLabel('Passcode', { exact: true }).fill(passcodeOf('Madame Laurent'));
  await other.page.keyboard.press('Enter');
  const hers = other.page.getByRole('listbox', { name: 'Headsets of the class' }).getByRole('option');
  await expectOnPage(hers).toHaveCount(1);
  await expectOnPage(hers).toContainText('B-01');
  await expectOnPage(other.page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 here');
  expect(other.faults).toEqual([]);
  // A headset of another cart is not shown, not even by its URL.
  const statusOf = (id: string | undefined) =>
    other.page.evaluate(async (path) => {
      const token = localStorage.getItem('muster.session') ?? '';
      return (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status;
    }, `/devices/${id}`);
  expect(await statusOf(ofB?.id)).toBe(200);
  expect(await statusOf(cart.headsets[0]?.id)).toBe(404);
  await other.page.context().close();
});
