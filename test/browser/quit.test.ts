import { expect, test } from 'vitest';

import type { UpdateState } from '../../shared/update-state.ts';
import { expectAccessible, expectAccessibleDialog } from './axe.ts';
import { expect as expectOnPage } from './patient.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

test('Quit asks first, quits once, and the window says that it is over', async () => {
  let quits = 0;
  await using station = await aStationWithInterface({ program: { quit: () => (quits += 1) } });
  const { page, faults } = await browser.open(station, { path: '/station/computer' });
  // A tab that a person opened does not close by itself.
  await page.evaluate(() => (window.close = () => undefined));
  await page.getByRole('button', { name: 'Quit Muster' }).click();
  const dialog = page.getByRole('dialog', { name: 'Quit Muster?' });
  await expectAccessibleDialog(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(quits).toBe(0);

  await page.getByRole('button', { name: 'Quit Muster' }).click();
  await dialog.getByRole('button', { name: 'Quit Muster' }).click();
  await page.getByText('Muster has quit. You can close this window.').waitFor();
  expect(quits).toBe(1);
  expect(faults).toEqual([]);
});

test('a station that a service manager runs offers no Quit', async () => {
  await using station = await aStationWithInterface();
  const { page } = await browser.open(station, { path: '/station/computer' });
  await page.getByText('You are using Muster in a browser.').waitFor();
  expect(await page.getByRole('button', { name: 'Quit Muster' }).count()).toBe(0);
});

test('a portable copy is updated where it is quit: a source, what is wrong with it, and a restart', async () => {
  let state: UpdateState = {
    isOn: false,
    feed: '',
    state: 'off',
    isBusy: false,
    version: null,
    problem: null,
  };
  const updates = {
    get state() {
      return state;
    },
    set(settings: { isOn: boolean; feed: string }) {
      const isStick = settings.feed === '/media/stick';
      state = { ...state, ...settings, state: 'off' };
      if (settings.isOn)
        state = isStick
          ? { ...state, state: 'ready', version: '0.2.0', problem: null }
          : { ...state, isOn: false, state: 'failed', problem: 'TARGET_WRONG' };
      return Promise.resolve(state);
    },
    check: () => Promise.resolve(state),
    install() {
      state = { ...state, state: 'failed', problem: 'NOT_READY' };
      return { ...state, state: 'installing', problem: null } as const;
    },
  };
  await using station = await aStationWithInterface({ program: { quit: () => undefined, updates } });
  const { page, faults } = await browser.open(station, { path: '/station/computer' });
  const panel = page.locator('section.panel', {
    has: page.getByRole('switch', { name: 'Check for updates' }),
  });
  await panel.getByRole('switch').click();
  await panel.getByText('The update source has no version for this system.').waitFor();
  await panel.getByRole('textbox', { name: 'Update source' }).fill('/media/stick');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('switch').click();
  await panel.getByText('0.2.0 is ready to install.').waitFor();
  await expectAccessible(page, 'main');
  await panel.getByRole('button', { name: 'Restart with 0.2.0' }).click();
  await expectOnPage(panel).toContainText('0.2.0 did not start, so this version runs again');
  expect(faults).toEqual([]);
});

test('a Debian package says how it is updated', async () => {
  await using station = await aStationWithInterface({
    program: { quit: () => undefined, updates: 'package' },
  });
  const { page } = await browser.open(station, { path: '/station/computer' });
  await page.getByText('sudo apt install ./muster_….deb').waitFor();
  expect(await page.getByRole('switch', { name: 'Check for updates' }).count()).toBe(0);
});
