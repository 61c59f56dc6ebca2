import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { version } from '../../product.ts';
import { TARGET_NAMES } from '../portable/targets.ts';

/** Files of a release by their names. */
const FILES = '{muster-*.{tar.gz,zip,cdx.json},muster_*.deb}';

/**
 * Writes the list of each portable copy in `folder`, in the form of electron-builder's (`latest-portable-TARGET.yml`),
 * and SHA512SUMS of every file for `sha512sum --check`. Returns the names of what was written.
 */
export function writeLists(folder: string, of: string): string[] {
  const written: string[] = [];
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    written.push(name);
  };
  for (const target of TARGET_NAMES) {
    const [archive] = globSync(`muster-${of}-${target}.{tar.gz,zip}`, { cwd: folder });
    if (archive !== undefined)
      write(`latest-portable-${target}.yml`, listOf(of, archive, join(folder, archive)));
  }
  const names = globSync(FILES, { cwd: folder }).toSorted();
  const sums = names.map((name) => `${digestOf(join(folder, name), 'hex')}  ${name}\n`);
  write('SHA512SUMS', sums.join(''));
  return written;
}

function listOf(of: string, name: string, file: string): string {
  const lines = [
    `version: ${of}`,
    'files:',
    `  - url: ${name}`,
    `    sha512: ${digestOf(file, 'base64')}`,
    `    size: ${statSync(file).size}`,
  ];
  return `${lines.join('\n')}\n`;
}

function digestOf(file: string, form: 'hex' | 'base64'): string {
  return createHash('sha512').update(readFileSync(file)).digest(form);
}

if (import.meta.main) {
  const [folder = join('dist', 'portable')] = process.argv.slice(2);
  process.stdout.write(`${writeLists(folder, version).join('\n')}\n`);
}
