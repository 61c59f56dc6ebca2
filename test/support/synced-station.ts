import type { z } from 'zod';

import type { ServiceOptions } from '../../main/service/index.ts';
import { getSync, runSync, setUpstream, type Sync } from '../../shared/contract/sync.ts';
import { aStation, type TestStation } from './a-station.ts';
import { EventReader } from './event-reader.ts';

/** Whom to sync with. */
export type CentralToUse = { readonly url: string; readonly token: string };

/** Sets the central of a station and waits until sync has come to rest. */
export async function connect(
  station: TestStation,
  { url, token }: CentralToUse,
  more: Partial<z.input<typeof setUpstream.body>> = {},
): Promise<Sync> {
  await using watch = await watchSync(station);
  await station.call(setUpstream, { body: { url, token, ...more } });
  return watch.rest();
}

/** Orders a sync and waits until it has come to rest. */
export async function syncNow(
  station: TestStation,
  body: z.input<typeof runSync.body> = {},
): Promise<Sync> {
  await using watch = await watchSync(station);
  await station.call(runSync, { body });
  return watch.rest();
}

type Watch = AsyncDisposable & {
  /** Waits until a run that began after the watch has ended; answers how things stand then. */
  rest(): Promise<Sync>;
};

const AT_REST = ['upToDate', 'offline', 'blocked'];

/** Listens to what sync does; begin before ordering. */
export async function watchSync(station: TestStation): Promise<Watch> {
  const wall = await EventReader.open(`${station.url}/station/updates`, {
    authorization: `Bearer ${station.token}`,
  });
  await wall.next('hello');
  return {
    async rest() {
      let hasBegun = false;
      await wall.next('sync', ({ state }) => {
        hasBegun ||= state === 'connecting';
        return hasBegun && AT_REST.includes(String(state));
      });
      return (await station.call(getSync)).body;
    },
    [Symbol.asyncDispose]: () => wall[Symbol.asyncDispose](),
  };
}

/** A station and a real central, which it is not connected to yet. */
export async function aPair(given: Partial<ServiceOptions> = {}): Promise<Pair> {
  const central = await aStation({ role: 'central', rateLimit: 0 });
  const station = await aStation({ rateLimit: 0, ...given });
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
