import { fleetUpdates } from '../../shared/contract/devices/fleet.ts';
import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 10_000;
const RUNS = 9;
/** What a station promises after a signal. */
const BAR_MS = 3_000;

/** Measures the time from SIGTERM to the exit of a station with an open stream, against what it promises. */
export async function stop(): Promise<Result> {
  await using folder = await aFolder();
  await seedStore(folder.path, DEVICES, 'with events');
  const tookMs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const station = await startStation(folder.path);
    const stream = await fetch(station.url + fleetUpdates.path, {
      headers: { authorization: `Bearer ${station.token}` },
    });
    if (stream.status !== 200) throw new Error(`The stream was answered with ${stream.status}`);
    const startedAtMs = performance.now();
    await Promise.all([station[Symbol.asyncDispose](), stream.text()]);
    tookMs.push(performance.now() - startedAtMs);
  }
  const longestMs = Math.max(...tookMs);
  return {
    name: 'stop',
    ratio: longestMs / BAR_MS,
    bar: { limit: 1, is: 'at-most' },
    detail: `stopped in ${median(tookMs).toFixed(0)} ms, at most ${longestMs.toFixed(0)} ms; bar ${BAR_MS} ms`,
  };
}
