import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** What the places of browsers depend on. */
type Machine = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const LINUX_NAMES = [
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chromium',
  'chromium-browser',
];
const MAC_NAMES = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
const WINDOWS_PATHS = [
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ['Chromium', 'Application', 'chrome.exe'],
];

/** Returns where browsers that show a page in a window of its own may be installed, the preferred one first. */
export function browserPlaces({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const folders = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => env[name] ?? []);
    return WINDOWS_PATHS.flatMap((path) => folders.map((folder) => win32.join(folder, ...path)));
  }
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(env['HOME'] ?? '/', 'Applications')];
    return MAC_NAMES.flatMap((name) =>
      folders.map((folder) => posix.join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    );
  }
  const folders = foldersOf(env['PATH'] ?? '');
  return LINUX_NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
}

/** Returns where the program that opens URLs on Linux may be. Windows and macOS always have one. */
export function openerPlaces({ PATH = '' }: Machine['env']): string[] {
  return foldersOf(PATH).map((folder) => posix.join(folder, 'xdg-open'));
}

function foldersOf(path: string): string[] {
  return path.split(':').filter((folder) => posix.isAbsolute(folder));
}

/** Returns the first of these programs that can be run. */
export function firstProgram(places: readonly string[]): string | undefined {
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return statSync(place).isFile();
    } catch {
      return false;
    }
  });
}

/** Opens a URL in a window of its own. Returns false if the browser could not be started. */
export async function openAppWindow(browser: string, url: string): Promise<boolean> {
  const child = spawn(browser, [`--app=${url}`], { detached: true, stdio: 'ignore' });
  child.unref();
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(true)).once('error', () => resolve(false));
  });
}
