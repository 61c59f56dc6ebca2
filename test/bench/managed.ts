import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { setCableRecipe, startCable, stopCable } from '../../shared/contract/enrolment/cable.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import { aServedCableStation, cableOf, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';
import type { Result } from './result.ts';

const HEADSETS = 30;
const MEASURED_MS = 60_000;
const TICKS_PER_SEC = 100;

/**
 * Measures what thirty idle headsets that the station manages over adb cost it, over a real adb server with doubles:
 * the station's processor time, and its memory above the one without headsets.
 */
export async function managed(): Promise<Result> {
  const program = realAdb();
  if (program === undefined) throw new Error('adb is missing');
  using folder = aFolder();
  await using bench = await AdbBench.start(program);
  await using hub = new HubOfHeadsets(bench);
  const { served, station } = await aServedCableStation(bench, folder.path);
  try {
    const cart = 'bench';
    await station.call(createSlots, {
      body: { count: HEADSETS, labelPrefix: 'B-', cart: { id: cart, label: cart } },
    });
    await station.call(setCableRecipe, { body: { cart, name: cart, agent: null } });
    const before = memoryMib(served.pid);
    await station.call(startCable, { body: { cart } });
    for (let at = 1; at <= HEADSETS; at += 1) bench.plug(await hub.headset(), at);
    for (let at = 1; at <= HEADSETS; at += 1) {
      const serial = `1WMHH${String(at).padStart(4, '0')}`;
      while ((await cableOf(station, serial))?.state !== 'ready') await sleep(500);
    }
    await station.call(stopCable);
    // The list of ports is read while its screen may be open.
    await sleep(MEASURED_MS);
    const startedMs = processorMs(served.pid);
    await sleep(MEASURED_MS);
    const share = (processorMs(served.pid) - startedMs) / MEASURED_MS;
    const grown = memoryMib(served.pid) - before;
    return {
      name: 'managed',
      ratio: share / 0.05,
      bar: { limit: 1, is: 'at-most' },
      limits: [{ what: 'memory above', value: grown, atMost: 80, unit: 'MiB' }],
      detail: `${HEADSETS} idle headsets over adb take ${(share * 100).toFixed(1)} % of a core; bar 5 %`,
    };
  } finally {
    await served.stop();
  }
}

/** Processor time of a process, in ms. Source: proc(5), fields utime and stime of `stat`. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SEC;
}

/** Memory of a process without the system's page cache, in MiB. */
function memoryMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}
