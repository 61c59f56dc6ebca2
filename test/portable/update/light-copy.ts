import { type KeyObject, generateKeyPairSync } from 'node:crypto';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { filesBelow, pack } from '../../../main/cli/build/portable/pack.ts';
import { writeLists } from '../../../main/cli/build/release/lists.ts';
import { signRelease } from '../../../main/cli/build/sign-release.ts';
import { readyLineSchema } from '../../cli/a-command.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** Why copies of this computer cannot be started from a shell; undefined if they can. */
export const copyObstacle =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'Started by the tests on Linux x64 only.';

/** The key that releases of the tests are signed with. */
export const releaseKey = generateKeyPairSync('ed25519');
const pem = releaseKey.publicKey.export({ type: 'spki', format: 'pem' });

/**
 * Writes a portable copy with the bundle of the service, which starts Node of this computer instead of its own: small
 * enough to be packed in a moment. `start`: another program in its place.
 */
export function writeLightCopy(folder: string, version: string, start?: string): void {
  const app = join(folder, 'app');
  mkdirSync(app, { recursive: true });
  cpSync(join(root, 'packaging', 'portable', 'muster'), join(folder, 'muster'));
  writeFileSync(join(app, 'node'), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`);
  for (const file of [join(folder, 'muster'), join(app, 'node')]) chmodSync(file, 0o755);
  cpSync(join(root, 'dist', 'service'), join(app, 'dist', 'service'), { recursive: true });
  mkdirSync(join(app, 'dist', 'renderer'));
  writeFileSync(join(app, 'dist', 'renderer', 'index.html'), '<title>Muster</title>');
  const sqlite = join('node_modules', 'better-sqlite3');
  for (const path of ['package.json', 'lib', join('prebuilds', 'linux-x64.node')])
    cpSync(join(root, sqlite, path), join(app, sqlite, path), { recursive: true });
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name: 'muster', version, type: 'module' }));
  writeFileSync(join(app, 'release-key.pem'), pem);
  if (start === undefined) cpSync(join(root, 'main', 'cli', 'portable', 'start.cjs'), join(app, 'start.cjs'));
  else writeFileSync(join(app, 'start.cjs'), start);
}

/** A program that a new version might be: it migrates the data, after a backup, and ends. */
export const MIGRATES_AND_ENDS = `
const Database = require('better-sqlite3');
const data = process.argv[process.argv.indexOf('--data') + 1];
const db = new Database(data + '/muster.db');
require('node:fs').mkdirSync(data + '/backups', { recursive: true });
const name = 'muster-' + new Date().toISOString().replaceAll(/[:.]/g, '-') + '.db';
db.prepare('VACUUM INTO ?').run(data + '/backups/' + name);
db.exec('ALTER TABLE device RENAME TO headset; PRAGMA user_version = 99990');
db.close();
process.exit(3);
`;

/** Writes a signed release into a folder, as on a USB stick. Returns the archive. */
export async function writeRelease(
  folder: string,
  version: string,
  { start, key = releaseKey, at = Date.now() }: { start?: string; key?: Keys; at?: number } = {},
): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const tree = join(folder, `muster-${version}-linux-x64`);
  writeLightCopy(tree, version, start);
  const archive = `${tree}.tar.gz`;
  await pack(tree, archive, 'tar.gz');
  rmSync(tree, { recursive: true });
  writeLists(folder, version);
  signFolder(folder, key, at);
  return archive;
}

type Keys = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

/** Signs the lists of a folder. */
export function signFolder(
  folder: string,
  { privateKey, publicKey }: Keys = releaseKey,
  at = Date.now(),
): void {
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  signRelease(folder, text, publicKey, at);
}

/** Runs a copy to its end. */
export function runCopy(copy: string, words: readonly string[], env: Record<string, string> = {}) {
  const { status, signal, stdout, stderr } = spawnSync(join(copy, 'muster'), words, {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: copy, NO_COLOR: '1', ...env },
  });
  return { status, signal, stdout, stderr };
}

/** Returns the version that starts in a copy. */
export function versionOf(copy: string): string {
  return runCopy(copy, ['--version']).stdout.trim();
}

/** Returns the versions that are complete or half in a copy, besides the one that was unpacked. */
export function versionsIn(copy: string): string[] {
  const versions = join(copy, 'versions');
  if (!existsSync(versions)) return [];
  const found = filesBelow(versions).map((file) => file.slice(versions.length + 1).split('/')[0] ?? '');
  return [...new Set(found)].toSorted();
}

/** A started copy, in a process group of its own. */
export class StartedCopy implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  stdout = '';
  stderr = '';

  constructor(copy: string, words: readonly string[], env: Record<string, string> = {}) {
    this.#child = spawn(join(copy, 'muster'), words, {
      env: { PATH: process.env['PATH'], HOME: copy, NO_COLOR: '1', ...env },
      stdio: 'pipe',
      detached: true,
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.#exit = once(this.#child, 'exit');
  }

  /** The ready line of `--json`; undefined if it ends before. */
  async ready(): Promise<ReturnType<typeof readyLineSchema.parse> | undefined> {
    const ended = this.#exit.then(() => true);
    while (!this.stdout.includes('\n')) {
      const { stdout } = this.#child;
      const more = stdout === null ? ended : once(stdout, 'data').then(() => false);
      if (await Promise.race([ended, more])) return undefined;
    }
    return readyLineSchema.parse(JSON.parse(this.stdout.split('\n')[0] ?? ''));
  }

  /** Asks it to stop; returns the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#exit;
    return this.#child.exitCode;
  }

  /** Waits for its end; returns the exit code. */
  async end(): Promise<number | null> {
    await this.#exit;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      // The version that replaced it runs in the same group.
      process.kill(-Number(this.#child.pid), 'SIGKILL');
    } catch {
      // All of them have ended.
    }
    await this.#exit;
  }
}

/** Calls a station of a copy. */
export async function ask(
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(url + path, { method, headers, ...sent });
  return { status: answer.status, body: await answer.json() };
}

/** Reads the URL and token that a station left in its data folder. */
export function runFileOf(data: string): { url: string; token: string } {
  return JSON.parse(readFileSync(join(data, 'station.json'), 'utf8')) as { url: string; token: string };
}
