import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { aFreePort } from './free-port.ts';

const readySchema = z.object({
  event: z.literal('ready'),
  url: z.string(),
  enterpriseId: z.string(),
  token: z.string(),
  pid: z.int(),
});

/** A station in its own process, started as a person starts it. */
export type ServedStation = z.infer<typeof readySchema> & {
  readonly child: ChildProcess;
  /** Kills the process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts `serve --json` on `folder` and waits for its ready line. `through` is a command prefix, such as `ip netns
 * exec NAME`.
 * @throws {Error} with its output if it ends before.
 */
export async function serveStation(
  folder: string,
  flags: readonly string[] = [],
  through: readonly string[] = [],
): Promise<ServedStation> {
  const [command = '', ...args] = [
    ...through,
    process.execPath,
    'main/cli/serve.cjs',
    '--json',
    '--port',
    String(await aFreePort()),
    '--log-level',
    'error',
    '--data',
    folder,
    ...flags,
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let reported = '';
  child.stderr.on('data', (chunk: Buffer) => (reported += chunk.toString()));
  const exited = once(child, 'exit');
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    exited.then(() => {
      throw new Error(`The station ended before it was ready: ${reported}`);
    }),
  ]);
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    ...readySchema.parse(JSON.parse(line)),
    child,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
}
