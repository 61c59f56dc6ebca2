import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { aFolder } from '../support/temp-folder.ts';

/** Why the tests in a small root cannot run here; undefined if they can. */
export function rootObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'A small root needs Linux on x64.';
  return process.getuid?.() === 0 ? undefined : 'A small root needs root: `sudo npm run test:long` runs it.';
}

/** Programs of the small root besides the shell: those that the start file uses. */
const PROGRAMS = ['sh', 'dirname', 'readlink', 'uname'];
/** Libraries that every Linux with glibc has, and that Node needs. */
const LIBRARIES = ['libc', 'libm', 'libdl', 'libpthread', 'libstdc++', 'libgcc_s'];

/** The user in the small root. */
const USER = 1_000;

/**
 * A root folder with a shell, four programs and the C and C++ libraries, as of a computer on which nothing else is
 * installed: above all no Node. Commands run in it as an ordinary user, on the network of this computer.
 */
export class SmallRoot implements AsyncDisposable {
  readonly #folder = aFolder();
  readonly #children: ChildProcess[] = [];
  readonly path = this.#folder.path;

  constructor() {
    for (const name of ['usr/bin', 'tmp', 'proc', 'dev', 'opt', 'srv/ada'])
      mkdirSync(join(this.path, name), { recursive: true });
    // Distributions have one folder for both.
    symlinkSync('usr/bin', join(this.path, 'bin'));
    for (const name of PROGRAMS) this.#add(realpathSync(which(name)), `/usr/bin/${name}`);
    for (const library of librariesOf(process.execPath)) {
      if (LIBRARIES.some((name) => library.includes(`/${name}.so`))) this.#add(library, library);
    }
    for (const device of ['null', 'urandom', 'random', 'zero'])
      spawnSync('cp', ['-a', `/dev/${device}`, join(this.path, 'dev')]);
    chmodSync(this.path, 0o755);
    chmodSync(join(this.path, 'tmp'), 0o1777);
    chownSync(join(this.path, 'srv', 'ada'), USER, USER);
  }

  /** Runs a command as the user, whose home is /srv/ada. */
  start(words: readonly string[], env: Readonly<Record<string, string>> = {}): RootCommand {
    const namespace = ['--mount', '--pid', '--fork', '--kill-child', `--root=${this.path}`, '--mount-proc'];
    const user = [`--setuid=${USER}`, `--setgid=${USER}`, '--wd=/srv/ada'];
    const child = spawn('unshare', [...namespace, ...user, ...words], {
      env: { PATH: '/bin', HOME: '/srv/ada', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return new RootCommand(child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.#folder[Symbol.dispose]();
  }

  /** Adds a program or library, with the libraries that it needs. */
  #add(from: string, to: string): void {
    const target = join(this.path, to);
    if (existsSync(target)) return;
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(realpathSync(from), target);
    for (const library of librariesOf(from)) this.#add(library, library);
  }
}

/** A command in a small root. */
export class RootCommand {
  readonly #child: ChildProcess;
  stdout = '';
  stderr = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
  }

  /** Returns the first line of standard output. */
  async firstLine(): Promise<string> {
    const { stdout } = this.#child;
    if (stdout === null) throw new Error('No standard output');
    const line = once(createInterface(stdout), 'line').then(([text]) => String(text));
    const ended = once(this.#child, 'close').then(() => {
      throw new Error(`Ended before its first line: ${this.stderr}`);
    });
    ended.catch(() => undefined);
    return Promise.race([line, ended]);
  }

  /** Asks it to stop, as a service manager does: with a signal to its process, which the namespace is around. */
  stop(): void {
    const pid = String(this.#child.pid);
    const [inside] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    process.kill(Number(inside), 'SIGTERM');
  }

  /** Waits for the exit; returns the exit code. */
  async end(): Promise<number | null> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }
}

function which(name: string): string {
  const found = ['/bin', '/usr/bin'].map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** Returns the paths of the libraries that a program or library loads, its loader included. */
function librariesOf(file: string): string[] {
  const { stdout } = spawnSync('ldd', [file], { encoding: 'utf8' });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path);
}
