import type { Page } from 'playwright';

import { wireless as english } from '../../renderer/copy/en/enrolment/wireless.ts';
import { wireless as french } from '../../renderer/copy/fr/enrolment/wireless.ts';
import type { TestStation } from '../support/a-station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { announced, NewerAdb } from '../support/adb-double/newer-adb.ts';
import { HubOfHeadsets } from '../support/cable-bench.ts';
import { aFreePort } from '../support/free-port.ts';
import { aQuietNetwork } from '../support/quiet-mdns.ts';
import type { Scene, Shot } from './scene.ts';

const SERIAL = 'PA9210X7';

/** Lets a station use an adb of its own and a network without others. */
async function openBench(station: TestStation) {
  const program = realAdb();
  if (program === undefined) throw new Error('There is no adb');
  const bench = await AdbBench.start(program);
  const mdns = await aQuietNetwork();
  await station.restart({ cable: { adb: { port: bench.port, program: null }, usbFolder: '/nowhere', mdns } });
  return { bench, mdns };
}

/** Two headsets on the network with wireless debugging, one of which shows a code; and an adb that can pair. */
export async function wirelessScene(station: TestStation): Promise<Scene> {
  const { bench, mdns } = await openBench(station);
  const ends = new AsyncDisposableStack();
  ends.use(bench);
  const hub = ends.use(new HubOfHeadsets(bench));
  const first = await hub.headset({ serial: SERIAL, wifiAddress: '127.0.46.1' });
  const second = await hub.headset({ serial: 'PA9210X8', wifiAddress: '127.0.46.2' });
  const codePort = await aFreePort();
  first.code = { digits: '482193', port: codePort };
  bench.newer = new NewerAdb(first, second);
  ends.use(await announced(mdns, first, { type: 'adb-tls-pairing', port: codePort }));
  ends.use(await announced(mdns, second, { type: 'adb-tls-connect', port: await aFreePort() }));
  return { ids: [], named: {}, [Symbol.asyncDispose]: () => ends.disposeAsync() };
}

/** No headset, and an adb that cannot pair: Debian's. */
export async function olderAdbScene(station: TestStation): Promise<Scene> {
  const { bench } = await openBench(station);
  return { ids: [], named: {}, [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose]() };
}

async function openDialog(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^(${english.open}|${french.open})$`) })
    .first()
    .click();
  await page.getByRole('dialog').locator('form, p').first().waitFor();
}

async function openFound(page: Page): Promise<void> {
  await openDialog(page);
  await page.getByRole('dialog').getByRole('radio', { name: SERIAL }).waitFor();
}

/** The headset that shows a code, one that refuses a code, and an address that is typed. */
export const WIRELESS_SHOTS: readonly Shot[] = [
  { name: 'wireless', path: () => '/enrol/cable', act: openFound },
  {
    name: 'wireless-refused',
    path: () => '/enrol/cable',
    act: async (page) => {
      await openFound(page);
      await page.getByRole('dialog').getByRole('textbox').fill('000000');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
    },
  },
  {
    name: 'wireless-typed',
    path: () => '/enrol/cable',
    act: async (page) => {
      await openFound(page);
      await page.getByRole('dialog').getByRole('radio').last().click();
      await page.getByRole('dialog').getByRole('textbox').nth(1).waitFor();
    },
  },
];

/** What the dialog says then. */
export const OLDER_ADB_SHOTS: readonly Shot[] = [
  { name: 'wireless-older-adb', path: () => '/enrol/cable', act: openDialog },
];
