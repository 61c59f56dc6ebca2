import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { aSchool, Proxy, proxyObstacle, serveCell, type School } from '../support/cells/cluster.ts';
import type { ServedStation } from '../support/served-station.ts';
import type { LoadOrder, LoadReport } from './load-generator.ts';
import { aFolder, stopProcess } from './processes.ts';
import { median, type Result } from './result.ts';
import { aFreePort } from '../support/free-port.ts';

/** Share of a core per cell; three cells then leave one core for the clients. */
export const QUOTA = 0.35;
const NAMES = ['c01', 'c02', 'c03'] as const;
const HEADSETS = 16;
const REQUESTS = 1_500;
const WARM_UP_REQUESTS = 800;
/** Number of concurrent requests for each cell: with more cells there are more headsets. */
const CONNECTIONS = 32;
const ROUNDS = 5;

/** Heartbeats per second by the number of cells, with and without a CPU quota for each. */
export type Growth = {
  readonly limited: readonly [one: number, two: number, three: number];
  readonly free: readonly [one: number, two: number];
};

/**
 * Measures how heartbeats per second grow with the number of cells, through HAProxy.
 * @throws {Error} without HAProxy, or without the right to limit processes.
 */
export async function cells(): Promise<Result> {
  const { limited, free } = await measureGrowth();
  const [one, two, three] = limited;
  return {
    name: 'cells',
    ratio: three / one,
    bar: { limit: 2.6, is: 'at-least' },
    limits: [{ what: 'one cell of what two do', value: (100 * one) / two, atMost: 100 / 1.8, unit: '%' }],
    detail: `with ${String(QUOTA)} core a cell: ${limited.map(Math.round).join(', ')} r/s, two ${(two / one).toFixed(2)}x; without a quota one cell ${String(Math.round(free[0]))} r/s, two ${String(Math.round(free[1]))} r/s, ${(free[1] / free[0]).toFixed(2)}x`,
  };
}

/** @throws {Error} where there is no HAProxy, or no right to limit processes. */
export async function measureGrowth(): Promise<Growth> {
  const obstacle = proxyObstacle();
  if (obstacle !== undefined) throw new Error(obstacle);
  await using folder = await aFolder();
  const ports = new Map<string, number>();
  for (const name of NAMES) ports.set(name, await aFreePort());
  const running: ServedStation[] = [];
  const proxies: Proxy[] = [];
  const groups: Quota[] = [];
  const generator = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)));
  try {
    const schools: School[] = [];
    for (const [name, port] of ports) {
      const cell = await serveCell(name, join(folder.path, name), port);
      running.push(cell);
      schools.push(await aSchool(cell, name, HEADSETS));
    }
    const proxy = await Proxy.start(join(folder.path, 'proxy'), ports);
    proxies.push(proxy);
    const port = Number(new URL(proxy.url).port);
    const rate = (count: number, each: number) =>
      requestsPerSecond(generator, {
        port,
        targets: targetsOf(schools.slice(0, count)),
        connections: CONNECTIONS * count,
        requests: each * count,
      });
    // In turn, because other work on the computer changes meanwhile.
    const typical = async (...counts: readonly number[]): Promise<number[]> => {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const rates: number[] = [];
        for (const count of counts) rates.push(await rate(count, REQUESTS));
        rounds.push(rates);
      }
      return counts.map((_, index) => median(rounds.map((rates) => rates[index] ?? 0)));
    };
    await rate(3, WARM_UP_REQUESTS);
    const [freeOne = 0, freeTwo = 0] = await typical(1, 2);
    for (const cell of running) groups.push(new Quota(`muster-bench-${String(cell.pid)}`, cell.pid, QUOTA));
    const [one = 0, two = 0, three = 0] = await typical(1, 2, 3);
    return { limited: [one, two, three], free: [freeOne, freeTwo] };
  } finally {
    await stopProcess(generator);
    for (const proxy of proxies) await proxy[Symbol.asyncDispose]();
    await Promise.all(running.map((cell) => cell.kill()));
    for (const group of groups) group[Symbol.dispose]();
  }
}

function targetsOf(schools: readonly School[]): LoadOrder['targets'] {
  return schools.flatMap(({ headsets }) =>
    headsets.map(({ id, androidId, token }) => ({ deviceId: id, androidId, token })),
  );
}

async function requestsPerSecond(generator: ChildProcess, order: LoadOrder): Promise<number> {
  generator.send(order);
  const [{ answered, failed, seconds }] = (await once(generator, 'message')) as [LoadReport];
  if (failed > 0) throw new Error(`${String(failed)} of ${String(answered)} heartbeats were refused`);
  return answered / seconds;
}

/** A Linux control group that limits a process to a share of a core. */
class Quota implements Disposable {
  readonly #folder: string;

  constructor(name: string, pid: number, cores: number) {
    const isNew = existsSync('/sys/fs/cgroup/cgroup.controllers');
    this.#folder = join(isNew ? '/sys/fs/cgroup' : ownGroup(), name);
    mkdirSync(this.#folder);
    const micros = String(Math.round(cores * 20_000));
    if (isNew) writeFileSync(join(this.#folder, 'cpu.max'), `${micros} 20000`);
    else {
      writeFileSync(join(this.#folder, 'cpu.cfs_period_us'), '20000');
      writeFileSync(join(this.#folder, 'cpu.cfs_quota_us'), micros);
    }
    writeFileSync(join(this.#folder, 'cgroup.procs'), String(pid));
  }

  /** The process has ended. */
  [Symbol.dispose](): void {
    rmdirSync(this.#folder);
  }
}

/** Returns the control group of this process, of the older kind: below it, its share of a busy computer stays. */
function ownGroup(): string {
  const group = /^\d+:[^:]*\bcpu\b[^:]*:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '';
  return join('/sys/fs/cgroup/cpu', group);
}
