import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { aStation } from '../../../support/a-station.ts';

test('a headset that sends more than a headset has to say is refused until its bytes have come back; the others go on', async () => {
  await using station = await aStation();
  const { id, token } = await station.enrolled();
  const other = await station.enrolled();
  // Compressed on its way: what counts is what has to be read and kept.
  const body = gzipSync(JSON.stringify({ unknown: 'x'.repeat(8_000_000) }));
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const long = () => fetch(`${station.url}/devices/${id}`, { method: 'PUT', headers, body });
  const short = (of: { id: string; token: string }) =>
    station.send('PUT', `/devices/${of.id}`, { token: of.token, body: {} });

  // 128 MiB at once.
  for (let sent = 0; sent < 16; sent += 1) expect((await long()).status).toBe(200);
  const refusal = await long();

  expect(refusal.status).toBe(429);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await short({ id, token })).status).toBe(200);
  expect((await short(other)).status).toBe(200);
});
