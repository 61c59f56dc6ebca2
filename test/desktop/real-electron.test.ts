import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { _electron } from 'playwright';
import { expect, test } from 'vitest';

import { buildDesktop } from '../../main/cli/build/build-desktop.ts';
import { projectFolder } from '../../main/cli/build/build.ts';
import { findElectron } from '../../main/cli/build/electron-binary.ts';
import { hasDisplay } from '../../main/cli/display.ts';

test('the built app runs in a real Electron: its window shows the interface, sandboxed, with the bridge and without Node', async ({
  skip,
}) => {
  const executablePath = findElectron(projectFolder, process.env);
  if (executablePath === undefined)
    return skip('no Electron binary is installed; `npx install-electron` fetches one');
  if (!hasDisplay(process.platform, process.env))
    return skip('there is no display for a window; use xvfb-run');
  const folder = mkdtempSync(join(tmpdir(), 'muster-electron-'));
  await buildDesktop(projectFolder);
  const args = [
    join(projectFolder, 'dist', 'app'),
    '--data',
    join(folder, 'data'),
    '--port',
    '0',
    '--no-sandbox',
  ];
  const app = await _electron.launch({
    executablePath,
    args,
    env: { ...process.env, XDG_CONFIG_HOME: folder },
  });
  try {
    const page = await app.firstWindow();
    await page.waitForURL(/^http:\/\/127\.0\.0\.1/);
    await page.getByRole('heading').first().waitFor();
    const seen = await page.evaluate(() => ({
      verbs: Object.keys((window as unknown as { muster: object }).muster).length,
      require: typeof (globalThis as Record<string, unknown>)['require'],
      process: typeof (globalThis as Record<string, unknown>)['process'],
    }));
    expect(seen).toMatchObject({ require: 'undefined', process: 'undefined' });
    expect(seen.verbs).toBeGreaterThan(1);
    expect(await page.evaluate(() => globalThis.open('https://example.com/'))).toBeNull();
    expect(app.windows()).toHaveLength(1);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
