import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

/** The command that starts a station. */
const SERVE = fileURLToPath(new URL('../../main/cli/serve.cjs', import.meta.url));

const readySchema = z.object({ url: z.string(), enterpriseId: z.string(), token: z.string(), pid: z.int() });

/** Arguments and variables that `npm run serve` passes to Node. */
const NODE_FLAGS = ['--max-semi-space-size=16'];
const SERVE_ENV = { ...process.env, MALLOC_ARENA_MAX: '1' };

/** A station in its own process, with its ready line. Stopped when disposed of. */
export type StationProcess = AsyncDisposable &
  z.infer<typeof readySchema> & {
    /** Kills it without warning, as a power cut does. */
    kill(): Promise<void>;
  };

/** An empty folder that is removed with its contents when disposed of. */
export async function aFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'muster-process-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts a process and returns its first line of output. @throws {Error} if it ends before that. */
export async function startUntilFirstLine(
  args: readonly string[],
  program = process.execPath,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(-2_000)));
  const exit = once(child, 'exit').then(() => {
    throw new Error(`${args.join(' ')} ended before it was ready:\n${complaint}`);
  });
  const line = await Promise.race([firstLine(child.stdout ?? Readable.from([])), exit]);
  // From here on an exit is expected.
  exit.catch(() => undefined);
  return { child, line };
}

/** A station whose event loop is measured. */
export type WatchedStation = StationProcess & {
  /** Returns the longest time for which its event loop was blocked since the last call. */
  worstHold(): Promise<Hold>;
};

/** How long an event loop was blocked, and the CPU time of its thread in that time; both in ms. */
export type Hold = Readonly<{ heldMs: number; workedMs: number }>;

/** Starts a station as `startStation` does and measures its event loop. */
export async function startWatched(folder: string): Promise<WatchedStation> {
  const watch = fileURLToPath(new URL('loop-watch.ts', import.meta.url));
  const { child, line } = await startServe(['--import', watch], flagsOf(folder, 0));
  return {
    ...toStation(child, line),
    async worstHold() {
      child.send('worst hold');
      const [worst] = (await once(child, 'message')) as [Hold];
      return worst;
    },
  };
}

/** Starts a station without rate limits on the data of `folder`; `port` 0 means any free one, `more` further flags. */
export async function startStation(
  folder: string,
  port = 0,
  more: readonly string[] = [],
): Promise<StationProcess> {
  const { child, line } = await startServe([], [...flagsOf(folder, port), ...more]);
  return toStation(child, line);
}

function startServe(nodeFlags: readonly string[], flags: readonly string[]) {
  return startUntilFirstLine([...NODE_FLAGS, ...nodeFlags, SERVE, ...flags], process.execPath, SERVE_ENV);
}

/** Starts the station of a portable copy as `startStation` does one from the sources. */
export async function startCopy(copy: string, folder: string): Promise<StationProcess> {
  const { child, line } = await startUntilFirstLine(['serve', ...flagsOf(folder, 0)], join(copy, 'muster'));
  return toStation(child, line);
}

function flagsOf(folder: string, port: number): string[] {
  return ['--json', '--port', String(port), '--rate-limit', '0', '--data', folder];
}

function toStation(child: ChildProcess, line: string): StationProcess {
  return {
    ...readySchema.parse(JSON.parse(line)),
    [Symbol.asyncDispose]: () => stopProcess(child, 'SIGTERM'),
    kill: () => stopProcess(child, 'SIGKILL'),
  };
}

/** Sends a process a signal to end and waits for its exit. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function firstLine(output: Readable): Promise<string> {
  const lines = createInterface(output);
  const [line] = (await once(lines, 'line')) as [string];
  // Its later output must not fill the pipe.
  lines.on('line', () => undefined);
  return line;
}
