import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { configureDevices } from '../../shared/contract/configuration/configure.ts';
import { someBytes } from '../support/a-content.ts';
import { AdbBench, realAdb } from '../support/adb-double/bench.ts';
import type { HeadsetDouble } from '../support/adb-double/headset.ts';
import { aServedCableStation, aSmallApp, HubOfHeadsets } from '../support/cable-bench.ts';
import { aFolder } from '../support/temp-folder.ts';
import { aManagedCart } from './managed-cart.ts';
import { median, type Result } from './result.ts';

const HEADSETS = 16;
const APP_BYTES = 32 * 1024 * 1024;
const ROUNDS = 3;
const APP = 'org.example.big';

/**
 * Measures how long an app takes from its assignment until sixteen headsets that the station manages over adb have it,
 * against as many `adb install` at once of the same file to the same headsets.
 */
export async function installs(): Promise<Result> {
  const program = realAdb();
  if (program === undefined) throw new Error('adb is missing');
  using folder = aFolder();
  using files = aFolder();
  await using bench = await AdbBench.start(program);
  await using hub = new HubOfHeadsets(bench);
  const { served, station } = await aServedCableStation(bench, folder.path, ['--rate-limit', '0']);
  try {
    const { ids, doubles } = await aManagedCart(station, bench, hub, HEADSETS);
    const content = aSmallApp(station, APP, someBytes(APP_BYTES));
    hub.packages.set(content.sha256, APP);
    // adb accepts no other ending.
    const apk = join(files.path, 'app.apk');
    copyFileSync(content.file, apk);
    const application = { packageName: APP, url: station.url + content.path, codeVersion: 1 };
    const assign = async (applications: (typeof application)[]): Promise<void> => {
      await station.call(configureDevices, { body: { devicesId: [...ids], settings: { applications } } });
    };
    const [ours, alone]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(
        await timed(() => Promise.all(doubles.map((double) => adbInstall(program, bench.port, double, apk)))),
      );
      for (const { android } of doubles) android.uninstall(APP);
      ours.push(
        await timed(async () => {
          await assign([application]);
          await until(doubles, true);
        }),
      );
      await assign([]);
      await until(doubles, false);
    }
    const mibPerSec = (sec: number): string => ((HEADSETS * APP_BYTES) / 1024 ** 2 / sec).toFixed(0);
    const [ourSec, aloneSec] = [median(ours), median(alone)];
    return {
      name: 'installs',
      ratio: aloneSec / ourSec,
      bar: { limit: 0.8, is: 'at-least' },
      detail: `an app of 32 MiB on ${HEADSETS} headsets at once: ${mibPerSec(ourSec)} MiB/s, by adb install alone ${mibPerSec(aloneSec)} MiB/s`,
    };
  } finally {
    await served.stop();
  }
}

/** The time that something takes, in seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
}

/** Waits until every headset has the app, or none. */
async function until(doubles: readonly HeadsetDouble[], isThere: boolean): Promise<void> {
  while (!doubles.every(({ android }) => android.packages.includes(APP) === isThere)) await sleep(20);
}

async function adbInstall(program: string, port: number, double: HeadsetDouble, file: string): Promise<void> {
  const where = ['-P', String(port), '-s', double.address];
  const { stdout } = await promisify(execFile)(program, [...where, 'install', '-r', file]);
  if (!stdout.includes('Success')) throw new Error(`adb install: ${stdout}`);
}
