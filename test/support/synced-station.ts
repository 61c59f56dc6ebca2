import type { z } from 'zod';

import type { ServiceOptions } from '../../main/service/index.ts';
import { runSync, setUpstream, type Sync } from '../../shared/contract/sync/sync.ts';
import { aStation, type TestStation } from './a-station.ts';

/** The central to sync with. */
type CentralToUse = { readonly url: string; readonly token: string };

/** Sets the central of a station and waits until sync is idle. */
export async function connect(
  station: TestStation,
  { url, token }: CentralToUse,
  more: Partial<z.input<typeof setUpstream.body>> = {},
): Promise<Sync> {
  await station.call(setUpstream, { body: { url, token, ...more } });
  return syncNow(station);
}

/** Starts a sync and waits until sync is idle. */
export async function syncNow(station: TestStation, body: z.input<typeof runSync.body> = {}): Promise<Sync> {
  return (await station.call(runSync, { body: { waitSec: 30, ...body } })).body;
}

/** A station and a real central that are not connected yet. */
export async function aPair(input: Partial<ServiceOptions> = {}): Promise<Pair> {
  const central = await aStation({ role: 'central', rateLimit: 0 });
  const station = await aStation({ rateLimit: 0, ...input });
  return {
    central,
    station,
    async [Symbol.asyncDispose]() {
      await station[Symbol.asyncDispose]();
      await central[Symbol.asyncDispose]();
    },
  };
}

type Pair = AsyncDisposable & { readonly central: TestStation; readonly station: TestStation };
