import { readFile } from 'node:fs/promises';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

import type { AddressTable } from './address-table.ts';
import { parseIpNeigh, parseMacosArp, parseProcArp, parseWindowsArp } from './neighbour-tables.ts';

const PROC_TABLE = '/proc/net/arp';
/** Time limit for a program, in ms; one that takes longer hangs. */
const PROGRAM_MS = 2_000;
const MAX_BYTES = 4 * 1_024 * 1_024;

/** How to read the neighbours of a platform: a file, or a program with arguments; and the parser. */
type Reader = {
  readonly file?: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly parseFile?: (text: string) => AddressTable;
  readonly parse: (text: string) => AddressTable;
};

/**
 * Returns the reader of a platform, or undefined. Programs on Windows are named by their full path, because it
 * searches the current folder first.
 */
export function readerOf(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Reader | undefined {
  if (platform === 'linux') {
    const args = ['-j', 'neigh'];
    return { file: PROC_TABLE, parseFile: parseProcArp, program: 'ip', words: args, parse: parseIpNeigh };
  }
  if (platform === 'win32') {
    const program = win32.join(env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'arp.exe');
    return { program, words: ['-a'], parse: parseWindowsArp };
  }
  if (platform === 'darwin') return { program: '/usr/sbin/arp', words: ['-an'], parse: parseMacosArp };
  return undefined;
}

/**
 * Returns the neighbours of this computer; none without a reader.
 * @throws if the system does not report them.
 */
export async function readTable(reader: Reader | undefined): Promise<AddressTable> {
  if (reader === undefined) return new Map();
  const { file, parseFile, program, words, parse } = reader;
  if (file !== undefined && parseFile !== undefined) {
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text !== undefined) return parseFile(text);
    // Some containers hide the file; the program asks the kernel by another interface.
  }
  const { execFile } = await import('node:child_process');
  const { stdout } = await promisify(execFile)(program, words, {
    timeout: PROGRAM_MS,
    maxBuffer: MAX_BYTES,
    windowsHide: true,
    encoding: 'utf8',
  });
  return parse(stdout);
}
