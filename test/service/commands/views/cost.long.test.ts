import { encode } from 'jpeg-js';
import { expect, test } from 'vitest';

import { Scene, toRgba } from '../../../../main/simulator/views/scene.ts';
import { EventReader } from '../../../support/event-reader.ts';
import { serveStation } from '../../../support/served-station.ts';
import { aFolder } from '../../../support/temp-folder.ts';
import { usedMs } from '../../../support/views-rig.ts';

const COUNT = 30;
const ROUNDS = 7;
const INTERVAL_MS = 3_000;

test('small pictures of thirty headsets, sent and fetched, stay under 3 Mbit/s', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('what a process used is read from /proc');
  using folder = aFolder();
  const station = await serveStation(folder.path);
  await using _ = { [Symbol.asyncDispose]: async () => void (await station.stop()) };
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token = station.token,
  ): Promise<Response> =>
    fetch(station.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': body instanceof Uint8Array ? 'image/jpeg' : 'application/json',
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    });
  await ask('PUT', '/station/views/permissions', { cartId: null, isAllowed: true, viewersMay: false });
  const made = (await (await ask('POST', '/station/slots', { count: COUNT, labelPrefix: 'A-' })).json()) as {
    items: { id: string; label: string; enrollmentToken: string }[];
  };
  const headsets = await Promise.all(
    made.items.map(async ({ id, label, enrollmentToken }) => {
      const enrolled = (await (
        await ask('POST', '/devices', { enrollmentToken, androidId: `android-${label}` })
      ).json()) as { accessToken: string };
      const token = enrolled.accessToken;
      const link = await EventReader.open(`${station.url}/devices/${id}/updates`, {
        authorization: `Bearer ${token}`,
      });
      return { id, label, token, link };
    }),
  );
  const devicesId = headsets.map(({ id }) => id);
  await ask('PUT', '/station/views/boards/cost', { devicesId });

  let bytes = 0;
  const fromMs = Date.now();
  const before = usedMs(station.pid);
  for (let round = 0; round < ROUNDS; round += 1) {
    const roundMs = Date.now();
    // First, because on a busy computer painting them takes longer than the lease of a board.
    const pictures = headsets.map(({ label }) => {
      const data = toRgba(new Scene(label).paint(320, 180, Date.now()));
      return encode({ data, width: 320, height: 180 }, 55).data;
    });
    await ask('PUT', '/station/views/boards/cost', { devicesId });
    await Promise.all(
      headsets.map(async ({ id, token }, at) => {
        const picture = pictures[at] ?? new Uint8Array();
        const sent = await ask('PUT', `/station/views/${id}/picture`, picture, token);
        const got = await (await ask('GET', `/station/views/${id}/picture`)).arrayBuffer();
        expect([sent.status, got.byteLength]).toEqual([204, picture.length]);
        bytes += picture.length + got.byteLength;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, INTERVAL_MS - (Date.now() - roundMs))));
  }
  const tookMs = Date.now() - fromMs;
  const mbits = (bytes * 8) / tookMs / 1_000;
  const share = (usedMs(station.pid) - before) / tookMs;
  const reported = `${COUNT} small pictures every 3 s: ${mbits.toFixed(2)} Mbit/s, ${(share * 100).toFixed(1)} % of a core`;
  process.stdout.write(`${reported}\n`);
  for (const { link } of headsets) await link[Symbol.asyncDispose]();
  // From the bytes of each round and the requested rate, however slow this computer is.
  expect((bytes * 8) / ROUNDS / INTERVAL_MS / 1_000).toBeLessThan(3);
});
