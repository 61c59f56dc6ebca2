import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

import { aptInstall, type Environment } from './apt.ts';

/** Headless Chromium uses a third less CPU, and is all that these tests use. */
const WITHOUT_WINDOW = 'chromium-headless-shell';
const NAMES = [WITHOUT_WINDOW, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Folders of browsers outside the PATH. */
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Returns the Chromium for the browser tests: the one that MUSTER_CHROMIUM names, else the first on the PATH, else
 * undefined.
 */
export function findChromium(env: Environment): string | undefined {
  const named = env['MUSTER_CHROMIUM'] ?? '';
  if (named !== '') return isRunnable(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...APPLICATIONS].find(isRunnable);
}

/** Returns true for an executable program. */
export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Absent or not executable: not usable either way.
    return false;
  }
}

/**
 * Finds Chromium, or installs Debian's if this is Debian and we are root. Returns its path, or one line that says
 * what to install.
 */
export function haveChromium(env: Environment): { path: string } | { missing: string } {
  const found = findChromium(env);
  if (found !== undefined) return { path: found };
  if (env['MUSTER_CHROMIUM'] !== undefined && env['MUSTER_CHROMIUM'] !== '') {
    return { missing: `MUSTER_CHROMIUM names ${env['MUSTER_CHROMIUM']}, which cannot be run.` };
  }
  if (!existsSync('/etc/debian_version')) {
    return { missing: 'Install Chromium or Chrome, or set MUSTER_CHROMIUM to its path.' };
  }
  if (process.getuid?.() !== 0) {
    return { missing: 'Run `sudo apt-get install chromium`, or set MUSTER_CHROMIUM to a browser.' };
  }
  let problem: string | undefined;
  // Older releases have only the full one.
  for (const name of [WITHOUT_WINDOW, 'chromium']) {
    problem = aptInstall(env, [name]);
    const installed = problem === undefined ? findChromium(env) : undefined;
    if (installed !== undefined) return { path: installed };
  }
  return { missing: `Chromium could not be installed (${problem ?? 'not on the PATH afterwards'}).` };
}
