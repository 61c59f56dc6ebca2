import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';

import { projectFolder } from './build/build.ts';
import { sendCommand } from './cell-map.ts';
import { defaultDataFolder } from './data-folder.ts';

const HELP = `Usage: npm run cells -- [--count N] [--data DIR] [--port N]

Starts a central in several cells and HAProxy before them, to try it on one computer. Ctrl C stops them all.

  --count N   cells, 1 to 9 (default 3)
  --data DIR  their data folders c01, c02 … and the files of HAProxy (default: ${join(defaultDataFolder(), 'cells')})
  --port N    where HAProxy listens on 127.0.0.1 (default 7450); the cells listen on the ports after it
  --help      this text`;

const readySchema = z.object({ url: z.string(), enterpriseId: z.string(), token: z.string() });

type Options = { readonly count: number; readonly data: string; readonly port: number };

class UsageError extends Error {}

/** It cannot be started here; the message says what to do. */
class NotStartedError extends Error {}

function readOptions(argv: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      count: { type: 'string', default: '3' },
      data: { type: 'string', default: join(defaultDataFolder(), 'cells') },
      port: { type: 'string', default: '7450' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const [count, port] = [Number(values.count), Number(values.port)];
  if (!Number.isInteger(count) || count < 1 || count > 9) throw new UsageError('--count needs 1 to 9');
  if (!Number.isInteger(port) || port < 1 || port > 65_000) throw new UsageError('--port needs 1 to 65000');
  return { count, data: resolve(values.data), port };
}

const children: ChildProcess[] = [];

/** Starts one cell and returns its ready line. */
async function startCell(name: string, data: string, port: number): Promise<z.infer<typeof readySchema>> {
  const flags = ['--role', 'central', '--cell', name, '--check', 'later', '--backups', 'off'];
  const where = ['--trusted-proxy', '127.0.0.1', '--data', join(data, name), '--port', String(port)];
  const serve = join(projectFolder, 'main', 'cli', 'serve.cjs');
  const child = spawn(process.execPath, [serve, '--json', '--log-level', 'warn', ...flags, ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const ended = once(child, 'exit').then(() => {
    throw new NotStartedError(
      `The cell ${name} could not start on port ${port}. The cells use the ports after --port.`,
    );
  });
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => String(text)),
    ended,
  ]);
  ended.catch(() => undefined);
  return readySchema.parse(JSON.parse(line));
}

/** Writes the maps that HAProxy needs besides its configuration. */
function writeMaps(folder: string, names: readonly string[], port: number): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'cells.map'), names.map((name) => `${name} ${name}\n`).join(''));
  const moved = join(folder, 'moved.map');
  if (!existsSync(moved)) writeFileSync(moved, '');
  const backends = names.map(
    (name, index) => `backend cell_${name} from cells\n  server ${name} 127.0.0.1:${port + 1 + index}\n`,
  );
  writeFileSync(join(folder, 'cells.cfg'), backends.join('\n'));
}

async function start({ count, data, port }: Options): Promise<void> {
  if (spawnSync('haproxy', ['-v']).status !== 0)
    throw new NotStartedError(
      'HAProxy 2.6 or newer is needed: "sudo apt-get install haproxy" (Debian, Ubuntu), "sudo dnf install haproxy" (Fedora), "brew install haproxy" (macOS).',
    );
  const names = Array.from({ length: count }, (_, index) => `c0${index + 1}`);
  const maps = join(data, 'haproxy');
  writeMaps(maps, names, port);
  const cells = await Promise.all(names.map((name, index) => startCell(name, data, port + 1 + index)));
  const config = join(projectFolder, 'packaging', 'cells', 'haproxy.cfg');
  const proxy = spawn('haproxy', ['-db', '-f', config, '-f', join(maps, 'cells.cfg')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      MUSTER_BIND: `127.0.0.1:${port}`,
      MUSTER_MAPS: maps,
      MUSTER_DEFAULT_CELL: names[0],
      MUSTER_ADMIN: join(maps, 'admin.sock'),
    },
  });
  children.push(proxy);
  const ended = once(proxy, 'exit').then(() => {
    throw new NotStartedError(
      `HAProxy ended; it says above why. If another program uses port ${port}, choose another one with --port.`,
    );
  });
  await Promise.race([untilOpen(proxy, join(maps, 'admin.sock')), ended]);
  console.log(
    `The central is on at http://127.0.0.1:${port}, in ${count} ${count === 1 ? 'cell' : 'cells'}. Ctrl C stops it.`,
  );
  for (const [index, { url, token }] of cells.entries())
    console.log(`  ${names[index] ?? ''}: ${url}, token of its own organisation: ${token}`);
  await ended;
}

/** Settles once HAProxy listens, or has ended. Asks at its own socket: at its port another program may answer. */
async function untilOpen(proxy: ChildProcess, socket: string): Promise<void> {
  while (proxy.exitCode === null && (await sendCommand(socket, 'show info').catch(() => '')) === '')
    await sleep(100);
}

async function stop(): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    }),
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stop().then(() => process.exit(0)));
try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) console.log(HELP);
  else await start(options);
} catch (error) {
  await stop();
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  if (isUsage) console.error(`muster: ${error.message}. See --help.`);
  else console.error(error instanceof NotStartedError ? `muster: ${error.message}` : error);
  process.exitCode = isUsage ? 2 : 1;
}
