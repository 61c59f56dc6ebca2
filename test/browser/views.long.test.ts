import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { CELLS, timeOf } from '../../main/simulator/views/clock-strip.ts';
import { openViews } from '../../main/simulator/views/index.ts';
import { contract } from '../../shared/contract/index.ts';
import type { TestStation } from '../support/a-station.ts';
import { aSimulatedCart, type SimulatedCart } from '../support/simulated-cart.ts';
import { expect as expectOnPage } from './patient.ts';
import { expectAccessible } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, expectNoSidewaysScroll } from './support.ts';

const COUNT = 30;
const SMALL = { width: 640, height: 360, fps: 15 };
const projectFolder = join(import.meta.dirname, '..', '..');

const browser = aSharedBrowser();
let station: TestStation;
let cart: SimulatedCart;

beforeAll(async () => {
  station = await aStationWithInterface();
  const { body } = await station.call(contract.createSlots, {
    body: { count: COUNT, labelPrefix: 'A-', cart: { label: 'Cart A', shelves: 3 } },
  });
  const { systemClock } = await import('../../main/simulator/index.ts');
  cart = await aSimulatedCart(station, body.items, () => ({
    heartbeatMs: 24 * 3_600_000,
    clock: systemClock,
    views: openViews(SMALL),
  }));
  const { body: device } = await station.call(contract.getDevice, {
    params: { deviceId: body.items[0]?.id ?? '' },
  });
  const metadata = device.metadata as { muster?: { group?: { id?: string } } };
  await station.call(contract.setViewPermission, {
    body: { cartId: metadata.muster?.group?.id ?? null, isAllowed: true, viewersMay: false },
  });
}, 240_000);
afterAll(async () => {
  await cart[Symbol.asyncDispose]();
  await station[Symbol.asyncDispose]();
});

/** Reads the clock painted along the top of a picture; returns its age in ms, or null if it is not readable. */
async function ageIn(page: Page, selector: string): Promise<number | null> {
  const read = await page.evaluate(
    ([where, cells]) => {
      const shown = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(String(where));
      if (shown === null) return null;
      const isVideo = shown instanceof HTMLVideoElement;
      const [width, height] = isVideo ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height];
      if (width === 0) return null;
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width, height });
      const pen = canvas.getContext('2d');
      pen?.drawImage(shown, 0, 0, width, height);
      const atMs = Date.now();
      const cell = width / Number(cells);
      return {
        atMs,
        whites: Array.from({ length: Number(cells) }, (_each, at) => {
          const [value = 0] =
            pen?.getImageData(Math.floor((at + 0.5) * cell), Math.floor(cell / 2), 1, 1).data ?? [];
          return value > 128;
        }),
      };
    },
    [selector, CELLS] as const,
  );
  if (read === null) return null;
  const time = timeOf(read.whites);
  return time === null ? null : (read.atMs - time) & 0xff_ff_ff;
}

/** Opens the views of the class. */
async function openClass(size = { width: 1_280, height: 800 }): Promise<Page> {
  const { page } = await browser.open(station, {
    path: '/class',
    reducedMotion: 'no-preference',
    viewport: size,
  });
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  return page;
}

const live = '.view-stage video';
const readable = (page: Page) =>
  expectOnPage.poll(() => ageIn(page, live), { timeout: 60_000 }).not.toBeNull();

test('the tiles of thirty headsets show their pictures, the clock in them is readable, and the board is accessible', async () => {
  const page = await openClass();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(COUNT, { timeout: 60_000 });
  const age = await ageIn(page, '.pupil canvas');
  expect(age).not.toBeNull();
  expect(age ?? Infinity).toBeLessThan(30_000);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.context().close();
}, 120_000);

test('a pressed tile becomes large and live; arrows go to the next one, Escape shows all', async () => {
  const page = await openClass();
  const startedMs = Date.now();
  await page.locator('.pupil').filter({ hasText: 'A-03' }).click();
  await readable(page);
  const firstMs = Date.now() - startedMs;
  const ages: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const age = await ageIn(page, live);
    if (age !== null) ages.push(age);
    await page.waitForTimeout(100);
  }
  const median = ages.toSorted((a, b) => a - b)[Math.floor(ages.length / 2)] ?? 0;
  // For information: nothing here fails because this computer is slow.
  process.stdout.write(`first frame ${firstMs} ms, ${median} ms old when shown\n`);
  expect(ages.length).toBeGreaterThan(10);

  await page.keyboard.press('ArrowRight');
  await expectOnPage(page.getByRole('heading', { name: 'A-04' })).toBeVisible();
  await readable(page);
  await expectOnPage(page.locator('.view-arrives b').first()).toContainText('fps');
  await page.keyboard.press('Escape');
  await expectOnPage(page.locator('.pupil').first()).toBeVisible();
  await page.context().close();
}, 180_000);

test('for the class, a second window shows the picture and the name, and the name can be hidden', async () => {
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-05' }).click();
  await readable(page);
  const [projector] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('p')]);
  await expectOnPage(projector.locator('p')).toHaveText('A-05');
  await expectOnPage.poll(() => ageIn(projector, 'video'), { timeout: 30_000 }).not.toBeNull();
  await page.getByRole('switch', { name: 'Name' }).uncheck({ force: true });
  await expectOnPage(projector.locator('p')).toBeHidden();
  await page.context().close();
}, 120_000);

test('four people watch one headset live at the same time', async () => {
  const pages = [await openClass(), await openClass(), await openClass(), await openClass()];
  for (const page of pages) await page.locator('.pupil').filter({ hasText: 'A-09' }).click();
  for (const page of pages) await readable(page);
  // All at the same time: the first has not made room for the last.
  for (const page of pages) await expectOnPage(page.locator(live)).toBeVisible();
  await Promise.all(pages.map((page) => page.context().close()));
}, 240_000);

test('a headset that vanishes is shown as away, and its view comes back with it', async () => {
  const headset = cart.seats[7]?.headset;
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-08' }).click();
  await readable(page);
  await headset?.leave();
  await expectOnPage(page.getByText('Offline. The view comes back with the headset.')).toBeVisible();
  headset?.comeBack();
  await readable(page);
  await page.context().close();
}, 240_000);

test('a headset whose wearer refuses says so, and is watched again once the wearer agrees', async () => {
  const seat = cart.seats[6];
  const page = await openClass();
  await page.locator('.pupil').filter({ hasText: 'A-07' }).click();
  await readable(page);
  await seat?.headset.views?.consent(true);
  await expectOnPage(page.getByText('The wearer refused').first()).toBeVisible({ timeout: 60_000 });
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  await seat?.headset.views?.consent(false);
  await again.click();
  await readable(page);
  await page.context().close();
}, 240_000);

type Players = {
  readonly WHEPClient: new () => { view(peer: RTCPeerConnection, url: string, token: string): Promise<void> };
  readonly WebRTCPlayer: new (input: object) => { load(url: URL, key: string): Promise<void> };
  readonly default?: Pick<Players, 'WebRTCPlayer'>;
};

/** A player from npm as a file that a page can load. */
async function bundle(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: projectFolder,
    build: { write: false, minify: false, lib: { entry: join(projectFolder, entry), formats: ['es'] } },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const [chunk] = output !== undefined && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled`);
  return chunk.code;
}

test.for(['whip-whep', '@eyevinn/webrtc-player'])(
  '%s plays it, as any WHEP player does',
  { timeout: 180_000 },
  async (name) => {
    const { page } = await browser.open(station, { path: '/class', reducedMotion: 'no-preference' });
    const code =
      name === 'whip-whep'
        ? readFileSync(join(projectFolder, 'node_modules/whip-whep/whep.js'), 'utf8')
        : await bundle('node_modules/@eyevinn/webrtc-player/dist/main.js');
    await page.route('**/assets/player.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: code }),
    );
    const url = `${station.url}/station/views/${cart.seats[9]?.id}/whep`;
    // As text: vitest would transform an imported page.
    await page.evaluate(`import('/assets/player.js').then((players) => Object.assign(window, { players }))`);
    await page.evaluate(
      async ([player, address = '', token = '']) => {
        const video = Object.assign(document.createElement('video'), {
          muted: true,
          autoplay: true,
          id: 'theirs',
        });
        // Browsers start a muted video by itself only where it is to be seen.
        video.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
        document.body.append(video);
        const { players } = window as unknown as { players: Players };
        if (player === 'whip-whep') {
          const peer = new RTCPeerConnection();
          peer.addTransceiver('video', { direction: 'recvonly' });
          peer.addEventListener('track', ({ track }) => {
            video.srcObject = new MediaStream([track]);
          });
          await new players.WHEPClient().view(peer, address, token);
          return;
        }
        const { WebRTCPlayer } = players.default ?? players;
        const theirs = new WebRTCPlayer({ video, type: 'whep', iceServers: [] });
        await theirs.load(new URL(address), `Bearer ${token}`);
      },
      [name, url, station.token],
    );
    await expectOnPage.poll(() => ageIn(page, '#theirs'), { timeout: 60_000 }).not.toBeNull();
    await page.context().close();
  },
);

test.each([
  ['light', 1_280, 800],
  ['dark', 1_280, 800],
  ['light', 1_024, 768],
  ['dark', 390, 844],
] as const)(
  'Class with views in %s at %d × %d can be looked at and does not scroll sideways',
  async (scheme, width, height) => {
    const page = await openClass({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await expectOnPage(page.locator('.pupil canvas:visible').first()).toBeVisible({ timeout: 60_000 });
    await page.waitForTimeout(4_000);
    await expectNoSidewaysScroll(page);
    const folder = process.env['MUSTER_SHOTS'];
    if (folder !== undefined) {
      await page.screenshot({ path: join(folder, `views-${scheme}-${width}.png`) });
      await page.locator('.pupil').first().click();
      await readable(page);
      await page.screenshot({ path: join(folder, `focus-${scheme}-${width}.png`) });
    }
    await page.context().close();
  },
  120_000,
);
