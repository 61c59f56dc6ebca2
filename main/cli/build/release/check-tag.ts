import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectFolder } from '../build.ts';
import { version } from '../../product.ts';
import { notesOf } from './notes.ts';

/** A release cannot be made; the message says what to change. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/**
 * Checks that a tag, the version in package.json and the CHANGELOG agree. Returns the version. @throws {ReleaseError}
 */
export function checkTag(tag: string, own: string, changelog: string): string {
  if (tag !== `v${own}`)
    throw new ReleaseError(
      `The tag ${tag} does not name the version ${own} of package.json: it must be v${own}.`,
    );
  const notes = notesOf(changelog, own);
  if (notes === undefined) throw new ReleaseError(`CHANGELOG.md has no section "## ${own}".`);
  if (notes.isUnreleased)
    throw new ReleaseError(`CHANGELOG.md still says that ${own} is unreleased: write its date there.`);
  return own;
}

if (import.meta.main) {
  const [tag = ''] = process.argv.slice(2);
  try {
    checkTag(tag, version, readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8'));
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`muster: ${error.message}\n`);
    process.exitCode = 1;
  }
}
