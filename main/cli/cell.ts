import { cpSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';

import {
  CELL_NAME,
  FolderInUseError,
  leaveEpoch,
  lockFolder,
  splitCell,
  SplitError,
} from '../service/index.ts';
import { route, updateProxy } from './cell-map.ts';

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
  const to = requireFlag(values, 'to');
  const newCell = requireFlag(values, 'new-cell');
  if (!CELL_NAME.test(newCell)) throw new UsageError('--new-cell needs up to 16 small letters and digits');
  const organisations = organisationsOf(values);
  if (!existsSync(to)) copyCell(from, to);
  const cutsFleetAccess = values['cut-fleet-access'] === true;
  const order = { from, to, newCell, organisations, cutsFleetAccess };
  const { cell, devices } = splitCell(order, (step) => console.error(`muster: ${step}`));
  console.log(`${cell} is split: ${newCell} has ${organisations.join(', ')} with ${devices} devices.`);
}

/** Copies the files of a stopped cell; as clones if the file system can. If killed, it starts over. */
function copyCell(from: string, to: string): void {
  const lock = lockFolder(from);
  try {
    const part = `${to}.part`;
    rmSync(part, { recursive: true, force: true });
    const mode = constants.COPYFILE_FICLONE;
    // Its backups stay with it; a lock file and a run file are meaningless elsewhere.
    const filter = (path: string): boolean => !/[/\\](backups|muster\.lock|station\.json)$/.test(path);
    cpSync(from, part, { recursive: true, preserveTimestamps: true, mode, filter });
    renameSync(part, to);
  } finally {
    lock.release();
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
  if (!CELL_NAME.test(to)) throw new UsageError('--to needs the name of a cell, or moving');
  const organisations = organisationsOf(values);
  route(map, organisations, to);
  const socket = values['haproxy'];
  if (typeof socket === 'string') await updateProxy(socket, map, organisations, to);
  console.log(`${organisations.join(', ')}: ${to}`);
}

function wentBack(argv: readonly string[]): void {
  const folder = requireFlag(read(argv, { data: { type: 'string' } }), 'data');
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const lock = lockFolder(folder);
  leaveEpoch(folder);
  lock.release();
  console.log('Start the cell: its stations report again what it lost.');
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
  if (wrong !== undefined) throw new UsageError(`${wrong} is not the id of an organisation`);
  return all;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`muster: ${error.message}. See --help.`);
    process.exitCode = 2;
  } else if (error instanceof SplitError || error instanceof FolderInUseError) {
    console.error(`muster: ${error.message}`);
    process.exitCode = 1;
  } else throw error;
}
