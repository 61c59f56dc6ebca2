import wrtc from '@roamhq/wrtc';
import { expect, test } from 'vitest';

import { LiveSource } from '../../main/simulator/views/live-source.ts';
import { Scene } from '../../main/simulator/views/scene.ts';

const SIZE = { width: 1_280, height: 720, fps: 20 };

test('what a simulated headset sends follows the bit rate that was agreed, down and up', async () => {
  const source = new LiveSource(new Scene('A-01'), { nowMs: () => Date.now(), max: SIZE });
  const viewer = new wrtc.RTCPeerConnection();
  viewer.addTransceiver('video', { direction: 'recvonly' });
  await viewer.setLocalDescription(await viewer.createOffer());
  await expect.poll(() => viewer.iceGatheringState).toBe('complete');
  const offer = viewer.localDescription?.sdp ?? '';
  const sdp = await source.answer({ sessionId: 'one', ticket: 'sealed', sdp: offer });
  await viewer.setRemoteDescription({ type: 'answer', sdp: sdp ?? '' });
  /** From the bytes since the last call, so at a pace that suits a bit rate. */
  const kbps = async () => (await source.facts())[0]?.bitrateKbps ?? 0;
  const patient = { timeout: 120_000, interval: 2_000 };

  await expect.poll(kbps, patient).toBeGreaterThan(600);
  await source.setSize({ ...SIZE, bitrateKbps: 100 });
  await expect.poll(kbps, patient).toBeLessThan(130);
  await source.setSize({ ...SIZE, bitrateKbps: 1_000 });
  await expect.poll(kbps, patient).toBeGreaterThan(200);
  source.closeAll();
  viewer.close();
}, 200_000);
