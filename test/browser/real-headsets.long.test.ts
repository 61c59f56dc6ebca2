// Five headsets as they come out of their boxes, from an empty station to a lesson: by clicks alone, and few of them.
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import Vips from 'wasm-vips';

import { listLibrary } from '../../shared/contract/content/library.ts';
import { SETTINGS_APK } from '../service/content/library/files.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import type { AndroidOptions } from '../support/adb-double/android-options.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { AGENT, HubOfHeadsets } from '../support/cable-bench.ts';
import { drop } from './dropping.ts';
import { expect as expectOnPage } from './patient.ts';
import { shootSizes } from './shots.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const program = realAdb();
const browser = aSharedBrowser();
let bench: AdbBench | undefined;
afterAll(() => bench?.[Symbol.asyncDispose]());

const QUEST = { manufacturer: 'Oculus', model: 'Quest 3', release: '14', sdk: 34 };
const PICO = { manufacturer: 'Pico', model: 'A8110', release: '10', sdk: 29 };
const FOCUS = { manufacturer: 'HTC', model: 'VIVE Focus 3', release: '10', sdk: 29 };
const MODELS: readonly Partial<AndroidOptions>[] = [QUEST, QUEST, PICO, PICO, FOCUS];
/** The app's own name in the APK. */
const APP = 'Appium Settings';

/** Counts what a person does with the mouse and the keyboard, on every page that it opens. */
async function counted(page: Page): Promise<{ readonly clicks: string[]; readonly keys: string[] }> {
  const done = { clicks: [] as string[], keys: [] as string[] };
  await page.exposeFunction('noteClick', (what: string) => done.clicks.push(what));
  await page.exposeFunction('noteKey', (what: string) => done.keys.push(what));
  const listen = `addEventListener('pointerdown', ({ target }) => noteClick(target.closest('button, a, label')?.innerText.split('\\n')[0] ?? target.tagName), true);
    addEventListener('keydown', ({ key }) => noteKey(key), true);`;
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return done;
}

/** A screen with a dark left and a light right half, as both eyes beside each other. */
async function aScreen(): Promise<Uint8Array> {
  const vips = await Vips({ dynamicLibraries: [] });
  const [left, right] = [40, 220].map((shade) => vips.Image.black(640, 640).linear([1], [shade]));
  if (left === undefined || right === undefined) throw new Error('No picture');
  return Uint8Array.from(left.join(right, 'horizontal').cast('uchar').pngsaveBuffer());
}

test.skipIf(program === undefined)(
  'from an empty station to five headsets in a lesson with pictures takes eight clicks and no key',
  async () => {
    bench = await AdbBench.start(program ?? '');
    const cable = { adb: { port: bench.port, program: null }, usbFolder: '/nowhere' };
    await using station = await aStationWithInterface({ cable });
    await using hub = new HubOfHeadsets(bench);
    const screen = await aScreen();
    const doubles: HeadsetDouble[] = [];
    for (const [at, model] of MODELS.entries()) {
      const options = { ...model, serial: `REAL-${at + 1}`, wifiAddress: `127.0.41.${at + 1}` };
      const double = await hub.headset(options);
      double.android.system.screen = screen;
      doubles.push(double);
    }
    const fronts = () => doubles.map(({ android }) => android.system.foreground);
    const inKiosk = doubles.map(() => AGENT);

    const { page, faults } = await browser.open(station);
    const person = await counted(page);
    const title = page.getByRole('heading', { level: 1 });
    const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
    await page.getByRole('link', { name: 'Enrol by cable' }).waitFor();
    await shootSizes(page, 'real-1-empty');
    await page.getByRole('link', { name: 'Enrol by cable' }).click();
    // By hand: five cables.
    for (const [at, double] of doubles.entries()) bench.plug(double, at + 1);
    await expectOnPage(title).toHaveText('5 headsets plugged in');
    await shootSizes(page, 'real-2-plugged');
    await press(/^Start/);
    await expectOnPage(title).toHaveText('5 headsets are ready');
    await shootSizes(page, 'real-3-ready');
    await page.getByRole('link', { name: 'Kiosk for these 5 headsets' }).click();
    await expectOnPage(title).toContainText('5 headsets');
    await drop(page, 'settings_apk-debug.apk', SETTINGS_APK);
    await expectOnPage(page.getByRole('radio', { name: new RegExp(APP) })).toBeChecked();
    const { body: library } = await station.call(listLibrary);
    for (const { android } of doubles) android.versionOf = () => library.items[0]?.apk?.versionCode ?? 0;
    await shootSizes(page, 'real-4-kiosk');
    await press(/^Preview/);
    await page.getByText('Nothing has been sent yet.').waitFor();
    await shootSizes(page, 'real-5-preview');
    await press(/^Apply/);
    await expectOnPage.poll(fronts).toEqual(inKiosk);
    await expectOnPage(title).toHaveText('5 of 5 confirmed');
    await shootSizes(page, 'real-6-applied');

    // The cables are pulled: the headsets are on the Wi-Fi now.
    for (const double of doubles) await bench.unplug(double);
    await page.getByRole('link', { name: 'Class', exact: true }).click();
    await expectOnPage(title).toHaveText(`5 of 5 in ${APP}`);
    await shootSizes(page, 'real-7-class');
    await press('Views');
    await press('Allow views');
    await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(5);
    await shootSizes(page, 'real-8-views');

    // One restarts, and is plugged in once: the rest is done for it.
    const [first] = doubles;
    if (first === undefined) throw new Error('No headset');
    await first.restart();
    await expectOnPage(page.locator('.pupil').filter({ hasText: 'A-01' })).toContainText('Plug in once');
    await shootSizes(page, 'real-9-restarted');
    bench.plug(first, 1);
    await expectOnPage.poll(fronts).toEqual(inKiosk);
    await expectOnPage(title).toHaveText(`5 of 5 in ${APP}`);
    // It listens on the Wi-Fi again before its cable is pulled.
    await expectOnPage.poll(() => first.android.tcpPort).toBe(5555);
    await bench.unplug(first);
    await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(5);
    await shootSizes(page, 'real-10-back');

    // The cable, start, kiosk, preview, apply, Class, views, and that they are allowed.
    expect(person.clicks).toHaveLength(8);
    expect(person.keys).toEqual([]);
    expect(faults).toEqual([]);
  },
);
