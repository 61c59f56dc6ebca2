/**
 * `npm run soak [-- --headsets 500 --minutes 30 --kill-every 5 --out soak.svg]`: the service under load for a long
 * time.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { buildService } from '../../main/cli/build/build-service.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { plot } from './plot.ts';
import { soak } from './soak.ts';
import { faultsOf, inText } from './verdict.ts';

const { values } = parseArgs({
  options: {
    headsets: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '30' },
    'kill-every': { type: 'string', default: '5' },
    'heartbeat-ms': { type: 'string', default: '10000' },
    out: { type: 'string', default: 'dist/soak.svg' },
  },
});
const [headsets, minutes] = [Number(values.headsets), Number(values.minutes)];
await buildService(projectFolder);
let reported = 0;
const result = await soak({
  headsets,
  minutes,
  killEveryMinutes: Number(values['kill-every']),
  heartbeatMs: Number(values['heartbeat-ms']),
  observe({ atSec, memoryMiB, ready, acknowledged, life }) {
    if (atSec - reported < 30) return;
    reported = atSec;
    process.stderr.write(
      `${Math.round(atSec)} s: ${Math.round(memoryMiB)} MiB, ${ready} ready, ${acknowledged} events, life ${life}\n`,
    );
  },
});
writeFileSync(values.out, plot(result.samples, `${headsets} headsets, ${minutes} minutes`));
process.stdout.write(`${inText(result)}\nPlot: ${values.out}\n`);
const faults = faultsOf(result);
for (const fault of faults) process.stderr.write(`Fault: ${fault}\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
