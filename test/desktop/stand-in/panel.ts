import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import { expect as expectOnPage } from '../../browser/patient.ts';
import { expect, test } from 'vitest';

import type { Activity } from '../../../shared/service-port.ts';
import { expectAccessible } from '../../browser/axe.ts';

import { person, system } from './index.ts';
import { type FolderUpdater, offerRelease } from './releases.ts';

const LONG = { timeout: 120_000 };

/** The shell whose panel is used; it checks for updates with `updater` and trusts the releases of `key`. */
type Used = {
  readonly page: () => Page;
  readonly window: () => (typeof person.windows)[number];
  readonly folder: () => string;
  readonly updater: FolderUpdater;
  readonly key: KeyObject;
};

/** Uses every part of the panel of the desktop app as a person would, in the page that the shell shows. */
export function testPanel({ page, window, folder, updater, key }: Used): void {
  const panel = () =>
    page().locator('section.panel', { has: page().getByRole('heading', { name: 'Desktop app' }) });
  const says = (text: string) => expectOnPage(panel()).toContainText(text, LONG);
  const press = (name: string) => panel().getByRole('button', { name }).click(LONG);
  const flip = (name: string) => panel().getByRole('switch', { name }).click(LONG);
  const open = async (): Promise<void> => {
    system.app.emit('second-instance', {}, ['muster', 'muster://station/computer']);
    await panel().waitFor(LONG);
  };
  /** Makes the station report work in progress. */
  const report = (activity: Partial<Activity>): void => {
    const nothing = { headsets: 0, linked: 0, downloads: 0, uploads: 0, codes: 0, syncs: 0 };
    person.services.at(-1)?.emit('message', { report: 'activity', activity: { ...nothing, ...activity } });
  };

  test('says how the key is kept, and has Muster start at login or not', async () => {
    await open();
    await says('stored in the keychain');
    const login = panel().getByRole('switch', { name: 'Start Muster when I log in' });
    await expectOnPage(login).toBeEnabled(LONG);
    await login.click(LONG);
    await expectOnPage(login).toBeChecked(LONG);
    const file = join(folder(), 'config', 'autostart', 'muster.desktop');
    // Elsewhere the system stores it, and the shell asks the system.
    const written = process.platform === 'linux' ? readFileSync(file, 'utf8') : 'Exec="Muster" --hidden';
    expect(written).toMatch(/^Exec=".+" --hidden$/m);
    await login.click(LONG);
    await expectOnPage(login).not.toBeChecked(LONG);
    expect(existsSync(file)).toBe(false);
  });

  test('turns updates on, says in words what is wrong with them, and fetches nothing during a sync', async () => {
    await flip('Check for updates');
    await says('Updates are off until you enter an update source');
    const releases = join(folder(), 'releases');
    mkdirSync(releases);
    await panel().getByRole('textbox', { name: 'Update source' }).fill(releases);
    await press('Save');
    await says('Updates are off.');
    await flip('Check for updates');
    await says('The update source could not be read.');
    offerRelease(releases, '0.2.0');
    await press('Check now');
    await says('0.2.0 is not signed by the publisher of Muster.');
    offerRelease(releases, '0.2.0', key);
    report({ syncs: 1 });
    await press('Check now');
    await says('It is downloaded when no headset is enrolling or downloading and no sync is running.');
    expect(updater.did).toEqual([]);
    report({});
    await says('0.2.0 is ready to install.');
    expect(updater.did).toEqual(['download']);
  });

  test('installs nothing while headsets enrol; afterwards when told to, and where that fails the station goes on', async () => {
    report({ codes: 3 });
    await says('You can install the update afterwards');
    const install = panel().getByRole('button', { name: 'Restart with 0.2.0' });
    await expectOnPage(install).toBeDisabled();
    await page().screenshot({ path: '.build/desktop-panel.png' });
    await expectAccessible(page(), 'main');
    report({});
    await expectOnPage(install).toBeEnabled(LONG);
    const service = person.services.at(-1);
    if (service === undefined) throw new Error('No service');
    const ended = once(service, 'exit');
    await install.click();
    expect(await ended).toEqual([0, null]);
    await expect.poll(() => updater.did, LONG).toEqual(['download', 'install']);

    const loaded = once(window(), 'stand-in-loaded');
    updater.fail();
    await loaded;
    await open();
    await says('0.2.0 could not be installed; this version keeps running.');
  });
}
