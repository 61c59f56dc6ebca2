/** Benchmarks: `node test/bench/run.ts [name…] [--check]`. Each prints one line; `--check` fails when one misses its bar. */
import { parseArgs } from 'node:util';

import { buildService } from '../../main/cli/build/build-service.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { cells } from './cells.ts';
import { configure } from './configure.ts';
import { copyStart } from './copy-start.ts';
import { fleet } from './fleet.ts';
import { connectivity } from './connectivity.ts';
import { heatMap } from './heat-map.ts';
import { heartbeat } from './heartbeat.ts';
import { history } from './history.ts';
import { installs } from './installs.ts';
import { library } from './library.ts';
import { listenersCost } from './listeners-cost.ts';
import { loop } from './loop.ts';
import { managed } from './managed.ts';
import { neighbours } from './neighbours.ts';
import { pages } from './pages.ts';
import { renderer } from './renderer.ts';
import { plan } from './plan.ts';
import { inOneLine, isMet, type Result } from './result.ts';
import { smallViews } from './small-views.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';
import { sync } from './sync.ts';
import { firstPull, syncReturn } from './sync-line.ts';
import { upload } from './upload.ts';
import { views } from './views.ts';

const benchmarks = new Map<string, () => Promise<Result>>([
  ['heartbeat', heartbeat],
  ['configure', configure],
  ['fleet', fleet],
  ['listeners', listenersCost],
  ['pages', pages],
  ['loop', loop],
  ['history', history],
  ['connectivity', connectivity],
  ['neighbours', neighbours],
  ['library', library],
  ['plan', plan],
  ['managed', managed],
  ['installs', installs],
  ['start', start],
  ['copy-start', copyStart],
  ['stop', stop],
  ['upload', upload],
  ['sync', sync],
  ['sync-return', syncReturn],
  ['first-pull', firstPull],
  ['renderer', renderer],
  ['heat-map', heatMap],
  ['views', views],
  ['small-views', smallViews],
  ['cells', cells],
]);

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !benchmarks.has(name));
  if (unknown.length > 0) {
    console.error(`No benchmark ${unknown.join(', ')}. There are: ${[...benchmarks.keys()].join(', ')}.`);
    return 2;
  }
  // Builds the bundle, as used in production; otherwise changed sources would be measured.
  const bundle = (await buildService(projectFolder)) === 'built' ? 'made just now' : 'made before';
  console.error(`Measuring the bundled service, ${bundle} from these sources, on Node ${process.version}.`);
  let [failures, misses] = [0, 0];
  for (const [name, run] of benchmarks) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    try {
      const result = await run();
      if (!isMet(result)) misses += 1;
      console.log(inOneLine(result));
    } catch (error) {
      failures += 1;
      console.error(
        `${name}  could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return failures > 0 || (values.check && misses > 0) ? 1 : 0;
}

// libwebrtc keeps a process alive whose connections are all closed.
process.exit(await main());
