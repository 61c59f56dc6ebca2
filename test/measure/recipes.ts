import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of additions that CONTRIBUTING.md explains, and the number of files that each should take. */
export const RECIPES = {
  'Add an endpoint': '≤ 6',
  'Add a device setting': '≤ 5',
  'Add a station setting': '≤ 5',
} as const;

/** Returns the files that a recipe of CONTRIBUTING.md lists: the numbered lines below its heading. */
export function filesIn(page: string, title: string): string[] {
  const [, section = ''] = page.split(`### ${title}\n`);
  const [body = ''] = section.split(/^#/m);
  return [...body.matchAll(/^\d+\. `(?<file>[^`]+)`/gm)].map(({ groups }) => groups?.['file'] ?? '');
}

/** Returns their number; a tree whose page has no such recipe says so. */
export function filesOfRecipe(root: string, title: string): string {
  const page = join(root, 'CONTRIBUTING.md');
  const files = existsSync(page) ? filesIn(readFileSync(page, 'utf8'), title) : [];
  return files.length === 0 ? 'not written down' : String(files.length);
}
