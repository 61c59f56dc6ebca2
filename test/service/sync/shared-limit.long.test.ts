import { expect, test } from 'vitest';

import { getSync } from '../../../shared/contract/sync/sync.ts';
import { setUpstream } from '../../../shared/contract/sync/upstream.ts';
import { aStation } from '../../support/a-station.ts';
import { aCentral } from '../../support/central-double/index.ts';

/** Limit of all stations with the token together. Each device takes one request of each station. */
const LIMIT = { requests: 300, windowMs: 8_000 };
const DEVICES = 140;

test(
  'three stations read their fleet within the limit that they share, and the one that has to wait says how long it will take',
  { timeout: 180_000 },
  async () => {
    await using central = await aCentral({ limit: LIMIT, stations: 3 });
    for (let index = 0; index < DEVICES; index += 1) central.add(`slot-${String(index)}`);
    await using stack = new AsyncDisposableStack();
    const start = async () => stack.use(await aStation({ syncPace: 1, checksReplies: false }));
    const stations = [await start(), await start(), await start()];
    const ended: { readonly shownSec: number }[] = [];

    await Promise.all(
      stations.map(async (station) => {
        await station.call(setUpstream, { body: { url: central.url, token: central.token } });
        let shownSec = 0;
        for (;;) {
          const { state, linked, progress } = (await station.call(getSync)).body;
          shownSec = Math.max(shownSec, progress?.leftSec ?? 0);
          if (state === 'upToDate' && linked === DEVICES) break;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        ended.push({ shownSec });
      }),
    );

    expect(central.count('GET /devices/{deviceId}')).toBe(3 * DEVICES);
    expect(central.refusedByLimit).toBe(0);
    // The limit delays the last station for a window; others may finish before their speed is known.
    expect(ended.at(-1)?.shownSec).toBeGreaterThan(0);
  },
);
