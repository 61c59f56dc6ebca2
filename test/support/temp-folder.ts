import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';

/** A folder of its own that goes with the test. */
export function aFolder(): Disposable & { readonly path: string } {
  return folderIn(tmpdir());
}

/**
 * The same in memory, where the system has such a place: for thousands of writes of which none has to outlive the power.
 * What a process wrote there outlives the process.
 */
export function aQuickFolder(): Disposable & { readonly path: string } {
  return folderIn(existsSync(MEMORY) ? MEMORY : tmpdir());
}

function folderIn(place: string): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(place, 'muster-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
