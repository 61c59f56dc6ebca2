import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from 'playwright';
import sharp from 'sharp';

import { projectFolder } from '../../main/cli/build/build.ts';
import type { TestStation } from '../support/a-station.ts';
import { DOC_PICTURES, DOC_SCENE, fixedTexts, WORDS_FILE, wordsOn } from './doc-pictures.ts';
import { SCENES } from './scenes.ts';

/** Takes the pictures of the documentation anew, and records the words on them. `open` opens a page of a station. */
export async function takeDocPictures(
  station: TestStation,
  open: (path: string) => Promise<Page>,
): Promise<void> {
  const scene = SCENES.find(({ name }) => name === DOC_SCENE);
  if (scene === undefined) throw new Error(`There is no scene ${DOC_SCENE}`);
  await using staged = await scene.stage(station);
  const texts = fixedTexts();
  const words: Record<string, string[]> = {};
  for (const [file, name] of Object.entries(DOC_PICTURES)) {
    const shot = scene.shots.find((each) => each.name === name);
    if (shot === undefined) throw new Error(`There is no shot ${name}`);
    const page = await open(shot.path(staged));
    await shot.act(page, staged);
    const picture = await page.screenshot();
    await sharp(picture)
      .webp({ nearLossless: true })
      .toFile(join(projectFolder, 'docs', file));
    words[file] = wordsOn(await page.locator('body').innerText(), texts);
    await page.context().close();
  }
  writeFileSync(WORDS_FILE, `${JSON.stringify(words, null, 2)}\n`);
}
