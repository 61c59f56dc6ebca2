import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { CentralKind } from './play.ts';
import { playRound, shorten, type Verdict } from './rounds.ts';
import { type Schedule, scheduleOf } from './schedule.ts';

const HELP = `npm run chaos -- [--seed N] [--rounds R] [--central muster|double] [--stations 3|4] [--steps N] [--replay FILE] [--shorten]

Plays seeded rounds: a central, its stations in processes of their own, lines that break, kill -9, clocks that are off,
restores, and headsets that report all the time. Then it lets everything come to rest and judges by the interface alone.
A round that broke a promise is written to .build/chaos/, from where --replay plays it again and --shorten looks for the
few steps that it takes.`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    central: { type: 'string', default: 'muster' },
    stations: { type: 'string', default: '3' },
    steps: { type: 'string', default: '70' },
    replay: { type: 'string' },
    shorten: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/* oxlint-disable no-console -- a command that says what it found */
if (values.help) console.log(HELP);
else process.exitCode = await main();

async function main(): Promise<number> {
  const kind: CentralKind = values.central === 'double' ? 'double' : 'muster';
  const folder = resolve(import.meta.dirname, '..', '..', '.build', 'chaos');
  mkdirSync(folder, { recursive: true });
  const schedules: Schedule[] =
    values.replay === undefined
      ? Array.from({ length: Number(values.rounds) }, (_, index) =>
          scheduleOf(Number(values.seed) + index, Number(values.steps), Number(values.stations)),
        )
      : [JSON.parse(readFileSync(values.replay, 'utf8')) as Schedule];
  let broken = 0;
  for (const schedule of schedules) {
    const startedAtMs = performance.now();
    const verdict = await playRound(schedule, kind);
    printVerdict(verdict, (performance.now() - startedAtMs) / 1_000);
    if (verdict.wrong.length === 0) continue;
    broken += 1;
    const file = join(folder, `${kind}-${String(schedule.seed)}`);
    saveVerdict(file, schedule, verdict);
    if (!values.shorten) continue;
    const short = await shorten(schedule, kind);
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
  for (const each of gaps) console.log(`  gap of this central: ${each}`);
}

function saveVerdict(file: string, schedule: Schedule, { wrong, story }: Verdict): void {
  writeFileSync(`${file}.json`, JSON.stringify(schedule));
  writeFileSync(`${file}.txt`, `${[...wrong, '', ...story].join('\n')}\n`);
}
