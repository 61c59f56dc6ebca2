import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

import type { FileKind } from '../../../../shared/contract/network/routers.ts';
import { type AddressTable, toAddressTable } from '../mac/address-table.ts';
import { dnsmasqLeases, iscLeases, keaLeases, type Lease } from './lease-files.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { RouterFault } from './router-fault.ts';

const MAX_BYTES = 4 * 1_024 * 1_024;
/** Opens a pipe without blocking, so that it can be refused; absent if the system has no such flags. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const LEASES: Readonly<Record<FileKind, (text: string, nowMs: number) => Iterable<Lease>>> = {
  'dnsmasq-file': dnsmasqLeases,
  'kea-file': keaLeases,
  'isc-file': iscLeases,
};

/** Reads the active leases in a file of this computer, always the whole file. @throws {RouterFault} */
export async function readLeaseFile(kind: FileKind, path: string, nowMs: number): Promise<AddressTable> {
  const text = await readText(path);
  const current = new Map<string, string>();
  let seen = 0;
  const yielder = new Yielder();
  for (const { ip, mac } of LEASES[kind](text, nowMs)) {
    seen += 1;
    // Such files are appended to: the last entry of an address counts.
    if (mac === null) current.delete(ip);
    else current.set(ip, mac);
    await yielder.yieldIfDue();
  }
  const isKeaHead = kind === 'kea-file' && text.startsWith('address,');
  if (seen === 0 && text.trim() !== '' && !isKeaHead && !isOnlyComment(text)) {
    throw new RouterFault('NOT_THIS_KIND', 'The file is no lease file of this kind.');
  }
  return toAddressTable(current);
}

/** ISC begins its file with comments and a line about itself. */
function isOnlyComment(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:#.*|authoring-byte-order .*|server-duid .*)?$/.test(line));
}

async function readText(path: string): Promise<string> {
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) {
    throw new RouterFault('FILE_REFUSED', 'The path must be an absolute one on this computer.');
  }
  let file: FileHandle | undefined;
  try {
    // Refuses symbolic links on systems without a flag for that.
    if ((await lstat(path)).isSymbolicLink()) throw link();
    file = await open(path, FLAGS);
    return await readRegular(file);
  } catch (error) {
    throw toFault(error);
  } finally {
    await file?.close();
  }
}

async function readRegular(file: FileHandle): Promise<string> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new RouterFault('FILE_REFUSED', 'The path does not name a regular file.');
  if (stat.size > MAX_BYTES) throw new RouterFault('TOO_LARGE', 'The file has more than 4 MiB.');
  // It may grow meanwhile.
  const buffer = Buffer.alloc(stat.size);
  const { bytesRead } = await file.read(buffer, 0, stat.size, 0);
  return buffer.toString('utf8', 0, bytesRead);
}

function toFault(error: unknown): RouterFault {
  if (error instanceof RouterFault) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new RouterFault('FILE_MISSING', 'There is no such file.');
  if (code === 'ELOOP') return link();
  return new RouterFault('FILE_REFUSED', 'The file cannot be read: check its permissions.');
}

function link(): RouterFault {
  return new RouterFault('FILE_REFUSED', 'The path names a symbolic link: name the file itself.');
}
