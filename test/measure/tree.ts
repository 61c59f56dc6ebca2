import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

export const projectFolder = resolve(import.meta.dirname, '..', '..');

/** Folders of the product. */
export const SOURCE_FOLDERS = ['main', 'preload', 'renderer', 'shared'];

/** A state of the project in a folder: every source file, and where each of them is today. */
export type Tree = {
  readonly root: string;
  /** Text by path relative to the project's folder. */
  readonly files: ReadonlyMap<string, string>;
  /** Returns the path of a file in the current tree; its own if git knows of no move. */
  readonly pathToday: (path: string) => string;
};

/** Reads every TypeScript file below `root`. */
export function readTree(root: string, pathToday: Tree['pathToday'] = (path) => path): Tree {
  const files = new Map<string, string>();
  for (const folder of [...SOURCE_FOLDERS, 'test']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(root, path), readFileSync(path, 'utf8'));
    }
  }
  return { root, files, pathToday };
}

/** Checks a revision out into its own folder, removed with the tree. @throws if git does not know it. */
export function checkOut(revision: string): Tree & Disposable {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).trim();
  const root = mkdtempSync(join(tmpdir(), 'muster-measure-'));
  const archive = execFileSync('git', ['archive', commit], {
    cwd: projectFolder,
    maxBuffer: 512 * 1024 * 1024,
  });
  const unpacked = spawnSync('tar', ['-x', '-C', root], { input: archive });
  if (unpacked.status !== 0) throw new Error(`tar ended with ${String(unpacked.status)}`);
  // The types of today's packages, which differ little.
  symlinkSync(join(projectFolder, 'node_modules'), join(root, 'node_modules'), 'dir');
  const moves = new Map(
    git('diff', '-M40%', '--name-status', '--diff-filter=R', '-l20000', commit, 'HEAD')
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([, from = '', to = '']) => [from, to]),
  );
  const tree = readTree(root, (path) => moves.get(path) ?? doorToday(path, moves) ?? path);
  return { ...tree, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

/** Returns where most files behind a removed entry point went; undefined if it was not one. */
function doorToday(path: string, moves: ReadonlyMap<string, string>): string | undefined {
  const folder = path.endsWith('/index.ts') ? path.slice(0, -'index.ts'.length) : undefined;
  if (folder === undefined) return undefined;
  const counts = new Map<string, number>();
  for (const [from, to] of moves) {
    if (from.startsWith(folder)) counts.set(dirname(to), (counts.get(dirname(to)) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most === undefined ? undefined : `${most[0]}/index.ts`;
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Returns true for a file of the product. */
export function isSource(path: string): boolean {
  return SOURCE_FOLDERS.some((folder) => path.startsWith(`${folder}/`));
}

/** Counts as `wc -l` does. */
export function linesOf(text: string): number {
  return text.split('\n').length - 1;
}
