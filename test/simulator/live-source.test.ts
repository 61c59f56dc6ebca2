import { setTimeout as wait } from 'node:timers/promises';

import wrtc from '@roamhq/wrtc';
import { expect, test } from 'vitest';

import { LiveSource } from '../../main/simulator/views/live-source.ts';
import { Scene } from '../../main/simulator/views/scene.ts';

const SIZE = { width: 320, height: 180, fps: 5 };
const aSource = () => new LiveSource(new Scene('A-01'), { nowMs: () => Date.now(), max: SIZE });

async function anOffer(): Promise<string> {
  const viewer = new wrtc.RTCPeerConnection();
  viewer.addTransceiver('video', { direction: 'recvonly' });
  const { sdp = '' } = await viewer.createOffer();
  viewer.close();
  return sdp;
}

const candidate = (port: number) => `a=candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host`;

test('a view that ends while its candidates arrive harms nothing', async () => {
  const source = aSource();
  await source.answer({ sessionId: 'one', ticket: 'sealed', sdp: await anOffer() });
  const fragment = Array.from({ length: 20 }, (_each, at) => candidate(40_000 + at)).join('\r\n');

  const adding = source.add('one', fragment);
  source.close('one');

  await adding;
  expect(await source.facts()).toEqual([]);
});

test('candidates that nobody can read are left out, and the view stays', async () => {
  const source = aSource();
  await source.answer({ sessionId: 'one', ticket: 'sealed', sdp: await anOffer() });

  await source.add('one', `a=candidate:not one\r\n${candidate(40_000)}`);

  expect(await source.facts()).toHaveLength(1);
  source.closeAll();
});

test('an offer that cannot be read is not answered', async () => {
  const source = aSource();
  expect(await source.answer({ sessionId: 'one', ticket: 'sealed', sdp: 'v=0\r\nnonsense' })).toBeNull();
  expect(await source.facts()).toEqual([]);
});

test('a view that ends before it is answered leaves nobody waiting, however far the answer is', async () => {
  const source = aSource();
  const offer = await anOffer();
  for (const afterMs of [0, 1, 2, 4, 8, 16]) {
    const answering = source.answer({ sessionId: 'one', ticket: 'sealed', sdp: offer });
    await wait(afterMs);
    source.close('one');
    // Either it ended before, or it was answered already.
    await answering;
    expect(await source.facts()).toEqual([]);
  }
});

test('a view that ends while it is measured is left out, and the others are reported', async () => {
  const source = aSource();
  await source.answer({ sessionId: 'one', ticket: 'first', sdp: await anOffer() });
  await source.answer({ sessionId: 'two', ticket: 'second', sdp: await anOffer() });

  const measuring = source.facts();
  source.close('one');

  expect((await measuring).map(({ ticket }) => ticket)).toEqual(['second']);
  source.closeAll();
});
