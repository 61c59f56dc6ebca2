import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { expect, test } from 'vitest';

import { CELLS, timeOf } from '../../main/simulator/views/clock-strip.ts';
import { findChromium } from '../chromium.ts';
import { LanDesk } from '../support/lan-desk.ts';
import { LanRig } from '../support/lan-rig.ts';
import { serveStation } from '../support/served-station.ts';
import { aFolder } from '../support/temp-folder.ts';

const SIMULATE = join(import.meta.dirname, '..', '..', 'main', 'cli', 'simulate.ts');

/** Why it cannot be tested here. */
function obstacle(): string | undefined {
  if (findChromium(process.env) === undefined) return 'no Chromium: set MUSTER_CHROMIUM';
  if (spawnSync('nft', ['--version']).error !== undefined)
    return 'nft is not installed: apt-get install nftables';
  return LanRig.obstacle();
}

/** Watches by WHEP from a page of the station's own computer; returns its measurements, second by second. */
async function watch(page: Page, path: string, token: string): Promise<void> {
  await page.evaluate(
    async ([target = '', key = '']) => {
      const peer = new RTCPeerConnection();
      peer.addTransceiver('video', { direction: 'recvonly' });
      const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
      // Browsers start a muted video by itself only where it is to be seen.
      video.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
      document.body.append(video);
      peer.addEventListener('track', ({ track }) => {
        video.srcObject = new MediaStream([track]);
      });
      await peer.setLocalDescription();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/sdp' };
      const answer = await fetch(target, { method: 'POST', headers, body: peer.localDescription?.sdp ?? '' });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
      Object.assign(window, { peer, place: answer.headers.get('location') });
    },
    [path, token],
  );
}

/** Returns the readable part of the painted clock; null if there is none. */
async function clockIn(page: Page): Promise<number | null> {
  const whites = await page.evaluate((cells) => {
    const video = document.querySelector('video');
    if (video === null || video.videoWidth === 0) return null;
    const canvas = Object.assign(document.createElement('canvas'), {
      width: video.videoWidth,
      height: video.videoHeight,
    });
    const pen = canvas.getContext('2d');
    pen?.drawImage(video, 0, 0);
    const cell = canvas.width / cells;
    return Array.from({ length: cells }, (_each, at) => {
      const [value = 0] =
        pen?.getImageData(Math.floor((at + 0.5) * cell), Math.floor(cell / 2), 1, 1).data ?? [];
      return value > 128;
    });
  }, CELLS);
  return whites === null ? null : timeOf(whites);
}

type Status = {
  readonly isStreaming: boolean;
  readonly fallbackReason: string | null;
  readonly bitrateKbps: number;
};

test('on a network of their own a browser watches a headset, continues while the station restarts, and gets less if packets are lost', async ({
  skip,
}) => {
  const why = obstacle();
  if (why !== undefined) return skip(why);
  using folder = aFolder();
  await using rig = new LanRig(['st', 'h1']);
  let station = await serveStation(folder.path, ['--lan', '--port', '7440'], rig.through('st'));
  await using _ = { [Symbol.asyncDispose]: () => station.kill() };
  const desk = new LanDesk(rig, 'st', station);
  const { tlsFingerprint } = await desk.ask<{ tlsFingerprint: string }>('/station');
  const { items } = await desk.ask<{ items: { id: string }[] }>('/station/slots', {
    method: 'POST',
    body: { count: 1, labelPrefix: 'A-' },
  });
  const id = items[0]?.id ?? '';
  const codes = await desk.ask<{ code: number }[]>('/station/codes', {
    method: 'POST',
    body: { devicesId: [id] },
  });
  await desk.ask('/station/views/permissions', {
    method: 'PUT',
    body: { cartId: null, isAllowed: true, viewersMay: false },
  });
  const flags = ['--codes', String(codes[0]?.code), '--lan-url', `https://${rig.addressOf('st')}:7443`];
  const walker = rig.spawn('h1', process.execPath, [
    SIMULATE,
    '--views',
    '--json',
    '--fingerprint',
    tlsFingerprint,
    ...flags,
  ]);
  await expect
    .poll(async () => (await desk.ask<{ isAvailable: boolean }>(`/devices/${id}/is-available`)).isAvailable, {
      timeout: 60_000,
    })
    .toBe(true);
  expect(walker.exitCode).toBeNull();

  // A browser on the station's computer: only its namespace differs from any other.
  const wrapper = join(folder.path, 'chromium.sh');
  writeFileSync(
    wrapper,
    `#!/bin/sh\nexec ${rig.through('st').join(' ')} ${findChromium(process.env) ?? ''} "$@"\n`,
  );
  chmodSync(wrapper, 0o755);
  await using browser = await chromium.launch({
    executablePath: wrapper,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const page = await browser.newPage({ bypassCSP: true });
  await page.goto(`${station.url}/docs`);
  await watch(page, `/station/views/${id}/whep`, station.token);
  await expect.poll(() => clockIn(page), { timeout: 60_000 }).not.toBeNull();

  // The media bypass the station: it stops for a while, and the clock continues.
  const before = await clockIn(page);
  await station.kill();
  await expect.poll(async () => (await clockIn(page)) !== before, { timeout: 20_000 }).toBe(true);
  station = await serveStation(folder.path, ['--lan', '--port', '7440'], rig.through('st'));
  const again = new LanDesk(rig, 'st', station);
  const status = () => again.ask<Status>(`/devices/${id}/stream-status`);
  await expect.poll(async () => (await status()).isStreaming, { timeout: 60_000 }).toBe(true);

  // One packet in five is lost from here on: the headset's own measurements lower the quality, and raise it again.
  const out = 'add table inet lossy; add chain inet lossy out { type filter hook output priority 0; }';
  rig.run('h1', 'nft', `${out}; add rule inet lossy out udp dport 1-65535 numgen random mod 100 < 20 drop`);
  await expect.poll(async () => (await status()).fallbackReason, { timeout: 120_000 }).toBe('BANDWIDTH');
  rig.run('h1', 'nft', 'delete table inet lossy');
  await expect.poll(async () => (await status()).fallbackReason, { timeout: 180_000 }).not.toBe('BANDWIDTH');
}, 480_000);
