import { join } from 'node:path';
import type { Page } from 'playwright';

const SIZES = [
  [1280, 800],
  [768, 1024],
  [390, 844],
] as const;

/** Takes pictures of a page in three sizes for people, where `MUSTER_SHOTS` names a folder; else does nothing. */
export async function shootSizes(page: Page, name: string): Promise<void> {
  const folder = process.env['MUSTER_SHOTS'];
  const before = page.viewportSize();
  if (folder === undefined || before === null) return;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
  await page.setViewportSize(before);
}
