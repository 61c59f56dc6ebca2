import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { CentralKind } from './play.ts';
import { playPairRound } from './pair/pair-rounds.ts';
import { pairScheduleOf } from './pair/schedule.ts';
import { playRound, shorten, type Verdict } from './rounds.ts';
import { type Schedule, scheduleOf } from './schedule.ts';

const HELP = `npm run chaos -- [--seed N] [--rounds R] [--central muster|double] [--stations 3|4] [--steps N] [--replay FILE] [--shorten] [--pair]

Plays seeded rounds: a central, its stations in processes of their own, lines that break, kill -9, clocks that are off,
restores, and headsets that report all the time. Then it lets everything come to rest and judges by the interface alone.
Every round is written to .build/chaos/, from where --replay plays it again and --shorten looks for the
few steps that it takes. With --pair it plays two stations without a central.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    central: { type: 'string', default: 'muster' },
    stations: { type: 'string', default: '3' },
    steps: { type: 'string', default: '70' },
    pair: { type: 'boolean', default: false },
    replay: { type: 'string' },
    shorten: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/* oxlint-disable no-console -- a command that says what it found */
if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const { central, seed, steps, stations } = values;
  const kind: CentralKind = central === 'double' ? 'double' : 'muster';
  const [first, length] = [Number(seed), Number(steps)];
  return values.pair
    ? playAll('pair', (index) => pairScheduleOf(first + index, length), playPairRound)
    : playAll(
        kind,
        (index) => scheduleOf(first + index, length, Number(stations)),
        (schedule: Schedule) => playRound(schedule, kind),
      );
}

async function playAll<Any extends { readonly seed: number; readonly steps: readonly unknown[] }>(
  name: string,
  scheduleAt: (index: number) => Any,
  play: (schedule: Any) => Promise<Verdict>,
): Promise<number> {
  const folder = resolve(import.meta.dirname, '..', '..', '.build', 'chaos');
  mkdirSync(folder, { recursive: true });
  const schedules: Any[] =
    values.replay === undefined
      ? Array.from({ length: Number(values.rounds) }, (_, index) => scheduleAt(index))
      : [JSON.parse(readFileSync(values.replay, 'utf8')) as Any];
  let broken = 0;
  for (const schedule of schedules) {
    const startedAtMs = performance.now();
    const verdict = await play(schedule);
    printVerdict(verdict, (performance.now() - startedAtMs) / 1_000);
    const file = join(folder, `${name}-${String(schedule.seed)}`);
    saveVerdict(file, schedule, verdict);
    if (verdict.wrong.length === 0) continue;
    broken += 1;
    if (!values.shorten) continue;
    const short = await shorten(schedule, play);
    if (short.verdict === undefined) continue;
    console.log(`  ${String(short.schedule.steps.length)} steps are enough: ${file}-short.json`);
    saveVerdict(`${file}-short`, short.schedule, short.verdict);
  }
  console.log(`${String(schedules.length)} rounds, ${String(broken)} of them broke a promise`);
  return broken === 0 ? 0 : 1;
}

function printVerdict({ seed, wrong, gaps, counts }: Verdict, seconds: number): void {
  console.log(
    `seed ${String(seed)}: ${JSON.stringify(counts)} in ${seconds.toFixed(1)} s${wrong.length === 0 ? '' : ', BROKEN'}`,
  );
  for (const each of wrong.slice(0, 8)) console.log(`  ${each}`);
  for (const each of gaps) console.log(`  known gap: ${each}`);
}

function saveVerdict(file: string, schedule: object, { wrong, story }: Verdict): void {
  writeFileSync(`${file}.json`, JSON.stringify(schedule));
  writeFileSync(`${file}.txt`, `${[...wrong, '', ...story].join('\n')}\n`);
}
