import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync } from 'node:fs';
import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import Database from 'better-sqlite3';
import { z } from 'zod';
import { aFreePort } from '../support/free-port.ts';

const readySchema = z.object({ url: z.string(), token: z.string() });
const jsonSchema = z.record(z.string(), z.unknown());
export type Json = z.infer<typeof jsonSchema>;
export type Answer = { readonly status: number; readonly body: Json };

/** A station or a central in its own process, which can be killed and started again at the same address. */
export class Instance implements AsyncDisposable {
  readonly name: string;
  url = '';
  token = '';
  #child: ChildProcess | undefined;
  readonly #folder: string;
  readonly #flags: readonly string[];
  readonly #skewMs: number;

  constructor(name: string, flags: readonly string[], skewMs: number) {
    this.name = name;
    this.#flags = flags;
    this.#skewMs = skewMs;
    this.#folder = mkdtempSync(join(tmpdir(), `muster-chaos-${name}-`));
  }

  async start(): Promise<void> {
    if (this.#child !== undefined) return;
    const port = this.url === '' ? String(await aFreePort()) : new URL(this.url).port;
    const child = spawn(
      process.execPath,
      [
        '--import',
        resolve(import.meta.dirname, 'skewed-clock.ts'),
        'main/cli/serve.cjs',
        '--json',
        '--port',
        port,
        '--rate-limit',
        '0',
        '--log-level',
        'error',
        '--data',
        this.#folder,
        ...this.#flags,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, MUSTER_CHAOS_SKEW_MS: String(this.#skewMs) },
      },
    );
    this.#child = child;
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4_000)));
    const lines = createInterface(child.stdout);
    const line = await Promise.race([
      once(lines, 'line').then(([text]) => String(text)),
      once(child, 'exit').then(() => {
        throw new Error(`${this.name} ended before it was ready: ${stderr}`);
      }),
    ]);
    lines.on('line', () => undefined);
    ({ url: this.url, token: this.token } = readySchema.parse(JSON.parse(line)));
  }

  /** Kills it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Locks its store for writing, as a full disk would. Call the returned function once it was killed. */
  lockStore(): () => void {
    const db = new Database(join(this.#folder, 'muster.db'));
    db.exec('BEGIN IMMEDIATE');
    return () => {
      db.exec('ROLLBACK');
      db.close();
    };
  }

  /** Sends a request. `revision`: it applies only to this revision of the record. */
  async call(
    method: string,
    path: string,
    body?: object,
    { token = this.token, revision }: { readonly token?: string; readonly revision?: unknown } = {},
  ): Promise<Answer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(typeof revision === 'number' ? { 'if-match': `"${String(revision)}"` } : {}),
      },
      signal: AbortSignal.timeout(130_000),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : jsonSchema.parse(JSON.parse(text)) };
  }

  /** Returns all items of a paged list. */
  async all(path: string): Promise<Json[]> {
    const items: Json[] = [];
    for (let page = 1; ; page += 1) {
      const query = `${path.includes('?') ? '&' : '?'}limit=100&page=${String(page)}`;
      const { status, body } = await this.call('GET', path + query);
      if (status !== 200) return items;
      const found = z.array(jsonSchema).parse(body['items']);
      items.push(...found);
      if (found.length < 100) return items;
    }
  }

  async backUp(): Promise<string> {
    return String((await this.call('POST', '/station/backup')).body['name']);
  }

  /** Restores a backup. */
  async restore(name: string): Promise<void> {
    const { body } = await this.call('POST', `/station/backups/${name}/restore`);
    for (let tries = 0; tries < 600; tries += 1) {
      await setTimeout(50);
      const kept = await this.all('/station/backups').catch(() => []);
      if (kept.some((each) => each['name'] === body['keptAs'])) return;
    }
    throw new Error(`${this.name} did not come back after it was restored: ${JSON.stringify(body)}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
