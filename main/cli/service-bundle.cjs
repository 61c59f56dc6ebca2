// @ts-check
const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');

/**
 * A source file as it was when the bundle was made.
 *
 * @typedef {{ readonly path: string, readonly sizeBytes: number, readonly mtimeMs: number }} BundleInput
 */

const root = path.resolve(__dirname, '..', '..');

/** The folder of the bundle, relative to the project. */
const BUNDLE_FOLDER = path.join('dist', 'service');

/** The list of what it was made from, in that folder. */
const INPUTS_FILE = 'inputs.json';

/**
 * The bundled service, when it was made from the sources as they are now: one file loads in a third of the time of
 * three hundred. Undefined where there is none or a source changed since; the sources themselves run then.
 *
 * @returns {string | undefined}
 */
function freshServiceBundle() {
  const folder = path.join(root, BUNDLE_FOLDER);
  try {
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- our own build wrote the list; a schema library would cost more than it could find
    /** @type {BundleInput[]} */ const inputs = JSON.parse(
      readFileSync(path.join(folder, INPUTS_FILE), 'utf8'),
    );
    return inputs.every(isUnchanged) ? path.join(folder, 'serve-command.js') : undefined;
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

module.exports = { BUNDLE_FOLDER, INPUTS_FILE, freshServiceBundle };
