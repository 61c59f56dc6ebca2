import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import react from '@vitejs/plugin-react';
import { build, type InlineConfig, preview, type PreviewServer } from 'vite';

import { aFolder } from '../support/temp-folder.ts';
import { expectAccessible, expectAccessibleColours } from './axe.ts';
import { aSharedBrowser } from './support.ts';

const browser = aSharedBrowser();
const folder = aFolder();
let server: PreviewServer;
beforeAll(async () => {
  const root = join(import.meta.dirname, 'kit');
  const built: InlineConfig = {
    root,
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: {
      target: 'es2023',
      outDir: folder.path,
      emptyOutDir: true,
      chunkSizeWarningLimit: 4_096,
    },
  };
  await build(built);
  server = await preview({ ...built, preview: { host: '127.0.0.1', port: 0 } });
});
afterAll(async () => {
  await server.close();
  folder[Symbol.dispose]();
});

test.each(['light', 'dark'] as const)(
  'every component in every state has no accessibility violation in %s',
  async (colorScheme) => {
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const { page, faults } = await browser.openUrl(url, { colorScheme });
    await page.getByRole('heading', { level: 1, name: 'Kit' }).waitFor();
    if (colorScheme === 'light') await expectAccessible(page);
    else await expectAccessibleColours(page);
    // Parts that load from a station find none here.
    expect(faults.filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([]);
  },
);
