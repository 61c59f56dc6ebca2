import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedStore } from './seed-store.ts';

const DEVICES = 10_000;
const RUNS = 9;

const OPEN_FILE = `
const Database = require('better-sqlite3');
new Database(process.argv[1]).pragma('schema_version');
`;

/** Measures the time from start to a ready station, against a bare process that only opens the same file. */
export async function start(): Promise<Result> {
  await using folder = await aFolder();
  const file = await seedStore(folder.path, DEVICES, 'with events');
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let run = -1; run < RUNS; run += 1) {
    const [ourMs, bareMs] = [await readyMs(folder.path), await openMs(file)];
    // The first run fills the page cache.
    if (run < 0) continue;
    ours.push(ourMs);
    bare.push(bareMs);
  }
  return {
    name: 'start',
    ratio: median(ours) / median(bare),
    bar: { limit: 7, is: 'at-most' },
    detail: `ready in ${median(ours).toFixed(0)} ms, bare process ${median(bare).toFixed(0)} ms`,
  };
}

async function readyMs(folder: string): Promise<number> {
  const startedAtMs = performance.now();
  await using _station = await startStation(folder);
  return performance.now() - startedAtMs;
}

async function openMs(file: string): Promise<number> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, ['-e', OPEN_FILE, file], {
    cwd: import.meta.dirname,
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('The bare process could not open the file');
  return performance.now() - startedAtMs;
}
