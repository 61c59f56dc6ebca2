// Every screen in the sizes it is drawn for and at 200 % zoom, in both languages: nothing is cut, covered or beside it.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';

import type { TestStation } from '../support/a-station.ts';
import type { Scene, Shot } from '../screens/scene.ts';
import { SCENES } from '../screens/scenes.ts';
import { expectAccessible } from './axe.ts';
import { aSharedBrowser, aStationWithInterface, SIZES as USUAL } from './support.ts';
import { notWhole } from './whole.ts';

const browser = aSharedBrowser();

/** The last is 1280 × 800 at 200 %. */
const SIZES = {
  'a laptop': USUAL.laptop,
  'a small laptop': USUAL.tablet,
  'a wide laptop': { width: 1_440, height: 900 },
  'an upright tablet': { width: 768, height: 1_024 },
  'a phone': { width: 390, height: 844 },
  'a narrow phone': { width: 320, height: 640 },
  '200 % zoom': { width: 640, height: 400 },
} as const;

/** The scenes that show each screen once; the others are the same screens with other numbers. */
const EACH_ONCE = new Set([
  'empty',
  'thirty',
  'cart',
  'odd',
  'used-cart',
  'class-30',
  'station',
  'years',
  'conflicts-1',
  'synced',
  'bench',
  'pairing',
  'older-adb',
]);

/** Languages, and whether the screens are also judged by axe: it knows no language. */
const LANGUAGES = [
  ['en-GB', true],
  ['fr-FR', false],
] as const;

/** Returns what is wrong with a page once it has been laid out for its size: lists measure themselves first. */
async function persistent(page: Page): Promise<readonly string[]> {
  let found = await notWhole(page);
  for (let attempts = 0; found.length > 0 && attempts < 10; attempts += 1) {
    await page.waitForTimeout(100);
    found = await notWhole(page);
  }
  return found;
}

/** What is wrong with a page at each of the sizes. */
async function findingsAt(page: Page): Promise<string[]> {
  const findings: string[] = [];
  for (const [where, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    findings.push(...(await persistent(page)).map((each) => `${where}: ${each}`));
  }
  return findings;
}

async function axeFindings(page: Page): Promise<string[]> {
  await page.setViewportSize(SIZES['a phone']);
  return expectAccessible(page).then(
    () => [],
    (error: unknown) => [String(error)],
  );
}

/** What is wrong with the screens of a scene in one language, in one window: it loads the interface once. */
async function findingsIn(
  station: TestStation,
  scene: Scene,
  shots: readonly Shot[],
  [locale, isForAxe]: (typeof LANGUAGES)[number],
): Promise<string[]> {
  const { page } = await browser.open(station, { path: '/healthz', locale });
  const findings: string[] = [];
  for (const shot of shots) {
    await page.setViewportSize(SIZES['a laptop']);
    const launch = station.service.newLaunchUrl().replace('/#', `${shot.path(scene)}#`);
    // As a new window, without what the screen before stored.
    await page.goto(`${station.url}/healthz`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(launch);
    const found = await shot.act(page, scene).then(
      async () => [...(await findingsAt(page)), ...(isForAxe ? await axeFindings(page) : [])],
      async (error: unknown) => {
        const shown = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, 300);
        return [`not in sight: ${String(error)} Shown: ${shown}`];
      },
    );
    for (const each of found) {
      const finding = `${shot.name} (${locale}), ${each}`;
      process.stderr.write(`${finding}\n`);
      findings.push(finding);
    }
  }
  await page.context().close();
  return findings;
}

for (const { name, stage, shots } of SCENES.filter((scene) => EACH_ONCE.has(scene.name))) {
  test(`every screen of “${name}” is whole in both languages, and accessible on a phone`, async () => {
    await using station = await aStationWithInterface();
    await using scene = await stage(station);
    const findings = await Promise.all(LANGUAGES.map((each) => findingsIn(station, scene, shots, each)));
    expect(findings.flat()).toEqual([]);
  }, 1_200_000);
}
