import { Client } from 'undici';

import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 100_000;
const LIMIT = 100;
const SAMPLES = 400;
const WARM_UP = 50;

/** How much longer the last page of a huge fleet takes than the first. */
export async function pages(): Promise<Result> {
  await using folder = await aFolder();
  await seedStore(folder.path, DEVICES, 'without events');
  await using station = await startStation(folder.path);
  const client = new Client(station.url);
  const headers = { authorization: `Bearer ${station.token}` };
  const fetchMs = async (page: number) => {
    const startedAtMs = performance.now();
    const path = `/devices?limit=${LIMIT}&page=${page}`;
    const { statusCode, body } = await client.request({ method: 'GET', path, headers });
    const { items } = (await body.json()) as { items: unknown[] };
    if (statusCode !== 200 || items.length !== LIMIT) throw new Error(`Page ${page} answered ${statusCode}`);
    return performance.now() - startedAtMs;
  };
  try {
    const [first, last]: [number[], number[]] = [[], []];
    for (let sample = -WARM_UP; sample < SAMPLES; sample += 1) {
      const [firstMs, lastMs] = [await fetchMs(1), await fetchMs(DEVICES / LIMIT)];
      if (sample < 0) continue;
      first.push(firstMs);
      last.push(lastMs);
    }
    return {
      name: 'pages',
      ratio: median(last) / median(first),
      bar: { limit: 1.3, is: 'at-most' },
      detail: `page 1,000 ${median(last).toFixed(2)} ms, page 1 ${median(first).toFixed(2)} ms`,
    };
  } finally {
    await client.close();
  }
}
