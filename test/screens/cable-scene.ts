import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';

import { getCable, setCableRecipe, startCable } from '../../shared/contract/enrolment/cable.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from '../support/a-station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { AGENT, anAgent, aRecipe, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';
import type { Scene, Shot } from './scene.ts';

const PORTS = 16;
const QUEST = { manufacturer: 'Meta', model: 'Quest 3' };
const PICO = { manufacturer: 'PICO', model: 'PICO 4 Enterprise' };
const RECEIVER = `${AGENT}/.AdminReceiver`;

/** A cart of thirty at a hub of sixteen ports, with headsets in every possible state. */
export async function cableScene(station: TestStation): Promise<Scene> {
  const program = realAdb();
  if (program === undefined) throw new Error('There is no adb');
  const usb = aFolder();
  aHub(usb.path);
  const bench = await AdbBench.start(program);
  await station.restart({ cable: { adb: { port: bench.port, program: null }, usbFolder: usb.path } });
  const hub = new HubOfHeadsets(bench);
  const cart = 'cart-a';
  await station.call(createSlots, {
    body: { count: 30, labelPrefix: 'A-', cart: { id: cart, label: 'Cart A' } },
  });
  await station.call(setCableRecipe, {
    body: aRecipe(cart, anAgent(station).sha256, { stationUrl: station.url, models: [] }),
  });
  await plugIn(station, bench, hub);
  await station.call(startCable, { body: { cart } });
  await until(station, { ready: 4, enrolled: 1, running: 2, failed: 3, unauthorized: 2 });
  return {
    ids: [],
    named: {},
    [Symbol.asyncDispose]: async () => {
      await hub[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
      usb[Symbol.dispose]();
    },
  };
}

/** Linux's list for a hub with sixteen ports, one of them with a headset that adb does not detect. */
function aHub(folder: string): void {
  const devices = { '3-2': [String(PORTS), '05e3'], '3-2.13': ['0', '2833'] };
  for (const [name, [maxchild = '', idVendor = '']] of Object.entries(devices)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'maxchild'), maxchild);
    writeFileSync(join(folder, name, 'idVendor'), idVendor);
  }
}

async function plugIn(station: TestStation, bench: AdbBench, hub: HubOfHeadsets): Promise<void> {
  for (let port = 1; port <= 12; port += 1) {
    const isAllowed = port !== 10 && port !== 11;
    const battery = port === 12 ? 9 : 80;
    const double = await hub.headset({ ...(port % 3 === 0 ? PICO : QUEST), isAllowed, battery });
    const { android } = double;
    if (port === 2) Object.assign(android, { wifi: 'CART-A', timezone: 'Europe/Paris', locale: 'fr-FR' });
    // It enrols and then sends nothing.
    if (port === 5) {
      android.onWake = (command) => {
        const file = android.disk.text(command[command.indexOf('file') + 1] ?? '') ?? '{}';
        const handedOver = JSON.parse(file) as { enrollmentToken: string; accessToken: string };
        const body = { enrollmentToken: handedOver.enrollmentToken, androidId: 'silent' };
        void station.call(enrolDevice, { body, token: handedOver.accessToken });
      };
    }
    if (port === 6 || port === 7) {
      let arrived = 0;
      android.disk.onArrival = (bytes) => {
        arrived += bytes;
        return arrived > port * 200_000 ? new Promise(() => undefined) : undefined;
      };
    }
    if (port === 9)
      android.installFailure =
        'INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location';
    if (port === 8) android.deviceOwner = RECEIVER.replace('.AdminReceiver', 'Other');
    bench.plug(double, port);
  }
  await until(station, { free: 10, unauthorized: 2 });
}

/** Waits until so many headsets are in these states. */
async function until(station: TestStation, wanted: Readonly<Record<string, number>>): Promise<void> {
  for (;;) {
    const { hubs } = (await station.call(getCable)).body;
    const states = hubs.flatMap(({ ports }) => ports.flatMap(({ headset }) => headset?.state ?? []));
    const isReached = Object.entries(wanted).every(
      ([state, count]) => states.filter((each) => each === state).length === count,
    );
    if (isReached) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const seen = async (page: Page): Promise<void> => {
  await page.locator('.cable-port').first().waitFor();
};

/** The board, a failed headset, the check, and the recipe. */
export const CABLE_SHOTS: readonly Shot[] = [
  { name: 'cable', path: () => '/enrol/cable', act: seen },
  {
    name: 'cable-selected',
    path: () => '/enrol/cable',
    act: async (page) => {
      await seen(page);
      await page.locator('.cable-port[data-state="failed"] .cable-pick').nth(1).click();
      await page.locator('.cable-recipe pre').waitFor();
    },
  },
  {
    name: 'cable-preview',
    path: () => '/enrol/cable',
    act: async (page) => {
      await seen(page);
      await page.locator('.enrol-tools .mantine-Button-root').first().click();
      await page.locator('.cable-lacks li').first().waitFor();
    },
  },
  {
    name: 'cable-recipe',
    path: () => '/enrol/cable',
    act: async (page) => {
      await seen(page);
      await page.locator('aside header .mantine-Button-root').last().click();
      await page.getByRole('dialog').locator('form').waitFor();
    },
  },
];
