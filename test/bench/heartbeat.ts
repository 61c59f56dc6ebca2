import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { LoadOrder, LoadReport } from './load-generator.ts';
import { aFolder, startStation, startUntilFirstLine, stopProcess, type StationProcess } from './processes.ts';
import { median, type Result } from './result.ts';

const CONNECTIONS = 32;
const ROUNDS = 7;
const REQUESTS = 4_000;
const WARM_UP_REQUESTS = 2_000;

type Targets = LoadOrder['targets'];

/** Heartbeats per second of the station, safe and checked, against the naive server that is neither. */
export async function heartbeat(): Promise<Result> {
  await using ourFolder = await aFolder();
  await using bareFolder = await aFolder();
  await using ours = await startStation(ourFolder.path);
  const targets = await enrolAll(ours);
  // The very same requests go to both; the naive server looks at no token.
  await using bare = await startBare(join(bareFolder.path, 'bare.db'), targets);
  await using generator = startGenerator();
  const ourPort = Number(new URL(ours.url).port);
  const rate = (port: number, requests: number) =>
    requestsPerSecond(generator.child, { port, targets, requests });
  await rate(ourPort, WARM_UP_REQUESTS);
  await rate(bare.port, WARM_UP_REQUESTS);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await rate(ourPort, REQUESTS), bare: await rate(bare.port, REQUESTS) });
  }
  const typical = (name: 'ours' | 'bare') => Math.round(median(rounds.map((round) => round[name])));
  return {
    name: 'heartbeat',
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    bar: { limit: 1, is: 'at-least' },
    detail: `ours ${typical('ours')} r/s, bare ${typical('bare')} r/s`,
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

async function enrolAll(station: StationProcess): Promise<Targets> {
  const client = new StationClient(station.url, station.token, systemClock);
  const made = await client.call(createSlots, { body: { count: CONNECTIONS, labelPrefix: 'B-' } });
  if (made.kind !== 'answered') throw new Error(`The station made no slots: ${JSON.stringify(made)}`);
  const targets = [];
  for (const { enrollmentToken, label } of made.reply.items) {
    const androidId = `bench-${label}`;
    const enrolled = await client.call(enrolDevice, { body: { enrollmentToken, androidId } });
    if (enrolled.kind !== 'answered') throw new Error(`${label} could not be enrolled`);
    targets.push({ deviceId: enrolled.reply.id, androidId, token: enrolled.reply.accessToken });
  }
  await client.disconnect();
  return targets;
}
