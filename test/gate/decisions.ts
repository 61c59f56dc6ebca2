// `node test/gate/decisions.ts` writes the index in docs/decisions/README.md.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '..', '..', 'docs', 'decisions');
const page = join(folder, 'README.md');
const MARK = '| number | title | status |\n| --- | --- | --- |\n';

/** Returns the rows of the index: number, title, and whether another decision replaces this one, wholly or in part. */
export function indexOf(texts: ReadonlyMap<string, string>): string {
  return [...texts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([file, text]) => {
      const { number, title } = /^# (?<number>\d+)\. (?<title>.+)$/m.exec(text)?.groups ?? {};
      const replaced = /^Replaced (?<by>(?:in part )?by \[\d+\]\([\w.-]+\))\.$/m.exec(text)?.groups?.['by'];
      const status = replaced === undefined ? 'in force' : `replaced ${replaced}`;
      return `| ${number ?? '?'} | [${title ?? '?'}](${file}) | ${status} |\n`;
    })
    .join('');
}

/** Every decision, by the name of its file. */
export function decisions(): Map<string, string> {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name));
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** The current page, and the page generated from the decisions. */
export function indexPage(): { readonly written: string; readonly wanted: string } {
  const written = readFileSync(page, 'utf8');
  const [words = ''] = written.split(MARK);
  return { written, wanted: words + MARK + indexOf(decisions()) };
}

if (import.meta.main) writeFileSync(page, indexPage().wanted);
