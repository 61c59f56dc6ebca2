// `node test/measure/tests.ts [--long] [FILTER]`: the cost of each test file alone, the most expensive first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..', '..');
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** Cost of a test file: `seconds` of wall time, `processorSeconds` of CPU time including child processes. */
type Cost = {
  readonly file: string;
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly needsBrowser: boolean;
};

/** Runs one file in its own process. Bash's `time` includes finished child processes; elsewhere this throws. */
async function costOf(file: string): Promise<Cost> {
  const run = spawn(
    'bash',
    ['-c', 'TIMEFORMAT="%R %U %S"; time node_modules/.bin/vitest run "$0" >&2', file],
    {
      cwd: root,
      env: {
        ...process.env,
        MUSTER_LONG: values.long ? '1' : '',
        PATH: `${join(root, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  run.stderr.on('data', (piece: Buffer) => {
    output = (output + piece.toString()).slice(-1_000);
  });
  await once(run, 'close');
  const figures = /([\d.]+) ([\d.]+) ([\d.]+)\s*$/.exec(output);
  if (figures === null) throw new Error(`No times of ${file}: ${output}`);
  const [seconds = 0, user = 0, system = 0] = figures.slice(1).map(Number);
  return {
    file,
    seconds,
    processorSeconds: user + system,
    needsBrowser: /openScreen|chromium|browser/i.test(readFileSync(join(root, file), 'utf8')),
  };
}

const files = globSync('test/**/*.test.ts', { cwd: root })
  .filter((file) => file.endsWith('.long.test.ts') === values.long && !file.startsWith('test/bench'))
  .filter((file) => positionals.every((part) => file.includes(part)));
const costs: Cost[] = [];
for (const file of files) {
  costs.push(await costOf(file));
  process.stderr.write(`${String(costs.length)} of ${String(files.length)}\r`);
}
process.stdout.write('| file | seconds | processor seconds | browser |\n| --- | --- | --- | --- |\n');
for (const cost of costs.toSorted((a, b) => b.processorSeconds - a.processorSeconds)) {
  const cells = [
    cost.file,
    cost.seconds.toFixed(1),
    cost.processorSeconds.toFixed(1),
    cost.needsBrowser ? 'yes' : '',
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
