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
/** At how many marks of a second changes are sent. */
const BEATS_PER_SECOND = 50;

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
    const [busy, sent] = await Promise.all([frames(page, SECONDS * 1_000), change(station, fleet)]);
    const [atRest, under] = [percentile(rest, 0.95), percentile(busy, 0.95)];
    return {
      name: 'renderer',
      ratio: under / Math.max(atRest, FRAME_MS),
      bar: { limit: 1, is: 'at-most' },
      detail: `95th percentile frame ${under.toFixed(1)} ms with ${Math.round(sent / SECONDS)} changes a second, ${atRest.toFixed(1)} ms at rest, ${HEADSETS} rows`,
    };
  } finally {
    await browser.close();
  }
}

type Member = Readonly<{ id: string; token: string }>;

async function aFleet(station: TestStation): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (let made = 0; made < HEADSETS; made += 500) {
    const { body } = await station.call(createSlots, {
      body: { count: 500, labelPrefix: 'B-', start: made + 1 },
    });
    for (const { id, enrollmentToken } of body.items) {
      const enrolled = await station.call(enrolDevice, {
        body: { enrollmentToken, androidId: `bench-${id}` },
      });
      members.push({ id, token: enrolled.body.accessToken });
    }
  }
  await Promise.all(members.map((member) => report(station, member, 80)));
  return members;
}

async function report(station: TestStation, { id, token }: Member, level: number): Promise<void> {
  await station.call(updateDevice, {
    params: { deviceId: id },
    token,
    body: { batteryInfo: { level, isCharging: false }, settingsRevision: 0 },
  });
}

/** Every headset reports another charge once a second, spread over the second. Answers how many were taken. */
async function change(station: TestStation, fleet: readonly Member[]): Promise<number> {
  const perBeat = CHANGES_PER_SECOND / BEATS_PER_SECOND;
  const open: Promise<void>[] = [];
  let sent = 0;
  const end = performance.now() + SECONDS * 1_000;
  for (let beat = 0; performance.now() < end; beat += 1) {
    for (let index = 0; index < perBeat; index += 1) {
      const member = fleet[(beat * perBeat + index) % fleet.length];
      if (member !== undefined)
        open.push(report(station, member, 20 + ((beat + index) % 80)).then(() => void (sent += 1)));
    }
    const next = end - SECONDS * 1_000 + ((beat + 1) * 1_000) / BEATS_PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
  await Promise.all(open);
  return sent;
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
