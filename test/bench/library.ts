import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { aContent } from '../support/a-content.ts';
import type { ClientOrder, ClientReport } from './library-clients.ts';
import { aFolder, startStation, stopProcess } from './processes.ts';
import { median, type Result } from './result.ts';
import { aFreePort } from '../support/free-port.ts';

const MIB = 1024 * 1024;
const CLIENTS = 8;
const SIZE_BYTES = 512 * MIB;
const ROUNDS = 3;

/** A cart: 30 clients over HTTPS, scaled from 2 GB each to 32 MiB so that a run stays under a minute. */
const CART = 30;
const CART_BYTES = 32 * MIB;
/** A link of 1 Gbit/s carries 112 MiB/s: a GiB must not take longer than over such a link. */
const WIRE_SEC_PER_GIB = 9.1;
/** An interface that does not exist: the listener answers on loopback, and nothing is advertised. */
const NOWHERE = 'none';

/**
 * Measures bytes per second of eight clients that download 512 MiB each, against nginx with sendfile on the same
 * file; also HTTPS to thirty clients, and the growth of the station's memory.
 */
export async function library(): Promise<Result> {
  if (spawnSync('nginx', ['-v']).error !== undefined) {
    throw new Error('nginx is not there. Install it: apt-get install --no-install-recommends nginx-light');
  }
  await using folder = await aFolder();
  const lanPort = await aFreePort();
  const lan = ['--lan', '--lan-port', String(lanPort), '--lan-interface', NOWHERE];
  await using station = await startStation(folder.path, 0, lan);
  const { enterpriseId, token } = station;
  const owner = { folder: folder.path, enterpriseId };
  const large = aContent(owner, { bytes: bytesOf(SIZE_BYTES), name: 'large.bin', kind: 'file' });
  const small = aContent(owner, { bytes: bytesOf(CART_BYTES), name: 'small.bin', kind: 'file' });
  await using nginx = await startNginx(folder.path, dirname(large.file));
  await using clients = startClients();
  const port = Number(new URL(station.url).port);
  const common = { token, clients: CLIENTS, sizeBytes: SIZE_BYTES, isSecure: false };
  const ours = { ...common, port, path: large.path };
  const bare = { ...common, port: nginx.port, path: `/${large.sha256}` };
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ ours: await rate(clients.child, ours), bare: await rate(clients.child, bare) });
  }
  const cart = { ...common, path: small.path, port: lanPort, sizeBytes: CART_BYTES, isSecure: true };
  await rate(clients.child, { ...cart, clients: 1 });
  const memory = watchMemory(station.pid);
  const secure = await rate(clients.child, { ...cart, clients: CART });
  const grownMib = await memory.grownMib();
  const typical = (name: 'ours' | 'bare') => Math.round(median(rounds.map((round) => round[name])));
  return {
    name: 'library',
    ratio: median(rounds.map((round) => round.ours / round.bare)),
    bar: { limit: 0.5, is: 'at-least' },
    limits: [
      { what: 'HTTPS', value: 1_024 / secure, atMost: WIRE_SEC_PER_GIB, unit: 's/GiB' },
      ...(grownMib === null ? [] : [{ what: 'memory grows', value: grownMib, atMost: 64, unit: 'MiB' }]),
    ],
    detail: `ours ${typical('ours')} MiB/s, nginx ${typical('bare')} MiB/s, ${CLIENTS} x 512 MiB; HTTPS ${Math.round(secure)} MiB/s, ${CART} x 32 MiB`,
  };
}

/** Returns bytes without repetition within a piece, created quickly. */
function bytesOf(length: number): Buffer {
  return Buffer.alloc(length, randomBytes(MIB + 7));
}

function startClients(): AsyncDisposable & { child: ChildProcess } {
  const child = fork(fileURLToPath(new URL('library-clients.ts', import.meta.url)));
  return { child, [Symbol.asyncDispose]: () => stopProcess(child) };
}

/** Bytes per second of all clients together, in MiB. */
async function rate(clients: ChildProcess, order: ClientOrder): Promise<number> {
  const over = new AbortController();
  const ended = once(clients, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The clients ended');
  });
  clients.send(order);
  const [report] = (await Promise.race([once(clients, 'message'), ended])) as [ClientReport];
  ended.catch(() => undefined);
  over.abort();
  if (report.short > 0) throw new Error(`${report.short} downloads were cut short`);
  return (order.clients * order.sizeBytes) / MIB / report.seconds;
}

/** Starts nginx on a folder with its best configuration: from the page cache to the socket. */
async function startNginx(folder: string, root: string): Promise<AsyncDisposable & { port: number }> {
  const port = await aFreePort();
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/nginx-${name};`,
  );
  await writeFile(
    file,
    `daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr crit; user root;
events { worker_connections 256; }
http { access_log off; sendfile on; tcp_nopush on; ${temporary.join(' ')}
server { listen 127.0.0.1:${port}; root ${root}; } }\n`,
  );
  const child = spawn('nginx', ['-c', file], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries += 1) {
    if (await answers(port)) return { port, [Symbol.asyncDispose]: () => stopProcess(child) };
    await after(50);
  }
  await stopProcess(child);
  throw new Error('nginx did not start');
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`);
    return true;
  } catch {
    // Not ready yet.
    return false;
  }
}

/** Watches how far the memory of a process grows beyond its current size; null if the system does not report it. */
function watchMemory(pid: number): { grownMib(): Promise<number | null> } {
  const before = residentMib(pid);
  let max = before;
  const timer = setInterval(() => (max = Math.max(max ?? 0, residentMib(pid) ?? 0)), 20);
  return {
    async grownMib() {
      clearInterval(timer);
      await after(0);
      return before === null || max === null ? null : max - before;
    },
  };
}

function residentMib(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1];
  return kib === undefined ? null : Number(kib) / 1_024;
}
