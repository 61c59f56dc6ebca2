import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { NetworkChecks } from '../../shared/contract/network/network-checks.ts';
import { expect as expectOnPage } from '../browser/patient.ts';
import { ageIn, ageOnScreen } from '../support/painted-clock.ts';
import { usedMs, ViewsRig } from '../support/views-rig.ts';

/** Why packet loss cannot be simulated here. */
function obstacle(): string | undefined {
  if (spawnSync('nft', ['--version']).error !== undefined)
    return 'nft is not installed: apt-get install nftables';
  return ViewsRig.obstacle();
}

/** Watches by WHEP from a page of the station's own computer; returns its measurements, second by second. */
async function watch(page: Page, path: string, token: string): Promise<void> {
  await page.evaluate(
    async ([target = '', key = '']) => {
      const peer = new RTCPeerConnection();
      peer.addTransceiver('video', { direction: 'recvonly' });
      const video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
      // Browsers autoplay a muted video only if it is visible.
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

type Status = {
  readonly isStreaming: boolean;
  readonly appliedProfile: string;
};

test('on a network of their own a browser watches a headset, continues while the station restarts, and gets less if packets are lost', async ({
  skip,
}) => {
  const why = obstacle();
  if (why !== undefined) return skip(why);
  await using rig = await ViewsRig.open(1);
  const [id = ''] = rig.ids;
  await expect
    .poll(
      async () => (await rig.desk.ask<{ isAvailable: boolean }>(`/devices/${id}/is-available`)).isAvailable,
      {
        timeout: 120_000,
      },
    )
    .toBe(true);
  const page = await rig.open('/docs', false);
  await watch(page, `/station/views/${id}/whep`, rig.station.token);
  await expect.poll(() => ageIn(page, 'video')).not.toBeNull();

  // The media bypass the station: while it is stopped, pictures still arrive that were painted after it stopped.
  await rig.station.kill();
  const stoppedMs = Date.now();
  const paintedMs = async () => Date.now() - ((await ageIn(page, 'video')) ?? Infinity);
  await expect.poll(async () => (await paintedMs()) > stoppedMs + 1_000).toBe(true);
  await rig.start();
  const status = () => rig.desk.ask<Status>(`/devices/${id}/stream-status`);
  await expect.poll(async () => (await status()).isStreaming).toBe(true);

  await expect.poll(async () => (await status()).appliedProfile, { timeout: 180_000 }).toBe('HIGH_FIDELITY');

  // From here on one packet in five is lost: the headset's own measurements lower the quality. Later they raise it
  // again.
  const lossySinceMs = performance.now();
  const out = 'add table inet lossy; add chain inet lossy out { type filter hook output priority 0; }';
  rig.rig.run(
    'h1',
    'nft',
    `${out}; add rule inet lossy out udp dport 1-65535 numgen random mod 100 < 20 drop`,
  );
  await expect.poll(async () => (await status()).appliedProfile).toBe('OPTIMIZED');
  const soundSinceMs = performance.now();
  rig.rig.run('h1', 'nft', 'delete table inet lossy');
  await expect.poll(async () => (await status()).appliedProfile, { timeout: 180_000 }).toBe('HIGH_FIDELITY');
  const seconds = (fromMs: number, toMs: number) => `${Math.round((toMs - fromMs) / 1_000)} s`;
  // oxlint-disable-next-line no-console -- how quickly it adapts
  console.info(
    `quality: down ${seconds(lossySinceMs, soundSinceMs)} after the loss began, up ${seconds(soundSinceMs, performance.now())} after it ended`,
  );
}, 720_000);

test('where the network isolates a headset or it is on another segment, the view and the network check say so', async ({
  skip,
}) => {
  const why = obstacle();
  if (why !== undefined) return skip(why);
  await using views = await ViewsRig.open(2, {
    prepare(rig) {
      // The second headset reaches the station through a router.
      rig.ip('h2', 'address', 'add', '10.99.0.2/32', 'dev', 'eth0');
      rig.ip('h2', 'route', 'add', `${rig.addressOf('st')}/32`, 'dev', 'eth0', 'src', '10.99.0.2');
      rig.ip('st', 'route', 'add', '10.99.0.2/32', 'dev', 'eth0');
    },
  });
  const { rig, desk } = views;
  const check = async () => {
    const { checks } = await desk.ask<NetworkChecks>('/station/network/checks', { method: 'POST', body: {} });
    return checks.find(({ id }) => id === 'isolation')?.finding;
  };
  const page = await views.open('/class');
  page.setDefaultTimeout(120_000);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(2, { timeout: 120_000 });
  expect(await check()).toBe('ISOLATION_NONE');

  // Blocks media packets from the first, as a Wi-Fi with client isolation does.
  const out = 'add table inet apart; add chain inet apart out { type filter hook output priority 0; }';
  rig.run('h1', 'nft', `${out}; add rule inet apart out udp dport 1-65535 drop`);
  rig.run('h1', 'nft', 'add chain inet apart in { type filter hook input priority 0; }');
  rig.run('h1', 'nft', 'add rule inet apart in udp dport 1-65535 drop');
  await page.locator('.pupil').filter({ hasText: 'A-01' }).click();
  await page.getByText('Turn client isolation off at the access point').waitFor();
  await expect.poll(check, { timeout: 120_000, interval: 2_000 }).toBe('VIEWS_BLOCKED');
  const asked = page.waitForResponse(/\/whep$/);
  await page.keyboard.press('ArrowRight');
  expect((await asked).status()).toBe(404);
  await page.getByText('on another network segment than this station').waitFor();

  rig.run('h1', 'nft', 'delete table inet apart');
  await page.keyboard.press('ArrowLeft');
  await expectOnPage.poll(() => ageOnScreen(page, '.view-stage video'), { timeout: 120_000 }).not.toBeNull();
  await expect.poll(check, { timeout: 120_000, interval: 2_000 }).toBe('VIEWS_ELSEWHERE');
});

const COUNT = 30;
const MEASURED_MS = 30_000;

test('Class shows the small pictures of thirty headsets, each on a network connection of its own, under 3 Mbit/s', async ({
  skip,
}) => {
  const why = ViewsRig.obstacle();
  if (why !== undefined) return skip(why);
  await using rig = await ViewsRig.open(COUNT);
  const page = await rig.open('/class');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(COUNT, { timeout: 240_000 });
  const [usedBefore, bytesBefore, fromMs] = [usedMs(rig.station.pid), rig.bytes(), Date.now()];
  await page.waitForTimeout(MEASURED_MS);
  const tookMs = Date.now() - fromMs;
  const mbits = ((rig.bytes() - bytesBefore) * 8) / tookMs / 1_000;
  const share = (usedMs(rig.station.pid) - usedBefore) / tookMs;
  // For information: the limit of processor time is in `npm run bench -- small-views`.
  process.stdout.write(
    `${COUNT} small views: ${mbits.toFixed(2)} Mbit/s on the wire, ${(share * 100).toFixed(1)} % of a core\n`,
  );
  expect(mbits).toBeGreaterThan(0.1);
  expect(mbits).toBeLessThan(3);
  // All of them are still pictures of now.
  await expectOnPage(page.locator('.pupil canvas:visible')).toHaveCount(COUNT);
  const age = await ageIn(page, '.pupil canvas');
  expect(age ?? Infinity).toBeLessThan(30_000);
});
