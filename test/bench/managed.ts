import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

import { getAvailability } from '../../shared/contract/commands/availability.ts';
import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { listDevices } from '../../shared/contract/devices/devices.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aServedCableStation, aSmallApp, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aManagedCart, type Station } from './managed-cart.ts';
import type { Result } from './result.ts';

const HEADSETS = 30;
const MEASURED_MS = 60_000;
const TICKS_PER_SEC = 100;
const WARMING_REQUESTS = 3_000;
const KIOSK = 'org.example.kiosk';

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
  const { served, station } = await aServedCableStation(bench, folder.path, ['--rate-limit', '0']);
  try {
    // A station that just started has not used its young generation yet, which any requests fill.
    for (let at = 0; at < WARMING_REQUESTS; at += 1) await station.call(listDevices);
    const before = memoryMib(served.pid);
    const { ids, doubles } = await aManagedCart(station, bench, hub, HEADSETS);
    // The list of ports is read while its screen may be open.
    await sleep(MEASURED_MS);
    const startedMs = processorMs(served.pid);
    await sleep(MEASURED_MS);
    const share = (processorMs(served.pid) - startedMs) / MEASURED_MS;
    const grown = memoryMib(served.pid) - before;
    const stateSec = await oldestState(station, ids);
    const kioskSec = await kioskAway(station, ids, doubles, (sha256) => hub.packages.set(sha256, KIOSK));
    const cableSec = await cableNoticed(station, ids[0] ?? '', async () => {
      if (doubles[0] !== undefined) await bench.unplug(doubles[0]);
    });
    return {
      name: 'managed',
      ratio: share / 0.05,
      bar: { limit: 1, is: 'at-most' },
      limits: [
        { what: 'memory above', value: grown, atMost: 80, unit: 'MiB' },
        { what: 'kiosk on thirty', value: kioskSec, atMost: 3, unit: 's' },
        { what: 'state of thirty', value: stateSec, atMost: 15, unit: 's' },
        { what: 'pulled cable', value: cableSec, atMost: 2, unit: 's' },
      ],
      detail: `${HEADSETS} idle headsets over adb take ${(share * 100).toFixed(1)} % of a core; bar 5 %`,
    };
  } finally {
    await served.stop();
  }
}

/** The age of the oldest state of a headset that the station shows, at most over half a minute, in seconds. */
async function oldestState(station: Station, ids: readonly string[]): Promise<number> {
  let oldestMs = 0;
  for (const endMs = Date.now() + 30_000; Date.now() < endMs; await sleep(1_000)) {
    const { items } = (await station.call(listDevices)).body;
    for (const { id, lastHeartbeatAt } of items)
      if (ids.includes(id)) oldestMs = Math.max(oldestMs, Date.now() - Date.parse(lastHeartbeatAt ?? ''));
  }
  return oldestMs / 1_000;
}

/** The longest time for which thirty wearers at once are away from the app of the kiosk, in seconds. */
async function kioskAway(
  station: Station,
  ids: readonly string[],
  doubles: readonly HeadsetDouble[],
  know: (sha256: string) => void,
): Promise<number> {
  const content = aSmallApp(station, KIOSK);
  know(content.sha256);
  const applications = [{ packageName: KIOSK, url: station.url + content.path, codeVersion: 1 }];
  const kioskMode = { isActive: true, packageName: KIOSK };
  await station.call(configureDevices, { body: { devicesId: ids, settings: { applications, kioskMode } } });
  const systems = doubles.map(({ android }) => android.system);
  const isBack = (): boolean => systems.every(({ foreground }) => foreground === KIOSK);
  while (!isBack()) await sleep(100);
  await sleep(10_000);
  let longestMs = 0;
  for (let round = 0; round < 5; round += 1) {
    for (const system of systems) system.foreground = 'com.oculus.browser';
    const leftMs = performance.now();
    while (!isBack()) await sleep(10);
    longestMs = Math.max(longestMs, performance.now() - leftMs);
    await sleep(700 + round * 300);
  }
  return longestMs / 1_000;
}

/** The time until the station says that a headset whose cable was pulled is not available, in seconds. */
async function cableNoticed(station: Station, deviceId: string, pull: () => Promise<void>): Promise<number> {
  await pull();
  const pulledMs = performance.now();
  while ((await station.call(getAvailability, { params: { deviceId } })).body.isAvailable) await sleep(20);
  return (performance.now() - pulledMs) / 1_000;
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
