import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { AdbServerClient } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';

import { canPair, readAdbVersion } from './pairing.ts';
import { type ListedHeadset, readDeviceList } from '../../shared/domain/enrolment/cable/device-list.ts';

/** Location of the adb server, and how to start one if there is none. */
export type AdbLocation = {
  readonly port: number;
  /** The program; null: searched for on this computer. */
  readonly program: string | null;
};

/** Whether an adb server is available. */
export type AdbState =
  | { readonly state: 'ready'; readonly isOwn: boolean }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly words: string };

/** The port of the adb server on every system. */
const DEFAULT_PORT = 5037;
const START_TRIES = 50;
const START_PAUSE_MS = 100;
/** A server that is ended while it is asked may neither answer nor close the connection. */
const ANSWER_MS = 5_000;
/** A server that is lost this often within this time is ended by another program, whose adb has another version. */
const CONTEST_LOSSES = 3;
const CONTEST_MS = 60_000;

/** Taken from the environment, where adb itself looks too. */
export function adbLocationOf(env: NodeJS.ProcessEnv): AdbLocation {
  const port = Number(env['ANDROID_ADB_SERVER_PORT'] ?? DEFAULT_PORT);
  return { port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : DEFAULT_PORT, program: null };
}

/** Finds the adb program of this computer: on the path, or where Android Studio and the platform tools install it. */
export function findAdb(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  const name = platform === 'win32' ? 'adb.exe' : 'adb';
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  const sdks = [
    env['ANDROID_HOME'],
    env['ANDROID_SDK_ROOT'],
    platform === 'win32' ? join(env['LOCALAPPDATA'] ?? '', 'Android', 'Sdk') : undefined,
    platform === 'darwin' ? join(home, 'Library', 'Android', 'sdk') : join(home, 'Android', 'Sdk'),
  ].filter((folder) => folder !== undefined && folder !== '');
  const folders = [
    ...(env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...sdks.map((folder) => join(folder ?? '', 'platform-tools')),
    ...(platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : []),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * The adb server of this computer: a running one, or one started as a child of Muster. Only the child is ever ended.
 */
export class AdbServer {
  readonly client: AdbServerClient;
  readonly #place: AdbLocation;
  #child: ChildProcess | undefined;
  #starting: Promise<AdbState> | undefined;
  /** The version of the last server that answered; null: none has, or it was lost since. */
  #version: number | null = null;
  #canPair: boolean | null = null;
  #losses: number[] = [];
  #lossCount = 0;

  constructor(place: AdbLocation) {
    this.#place = place;
    this.client = new AdbServerClient(new AdbServerNodeTcpConnector({ host: '127.0.0.1', port: place.port }));
  }

  /** Ensures that there is a server, and returns whether there is. */
  ensure(): Promise<AdbState> {
    this.#starting ??= this.#ensure().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** True while another program keeps ending it: an adb of another version ends the server and starts its own. */
  get isContested(): boolean {
    const sinceMs = performance.now() - CONTEST_MS;
    this.#losses = this.#losses.filter((atMs) => atMs > sinceMs);
    return this.#losses.length >= CONTEST_LOSSES;
  }

  /** How often it was lost: whoever it listed is listed anew. */
  get lossCount(): number {
    return this.#lossCount;
  }

  /** Whether it can pair with headsets that show a code, as of its last answer; null: it did not tell yet. */
  get canPair(): boolean | null {
    return this.#canPair;
  }

  /** Asks whether it can pair: another program may have put a newer server in its place. */
  async checkPairing(): Promise<boolean> {
    this.#canPair = await inTime(canPair(this.client)).catch(() => null);
    return this.#canPair === true;
  }

  /** Returns the version of the program that this would start; null if there is none, or it does not tell. */
  async programVersion(): Promise<string | null> {
    const program = this.#program;
    return program === undefined ? null : readAdbVersion(program);
  }

  get #program(): string | undefined {
    return this.#place.program ?? findAdb(process.env, process.platform);
  }

  /** Returns the headsets that it lists; undefined if it was lost. */
  async list(): Promise<readonly ListedHeadset[] | undefined> {
    try {
      const listed = await inTime(this.#list());
      this.#canPair ??= await inTime(canPair(this.client));
      return listed;
    } catch {
      this.#canPair = null;
      return undefined;
    }
  }

  /** Ends the server if Muster started it. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    // One that could not be started never exits.
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill();
    await gone;
  }

  async #list(): Promise<readonly ListedHeadset[]> {
    const stream = await this.client.createConnection('host:devices-l');
    try {
      return readDeviceList(await stream.readString());
    } finally {
      await stream.dispose();
    }
  }

  async #ensure(): Promise<AdbState> {
    if (await this.#answers()) return { state: 'ready', isOwn: this.#child !== undefined };
    const program = this.#program;
    if (program === undefined || !existsSync(program)) return { state: 'missing' };
    return this.#start(program);
  }

  async #answers(): Promise<boolean> {
    try {
      const version = await inTime(this.client.getVersion());
      if (this.#version !== version) this.#noteLoss();
      this.#version = version;
      return true;
    } catch {
      this.#noteLoss();
      this.#version = null;
      return false;
    }
  }

  #noteLoss(): void {
    if (this.#version === null) return;
    this.#lossCount += 1;
    this.#losses.push(performance.now());
  }

  async #start(program: string): Promise<AdbState> {
    let words = '';
    const child = spawn(program, ['-P', String(this.#place.port), 'nodaemon', 'server'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-600);
    });
    child.on('error', (error) => {
      words = error.message;
    });
    for (let tries = 0; tries < START_TRIES; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, START_PAUSE_MS));
      if (await this.#answers()) return { state: 'ready', isOwn: this.#child === child };
      if (child.exitCode !== null || child.pid === undefined) break;
    }
    await this.stop();
    return { state: 'failed', words: words.trim() };
  }
}

/** Returns the answer of a server. @throws {Error} if there is none in time. */
export async function inTime<Answer>(answer: Promise<Answer>, ms = ANSWER_MS): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('No answer')), ms);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
