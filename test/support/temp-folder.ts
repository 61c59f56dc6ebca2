import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own that goes with the test. */
export function aFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'muster-test-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
