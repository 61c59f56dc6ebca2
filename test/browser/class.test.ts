import type { BrowserContext, Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import { contract } from '../../shared/contract/index.ts';
import { NOWHERE } from '../support/a-lan.ts';
import type { TestStation } from '../support/a-station.ts';
import { aCart } from './a-cart.ts';
import { aContent } from '../support/a-content.ts';
import { aPerson, passcodeOf } from '../support/people.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { expectAccessible, expectAccessibleDialog, expectAccessibleInBoth } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll, SIZES } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';
import { aFreePort } from '../support/free-port.ts';

const APP = 'org.lumiere.volcano';
const VANISHED = [4, 11];

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;
let port: number;
let labels: readonly string[];

beforeAll(async () => {
  port = await aFreePort();
  station = await aStationWithInterface({ lan: { port, interfaceName: NOWHERE } });
  const { body } = await station.call(contract.createSlots, {
    body: { count: 30, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 3 } },
  });
  labels = body.items.map(({ label }) => label);
  // Only the first beat: the lesson alone decides what runs.
  cart = await aSimulatedCart(station, body.items, () => ({ heartbeatMs: 24 * 3_600_000 }));
  const devicesId = cart.headsets.map(({ id }) => id);
  const application = {
    id: 'volcano',
    packageName: APP,
    codeVersion: 3,
    url: 'https://files.example/v-3.apk',
  };
  await station.call(contract.configureDevices, {
    body: { devicesId, settings: { applications: [application] } },
  });
  await expectOnPage
    .poll(
      async () =>
        (await station.call(contract.surveySettings, { body: { devicesId } })).body.installed.find(
          ({ packageName }) => packageName === APP,
        )?.count,
      { timeout: 120_000 },
    )
    .toBe(30);
});
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

/** Buttons that change a headset, on all parts of its page. */
const CHANGES =
  /^(?:Configure|Edit|Change|Lock|Restart|Identify|Send|Add|Save(?! as)|Remove|Undo here|Un-enrol|Delete|Find on the network)\b/;

/** A tablet on the local network, without a session. */
async function aTablet(page: Page): Promise<{ context: BrowserContext; tablet: Page }> {
  const context = await page.context().browser()?.newContext({
    ignoreHTTPSErrors: true,
    viewport: SIZES.tablet,
    hasTouch: true,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  if (context === undefined) throw new Error('The browser is gone');
  const tablet = await context.newPage();
  tablet.setDefaultTimeout(120_000);
  await tablet.goto(`https://127.0.0.1:${port}/`);
  return { context, tablet };
}

test('a lesson with 30 headsets of which two vanish, by a teacher with his own passcode', async () => {
  const { page, faults } = await browser.open(station, { path: '/station/people' });
  await page.getByRole('heading', { level: 1, name: 'Nobody has a passcode yet' }).waitFor();
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Madame Laurent');
  await page.getByLabel('Passcode', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectAccessibleDialog(page);
  await expectOnPage(page.getByRole('tooltip')).toHaveText('At least 8 characters.');
  await page.getByLabel('Passcode', { exact: true }).fill('quiet-river-stone');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: '1 person with a passcode' }).waitFor();
  await expectAccessibleInBoth(page);
  // The technician prepares the lesson.
  await page.getByRole('link', { name: 'Prepare lesson plans' }).click();
  await page.getByRole('heading', { level: 1, name: 'No lesson plans yet' }).waitFor();
  await page.getByRole('button', { name: 'New lesson plan' }).click();
  await page.getByLabel('Lesson name').fill('Volcanoes');
  await page.getByLabel('Class', { exact: true }).selectOption({ label: 'Cart A' });
  for (const [number, label] of ['Open the lab', 'Quieter'].entries()) {
    await page.getByRole('button', { name: 'Add a button' }).click();
    await page.getByLabel(`Button ${number + 1}`).fill(label);
  }
  await page.getByLabel('App package name').first().fill(APP);
  await page.getByLabel('Action').nth(1).selectOption('volume');
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Save lesson plan' }).click();
  await page.getByRole('heading', { level: 1, name: '1 lesson plan' }).waitFor();
  await expectAccessibleInBoth(page);

  // Two go offline, and the lesson begins.
  for (const index of VANISHED) await cart.headsets[index]?.headset.leave();
  const gone = VANISHED.map((index) => labels[index] ?? '');
  const { context, tablet } = await aTablet(page);
  await tablet.getByRole('heading', { name: 'Sign in with your passcode.' }).waitFor();
  await tablet.getByLabel('Passcode', { exact: true }).fill('not this one');
  await tablet.getByRole('button', { name: 'Sign in' }).click();
  await tablet.getByText('Wrong passcode.').waitFor();
  await tablet.getByLabel('Passcode', { exact: true }).fill('quiet-river-stone');
  await tablet.getByRole('button', { name: 'Sign in' }).click();
  const board = tablet.getByRole('listbox', { name: 'Headsets of the class' });
  const tiles = board.getByRole('option');
  await expectOnPage(tiles).toHaveCount(30);
  await tablet.getByRole('combobox', { name: 'Class', exact: true }).selectOption({ label: 'Volcanoes' });

  await tablet.getByRole('heading', { level: 1, name: '28 of 30 here' }).waitFor();
  await tablet.getByText(`2 missing: ${gone.join(' and ')}`).waitFor();

  // A button of the lesson: each headset shows when it received it.
  await tablet.getByRole('button', { name: 'Open the lab' }).tap();
  const received = tablet.getByRole('status').filter({ hasText: 'reached' });
  await expectOnPage(received).toHaveText(
    new RegExp(
      `^Start Volcano. 28 of 30 reached at \\d\\d:\\d\\d. ${gone.join(' and ')} are offline. The command is queued until \\d\\d:\\d\\d.$`,
    ),
  );
  await expectOnPage(board.getByText(/^Started \d\d:\d\d$/)).toHaveCount(28);
  await expectOnPage(board.getByText('Will start when it is back')).toHaveCount(2);
  await tablet.getByRole('heading', { level: 1, name: '28 of 30 in Volcano' }).waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await tablet.emulateMedia({ colorScheme });
    await expectAccessible(tablet);
  }
  await expectNoSidewaysScroll(tablet);
  // All thirty are visible, with the note and the buttons of the lesson.
  const excess = await tablet
    .locator('.class-grid')
    .evaluate((grid) => grid.scrollHeight - grid.clientHeight);
  expect(excess).toBeLessThanOrEqual(1);
  const small = await tablet
    .locator('.class-page :is(button, a, select, [role="option"])')
    .evaluateAll((all) =>
      all
        .map((each) => each.getBoundingClientRect())
        .filter(({ width, height }) => width < 48 || height < 48),
    );
  expect(small).toEqual([]);

  // One of the two returns, and catches up automatically.
  cart.headsets[VANISHED[0] ?? 0]?.headset.comeBack();
  await tablet.getByText(`1 missing: ${gone[1]}`).waitFor();
  await expectOnPage(received).toContainText(`29 of 30 reached`);
  await expectOnPage(received).toContainText(`${gone[1]} is offline. The command is queued`);
  await tablet.getByRole('heading', { level: 1, name: '29 of 30 in Volcano' }).waitFor();

  // Eyes on me, and back; then a single headset, also with a button of the lesson.
  await tablet.getByRole('button', { name: 'Eyes on me' }).tap();
  await expectOnPage(received).toContainText('Eyes on me. 29 of 30 reached');
  await tablet.getByRole('heading', { level: 1, name: '29 of 30 in attention mode' }).waitFor();
  await tablet.getByRole('button', { name: 'Resume', exact: true }).tap();
  await expectOnPage(received).toContainText('Resume. 29 of 30 reached');
  await board.getByRole('option', { name: labels[0] ?? '' }).tap();
  await expectOnPage(board.locator('[aria-selected="true"]')).toHaveText(new RegExp(labels[0] ?? ''));
  await tablet.getByRole('button', { name: 'Quieter' }).tap();
  await expectOnPage(received).toContainText('Volume 40%. 1 of 1 reached');
  await tablet.getByRole('button', { name: 'End the lesson: 1', exact: true }).tap();
  await expectOnPage(received).toContainText('End the lesson. 1 of 1 reached');
  // With the keyboard alone: one tab stop, arrows, Space, all, none.
  await board.focus();
  await tablet.keyboard.press('End');
  await tablet.keyboard.press('Space');
  await tablet.getByRole('button', { name: 'Clear 2' }).waitFor();
  await tablet.keyboard.press('Control+a');
  await tablet.getByRole('button', { name: 'Clear 30' }).waitFor();
  await tablet.keyboard.press('Escape');
  await expectOnPage(board.locator('[aria-selected="true"]')).toHaveCount(0);

  // Only those that need the teacher, and all again.
  await tablet.getByRole('button', { name: /needs? attention/ }).tap();
  await expectOnPage(board.getByRole('option', { name: gone[1] ?? '' })).toBeVisible();
  await expectOnPage(board.getByRole('option', { name: labels[0] ?? '' })).toHaveCount(0);
  await tablet.getByRole('button', { name: 'Show all' }).tap();
  await expectOnPage(tiles).toHaveCount(30);

  // A pupil with the tablet stays in the class, whatever address he types; the passcode leaves it.
  await tablet.goto(`https://127.0.0.1:${port}/fleet`);
  await expectOnPage(tiles).toHaveCount(30);
  await expectOnPage(received).toContainText('End the lesson. 1 of 1 reached');
  await tablet.getByRole('button', { name: 'Leave the class' }).tap();
  await tablet.getByLabel('Passcode', { exact: true }).fill('a guess of a pupil');
  await tablet.keyboard.press('Enter');
  await tablet.getByText('Wrong passcode.').waitFor();
  await expectAccessibleDialog(tablet);
  await tablet.getByLabel('Passcode', { exact: true }).fill('quiet-river-stone');
  await tablet.keyboard.press('Enter');
  await tablet.getByRole('listbox', { name: 'Headsets', exact: true }).waitFor();

  // The station refuses what the role may not do; the screens are hidden.
  await expectOnPage(tablet.getByRole('link', { name: 'Station' })).toHaveCount(0);
  await tablet.goto(`https://127.0.0.1:${port}/enrol`);
  await tablet.getByRole('heading', { name: 'You need the Technician role.' }).waitFor();
  await expectAccessible(tablet);
  const refusal = await tablet.evaluate(async () => {
    const token = localStorage.getItem('muster.session') ?? '';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ count: 1, labelPrefix: 'X-' });
    const answer = await fetch('/station/slots', { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  });
  expect(refusal.status).toBe(403);
  expect(refusal.text).toContain('ROLE_REQUIRED');
  await tablet.getByRole('button', { name: 'Sign out' }).tap();
  await tablet.getByRole('heading', { name: 'Sign in with your passcode.' }).waitFor();
  await context.close();

  // The technician finds the plans from the board itself.
  await page.goto(`${station.url}/class`);
  await page.getByRole('link', { name: 'Lessons' }).click();
  await page.getByRole('heading', { level: 1, name: '1 lesson plan' }).waitFor();
  await page.getByRole('link', { name: 'Back to Class' }).waitFor();

  // The audit log has all of it, with his name.
  await page.goto(`${station.url}/station/audit`);
  await page.getByLabel('Who', { exact: true }).fill('laurent');
  const rows = page.locator('.audit tbody tr');
  const pressed = rows.filter({ hasText: 'Run a lesson plan button' });
  await expectOnPage(pressed).toHaveCount(1, { timeout: 120_000 });
  await expectOnPage(pressed.getByRole('link')).toHaveText([
    'Madame Laurent',
    'Volcanoes, button 1',
    ...labels.slice(0, 3),
  ]);
  await expectOnPage(pressed).toContainText('and 27 more');
  await expectOnPage(rows.filter({ hasText: 'Create slots' }).getByText('Refused')).toBeVisible();
  await page.getByLabel('Target').fill('volcano');
  await expectOnPage(rows.filter({ hasText: 'Create slots' })).toHaveCount(0);
  await expectOnPage(pressed).toHaveCount(1);
  // The part that stays can still be opened.
  await pressed.getByRole('button', { name: 'Run a lesson plan button' }).click();
  await expectOnPage(page.getByLabel('Raw entry')).toContainText('"operation": "runLessonStep"', {
    timeout: 120_000,
  });
  await page.getByRole('button', { name: 'Verify log' }).click();
  await page.getByText(/^Intact: \d+ entries verified\.$/).waitFor();
  await expectAccessibleInBoth(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  expect(faults).toEqual([]);
});

longTest(
  'a viewer sees the class, the fleet and the library with a note, and no control that sends commands',
  async () => {
    await aPerson(station, 'Ines', 'viewer');
    const { page, faults } = await browser.open(station, { path: '/fleet' });
    const { context, tablet } = await aTablet(page);
    await tablet.getByLabel('Passcode', { exact: true }).fill(passcodeOf('Ines'));
    await tablet.getByRole('button', { name: 'Sign in' }).click();

    await tablet.getByText('You can see everything here but change nothing.').waitFor();
    await expectOnPage(tablet.getByRole('link', { name: /Enrol|Add headsets/ })).toHaveCount(0);
    aContent(station, { name: 'reef.mp4', kind: 'video', mediaType: 'video/mp4' });
    await tablet.getByRole('link', { name: 'Content', exact: true }).tap();
    await tablet.getByText('Not assigned yet').waitFor();
    await expectOnPage(tablet.locator('fieldset, main input:disabled, main button:disabled')).toHaveCount(0);
    await expectOnPage(tablet.getByRole('button', { name: /Add content|Free space|^Assign/ })).toHaveCount(0);
    await tablet.getByRole('link', { name: 'Fleet' }).tap();
    for (const [key, list] of [
      ['', 'listbox'],
      ['t', 'grid'],
    ] as const) {
      if (key !== '') await tablet.keyboard.press(key);
      await tablet.getByRole(list, { name: 'Headsets' }).focus();
      await tablet.keyboard.press('Control+a');
      await tablet.keyboard.press('Space');
      await expectOnPage(tablet.getByRole(list).locator('.tick')).toHaveCount(0);
      await expectOnPage(tablet.locator('[aria-selected="true"]')).toHaveCount(0);
    }
    await expectOnPage(tablet.getByRole('toolbar')).toHaveCount(0);
    await tablet.getByRole('grid', { name: 'Headsets' }).focus();
    await tablet.keyboard.press('Home');
    await tablet.keyboard.press('Enter');
    const drawer = tablet.getByRole('dialog');
    await drawer.getByRole('link', { name: 'History' }).waitFor();
    await expectOnPage(drawer.locator('a[href^="/configure"], a[href^="/sync"]')).toHaveCount(0);
    await tablet.keyboard.press('Escape');
    await expectOnPage(drawer).toHaveCount(0);
    await tablet.getByRole('link', { name: 'Class' }).tap();
    await tablet.getByText('You can watch. To control the headsets').waitFor();
    await expectAccessible(tablet);
    await expectOnPage(tablet.getByRole('button', { name: 'Eyes on me' })).toHaveCount(0);
    await expectOnPage(tablet.getByRole('link', { name: 'Lessons' })).toHaveCount(0);

    // The headset's page shows everything, offers no change, and says why.
    const id = cart.headsets[0]?.id ?? '';
    await station.call(contract.setMetadata, {
      params: { deviceId: id, namespace: 'timetable' },
      body: { room: 'B 12' },
    });
    await tablet.goto(`https://127.0.0.1:${port}/fleet/${id}`);
    await tablet.getByText('you need the Technician role').waitFor();
    await tablet.getByRole('heading', { level: 2, name: 'Events' }).waitFor();
    await expectOnPage(tablet.locator('fieldset')).toHaveCount(0);
    const parts = tablet.getByRole('navigation', { name: 'Headset pages' });
    for (const part of ['Overview', 'Content', 'Commands', 'History', 'Metadata', 'Record']) {
      await parts.getByRole('link', { name: part }).tap();
      await expectOnPage(tablet.locator('.page-tabs [aria-current="page"]')).toContainText(part, {
        timeout: 120_000,
      });
      await expectOnPage(tablet.locator('.page :is(button, input, textarea):disabled')).toHaveCount(0);
      await expectOnPage(tablet.getByRole('button', { name: CHANGES })).toHaveCount(0);
    }
    await parts.getByRole('link', { name: 'Metadata' }).tap();
    await tablet.getByRole('button', { name: 'timetable' }).tap();
    await expectOnPage(tablet.getByLabel('timetable')).toContainText('B 12', { timeout: 120_000 });
    await expectAccessible(tablet);
    await tablet.goto(`https://127.0.0.1:${port}/statistics`);
    await tablet.getByRole('heading', { level: 1, name: /of 30 headsets used/ }).waitFor();
    await tablet.goto(`https://127.0.0.1:${port}/station/tokens`);
    await tablet.getByRole('heading', { name: 'You need the Technician role.' }).waitFor();

    // The service refuses what the screens do not offer.
    const refused = await tablet.evaluate(
      async ([deviceId]) => {
        const token = localStorage.getItem('muster.session') ?? '';
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const ask = async (method: string, path: string): Promise<string> => {
          const answer = await fetch(path, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
          return `${method} ${answer.status}`;
        };
        return Promise.all([
          ask('PATCH', `/devices/${deviceId}`),
          ask('PUT', `/devices/${deviceId}/command`),
          ask('PUT', `/devices/${deviceId}/metadata/timetable`),
          ask('DELETE', `/devices/${deviceId}`),
          ask('POST', '/station/class/runs'),
          ask('GET', '/station/tokens'),
          ask('GET', '/station/audit'),
        ]);
      },
      [id] as const,
    );
    expect(refused).toEqual([
      'PATCH 403',
      'PUT 403',
      'PUT 403',
      'DELETE 403',
      'POST 403',
      'GET 403',
      'GET 403',
    ]);

    // After repeated wrong passcodes attempts are blocked, and the time of the next one is shown.
    await tablet.goto(`https://127.0.0.1:${port}/fleet`);
    await tablet.getByRole('button', { name: 'Sign out' }).tap();
    await tablet.getByLabel('Passcode', { exact: true }).waitFor();
    await tablet.evaluate(async () => {
      for (let guess = 0; guess < 10; guess += 1) {
        await fetch('/station/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ passcode: `guess number ${guess}` }),
        });
      }
    });
    await tablet.getByLabel('Passcode', { exact: true }).fill(passcodeOf('Ines'));
    await tablet.keyboard.press('Enter');
    await tablet.getByText(/^Too many wrong passcodes\. Try again at \d\d:\d\d\.$/).waitFor();
    await context.close();

    // Several carts at once: only visible tiles are in the document, and the strip is one per cart.
    await Promise.all(['B', 'C'].map((letter) => aCart(station, 50, letter)));
    await page.goto(`${station.url}/class`);
    const board = page.getByRole('listbox', { name: 'Headsets of the class' });
    await page.getByRole('heading', { level: 1, name: /of 130 / }).waitFor();
    await expectOnPage(page.getByRole('list', { name: 'Carts of the class' }).getByRole('img')).toHaveCount(
      3,
    );
    // With a heartbeat within the last minute and a half they are present, even without a link.
    await page.getByText('100 getting ready').waitFor();
    expect(await board.getByRole('option').count()).toBeLessThan(100);
    await board.focus();
    await page.keyboard.press('End');
    await expectOnPage(board.getByRole('option', { name: 'C-50' })).toBeInViewport();
    await page.keyboard.press('Space');
    await expectOnPage(board.locator('[aria-selected="true"]')).toHaveText(/C-50/);
    await expectAccessibleInBoth(page);
    expect(faults).toEqual([]);
  },
);
