import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { onTestFinished } from 'vitest';

import { TwoHosts } from './two-hosts.ts';

let rigs = 0;

/** Removes rigs that killed test runs left behind, with every process in them. */
function sweep(): void {
  const { stdout, error } = spawnSync('ip', ['netns', 'list'], { encoding: 'utf8' });
  if (error !== undefined) return;
  for (const [name, pid] of stdout.matchAll(/^muster-(\d+)-\S+/gm)) {
    if (!isAlive(Number(pid))) removeSpace(name);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Kills what still runs in a namespace, whoever started it, and removes it. */
function removeSpace(space: string): void {
  const { stdout } = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').map(Number)) {
    if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  spawnSync('ip', ['netns', 'delete', space]);
}

/**
 * A switch with hosts, as network namespaces of this computer: nothing touches the real network. No host has a
 * default route, as on a cart without a router. Host number n has 10.77.22.n on eth0. Removed when disposed.
 */
export class LanRig implements AsyncDisposable {
  readonly #name = `muster-${process.pid}-${(rigs += 1)}`;
  readonly #hosts: readonly string[];
  readonly #spaces: readonly string[];
  readonly #children = new Set<ChildProcess>();

  /** Why no rig can be created here; undefined if one can. */
  static obstacle(): string | undefined {
    return TwoHosts.obstacle();
  }

  /**
   * `apart`: hosts that are not on the switch and have no address. `onEnd` gets a function that removes it at the end
   * of a test.
   */
  constructor(
    hosts: readonly string[],
    apart: readonly string[] = [],
    onEnd: (end: () => Promise<void>) => void = onTestFinished,
  ) {
    if (rigs === 1) sweep();
    // A test that times out never reaches its own end.
    onEnd(() => this[Symbol.asyncDispose]());
    this.#hosts = hosts;
    this.#spaces = ['switch', ...hosts, ...apart];
    try {
      for (const each of this.#spaces) ip('netns', 'add', this.#space(each));
      const bridge = ['type', 'bridge', 'mcast_snooping', '0', 'stp_state', '0', 'forward_delay', '0'];
      this.ip('switch', 'link', 'add', 'br0', ...bridge);
      this.ip('switch', 'link', 'set', 'br0', 'up');
      for (const [index, host] of hosts.entries()) this.#plugIn(host, index + 1);
      for (const host of apart) this.ip(host, 'link', 'set', 'lo', 'up');
    } catch (error) {
      this.#remove();
      throw error;
    }
  }

  /** Returns the first address of a host. */
  addressOf(host: string): string {
    return `10.77.22.${this.#hosts.indexOf(host) + 1}`;
  }

  /** Returns the command prefix that starts a program on a host. */
  through(host: string): readonly string[] {
    return ['ip', 'netns', 'exec', this.#space(host)];
  }

  /** Changes a host's network. */
  ip(host: string, ...words: readonly string[]): void {
    ip('-n', this.#space(host), ...words);
  }

  /** Connects `host` to another host's eth0 with a cable. */
  connect(host: string, name: string, other: string): void {
    const peer = ['peer', 'name', 'eth0', 'netns', this.#space(other)];
    this.ip(host, 'link', 'add', name, 'type', 'veth', ...peer);
    this.ip(host, 'link', 'set', name, 'up');
    this.ip(other, 'link', 'set', 'eth0', 'up');
  }

  /** Starts a program on a host; its errors are printed with the test unless `isQuiet`. Ends with the rig. */
  spawn(
    host: string,
    program: string,
    words: readonly string[],
    { isQuiet = false }: { readonly isQuiet?: boolean } = {},
  ): ChildProcessWithoutNullStreams {
    const [command = '', ...rest] = this.through(host);
    const child = spawn(command, [...rest, program, ...words]);
    if (!isQuiet) child.stderr.pipe(process.stderr, { end: false });
    this.#children.add(child);
    return child;
  }

  /** Runs a program on a host and returns its output. */
  run(host: string, program: string, ...words: readonly string[]): string {
    return run('ip', ['netns', 'exec', this.#space(host), program, ...words]);
  }

  /** Sends a request to a station from the host itself; returns its JSON. */
  ask(
    host: string,
    input: { readonly method: string; readonly url: string; readonly token: string },
  ): unknown {
    const script = `
      const { method, url, token } = JSON.parse(process.argv[1]);
      const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' };
      const answer = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: '{}' }) });
      console.log(JSON.stringify(await answer.json()));`;
    return JSON.parse(
      this.run(host, process.execPath, '--input-type=module', '-e', script, JSON.stringify(input)),
    );
  }

  /** Starts a script with this project's Node on a host; returns its output lines. Ends with the rig. */
  start(host: string, script: string, ...words: readonly string[]): AsyncIterator<string> {
    const [command = '', ...rest] = this.through(host);
    const node = [process.execPath, '--input-type=module', '-e', script, ...words];
    const child = spawn(command, [...rest, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.add(child);
    return createInterface(child.stdout)[Symbol.asyncIterator]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
    this.#remove();
  }

  #plugIn(host: string, number: number): void {
    const space = this.#space(host);
    ip('-n', space, 'link', 'set', 'lo', 'up');
    const peer = ['peer', 'name', 'eth0', 'netns', space];
    this.ip('switch', 'link', 'add', `p${number}`, 'type', 'veth', ...peer);
    this.ip('switch', 'link', 'set', `p${number}`, 'master', 'br0', 'up');
    ip('-n', space, 'address', 'add', `${this.addressOf(host)}/24`, 'dev', 'eth0');
    ip('-n', space, 'link', 'set', 'eth0', 'up');
  }

  #space(host: string): string {
    return `${this.#name}-${host}`;
  }

  #remove(): void {
    for (const each of this.#spaces) removeSpace(this.#space(each));
  }
}

function ip(...words: readonly string[]): void {
  run('ip', words);
}

function run(program: string, words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 25_000 });
  if (status !== 0) throw new Error(`${program} ${words.slice(0, 6).join(' ')}: ${stderr}`);
  return stdout;
}
