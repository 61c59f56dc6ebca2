// For every browser test: a station that serves the interface, a browser, and windows that record every error.
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { interfaceFolder } from '../../main/cli/product.ts';
import type { ServiceOptions } from '../../main/service/index.ts';
import { findChromium } from '../chromium.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { PATIENCE_MS } from './patient.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The sizes that the screens are designed for. */
export const SIZES = {
  laptop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
  tablet: { width: 1024, height: 768 },
} as const;

/** A window on a station. */
export type Window = {
  readonly page: Page;
  /** Console errors, uncaught errors, blocked resources and requests to other hosts, in order. */
  readonly faults: readonly string[];
};

let browser: Promise<Browser> | undefined;

/** A station with the built interface, without rate limits. */
export async function aStationWithInterface(input: Partial<ServiceOptions> = {}): Promise<TestStation> {
  return aStation({ interfaceFolder, rateLimit: 0, ...input });
}

/** Starts one browser for all files of a process; it ends with the process. A file's windows are closed after it. */
export function aSharedBrowser(): {
  open: (station: TestStation, options?: WindowOptions) => Promise<Window>;
  /** A page that no station serves. */
  openUrl: (url: string, options?: BrowserContextOptions) => Promise<Window>;
} {
  beforeAll(theBrowser);
  // What the windows showed goes into the report of a test that failed: nobody sees them afterwards.
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    const pages = (await theBrowser()).contexts().flatMap((context) => context.pages());
    const shown = await Promise.all(pages.map(async (page) => `${page.url()}\n${await shownText(page)}`));
    if (shown.length > 0) throw new Error(`The windows showed:\n${shown.join('\n---\n')}`);
  });
  afterAll(async () => {
    const windows = (await theBrowser()).contexts();
    await Promise.all(windows.map((window) => window.close()));
  });
  return {
    open: async (station, { path = '/', ...options } = {}) =>
      openWindow(await theBrowser(), station.service.newLaunchUrl().replace('/#', `${path}#`), options),
    openUrl: async (url, options = {}) => openWindow(await theBrowser(), url, options),
  };
}

/** Returns the text of a window, or why it cannot be read. */
async function shownText(page: Page): Promise<string> {
  return page.evaluate(() => document.body.innerText.slice(0, 2_000)).catch(String);
}

/** Starts the browser of this process, or a new one if it has exited. */
async function theBrowser(): Promise<Browser> {
  const running = await browser;
  if (running?.isConnected() === true) return running;
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  browser = chromium.launch({ executablePath, args: FLAGS });
  return browser;
}

/** Options of a window; `path` is its first screen. */
export type WindowOptions = BrowserContextOptions & { readonly path?: string };

/** Opens an address. By default English, light and 1280 by 800. */
async function openWindow(browser: Browser, url: string, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext({
    viewport: SIZES.laptop,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on('console', (message) => {
    // A refused resource is identified by its address alone.
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
      faults.push(request.url());
  });
  await page.goto(url);
  return { page, faults };
}

/** Presses Tab until the target has the focus, as a keyboard user does. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let count = 0; count < 120; count += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not come here');
}

/** Opens another window of the same browser, with the same session; `script` runs before the page's own scripts. */
export async function openBeside(window: Page, url: string, script = ''): Promise<Page> {
  // The session of the first window, which it has a moment after it was opened.
  await window.waitForFunction(() => localStorage.getItem('muster.session') !== null);
  const page = await window.context().newPage();
  await page.addInitScript(script);
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(url);
  return page;
}

/** Opens windows, four to a browser: it has six connections to a station over HTTP/1.1, and every window uses one. */
export function openInFours(
  first: Page,
  url: string,
  openSeparately: (path: string) => Promise<{ page: Page }>,
) {
  let [beside, count] = [first, 1];
  return async (path: string): Promise<Page> => {
    count += 1;
    if (count % 4 !== 0) return openBeside(beside, url + path);
    ({ page: beside } = await openSeparately(path));
    return beside;
  };
}

/** Fails if the page scrolls horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}
