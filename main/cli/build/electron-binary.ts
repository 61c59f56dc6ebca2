import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the installed Electron program, or undefined. Reads the files of the electron package and never loads it,
 * which would start a download.
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
