import { chromium, type Page } from 'playwright';

import { buildInterface, projectFolder } from '../../main/cli/build.ts';
import { interfaceFolder } from '../../main/cli/product.ts';
import { aLongHistory } from '../browser/long-history.ts';
import { findChromium } from '../chromium.ts';
import { aStation } from '../support/a-station.ts';
import { median, type Result } from './result.ts';

const HEADSETS = 1_000;
const DAYS = 180;
const SAMPLES = 5;
const MAX_DRAWN_MS = 1_000;

/**
 * The heat map of 1,000 headsets over 180 days in real Chromium, from the answer's arrival to the frame that shows it, against
 * a bare canvas that paints as many squares in one colour.
 */
export async function heatMap(): Promise<Result> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  await buildInterface(projectFolder);
  await using station = await aStation({ interfaceFolder, rateLimit: 0 });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
    await page.route('**/devices/stats/connectivity', (route) =>
      route.fulfill({ json: aLongHistory(HEADSETS, DAYS) }),
    );
    await page.goto(station.service.newLaunchUrl().replace('/#', '/statistics?days=180#'));
    const drawn: number[] = [];
    const bare: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      drawn.push(await drawMs(page));
      bare.push(await bareMs(page));
    }
    const [ours, theirs] = [median(drawn), median(bare)];
    return {
      name: 'heat-map',
      ratio: ours / theirs,
      bar: { limit: 40, is: 'at-most' },
      limits: [{ what: 'drawn', value: ours, atMost: MAX_DRAWN_MS, unit: 'ms' }],
      detail: `ours ${Math.round(ours)} ms from the answer to the frame, bare squares ${Math.round(theirs)} ms, ${HEADSETS * DAYS} squares`,
    };
  } finally {
    await browser.close();
  }
}

/** Asks again by another range and back; answers the ms from the arrival of the answer to the frame after the canvas. */
async function drawMs(page: Page): Promise<number> {
  await page.getByRole('button', { name: '7 days' }).click();
  await page.locator('.heat-map canvas').waitFor();
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        performance.clearResourceTimings();
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === '180 days')?.click();
        const look = (): void => {
          const asked = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.endsWith('/devices/stats/connectivity'))
            .at(-1);
          const canvas = document.querySelector('.heat-map canvas');
          const isFresh = canvas !== null && canvas.getAttribute('data-drawn') !== null;
          const drawnAt = Number(canvas?.getAttribute('data-drawn') ?? '0');
          const arrived = asked instanceof PerformanceResourceTiming ? asked.responseEnd : Infinity;
          if (isFresh && drawnAt > arrived) requestAnimationFrame(() => resolve(performance.now() - arrived));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** The same number of squares on a canvas of the same size, and nothing else. */
function bareMs(page: Page): Promise<number> {
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
    [HEADSETS, DAYS] as const,
  );
}
