import { buildInterface, projectFolder } from '../../main/cli/build/build.ts';
import { usedMs, ViewsRig } from '../support/views-rig.ts';
import type { Result } from './result.ts';

const COUNT = 30;
const MEASURED_MS = 60_000;
const MAX_SHARE = 0.05;
const MAX_MBITS = 3;

/**
 * Small pictures of thirty headsets, each in a network namespace of its own, while Class shows them in Chromium: the
 * station's processor time, as a share of what it may take, and the bytes on its network connection.
 */
export async function smallViews(): Promise<Result> {
  const why = ViewsRig.obstacle();
  if (why !== undefined) throw new Error(why);
  await buildInterface(projectFolder);
  await using rig = await ViewsRig.open(COUNT, { onEnd: () => undefined });
  const page = await rig.open('/class');
  page.setDefaultTimeout(240_000);
  await page.getByRole('button', { name: 'States', exact: true }).waitFor();
  await page.waitForFunction((count) => document.querySelectorAll('.pupil').length === count, COUNT);
  const idle = await measure(rig);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('.pupil canvas:not([hidden])').length === count,
    COUNT,
  );
  const shown = await measure(rig);
  const share = shown.share - idle.share;
  return {
    name: 'small-views',
    ratio: share / MAX_SHARE,
    bar: { limit: 1, is: 'at-most' },
    limits: [{ what: 'on the wire', value: shown.mbits, atMost: MAX_MBITS, unit: 'Mbit/s' }],
    detail:
      `${COUNT} small views take ${(share * 100).toFixed(1)} % of a core ` +
      `(${(shown.share * 100).toFixed(1)} %, without them ${(idle.share * 100).toFixed(1)} %); ` +
      `${shown.mbits.toFixed(2)} Mbit/s, without them ${idle.mbits.toFixed(2)}`,
  };
}

async function measure(rig: ViewsRig): Promise<{ share: number; mbits: number }> {
  const [used, bytes, fromMs] = [usedMs(rig.station.pid), rig.bytes(), Date.now()];
  await new Promise((resolve) => setTimeout(resolve, MEASURED_MS));
  const tookMs = Date.now() - fromMs;
  return {
    share: (usedMs(rig.station.pid) - used) / tookMs,
    mbits: ((rig.bytes() - bytes) * 8) / tookMs / 1_000,
  };
}
