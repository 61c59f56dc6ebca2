import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Returns the program of a system that reads zip archives: bsdtar, which comes with Windows and macOS. */
function zipReader(): string {
  if (process.platform === 'win32')
    return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'tar.exe');
  return process.platform === 'darwin' ? '/usr/bin/tar' : 'bsdtar';
}

/** Unpacks a verified archive into a new folder beside it, without the folder at its top. @throws if that fails. */
export async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder);
  if (!archive.endsWith('.zip')) {
    const { extract } = await import('tar');
    // Strict: a file that cannot be written is an error, not a warning.
    await extract({ file: archive, cwd: folder, strip: 1, strict: true });
    return;
  }
  // Names relative to the folder: bsdtar of Windows does not read every letter of a path.
  const words = ['-x', '-f', basename(archive), '-C', basename(folder), '--strip-components', '1'];
  await promisify(execFile)(zipReader(), words, { cwd: dirname(archive) });
}
