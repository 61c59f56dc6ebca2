import { chromium, type Page } from 'playwright';

import { buildInterface, projectFolder } from '../../main/cli/build/build.ts';
import { interfaceFolder } from '../../main/cli/product.ts';
import { systemClock } from '../../main/simulator/index.ts';
import { openViews } from '../../main/simulator/views/index.ts';
import { LiveSource } from '../../main/simulator/views/live-source.ts';
import { Scene } from '../../main/simulator/views/scene.ts';
import { contract } from '../../shared/contract/index.ts';
import { findChromium } from '../chromium.ts';
import { aStation } from '../support/a-station.ts';
import { ageOf, CLOCK_SCRIPT, type ClockWindow, type ReadCells } from '../support/painted-clock.ts';
import { aSimulatedCart } from '../support/simulated-cart.ts';
import { median, type Result } from './result.ts';

const SIZE = { width: 640, height: 360, fps: 15 };
const ROUNDS = 9;
const FRAMES = 30;
const LIMIT = 1.3;

/** How a live view began and went: until the first frame, and how old the median frame is when it is shown. */
type Seen = { readonly firstMs: number; readonly ageMs: number };

/**
 * A live view through the station against the same two endpoints without it: Chromium and the simulator's libwebrtc,
 * where the page hands its offer straight to the simulator. They differ in the signalling only.
 */
export async function views(): Promise<Result> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  await buildInterface(projectFolder);
  await using station = await aStation({ interfaceFolder, rateLimit: 0 });
  const { body } = await station.call(contract.createSlots, { body: { count: 1, labelPrefix: 'A-' } });
  await using cart = await aSimulatedCart(station, body.items, () => ({
    heartbeatMs: 24 * 3_600_000,
    clock: systemClock,
    views: openViews(SIZE),
  }));
  await station.call(contract.setViewPermission, {
    body: { cartId: null, isAllowed: true, viewersMay: false },
  });
  const bare = new LiveSource(new Scene('bare'), { nowMs: () => Date.now(), max: SIZE });
  await using browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage({ bypassCSP: true });
  let count = 0;
  await page.exposeFunction('askBare', (sdp: string) =>
    bare.answer({ sessionId: String((count += 1)), ticket: '', sdp }),
  );
  await page.addInitScript(CLOCK_SCRIPT);
  await page.goto(`${station.url}/docs`);
  const path = `/station/views/${cart.headsets[0]?.id ?? ''}/whep`;
  const through: Seen[] = [];
  const without: Seen[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await watch(page));
    bare.closeAll();
    through.push(await watch(page, { path, token: station.token }));
  }
  const of = (all: readonly Seen[], key: keyof Seen): number => median(all.map((each) => each[key]));
  const [first, bareFirst] = [of(through, 'firstMs'), of(without, 'firstMs')];
  const [age, bareAge] = [of(through, 'ageMs'), of(without, 'ageMs')];
  return {
    name: 'views',
    ratio: first / bareFirst,
    bar: { limit: LIMIT, is: 'at-most' },
    limits: [{ what: 'age of a frame', value: age / bareAge, atMost: LIMIT, unit: 'x' }],
    detail:
      `first frame ${first.toFixed(0)} ms, bare ${bareFirst.toFixed(0)} ms; ` +
      `shown ${age.toFixed(0)} ms after it was painted, bare ${bareAge.toFixed(0)} ms`,
  };
}

/** Watches until the first readable frame and `FRAMES` more; without `whep` it asks the simulator itself. */
async function watch(page: Page, whep?: { readonly path: string; readonly token: string }): Promise<Seen> {
  const seen = await page.evaluate(
    async ([path, token, frames]) => {
      const startedMs = Date.now();
      const peer = new RTCPeerConnection();
      peer.addTransceiver('video', { direction: 'recvonly' });
      const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
      video.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
      document.body.append(video);
      peer.addEventListener('track', ({ track }) => {
        video.srcObject = new MediaStream([track]);
      });
      const gathered = new Promise<void>((resolve) => {
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') resolve();
        });
      });
      await peer.setLocalDescription();
      await gathered;
      const offer = peer.localDescription?.sdp ?? '';
      let place: string | null = null;
      let answer: string;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' };
      if (path === '') {
        const { askBare } = window as unknown as { askBare: (sdp: string) => Promise<string> };
        answer = await askBare(offer);
      } else {
        const reply = await fetch(path, { method: 'POST', headers, body: offer });
        answer = await reply.text();
        place = reply.headers.get('location');
      }
      await peer.setRemoteDescription({ type: 'answer', sdp: answer });
      const { readClock } = window as unknown as ClockWindow;
      const read: ReadCells[] = [];
      while (read.length <= frames) {
        await new Promise((resolve) => video.requestVideoFrameCallback(resolve));
        const cells = readClock(video);
        if (cells !== null) read.push(cells);
      }
      peer.close();
      video.remove();
      if (place !== null) await fetch(place, { method: 'DELETE', headers });
      return { startedMs, read };
    },
    [whep?.path ?? '', whep?.token ?? '', FRAMES] as const,
  );
  const readable = seen.read.flatMap((cells) => {
    const ageMs = ageOf(cells);
    return ageMs === null ? [] : [{ atMs: cells.atMs, ageMs }];
  });
  const [first] = readable;
  if (first === undefined) throw new Error('No frame could be read');
  return { firstMs: first.atMs - seen.startedMs, ageMs: median(readable.map(({ ageMs }) => ageMs)) };
}
