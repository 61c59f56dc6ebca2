import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The Electron program that is installed here, or undefined. Reads what the electron package left on disk and never
 * asks that package itself, which would start a download.
 */
export function findElectron(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  const named = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : '';
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  const program =
    override === '' ? named !== '' && join(folder, 'dist', named) : join(override, named || 'electron');
  return program !== false && existsSync(program) ? program : undefined;
}

/** Whether a window can be shown: on Linux only where a display server says where it is. */
export function hasDisplay(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (platform !== 'linux') return true;
  return (env['DISPLAY'] ?? '') !== '' || (env['WAYLAND_DISPLAY'] ?? '') !== '';
}
