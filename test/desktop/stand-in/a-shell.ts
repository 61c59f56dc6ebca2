import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildIcons } from '../../../main/cli/build/build-icons.ts';
import { bundlePreload } from '../../../main/cli/build/build-desktop.ts';
import { projectFolder } from '../../../main/cli/build/build.ts';
import { person, system } from './index.ts';
import { closeBrowser } from './pages.ts';

/** Inputs of the shell: the built preload, icons and interface, and its own data folder. */
export type ShellRig = AsyncDisposable & {
  readonly folder: string;
  readonly parts: { readonly preload: string; readonly icons: string };
  readonly flags: readonly string[];
};

/** Builds what the shell loads; the shell itself runs from its sources. */
export async function aShellRig(): Promise<ShellRig> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-shell-'));
  const built = join(folder, 'built');
  person.isOver = false;
  await Promise.all([
    bundlePreload(projectFolder, join(built, 'preload')),
    buildIcons(projectFolder, join(built, 'icons')),
  ]);
  const data = join(folder, 'data');
  return {
    folder: data,
    parts: { preload: join(built, 'preload', 'index.cjs'), icons: join(built, 'icons') },
    flags: ['--data', data, '--port', '0', '--log-level', 'error'],
    async [Symbol.asyncDispose]() {
      person.isOver = true;
      for (const child of person.services) child.kill('SIGKILL');
      await closeBrowser();
      for (const path of [folder, system.profile]) rmSync(path, { recursive: true, force: true });
    },
  };
}
