import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';

import { patchDevices } from '../../../../shared/contract/devices/devices.ts';
import { createSlots } from '../../../../shared/contract/operations/station.ts';
import { aStation } from '../../../support/a-station.ts';

test('a large fleet reaches a slow reader, on the same connection', async () => {
  await using large = await aStation({ rateLimit: 0 });
  // 15,000 headsets of about 1.8 KB each: far more than the station and the system buffer for one reader.
  const cart = { label: '眼'.repeat(128) };
  const slots: { readonly id: string }[] = [];
  while (slots.length < 15_000) {
    const { body } = await large.call(createSlots, { body: { count: 500, labelPrefix: 'A-', cart } });
    slots.push(...body.items);
  }
  for (let at = 0; at < slots.length; at += 4_000) {
    const devicesId = slots.slice(at, at + 4_000).map(({ id }) => id);
    await large.call(patchDevices, { body: { devicesId, label: '眼'.repeat(256) } });
  }
  const { hostname, port } = new URL(large.url);
  const slow = connect(Number(port), hostname);
  await once(slow, 'connect');
  slow.write(
    `GET /station/updates?snapshot=true HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${large.token}\r\n\r\n`,
  );
  await once(slow, 'data');
  slow.pause();

  // Long enough to write all parts without waiting for the reader.
  for (let round = 0; round < 300; round += 1) await large.send('GET', '/healthz');
  let tail = '';
  const isLive = new Promise<boolean>((resolve) => {
    slow.on('close', () => resolve(false));
    slow.on('data', (piece: Buffer) => {
      tail = (tail + piece.toString('latin1')).slice(-200);
      if (tail.includes('event: live')) resolve(true);
    });
  });
  slow.resume();

  expect(await isLive).toBe(true);
  slow.destroy();
});
