import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { libraryPath } from '../../shared/domain/content/library-address.ts';
import {
  Fleet,
  NO_FAULTS,
  provisionNewSlots,
  StationClient,
  systemClock,
  USUAL_HABITS,
} from '../../main/simulator/index.ts';
import { startStation, type StationProcess } from '../bench/processes.ts';
import { closing } from '../support/closing.ts';
import { aFolder } from '../support/temp-folder.ts';
import { type Slope, slopeWithin } from './slope.ts';
import { aFreePort } from '../support/free-port.ts';

/** Options of a soak test. */
export type SoakPlan = {
  readonly headsets: number;
  readonly minutes: number;
  readonly killEveryMinutes: number;
  readonly heartbeatMs: number;
  /** Called about every second with the measurements. */
  readonly observe?: (sample: Sample) => void;
};

/** The service at one moment. `life` counts its starts. */
export type Sample = {
  readonly life: number;
  readonly atSec: number;
  readonly memoryMiB: number;
  /** Open descriptors that are not sockets, and sockets. */
  readonly files: number;
  readonly sockets: number;
  readonly storeMiB: number;
  readonly ready: number;
  readonly acknowledged: number;
};

/** Result of a soak test. */
export type SoakResult = {
  readonly samples: readonly Sample[];
  readonly kills: number;
  readonly enrolled: number;
  readonly configured: number;
  readonly downloads: number;
  readonly acknowledged: number;
  /** Acknowledged events that are missing from the store, or duplicated. */
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly integrity: string;
  /**
   * Slope of the memory within a run, in MiB an hour, and of the descriptors except sockets, in descriptors an hour.
   * NaN where every run was shorter than its warm-up.
   */
  readonly memorySlope: Slope;
  readonly filesSlope: Slope;
  /** Growth of the store, and the estimated size of its events and their indexes, in bytes. */
  readonly growth: { readonly bytes: number; readonly estimated: number; readonly events: number };
};

const CONTENT_BYTES = 1024 * 1024;
const SAMPLE_EVERY_MS = 1_000;
const CONFIGURE_EVERY_MS = 5_000;
/** Warm-up time after a start: memory is stable only once code is compiled and the caches are full. */
const WARM_SEC = { files: 60, memory: 600 } as const;
/** Size of an event's row besides its own text: its numbers and index entries. */
const ROW_BYTES = 150;

/**
 * Runs a real service with many simulated headsets that enrol one after the other, report, are configured, download
 * contents from the library, leave and return, while the service is killed repeatedly. Afterwards the store is
 * searched for every acknowledged event.
 */
export async function soak(plan: SoakPlan): Promise<SoakResult> {
  using folder = aFolder();
  const port = await aFreePort();
  const startedAt = Date.now();
  const endAt = startedAt + plan.minutes * 60_000;
  let station = await startStation(folder.path, port);
  const url = station.url;
  const client = new StationClient(url, station.token, systemClock);
  const end = new AbortController();
  const signal = end.signal;
  const provisionedSlots = await provisionNewSlots(
    { station: client, clock: systemClock, signal },
    plan.headsets,
    plan.minutes * 120,
  );
  const before = storeBytes(folder.path);
  const habits = {
    ...USUAL_HABITS,
    awayShare: 0.05,
    fetchesContents: true,
    bandwidthBytesPerSec: 50_000_000,
  };
  const fleet = new Fleet({
    url,
    seed: 'soak',
    members: provisionedSlots.map((provisioned) => ({ ...provisioned, habits, faults: NO_FAULTS })),
    // The last of them starts when a third of the time is over.
    paceMs: (plan.minutes * 20_000) / plan.headsets,
    heartbeatMs: plan.heartbeatMs,
    clock: systemClock,
    observe: () => undefined,
  });
  const running = fleet.run();
  const state: State = { life: 1, kills: 0, configured: 0, samples: [] };
  const configuring = configure({ url, fleet, signal, token: station.token, state });
  const enrolledSince = endAt - (endAt - startedAt) / 2;
  let nextKillAt = startedAt + plan.killEveryMinutes * 60_000;
  while (Date.now() < endAt) {
    await sleep(SAMPLE_EVERY_MS);
    if (Date.now() >= nextKillAt && endAt - Date.now() > 20_000) {
      nextKillAt += plan.killEveryMinutes * 60_000;
      await station.kill();
      state.kills += 1;
      station = await startStation(folder.path, port);
      state.life += 1;
    }
    const sample = sampleOf(station, folder.path, { startedAt, fleet, life: state.life });
    state.samples.push(sample);
    plan.observe?.(sample);
  }
  end.abort();
  await configuring;
  const fetched = fleet.fetched();
  await fleet.stop();
  await running;
  await client.disconnect();
  await station[Symbol.asyncDispose]();
  const checked = checkStore(folder.path, fleet);
  const after = storeBytes(folder.path);
  // From when all have started: until then growth is normal.
  const steady = (what: keyof typeof WARM_SEC): Sample[] =>
    steadySamples(state.samples, (enrolledSince - startedAt) / 1_000, WARM_SEC[what]);
  return {
    samples: state.samples,
    kills: state.kills,
    enrolled: fleet.headsets.filter(({ deviceId }) => deviceId !== null).length,
    configured: state.configured,
    downloads: fetched.reduce((sum, { verified }) => sum + verified.length, 0),
    ...checked.events,
    integrity: checked.integrity,
    memorySlope: slopeWithin(steady('memory').map((each) => [each.life, each.atSec / 3_600, each.memoryMiB])),
    filesSlope: slopeWithin(steady('files').map((each) => [each.life, each.atSec / 3_600, each.files])),
    growth: { bytes: after - before, estimated: checked.estimated, events: checked.stored },
  };
}

type State = { life: number; kills: number; configured: number; samples: Sample[] };

/** Measurements of a warmed-up run, after all headsets have started. */
function steadySamples(samples: readonly Sample[], fromSec: number, warmSec: number): Sample[] {
  const bornAt = new Map<number, number>();
  for (const { life, atSec } of samples) bornAt.set(life, bornAt.get(life) ?? atSec);
  return samples.filter(({ life, atSec }) => atSec >= fromSec && atSec - (bornAt.get(life) ?? 0) >= warmSec);
}

/** Configures some of the enrolled headsets repeatedly, each time with another content of the library to download. */
async function configure(input: {
  url: string;
  fleet: Fleet;
  signal: AbortSignal;
  token: string;
  state: State;
}): Promise<void> {
  const { url, fleet, signal, token, state } = input;
  const headers = { authorization: `Bearer ${token}` };
  for (let round = 0; !signal.aborted; round += 1) {
    await systemClock.wait(CONFIGURE_EVERY_MS, signal);
    const enrolled = fleet.headsets.flatMap(({ deviceId }) => (deviceId === null ? [] : [deviceId]));
    const devicesId = enrolled.filter((_, at) => at % 10 === round % 10);
    if (devicesId.length === 0) continue;
    try {
      const name = `soak-${String(round)}.bin`;
      const uploaded = await fetch(`${url}/station/library?name=${name}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: randomBytes(CONTENT_BYTES),
      });
      const { item } = z.object({ item: z.object({ sha256: z.string() }) }).parse(await uploaded.json());
      const settings = {
        volume: round % 100,
        files: [{ id: 'soak', name, url: `${url}${libraryPath(item.sha256, name)}` }],
      };
      const answer = await fetch(`${url}/devices/configure`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ devicesId, settings }),
      });
      if (answer.ok) state.configured += devicesId.length;
      await answer.arrayBuffer();
    } catch (error) {
      // Ignored: the service was killed meanwhile. Any other answer shows in the configuration.
      if (!(error instanceof TypeError)) throw error;
    }
  }
}

function sampleOf(
  { pid }: StationProcess,
  folder: string,
  { startedAt, fleet, life }: { startedAt: number; fleet: Fleet; life: number },
): Sample {
  const open = readdirSync(`/proc/${String(pid)}/fd`).map((fd) => linkOf(`/proc/${String(pid)}/fd/${fd}`));
  const sockets = open.filter((target) => target.startsWith('socket:')).length;
  const residentKb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
  return {
    life,
    atSec: (Date.now() - startedAt) / 1_000,
    memoryMiB: Number(residentKb) / 1_024,
    files: open.length - sockets,
    sockets,
    storeMiB: storeBytes(folder) / 1_048_576,
    ready: fleet.counts().ready,
    acknowledged: fleet.totals().acknowledged,
  };
}

/** Returns the target of a descriptor; nothing if it was closed meanwhile. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function storeBytes(folder: string): number {
  return ['muster.db', 'muster.db-wal']
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

const countSchema = z.array(z.tuple([z.string(), z.number()]));

/** Searches the store for every acknowledged event. */
function checkStore(folder: string, fleet: Fleet) {
  using db = closing(new Database(join(folder, 'muster.db'), { readonly: true }));
  const times = new Map(
    countSchema.parse(
      db
        .prepare(
          'SELECT id || char(32) || event_id, count(*) FROM device_event JOIN device ON device.key = device_key GROUP BY 1',
        )
        .raw()
        .all(),
    ),
  );
  const acknowledged = fleet.headsets.flatMap(({ deviceId, ledger }) =>
    [...ledger.acknowledged].map((eventId) => `${deviceId ?? 'nobody'} ${eventId}`),
  );
  const sizes = z
    .object({ stored: z.int(), bytes: z.int() })
    .parse(
      db
        .prepare(
          'SELECT count(*) AS stored, coalesce(sum(2 * length(event_id) + length(payload)), 0) AS bytes FROM device_event',
        )
        .get(),
    );
  return {
    integrity: String(db.pragma('integrity_check', { simple: true })),
    events: {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((key) => times.get(key) === undefined),
      doubled: [...times].filter(([, count]) => count > 1).map(([key]) => key),
    },
    stored: sizes.stored,
    estimated: sizes.bytes + sizes.stored * ROW_BYTES,
  };
}
