import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { z } from 'zod';

/** The folder of downloaded versions, in the folder of the copy. The start files read `current` in it. */
const VERSIONS = 'versions';
const PARTIAL = '.partial-';

const noteSchema = z.object({
  version: z.string(),
  /**
   * `waiting`: for the next start. `trying`: it starts now. `undoing`: it did not start, and may have changed the data.
   * `failed`: the version before runs again.
   */
  step: z.enum(['waiting', 'trying', 'undoing', 'failed']),
  /** Number of starts that were tried. */
  attempts: z.int(),
});
/** What became of an update, across starts. */
export type UpdateNote = z.infer<typeof noteSchema>;

/**
 * A portable copy with its versions: the one that was unpacked by a person, and those downloaded since, each complete
 * in a folder below `versions`. A file names the version that starts; replacing that file is the whole update, so that
 * a power cut leaves one version or the other.
 */
export class CopyFolder {
  /** The folder that a person unpacked. */
  readonly path: string;
  /** The folder of the running version: the same, or one below `versions`. */
  readonly #own: string;
  readonly #versions: string;

  /** `app`: the folder of the running program. */
  constructor(app: string) {
    this.#own = dirname(app.replace(/[\\/]$/, ''));
    const above = dirname(this.#own);
    this.path = basename(above) === VERSIONS ? dirname(above) : this.#own;
    this.#versions = join(this.path, VERSIONS);
  }

  /** Returns the folder of the program of a downloaded version. */
  app(version: string): string {
    return join(this.#versions, version, 'app');
  }

  has(version: string): boolean {
    return isComplete(join(this.#versions, version));
  }

  /** Creates an empty folder for a download, and removes those of processes that ended. @throws if it cannot be written. */
  newPartial(): string {
    mkdirSync(this.#versions, { recursive: true });
    for (const name of readdirSync(this.#versions)) {
      if (name.startsWith(PARTIAL) && !isRunning(Number(name.slice(PARTIAL.length)))) this.#remove(name);
    }
    const partial = join(this.#versions, `${PARTIAL}${process.pid}`);
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial);
    return partial;
  }

  /** Adds an unpacked version, all of it on disk. Until this rename there is no folder of that name. */
  add(version: string, tree: string): void {
    flushBelow(tree);
    const target = join(this.#versions, version);
    if (existsSync(target)) this.#remove(version);
    renameSync(tree, target);
    flushFolder(this.#versions);
  }

  /** Has a version start from now on. Those that are neither this one nor the running one are removed. */
  use(version: string): void {
    writeDurably(join(this.#versions, 'current'), `${version}\n`);
    this.clearNote();
    const stay = [version, basename(this.#own), 'current'];
    for (const name of readdirSync(this.#versions)) {
      if (!stay.includes(name) && !name.startsWith(PARTIAL)) this.#remove(name);
    }
  }

  note(): UpdateNote | undefined {
    try {
      return noteSchema.parse(JSON.parse(readFileSync(this.#noteFile, 'utf8')));
    } catch {
      // There is no update, or none that can be read: the current version starts.
      return undefined;
    }
  }

  setNote(note: UpdateNote): void {
    writeDurably(this.#noteFile, JSON.stringify(note));
  }

  clearNote(): void {
    rmSync(this.#noteFile, { force: true });
  }

  get #noteFile(): string {
    return join(this.#versions, 'update.json');
  }

  #remove(name: string): void {
    // First under a name that no start file uses: never half a version under its own.
    const doomed = join(this.#versions, `${PARTIAL}0`);
    rmSync(doomed, { recursive: true, force: true });
    renameSync(join(this.#versions, name), doomed);
    rmSync(doomed, { recursive: true, force: true });
  }
}

/** Returns true if a tree has what its start needs. */
export function isComplete(tree: string): boolean {
  const app = join(tree, 'app');
  return [programName(), 'start.cjs', 'package.json'].every((name) => existsSync(join(app, name)));
}

/** Returns the name of Node in a copy for this system. */
export function programName(): string {
  return process.platform === 'win32' ? 'node.exe' : 'node';
}

function isRunning(pid: number): boolean {
  // Zero is what remained of a removal.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function writeDurably(path: string, text: string): void {
  const file = openSync(`${path}.arriving`, 'w');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.arriving`, path);
  flushFolder(dirname(path));
}

function flushBelow(tree: string): void {
  for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) flushFolder(path);
    else if (entry.isFile()) flushFile(path);
  }
  flushFolder(tree);
}

function flushFile(path: string): void {
  // Windows flushes only files that are open for writing.
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function flushFolder(path: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
