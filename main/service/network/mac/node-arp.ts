import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Worker } from 'node:worker_threads';

import { z } from 'zod';

import { toMacAddress } from '../../../../shared/domain/network/mac-address.ts';
import { threadEntry } from '../../kernel/workers.ts';
import { neighboursAmong } from './own-networks.ts';

/** It starts two programs for each address. Source: lib/arp.js of node-arp 1.0.6. */
const MAX_CONCURRENT = 8;
/** Time limit in ms: the library has none and sometimes never calls back. Source: the same file. */
const DEADLINE_MS = 5_000;

const answerSchema = z.object({ id: z.int(), mac: z.string().nullable() });

type Waiting = { readonly ip: string; readonly settle: (macAddress: string | undefined) => void };

/** Dependencies; tests replace them. */
type Parts = {
  readonly startWorker: () => Worker;
  readonly hasPrograms: () => Promise<boolean>;
  readonly neighboursAmong: (ips: readonly string[]) => string[];
};

/**
 * The library node-arp, as a last resort and isolated: in its own thread, because it throws uncatchable errors; with
 * a time limit; only if the programs it starts exist; and with checked answers, because it returns "(incomplete)" as
 * an address.
 */
export class NodeArp {
  readonly #parts: Parts;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 1;

  constructor(
    parts: Parts = { startWorker, hasPrograms: () => hasPrograms(process.platform), neighboursAmong },
  ) {
    this.#parts = parts;
  }

  /** Returns what it knows of `ips`, limited to as many as it can query at once. */
  async find(ips: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const neighbours = this.#parts.neighboursAmong(ips);
    if (neighbours.length === 0 || !(await this.#parts.hasPrograms())) return found;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
    const requested = neighbours.slice(0, Math.max(0, MAX_CONCURRENT - this.#waiting.size));
    const answers = await Promise.all(requested.map((ip) => this.#query(ip, deadline)));
    for (const [index, ip] of requested.entries()) {
      const macAddress = answers[index];
      if (macAddress !== undefined) found.set(ip, macAddress);
    }
    return found;
  }

  #query(ip: string, deadline: AbortSignal): Promise<string | undefined> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      const settle = (macAddress: string | undefined): void => {
        deadline.removeEventListener('abort', giveUp);
        this.#waiting.delete(id);
        resolve(macAddress);
        if (this.#waiting.size === 0) this.#end();
      };
      const giveUp = (): void => settle(undefined);
      this.#waiting.set(id, { ip, settle });
      if (deadline.aborted) return giveUp();
      deadline.addEventListener('abort', giveUp);
      this.#start().postMessage({ id, ip });
    });
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#parts.startWorker();
    worker.on('message', (message: unknown) => {
      const { id, mac } = answerSchema.parse(message);
      this.#waiting.get(id)?.settle(toMacAddress(mac ?? ''));
    });
    // It crashed, as it does: pending requests get nothing, and the next one a new thread.
    worker.on('error', () => this.#drop(worker));
    worker.on('exit', () => this.#drop(worker));
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #drop(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { settle } of this.#waiting.values()) settle(undefined);
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}

/** Diverts the library's output from standard output. */
function startWorker(): Worker {
  const worker = new Worker(threadEntry('node-arp-worker'), { execArgv: [], stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

/** Returns whether `ping` and `arp` exist: a missing one crashes the library. */
export async function hasPrograms(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<boolean> {
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') return false;
  const ending = platform === 'win32' ? '.exe' : '';
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const isPresent = async (name: string): Promise<boolean> => {
    const tried = folders.map((folder) => access(join(folder, name + ending), constants.X_OK));
    return (await Promise.allSettled(tried)).some(({ status }) => status === 'fulfilled');
  };
  return (await isPresent('ping')) && (await isPresent('arp'));
}
