import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { version } from '../../product.ts';
import { projectFolder } from '../build.ts';

/** The section of a version in the CHANGELOG. */
export type Notes = { readonly text: string; readonly isUnreleased: boolean };

/** Returns the section of a version, without its heading; undefined if there is none. */
export function notesOf(changelog: string, of: string): Notes | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => /^[^\s,]+/.exec(each)?.[0] === of);
  if (section === undefined) return undefined;
  const [heading = '', ...lines] = section.split('\n');
  return { text: `${lines.join('\n').trim()}\n`, isUnreleased: heading.includes('unreleased') };
}

if (import.meta.main) {
  const [out = join('dist', 'portable')] = process.argv.slice(2);
  const notes = notesOf(readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8'), version);
  if (notes === undefined) {
    process.stderr.write(`muster: CHANGELOG.md has no section "## ${version}".\n`);
    process.exitCode = 1;
  } else writeFileSync(join(out, 'NOTES.md'), notes.text);
}
