import type { Page } from 'playwright';
import sharp from 'sharp';

import { CELLS, timeOf } from '../../main/simulator/views/clock-strip.ts';

/** Cells of a painted clock in a picture, and when it was read (ms). */
export type ReadCells = { readonly atMs: number; readonly whites: readonly boolean[] };

/** Returns the age of the picture when it was read, in ms; null if its clock is unreadable. */
export function ageOf({ atMs, whites }: ReadCells): number | null {
  const time = timeOf(whites);
  return time === null ? null : (atMs - time) & 0xff_ff_ff;
}

/**
 * Reads the cells along the top of a video or canvas, in the page; null if it has no picture yet. Passed to pages as
 * text, so it may use nothing from outside.
 */
function readCells(shown: HTMLVideoElement | HTMLCanvasElement, cells: number): ReadCells | null {
  const isVideo = shown instanceof HTMLVideoElement;
  const [width, height] = isVideo ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height];
  if (width === 0) return null;
  const atMs = Date.now();
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return null;
  pen.drawImage(shown, 0, 0, width, height);
  const cell = width / cells;
  const row = pen.getImageData(0, Math.floor(cell / 2), width, 1).data;
  const at = (index: number): number => row[Math.floor((index + 0.5) * cell) * 4] ?? 0;
  return { atMs, whites: Array.from({ length: cells }, (_each, index) => at(index) > 128) };
}

/** A script that adds `readClock(element)` to a page. */
export const CLOCK_SCRIPT = `window.readClock = (shown) => (${readCells.toString()})(shown, ${CELLS});`;

/** A page with `CLOCK_SCRIPT`. */
export type ClockWindow = {
  readonly readClock: (shown: HTMLVideoElement | HTMLCanvasElement) => ReadCells | null;
};

/** Reads the clock in an element's own pixels, whether or not a person sees it; returns its age in ms, or null. */
export async function ageIn(page: Page, selector: string): Promise<number | null> {
  const read = await page.evaluate(
    `(() => { ${CLOCK_SCRIPT}; const shown = document.querySelector(${JSON.stringify(selector)}); return shown && readClock(shown); })()`,
  );
  return read === null ? null : ageOf(read as ReadCells);
}

/**
 * Reads the clock as a person sees it, from a screenshot of a picture of 16:9 that is shown whole; whatever covers it
 * makes it unreadable. Returns its age in ms, or null.
 */
export async function ageOnScreen(page: Page, selector: string): Promise<number | null> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) return null;
  const width = Math.min(box.width, (box.height * 16) / 9);
  const height = (width * 9) / 16;
  const clip = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
  const picture = sharp(await page.screenshot({ clip })).greyscale();
  // Read after the screenshot, so that the age is not negative.
  const atMs = Date.now();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const cell = info.width / CELLS;
  const row = Math.floor(cell / 2) * info.width;
  const whites = Array.from(
    { length: CELLS },
    (_each, at) => (data[row + Math.floor((at + 0.5) * cell)] ?? 0) > 128,
  );
  return ageOf({ atMs, whites });
}
