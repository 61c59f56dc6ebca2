import { request } from 'node:https';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { aContent } from '../../../support/a-content.ts';
import { aStation } from '../../../support/a-station.ts';
import { aFreePort } from '../../../support/free-port.ts';

/** An interface that does not exist: the listener answers on loopback, and nothing is advertised. */
const NOWHERE = 'none';

/** Requests over HTTPS, without verifying the certificate. */
function ask(url: string, token: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; bytes: Buffer }>((resolve, reject) => {
    const requested = request(
      url,
      { headers: { authorization: `Bearer ${token}`, ...headers }, rejectUnauthorized: false, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }));
        response.on('error', reject);
      },
    );
    requested.on('error', reject);
    requested.end();
  });
}

const recordSchema = z.object({
  settings: z.object({ files: z.array(z.object({ url: z.string(), originalUrl: z.string() })) }),
});

test('over the network a headset reads an https address, and downloads from it', async () => {
  const port = await aFreePort();
  await using station = await aStation({ lan: { port, interfaceName: NOWHERE } });
  const url = 'https://content.example/lan/plan.pdf';
  const content = aContent(station, { sourceUrl: url, name: 'plan.pdf', kind: 'file' });
  const headset = await station.enrolled();
  const files = [{ id: 'plan', name: 'plan.pdf', url }];
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { files } });
  const origin = `https://127.0.0.1:${port}`;

  const record = await ask(`${origin}/devices/${headset.id}`, headset.token);
  const [file] = recordSchema.parse(JSON.parse(record.bytes.toString())).settings.files;

  expect(file).toEqual({ url: origin + content.path, originalUrl: url });
  const part = await ask(file?.url ?? '', headset.token, { range: 'bytes=100-' });
  expect(part.status).toBe(206);
  expect(part.bytes.equals(content.bytes.subarray(100))).toBe(true);
  const pieces = await ask(`${file?.url ?? ''}/pieces`, headset.token);
  expect(pieces.status).toBe(200);
});
