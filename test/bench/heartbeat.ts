import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { LoadOrder, LoadReport } from './load-generator.ts';
import { aFolder, startStation, startUntilFirstLine, stopProcess, type StationProcess } from './processes.ts';
import { median, type Result } from './result.ts';

const CONNECTIONS = 32;
/**
 * Sizes of fleets, with the required share of the naive server's rate, and the allowed memory of the service after the
 * load, in MiB.
 */
const SIZES = [
  { devices: 32, share: 0.8, memoryMiB: 250 },
  { devices: 1_000, share: 0.95, memoryMiB: 250 },
  { devices: 10_000, share: 0.95, memoryMiB: 300 },
] as const;
const ROUNDS = 5;
const REQUESTS = 4_000;
const WARM_UP_REQUESTS = 2_000;
const SLOTS_PER_BATCH = 500;

type Targets = LoadOrder['targets'];
type Figures = {
  readonly devices: number;
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly memoryMiB: number;
};

/**
 * Measures heartbeats per second of the station, durable and validated, against the naive server that is neither, by
 * the size of the fleet.
 */
export async function heartbeat(): Promise<Result> {
  const sizes: Figures[] = [];
  for (const { devices } of SIZES) sizes.push(await ofFleet(devices));
  return {
    name: 'heartbeat',
    // The worst size, as a part of what is required of it.
    ratio: Math.min(...SIZES.map(({ share }, at) => (sizes[at]?.ratio ?? Number.NaN) / share)),
    bar: { limit: 1, is: 'at-least' },
    limits: SIZES.map(({ devices, memoryMiB }, at) => ({
      what: `memory after the load of ${devices}`,
      value: sizes[at]?.memoryMiB ?? Number.NaN,
      atMost: memoryMiB,
      unit: 'MiB',
    })),
    detail: sizes
      .map(
        ({ devices, ours, bare, ratio }) =>
          `${devices} devices: ours ${Math.round(ours)} r/s, bare ${Math.round(bare)} r/s, ${ratio.toFixed(2)}x`,
      )
      .join('; '),
  };
}

async function ofFleet(devices: number): Promise<Figures> {
  await using ourFolder = await aFolder();
  await using bareFolder = await aFolder();
  await using ours = await startStation(ourFolder.path);
  const targets = await enrolAll(ours, devices);
  // Both get exactly the same requests; the naive server ignores tokens.
  await using bare = await startBare(join(bareFolder.path, 'bare.db'), targets);
  await using generator = startGenerator();
  const ourPort = Number(new URL(ours.url).port);
  const rate = (port: number, requests: number) =>
    requestsPerSecond(generator.child, { port, targets, connections: CONNECTIONS, requests });
  await rate(ourPort, Math.max(WARM_UP_REQUESTS, devices));
  await rate(bare.port, Math.max(WARM_UP_REQUESTS, devices));
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await rate(ourPort, REQUESTS), bare: await rate(bare.port, REQUESTS) });
  }
  return {
    devices,
    memoryMiB: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${ours.pid}/status`, 'utf8'))?.[1]) / 1_024,
    ours: median(rounds.map((round) => round.ours)),
    bare: median(rounds.map((round) => round.bare)),
    ratio: median(rounds.map((round) => round.ours / round.bare)),
  };
}

function startGenerator(): AsyncDisposable & { child: ChildProcess } {
  const child = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)));
  return { child, [Symbol.asyncDispose]: () => stopProcess(child) };
}

async function requestsPerSecond(generator: ChildProcess, order: LoadOrder): Promise<number> {
  const over = new AbortController();
  const ended = once(generator, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The load generator ended');
  });
  generator.send(order);
  const [report] = (await Promise.race([once(generator, 'message'), ended])) as [LoadReport];
  ended.catch(() => undefined);
  over.abort();
  if (report.failed > 0) throw new Error(`${report.failed} of ${report.answered} heartbeats were refused`);
  return report.answered / report.seconds;
}

async function startBare(file: string, targets: Targets): Promise<AsyncDisposable & { port: number }> {
  const script = fileURLToPath(new URL('baselines/bare-heartbeat.ts', import.meta.url));
  const ids = targets.map(({ deviceId }) => deviceId);
  const { child, line } = await startUntilFirstLine([script, file, ...ids]);
  return { port: Number(line), [Symbol.asyncDispose]: () => stopProcess(child) };
}

async function enrolAll(station: StationProcess, devices: number): Promise<Targets> {
  const client = new StationClient(station.url, station.token, systemClock);
  const targets: Targets[number][] = [];
  for (let made = 0; made < devices; made += SLOTS_PER_BATCH) {
    const body = {
      count: Math.min(SLOTS_PER_BATCH, devices - made),
      labelPrefix: 'B-',
      start: made + 1,
      pad: 5,
    };
    const slots = await client.call(createSlots, { body });
    if (slots.kind !== 'answered') throw new Error(`The station made no slots: ${JSON.stringify(slots)}`);
    const enrolled = slots.reply.items.map(async ({ enrollmentToken, label }) => {
      const androidId = `bench-${label}`;
      const answer = await client.call(enrolDevice, { body: { enrollmentToken, androidId } });
      if (answer.kind !== 'answered') throw new Error(`${label} could not be enrolled`);
      return { deviceId: answer.reply.id, androidId, token: answer.reply.accessToken };
    });
    targets.push(...(await Promise.all(enrolled)));
  }
  await client.disconnect();
  return targets;
}
