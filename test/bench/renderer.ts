import { chromium, type Page } from 'playwright';

import { buildInterface, projectFolder } from '../../main/cli/build.ts';
import { interfaceFolder } from '../../main/cli/product.ts';
import { createSlots } from '../../shared/contract/station.ts';
import { enrolDevice } from '../../shared/contract/enrolment.ts';
import { updateDevice } from '../../shared/contract/heartbeat.ts';
import { findChromium } from '../chromium.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import type { Result } from './result.ts';

const HEADSETS = 1_000;
const CHANGES_PER_SECOND = 1_000;
const SECONDS = 5;
/** One frame of a screen that shows 60 a second, in ms. */
const FRAME_MS = 16.7;
/** Headsets that change with one request. */
const AT_ONCE = 20;

/**
 * The table with a thousand headsets in real Chromium while a thousand changes a second come over the fleet's stream, against
 * the same table at rest: the 95th percentile of the time between two frames.
 */
export async function renderer(): Promise<Result> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  await buildInterface(projectFolder);
  await using station = await aStation({ interfaceFolder, rateLimit: 0 });
  const fleet = await aFleet(station);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.goto(station.service.newLaunchUrl().replace('/#', '/fleet?view=table#'));
    await page.getByRole('row').nth(20).waitFor();
    const rest = await frames(page, SECONDS * 1_000);
    const [busy, changed] = await Promise.all([frames(page, SECONDS * 1_000), change(station, fleet)]);
    const [atRest, under] = [percentile(rest, 0.95), percentile(busy, 0.95)];
    return {
      name: 'renderer',
      ratio: under / Math.max(atRest, FRAME_MS),
      bar: { limit: 1, is: 'at-most' },
      detail: `95th percentile frame ${under.toFixed(1)} ms with ${Math.round(changed / SECONDS)} changes a second, ${atRest.toFixed(1)} ms at rest, ${HEADSETS} rows`,
    };
  } finally {
    await browser.close();
  }
}

/** Headsets in two carts, each enrolled and ready. Answers their ids. */
async function aFleet(station: TestStation): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const label of ['Cart A', 'Cart B']) {
    const body = { count: HEADSETS / 2, labelPrefix: 'B-', cart: { label, shelves: 10 } };
    const slots = await station.call(createSlots, { body });
    for (const { id, enrollmentToken } of slots.body.items) {
      const enrolled = await station.call(enrolDevice, {
        body: { enrollmentToken, androidId: `bench-${id}` },
      });
      const token = enrolled.body.accessToken;
      const report = { batteryInfo: { level: 80, isCharging: false }, settingsRevision: 0 };
      await station.call(updateDevice, { params: { deviceId: id }, token, body: report });
      ids.push(id);
    }
  }
  return ids;
}

/** Headsets change their names, `AT_ONCE` in one request, spread over each second. Answers how many changed. */
async function change(station: TestStation, ids: readonly string[]): Promise<number> {
  const open: Promise<void>[] = [];
  let changed = 0;
  const startMs = performance.now();
  for (let beat = 0; performance.now() - startMs < SECONDS * 1_000; beat += 1) {
    const from = (beat * AT_ONCE) % ids.length;
    const devicesId = ids.slice(from, from + AT_ONCE);
    open.push(rename(station, devicesId, `B-${beat}`).then(() => void (changed += devicesId.length)));
    const nextMs = startMs + ((beat + 1) * 1_000 * AT_ONCE) / CHANGES_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, nextMs - performance.now())));
  }
  await Promise.all(open);
  return changed;
}

async function rename(station: TestStation, devicesId: readonly string[], label: string): Promise<void> {
  const answer = await fetch(`${station.url}/devices`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${station.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ devicesId, label }),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The station answered ${answer.status}`);
}

/** The times between frames while so long passes, in ms, as the page itself sees them. */
async function frames(page: Page, durationMs: number): Promise<readonly number[]> {
  return page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const startMs = performance.now();
        let lastMs = startMs;
        const onFrame = (): void => {
          const nowMs = performance.now();
          times.push(nowMs - lastMs);
          lastMs = nowMs;
          if (nowMs - startMs < forMs) requestAnimationFrame(onFrame);
          else resolve(times);
        };
        requestAnimationFrame(onFrame);
      }),
    durationMs,
  );
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
