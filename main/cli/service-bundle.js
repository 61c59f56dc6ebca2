// @ts-check
// Plain JavaScript, as serve.js is: loading the first TypeScript file costs Node more than the whole bundle does.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * A source file as it was when the bundle was made.
 *
 * @typedef {{ readonly path: string, readonly sizeBytes: number, readonly mtimeMs: number }} BundleInput
 */

const root = resolve(import.meta.dirname, '..', '..');

/** The folder of the bundle, relative to the project. */
export const BUNDLE_FOLDER = join('dist', 'service');

/** The list of what it was made from, in that folder. */
export const INPUTS_FILE = 'inputs.json';

/**
 * The bundled service, when it was made from the sources as they are now: one file loads in a third of the time of
 * three hundred. Undefined where there is none or a source changed since; the sources themselves run then.
 *
 * @returns {string | undefined}
 */
export function freshServiceBundle() {
  const folder = join(root, BUNDLE_FOLDER);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- our own build wrote the list; a schema library would cost more than it could find
    /** @type {BundleInput[]} */ const inputs = JSON.parse(readFileSync(join(folder, INPUTS_FILE), 'utf8'));
    return inputs.every(isUnchanged) ? join(folder, 'serve-command.js') : undefined;
  } catch {
    // Not built: nothing is wrong with that.
    return undefined;
  }
}

/**
 * @param {BundleInput} input
 * @returns {boolean}
 */
function isUnchanged({ path, sizeBytes, mtimeMs }) {
  // Not `join`: it would take longer than asking the disk does.
  const found = statSync(`${root}/${path}`, { throwIfNoEntry: false });
  return found !== undefined && found.size === sizeBytes && found.mtimeMs === mtimeMs;
}
