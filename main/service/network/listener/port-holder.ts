import { readdir, readFile, readlink } from 'node:fs/promises';

/** The program that uses a port: `program` is null if another user runs it. */
export type PortHolder = { readonly program: string | null; readonly pid: number | null };

/** Maximum number of processes searched: the answer is a help, not worth a long search. */
const MAX_PROCESSES = 4_000;
const LISTENING = '0A';

/**
 * Returns the program that uses a port; undefined if there is none or the system does not reveal it. Only Linux does so
 * without privileges: all sockets, and which program of the same user has them open.
 */
export async function findPortHolder(
  protocol: 'tcp' | 'udp',
  port: number,
  signal: AbortSignal,
): Promise<PortHolder | undefined> {
  if (process.platform !== 'linux') return undefined;
  const tables = await Promise.all([protocol, `${protocol}6`].map((name) => readText(`/proc/net/${name}`)));
  const inodes = new Set(tables.flatMap((table) => socketsAt(table, protocol, port)));
  if (inodes.size === 0) return undefined;
  for (const name of (await readdir('/proc')).filter(isProcess).slice(0, MAX_PROCESSES)) {
    if (signal.aborted) break;
    if (Number(name) === process.pid || !(await hasSocket(name, inodes))) continue;
    return { program: (await readText(`/proc/${name}/comm`)).trim() || null, pid: Number(name) };
  }
  return { program: null, pid: null };
}

/**
 * Returns the inode numbers of the sockets in a `/proc/net` table with this local port; for TCP only listening ones.
 */
export function socketsAt(table: string, protocol: 'tcp' | 'udp', port: number): string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state = '', , , , , , inode = ''] = line.trim().split(/\s+/);
    const isIt = local.endsWith(ending) && (protocol === 'udp' || state === LISTENING);
    return isIt && /^[1-9]\d*$/.test(inode) ? [inode] : [];
  });
}

async function hasSocket(process: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${process}/fd`;
  // Those of other users are not readable.
  const files = await readdir(folder).catch(() => []);
  for (const file of files) {
    const target = await readlink(`${folder}/${file}`).catch(() => '');
    if (inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '')) return true;
  }
  return false;
}

function isProcess(name: string): boolean {
  return /^\d+$/.test(name);
}

/** Returns an empty text if it cannot be read. */
function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
