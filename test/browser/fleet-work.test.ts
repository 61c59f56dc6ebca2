import type { Page } from 'playwright';
import { expect as expectOnPage } from './patient.ts';
import { afterAll, beforeAll, expect } from 'vitest';

import { answerCommand } from '../../shared/contract/commands/commands.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import { listGroups } from '../../shared/contract/devices/groups.ts';
import type { TestStation } from '../support/a-station.ts';
import { aReadyCart, type CartHeadset } from './a-cart.ts';
import { aSharedBrowser, aStationWithInterface, type Window } from './support.ts';
import { longTest, shortTest as test } from '../support/long.ts';

const browser = aSharedBrowser();

// One station and one window for the whole file: the tests run in the order of a person's work.
let station: TestStation;
let cart: readonly CartHeadset[];
let window: Window;
beforeAll(async () => {
  station = await aStationWithInterface();
  cart = await aReadyCart(station, 6);
  await station.slots(2, 'B-');
  window = await browser.open(station, {
    path: '/fleet',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await tile('A-06').waitFor();
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
});

function tile(name: string) {
  return window.page.getByRole('option', { name: new RegExp(`^${name}\\b`) });
}

async function select(...names: readonly string[]): Promise<void> {
  await window.page.keyboard.press('Escape');
  for (const name of names) await tile(name).locator('[data-tick]').click();
  await window.page.getByText(`${names.length} selected`).waitFor();
}

async function search(words: string): Promise<void> {
  const { keyboard } = window.page;
  await keyboard.press('Control+k');
  await keyboard.type(words);
  const chosen = window.page.locator('[data-combobox-selected]').filter({ hasText: new RegExp(words, 'i') });
  await chosen.waitFor();
  await keyboard.press('Enter');
}

/** Takes what has moved since the last call: the browser reports a move only after its frame was painted. */
function takeMoved(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (Reflect.get(globalThis, 'takeMoved') as () => string[])();
  });
}

/** Waits until nothing has moved for a moment. */
async function untilAtRest(page: Page): Promise<void> {
  await expect.poll(() => takeMoved(page), { interval: 300, timeout: 120_000 }).toEqual([]);
}

longTest('a headset that starts to need attention is announced in a toast and kept in the list', async () => {
  const { page } = window;
  await cart[4]?.report({ batteryInfo: { level: 7, isCharging: false } });
  const received = 'A-05 is low on battery. Put it on the charger.';
  await page.locator('.mantine-Notifications-root').getByText(received).waitFor();
  const wake = page.getByRole('button', { name: /^Notifications/ });
  await wake.click();
  await page.locator('.notice-list').getByRole('button', { name: received }).click();
  await page.waitForURL(/show=needsYou/);
  await page.getByRole('dialog').getByText('android-A-05').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await cart[4]?.report();
  await page.getByRole('button', { name: /^All 8/ }).click();
  await tile('A-06').waitFor();
  expect(window.faults).toEqual([]);
});

test('nothing on the screen moves while headsets change', async () => {
  const { page } = window;
  await page.evaluate(() => {
    let moved: string[] = [];
    const note = (entries: readonly PerformanceEntry[]): void => {
      for (const entry of entries) {
        // A right-aligned number starts elsewhere when it gets a digit; boxes must not move.
        const sources = Reflect.get(entry, 'sources') as readonly { readonly node: Node | null }[];
        for (const { node } of sources)
          if (node instanceof Element && node.closest('[data-position]') === null)
            moved.push(node.outerHTML.slice(0, 200));
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    Reflect.set(globalThis, 'takeMoved', () => {
      note(observer.takeRecords());
      const taken = moved;
      moved = [];
      return taken;
    });
  });
  for (const view of ['Table', 'Wall']) {
    await page.getByRole('button', { name: view }).click();
    await page.getByRole(view === 'Wall' ? 'listbox' : 'grid').waitFor();
    // The person's own actions may move things; only updates count, once what followed the press has ended.
    await untilAtRest(page);
    const [first, second, third] = cart;
    await first?.report({ batteryInfo: { level: 9, isCharging: false } });
    await second?.report({ storages: [{ totalSpace: 100e9, freeSpace: 2e9, isRemovable: false }] });
    await third?.report({
      downloads: [
        {
          downloadId: 1,
          fileName: 'a-name-that-is-longer-than-a-tile-is-wide.apk',
          status: 'FAILED',
          progress: 0.4,
        },
      ],
    });
    await page.getByRole('heading', { level: 1, name: '3 of 6 ready' }).waitFor();
    for (const headset of cart) await headset.report({ downloads: [] });
    await page.getByRole('heading', { level: 1, name: '6 of 6 ready' }).waitFor();
    expect(await takeMoved(page)).toEqual([]);
  }
});

test('headsets can be in several groups, slots without a headset too, and the fleet can be filtered by group', async () => {
  const { page } = window;
  const put = async (names: readonly string[], group: string): Promise<void> => {
    await select(...names);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Groups…' }).click();
    await page.getByRole('textbox', { name: 'Name of a new group' }).fill(group);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('checkbox', { name: group, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  await put(['A-01', 'A-02', 'B-01'], 'Year 8');
  // The menu is closed: the keys act on the list again.
  await expectOnPage(page.getByRole('listbox', { name: 'Headsets' })).toBeFocused();
  await put(['A-02', 'A-03'], 'Science');

  const { items } = (await station.call(listGroups, {})).body;
  expect(items.map(({ name, devicesId }) => [name, devicesId.length])).toEqual(
    expect.arrayContaining([
      ['Year 8', 3],
      ['Science', 2],
    ]),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Year 8' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '1 filter' }).waitFor();
  await tile('A-03').waitFor({ state: 'detached' });
  await expectOnPage(page.getByRole('listbox', { name: 'Headsets' }).getByRole('option')).toHaveCount(3);
});

test('a view is saved with its filters and columns, and still exists after a reload', async () => {
  const { page } = window;
  await page.getByRole('button', { name: 'Table' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Cart' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Cart' }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Year 8 by cart');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Year 8 by cart', exact: true }).waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Cart' }).click();
  await page.getByRole('columnheader', { name: 'Cart' }).waitFor({ state: 'detached' });
  await page.goto(`${station.url}/fleet`);
  await tile('A-03').waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Year 8 by cart', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Cart' }).waitFor();
  await page.getByRole('button', { name: '1 filter' }).waitFor();
  await expectOnPage(page.getByRole('row')).toHaveCount(4);
  await page.goto(`${station.url}/fleet`);
  await tile('A-06').waitFor();
});

test('a command lists the headsets that executed it and those that did not answer', async () => {
  const { page } = window;
  const { id = '', token = '' } = cart[0] ?? {};
  await using link = await station.stream(`/devices/${id}/updates`, token);
  await link.next('hello');
  await select('A-01', 'A-02');
  await page.getByRole('button', { name: 'Identify', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send to 2 headsets' }).click();
  const { data } = await link.next('command');
  const params = { deviceId: id, commandId: String(data['commandId']) };
  await station.call(answerCommand, { params, token, body: { done: true } });
  await dialog.getByText('1 of 2 completed.').waitFor();
  await dialog.getByText('A-02 did not answer and was skipped.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  expect(window.faults).toEqual([]);
});

test('a new name can be undone from the toast', async () => {
  const { page } = window;
  await select('A-06');
  await search('rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Teacher');
  await page.keyboard.press('Enter');
  await tile('Teacher').waitFor();
  const toast = page.getByText('Renamed to Teacher.');
  await toast.waitFor();
  // On paper it would lie over every page.
  await page.emulateMedia({ media: 'print' });
  await expectOnPage(toast).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await tile('A-06').waitFor();
  expect(window.faults).toEqual([]);
});

longTest('search finds every screen by name, and the address of a selection opens it again', async () => {
  const { page } = window;
  await page.keyboard.press('Control+k');
  await page.keyboard.type('wi-fi');
  await expectOnPage(page.locator('.mantine-Combobox-group').filter({ hasText: 'Settings' })).toContainText(
    'Wi-Fi: Networks',
  );
  await page.keyboard.press('Escape');
  await expectOnPage(page.getByRole('dialog')).toHaveCount(0);
  for (const [words, path] of [
    ['offline use', '/content/offline'],
    ['routers', '/station/routers'],
    ['webhooks', '/station/webhooks'],
    ['history of', '/configure/history'],
    ['describe the cart', '/enrol/new'],
  ] as const) {
    await search(words);
    await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  }
  // Its first field gets the focus once it is there.
  await page.getByRole('heading', { name: 'How many headsets are on the cart?' }).waitFor();
  await search('go to fleet');
  await tile('A-04').waitFor();
  await select('A-02', 'A-04');
  await search('copy link');
  await page.getByText('Link copied.').waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Escape');
  await page.goto(address);
  await page.getByText('2 selected').waitFor();
  await expectOnPage(page.getByRole('option', { selected: true })).toContainText(['A-02', 'A-04']);
});

longTest('a failed download is retried from the headset’s page, which says what will happen', async () => {
  const { page } = window;
  const { id = '' } = cart[3] ?? {};
  const url = 'https://files.example/reef.apk';
  const reef = { id: 'reef', packageName: 'org.lumiere.reef', codeVersion: 2, url };
  await station.call(configureDevices, { body: { devicesId: [id], settings: { applications: [reef] } } });
  await cart[3]?.report({ downloads: [{ downloadId: 1, url, status: 'FAILED', progress: 0.2 }] });
  await page.goto(`${station.url}/fleet/${id}`);
  const contents = page.locator('.deployments');
  await contents.getByText('Failed', { exact: true }).waitFor();
  await page.getByText('A-04 is not connected. It will download').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();

  await page.getByRole('link', { name: 'Show progress' }).waitFor();
  await contents.getByText('Pending', { exact: true }).waitFor();
  const deployment = async () =>
    (await station.call(getDevice, { params: { deviceId: id } })).body.settings.applications?.[0]?.deployment;
  await expect.poll(deployment).toMatchObject({ status: 'ASSIGNED' });
  expect(window.faults).toEqual([]);
});
