import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { interfaceFolder } from '../../main/cli/product.ts';
import { aReadyCart } from './a-cart.ts';
import { aSharedBrowser, aStationWithInterface } from './support.ts';

const browser = aSharedBrowser();

/** Maximum transfer size of the first screen, compressed, without fonts. Source: issue 6, "Quality". */
const MAX_BYTES = 300_000;

test('the first screen needs less than 300 KB of code and styles', async () => {
  await using station = await aStationWithInterface();
  await aReadyCart(station, 1);
  const { page } = await browser.open(station, { path: '/fleet' });
  await page.getByRole('option', { name: /^A-01/ }).waitFor();
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) loaded.add(pathname);
  });
  await page.reload();
  await page.getByRole('option', { name: /^A-01/ }).waitFor();
  const sizes = await Promise.all(
    [...loaded].map(
      async (path) => gzipSync(await readFile(join(interfaceFolder, path)), { level: 9 }).length,
    ),
  );
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});
