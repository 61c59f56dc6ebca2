import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

import { route, updateProxy } from '../../../main/cli/cell-map.ts';
import { serveStation, type ServedStation } from '../served-station.ts';
import { aFreePort } from '../free-port.ts';

const CONFIG = 'packaging/cells/haproxy.cfg';

/** Why cells behind a real HAProxy cannot be started here; undefined if they can. */
export function proxyObstacle(): string | undefined {
  return spawnSync('haproxy', ['-v']).status === 0
    ? undefined
    : 'HAProxy is not installed: as root on Debian `npm run test:long` installs it';
}

/** HAProxy with the shipped configuration, as one of perhaps several in front of the same cells. */
export class Proxy implements AsyncDisposable {
  readonly url: string;
  /** The folder of its maps and its administration socket. */
  readonly maps: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess, maps: string) {
    this.url = url;
    this.#child = child;
    this.maps = maps;
  }

  /** `folder` gets its maps; `cells` is the address of each cell: a port here, or host:port. */
  static async start(folder: string, cells: ReadonlyMap<string, number | string>): Promise<Proxy> {
    mkdirSync(folder, { recursive: true });
    const names = [...cells.keys()];
    const at = (where: number | string): string =>
      typeof where === 'number' ? `127.0.0.1:${String(where)}` : where;
    writeFileSync(join(folder, 'cells.map'), names.map((name) => `${name} ${name}\n`).join(''));
    writeFileSync(join(folder, 'moved.map'), '');
    const backends = [...cells].map(
      ([name, where]) => `backend cell_${name} from cells\n  server ${name} ${at(where)}\n`,
    );
    writeFileSync(join(folder, 'cells.cfg'), backends.join('\n'));
    const port = await aFreePort();
    const child = spawn('haproxy', ['-db', '-q', '-f', CONFIG, '-f', join(folder, 'cells.cfg')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        MUSTER_BIND: `127.0.0.1:${String(port)}`,
        MUSTER_MAPS: folder,
        MUSTER_DEFAULT_CELL: names[0],
        MUSTER_ADMIN: join(folder, 'admin.sock'),
      },
    });
    let reported = '';
    child.stderr.on('data', (chunk: Buffer) => (reported += chunk.toString()));
    const proxy = new Proxy(`http://127.0.0.1:${String(port)}`, child, folder);
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(`${proxy.url}/openapi.json`).catch(() => undefined);
      if (answer !== undefined) return proxy;
      if (tries > 200 || child.exitCode !== null) throw new Error(`HAProxy does not answer: ${reported}`);
      await sleep(50);
    }
  }

  /** Routes organisations to a cell, or makes their requests wait while they are `moving`. */
  async route(organisations: readonly string[], to: string): Promise<void> {
    const map = join(this.maps, 'moved.map');
    route(map, organisations, to);
    await updateProxy(join(this.maps, 'admin.sock'), map, organisations, to);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

/** Starts the cell `name` on `folder`, on its own port, as `npm run serve` would. */
export function serveCell(
  name: string,
  folder: string,
  port: number,
  {
    more = [],
    through = [],
  }: { readonly more?: readonly string[]; readonly through?: readonly string[] } = {},
): Promise<ServedStation> {
  const flags = ['--role', 'central', '--cell', name, '--check', 'later', '--backups', 'off'];
  const proxy = ['--trusted-proxy', '127.0.0.1', '--rate-limit', '0', '--port', String(port)];
  return serveStation(folder, [...flags, ...proxy, ...more], through);
}

/** An answer of a central. */
export type Answered = { readonly status: number; readonly body: unknown };

/** The central to ask, and the token. */
type Credentials = { readonly url: string; readonly token: string };

/** Sends a request as a client does. Status 0: no answer. */
export async function asking(
  { url, token }: Credentials,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answered> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** An organisation with headsets. */
export type School = {
  readonly id: string;
  readonly token: string;
  readonly headsets: readonly { readonly id: string; readonly androidId: string; readonly token: string }[];
};

const madeSchema = z.object({ id: z.string(), token: z.string() });
const slotsSchema = z.object({ items: z.array(z.object({ id: z.string(), enrollmentToken: z.string() })) });
const enrolledSchema = z.object({ id: z.string(), accessToken: z.string() });

/** Creates an organisation in a cell, with this many headsets. */
export async function aSchool(
  { url, token }: { readonly url: string; readonly token: string },
  name: string,
  headsets: number,
): Promise<School> {
  const made = madeSchema.parse(
    (await asking({ url, token }, 'POST', '/station/enterprises', { name })).body,
  );
  const order = { count: headsets, labelPrefix: `${name}-` };
  const { items } = slotsSchema.parse(
    (await asking({ url, token: made.token }, 'POST', '/station/slots', order)).body,
  );
  const enrolled = [];
  for (const { enrollmentToken, id } of items) {
    const androidId = `android-${id}`;
    const answer = await asking({ url, token: made.token }, 'POST', '/devices', {
      enrollmentToken,
      androidId,
    });
    enrolled.push({ id, androidId, token: enrolledSchema.parse(answer.body).accessToken });
  }
  return { ...made, headsets: enrolled };
}
