import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder of Linux for files in memory. */
const MEMORY = '/dev/shm';

/** A folder that is removed with the test. */
export function aFolder(): Disposable & { readonly path: string } {
  return folderIn(tmpdir());
}

/**
 * The same in memory, if the system has such a folder: for thousands of writes that need not survive a power cut. The
 * files outlive the process that wrote them.
 */
export function aQuickFolder(): Disposable & { readonly path: string } {
  return folderIn(existsSync(MEMORY) ? MEMORY : tmpdir());
}

function folderIn(place: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(place, 'muster-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
