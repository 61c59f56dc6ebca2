import {
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import {
  CELL_NAME,
  FolderInUseError,
  leaveEpoch,
  lockFolder,
  splitCell,
  SplitError,
  STORE_FILE,
} from '../service/stopped-cell.ts';
import { route, RouteError, updateProxy } from './cell-map.ts';

const HELP = `Usage: npm run cell -- split    --from DIR --to DIR --new-cell NAME --organisation ID… [--cut-fleet-access]
       npm run cell -- route    --map FILE --organisation ID… --to NAME|moving [--haproxy SOCKET]
       npm run cell -- went-back --data DIR

split      moves organisations of a stopped cell into a new one. --to is a clone of its volume; where it is not there, the
           files are copied. If it is interrupted, run the same command again.
route      tells proxies where organisations are; "moving" answers 503 until they are there. --haproxy tells a running
           HAProxy as well; without it, reload HAProxy.
went-back  tells a stopped cell that its volume went back to a snapshot: its stations then report again what it lost.

Exit codes: 0 success, 1 failure, 2 wrong usage.`;

class UsageError extends Error {}

async function main(argv: readonly string[]): Promise<void> {
  const [command, ...rest] = argv;
  if (command === 'split') split(rest);
  else if (command === 'route') await updateRoute(rest);
  else if (command === 'went-back') wentBack(rest);
  else if (command === '--help' || command === '-h') console.log(HELP);
  else throw new UsageError('one of split, route and went-back is needed');
}

function split(argv: readonly string[]): void {
  const values = read(argv, {
    from: { type: 'string' },
    to: { type: 'string' },
    'new-cell': { type: 'string' },
    organisation: { type: 'string', multiple: true },
    'cut-fleet-access': { type: 'boolean' },
  });
  const from = requireFlag(values, 'from');
  const to = resolve(requireFlag(values, 'to'));
  const newCell = requireFlag(values, 'new-cell');
  if (!CELL_NAME.test(newCell))
    throw new UsageError('--new-cell needs up to 16 small letters and digits, and not "moving"');
  const organisations = organisationsOf(values);
  const isCopied = !existsSync(to);
  if (isCopied) copyCell(from, to);
  const cutsFleetAccess = values['cut-fleet-access'] === true;
  const order = { from, to, newCell, organisations, cutsFleetAccess };
  try {
    const { cell, devices } = asOwner(to, () => splitCell(order, (step) => console.error(`muster: ${step}`)));
    console.log(`${cell} is split: ${newCell} has ${organisations.join(', ')} with ${devices} devices.`);
  } catch (error) {
    // It would be outdated as soon as the cell runs again.
    if (isCopied && error instanceof SplitError) rmSync(to, { recursive: true });
    throw error;
  }
}

/** Copies the files of a stopped cell; as clones if the file system can. If killed, it starts over. */
function copyCell(from: string, to: string): void {
  const lock = lockCell('from', from);
  try {
    const part = `${to}.part`;
    rmSync(part, { recursive: true, force: true });
    const mode = constants.COPYFILE_FICLONE;
    // Its backups stay with it; a lock and a run file mean nothing elsewhere.
    const filter = (path: string): boolean => !/[/\\](backups|muster\.lock|station\.json)$/.test(path);
    cpSync(from, part, { recursive: true, preserveTimestamps: true, mode, filter });
    // Everything is on disk before the cell gives up the moving organisations, so that a power cut loses nothing.
    for (const entry of readdirSync(part, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      copyOwner(from, path);
      if (entry.isFile()) flush(path, 'r+');
    }
    copyOwner(from, part);
    renameSync(part, to);
    // Windows flushes no folders.
    if (process.platform !== 'win32') flush(dirname(to), 'r');
  } finally {
    lock.release();
  }
}

/** Root alone creates files for somebody else. */
function copyOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  if (process.geteuid?.() === 0) chownSync(to, uid, gid);
}

/**
 * Runs as the user of the cell, so that the cell can read the files: the caller of a split is root, and a cell that
 * cannot read its last state begins a new history, which every station then uploads.
 */
function asOwner<Result>(folder: string, work: () => Result): Result {
  if (process.geteuid?.() !== 0) return work();
  const { uid, gid } = statSync(folder);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

function flush(path: string, flags: string): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

async function updateRoute(argv: readonly string[]): Promise<void> {
  const values = read(argv, {
    map: { type: 'string' },
    organisation: { type: 'string', multiple: true },
    to: { type: 'string' },
    haproxy: { type: 'string' },
  });
  const map = requireFlag(values, 'map');
  const to = requireFlag(values, 'to');
  if (to !== 'moving' && !CELL_NAME.test(to))
    throw new UsageError('--to needs the name of a cell, or moving');
  const organisations = organisationsOf(values);
  route(map, organisations, to);
  const socket = values['haproxy'];
  if (typeof socket === 'string') await updateProxy(socket, map, organisations, to);
  console.log(`${organisations.join(', ')}: ${to}`);
}

function wentBack(argv: readonly string[]): void {
  const folder = requireFlag(read(argv, { data: { type: 'string' } }), 'data');
  const lock = lockCell('data', folder);
  leaveEpoch(folder);
  lock.release();
  console.log('Start the cell: its stations report again what it lost.');
}

/** Locks the data folder of a stopped cell. @throws {UsageError} if there is none. */
function lockCell(flag: string, folder: string): ReturnType<typeof lockFolder> {
  if (!existsSync(join(folder, STORE_FILE)))
    throw new UsageError(`--${flag} needs the data folder of a cell; ${folder} has no ${STORE_FILE}`);
  return lockFolder(folder);
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function read(
  argv: readonly string[],
  options: NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>,
): Values {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(/\. |\n/)[0] ?? '') : String(error));
  }
}

function requireFlag(values: Values, name: string): string {
  const value = values[name];
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${name} is needed`);
  return value;
}

function organisationsOf({ organisation }: Values): string[] {
  const all = Array.isArray(organisation) ? organisation.filter((each) => typeof each === 'string') : [];
  if (all.length === 0) throw new UsageError('--organisation is needed');
  const wrong = all.find((each) => !/^[A-Za-z0-9_-]{1,64}$/.test(each));
  if (wrong !== undefined) throw new UsageError(`${wrong} is no id of an organisation`);
  return all;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`muster: ${error.message}. See --help.`);
    process.exitCode = 2;
  } else if (
    error instanceof SplitError ||
    error instanceof FolderInUseError ||
    error instanceof RouteError
  ) {
    console.error(`muster: ${error.message}`);
    process.exitCode = 1;
  } else throw error;
}
