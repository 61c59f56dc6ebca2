import { chromium, type Browser, type Page } from 'playwright';

import { buildInterface, projectFolder } from '../../main/cli/build/build.ts';
import { findChromium } from '../chromium.ts';
import { aFolder, startStation } from './processes.ts';
import { median, type Result } from './result.ts';
import { seedPresence } from './seed-presence.ts';
import { seedStore } from './seed-store.ts';

/** A cart, a school, and the largest fleet. */
const LARGEST = 1_000;
const FLEETS = [30, 200, LARGEST] as const;
const DAYS = 180;
const SAMPLES = 5;
const MAX_DRAWN_MS = 1_000;
const MINUTES_PER_DAY = 1_440;
/** A headset is on during lessons: a number of minutes of a day, with a heartbeat every few. */
const ON_MINUTES = 360;
const EVERY_MINUTES = 5;

/**
 * Measures the heat map over 180 days in real Chromium, with 180 days of history in a real station: from the click to
 * the frame that shows it, including the station's answer. For the largest fleet, from the arrival of the answer, and
 * against a bare canvas that paints as many squares in one colour.
 */
export async function heatMap(): Promise<Result> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  await buildInterface(projectFolder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const drawn: Drawn[] = [];
    for (const headsets of FLEETS) drawn.push(await ofFleet(browser, headsets));
    const largest = drawn.at(-1);
    if (largest === undefined) throw new Error('No fleet was measured');
    return {
      name: 'heat-map',
      ratio: largest.fromAnswerMs / largest.bareMs,
      bar: { limit: 40, is: 'at-most' },
      limits: drawn.map(({ headsets, fromPressMs }) => ({
        what: `${headsets} headsets, from the press`,
        value: fromPressMs,
        atMost: MAX_DRAWN_MS,
        unit: 'ms',
      })),
      detail: drawn
        .map(
          ({ headsets, fromPressMs, fromAnswerMs, bareMs }) =>
            `${headsets} by ${DAYS} days: ${Math.round(fromPressMs)} ms from the press, ${Math.round(fromAnswerMs)} ms ` +
            `from the answer, bare squares ${Math.round(bareMs)} ms`,
        )
        .join('; '),
    };
  } finally {
    await browser.close();
  }
}

/** Time to draw one fleet, medians in ms. */
type Drawn = {
  readonly headsets: number;
  readonly fromPressMs: number;
  readonly fromAnswerMs: number;
  readonly bareMs: number;
};

async function ofFleet(browser: Browser, headsets: number): Promise<Drawn> {
  await using folder = await aFolder();
  seedPresence(await seedStore(folder.path, headsets, 'without events'), lessonMinutes());
  await using station = await startStation(folder.path);
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  await page.addInitScript((token) => localStorage.setItem('muster.session', token), station.token);
  await page.goto(`${station.url}/statistics?days=180`);
  const fromPress: number[] = [];
  const fromAnswer: number[] = [];
  const bare: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const { pressMs, answerMs } = await drawMs(page, headsets);
    fromPress.push(pressMs);
    fromAnswer.push(answerMs);
    bare.push(await bareMs(page, headsets));
  }
  await page.close();
  return {
    headsets,
    fromPressMs: median(fromPress),
    fromAnswerMs: median(fromAnswer),
    bareMs: median(bare),
  };
}

/** Returns the minutes since 1970 with a heartbeat in its lessons of 180 days up to today. */
function lessonMinutes(): readonly number[] {
  const today = Math.floor(Date.now() / 60_000 / MINUTES_PER_DAY);
  const minutes: number[] = [];
  for (let day = today - DAYS + 1; day < today; day += 1)
    for (let minute = 0; minute < ON_MINUTES; minute += EVERY_MINUTES)
      minutes.push(day * MINUTES_PER_DAY + minute);
  return minutes;
}

type Times = { readonly pressMs: number; readonly answerMs: number };

/**
 * Switches to another range and back; returns the ms from the click, and from the arrival of the answer, to the frame
 * after the canvas.
 */
async function drawMs(page: Page, headsets: number): Promise<Times> {
  await page.getByRole('button', { name: '7 days' }).click();
  await page.locator(`.heat-map canvas[data-cells="${headsets * 7}"]`).waitFor();
  return page.evaluate(
    () =>
      new Promise<Times>((resolve) => {
        performance.clearResourceTimings();
        const buttons = [...document.querySelectorAll('button')];
        const pressedAt = performance.now();
        buttons.find(({ textContent }) => textContent === '180 days')?.click();
        const check = (): void => {
          const requested = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('/devices/stats/connectivity'))
            .at(-1);
          const canvas = document.querySelector('.heat-map canvas');
          const drawnAt = Number(canvas?.getAttribute('data-drawn') ?? '0');
          const arrived = requested instanceof PerformanceResourceTiming ? requested.responseEnd : Infinity;
          if (drawnAt > arrived)
            requestAnimationFrame(() =>
              resolve({
                pressMs: performance.now() - pressedAt,
                answerMs: performance.now() - arrived,
              }),
            );
          else requestAnimationFrame(check);
        };
        check();
      }),
  );
}

/** Draws the same number of squares on a canvas of the same size, and nothing else. */
function bareMs(page: Page, headsets: number): Promise<number> {
  return page.evaluate(
    ([rows, columns]) => {
      const canvas = document.createElement('canvas');
      canvas.width = 64 + columns * 5;
      canvas.height = 26 + rows * 8;
      const context = canvas.getContext('2d');
      const startMs = performance.now();
      for (let row = 0; row < rows; row += 1)
        for (let column = 0; column < columns; column += 1)
          context?.fillRect(64 + column * 5, 22 + row * 8, 4, 7);
      context?.getImageData(0, 0, 1, 1);
      return performance.now() - startMs;
    },
    [headsets, DAYS] as const,
  );
}
