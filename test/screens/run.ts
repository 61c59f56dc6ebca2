/**
 * Takes screenshots of every screen and state: `npm run screens [-- name…] [--fast]`. They go to `.screens/`, which
 * git ignores, in both schemes and languages and in all design sizes. `--fast`: one picture each. `--docs`: only the
 * pictures in `docs/`, anew.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium, type Browser, type Page } from 'playwright';

import { buildInterface, projectFolder } from '../../main/cli/build/build.ts';
import { interfaceFolder } from '../../main/cli/product.ts';
import { findChromium } from '../chromium.ts';
import { aStation, type TestStation } from '../support/a-station.ts';
import { SCENES } from './scenes.ts';
import { takeDocPictures } from './take-doc-pictures.ts';

type View = {
  readonly name: string;
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
  readonly size: readonly [number, number];
};

const VIEWS: readonly View[] = [
  { name: 'en-light-1280x800', locale: 'en-GB', colorScheme: 'light', size: [1_280, 800] },
  { name: 'fr-dark-1280x800', locale: 'fr-FR', colorScheme: 'dark', size: [1_280, 800] },
  { name: 'en-dark-1920x1080', locale: 'en-GB', colorScheme: 'dark', size: [1_920, 1_080] },
  { name: 'fr-light-1024x768', locale: 'fr-FR', colorScheme: 'light', size: [1_024, 768] },
  { name: 'en-dark-768x1024', locale: 'en-GB', colorScheme: 'dark', size: [768, 1_024] },
  { name: 'fr-light-390x844', locale: 'fr-FR', colorScheme: 'light', size: [390, 844] },
];

const FOLDER = join(projectFolder, '.screens');

async function open(browser: Browser, station: TestStation, check: View, path: string): Promise<Page> {
  const [width, height] = check.size;
  const context = await browser.newContext({
    viewport: { width, height },
    locale: check.locale,
    colorScheme: check.colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on('console', (message) => {
    if (message.type() === 'error') process.stderr.write(`${path}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stderr.write(`${path}: ${error.message}\n`));
  await page.goto(station.service.newLaunchUrl().replace('/#', `${path}#`));
  return page;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { fast: { type: 'boolean', default: false }, docs: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const views = values.fast ? VIEWS.slice(0, 1) : VIEWS;
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('No Chromium: run `npm test`, or set MUSTER_CHROMIUM.');
  await buildInterface(projectFolder);
  await mkdir(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  if (values.docs) {
    await using station = await aStation({ interfaceFolder, rateLimit: 0 });
    const look = VIEWS[0];
    if (look !== undefined) await takeDocPictures(station, (path) => open(browser, station, look, path));
    await browser.close();
    return 0;
  }
  let failures = 0;
  for (const { name, stage, shots } of SCENES) {
    const wanted = shots.filter(
      (shot) => positionals.length === 0 || positionals.some((part) => `${name}-${shot.name}`.includes(part)),
    );
    if (wanted.length === 0) continue;
    await using station = await aStation({ interfaceFolder, rateLimit: 0 });
    await using scene = await stage(station);
    for (const [shot, look] of wanted.flatMap((each) => views.map((every) => [each, every] as const))) {
      const file = join(FOLDER, `${name}-${shot.name}-${look.name}.png`);
      try {
        const page = await open(browser, station, look, shot.path(scene));
        await shot.act(page, scene);
        await page.screenshot({ path: file });
        await page.context().close();
      } catch (error) {
        failures += 1;
        process.stderr.write(`${file}: ${error instanceof Error ? error.message : String(error)}\n`);
      }
    }
  }
  await browser.close();
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
