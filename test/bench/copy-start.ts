import { join } from 'node:path';

import { buildInterface, projectFolder } from '../../main/cli/build/build.ts';
import { writeCopy } from '../../main/cli/build/portable/copy-tree.ts';
import { fetchPackage } from '../../main/cli/build/portable/fetch-package.ts';
import { readTargets } from '../../main/cli/build/portable/targets.ts';
import { aFolder, startCopy, startStation, type StationProcess } from './processes.ts';
import type { Result } from './result.ts';

const RUNS = 9;

/**
 * Measures the time from start to a ready station of a portable copy for Linux x64, against one from the sources: the
 * fastest of the runs, because what else the computer does only adds to it.
 */
export async function copyStart(): Promise<Result> {
  await using folder = await aFolder();
  const copy = join(folder.path, 'copy');
  const data = join(folder.path, 'data');
  await buildInterface(projectFolder);
  const target = readTargets(projectFolder)['linux-x64'];
  const nodeArchive = fetchPackage(target.node, join(projectFolder, 'dist', 'packages'));
  await writeCopy(projectFolder, copy, {
    target,
    nodeArchive,
    licenceArchive: nodeArchive,
    version: '1.0.0',
  });
  const [copies, sources]: [number[], number[]] = [[], []];
  for (let run = -1; run < RUNS; run += 1) {
    const copyMs = await readyMs(() => startCopy(copy, data));
    const sourceMs = await readyMs(() => startStation(data));
    // The first run fills the page cache and the compile cache.
    if (run < 0) continue;
    copies.push(copyMs);
    sources.push(sourceMs);
  }
  return {
    name: 'copy-start',
    ratio: Math.min(...copies) / Math.min(...sources),
    bar: { limit: 1.2, is: 'at-most' },
    detail: `the copy is ready in ${Math.min(...copies).toFixed(0)} ms, from the sources in ${Math.min(...sources).toFixed(0)} ms`,
  };
}

async function readyMs(start: () => Promise<StationProcess>): Promise<number> {
  const startedAtMs = performance.now();
  await using _station = await start();
  return performance.now() - startedAtMs;
}
