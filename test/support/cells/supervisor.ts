import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import type { ServedStation } from '../served-station.ts';
import { serveCell } from './cluster.ts';

/** Carries out what `split.sh` orders. */
type Order = (cell: string, clone: string) => Promise<void>;

/**
 * Stands in for systemd and the storage of a machine: starts and stops cells, each on a btrfs subvolume below `disk`,
 * and clones them. `order.ts` passes on what `split.sh` orders.
 */
export class Supervisor implements AsyncDisposable {
  readonly socket: string;
  readonly #disk: string;
  readonly #ports: ReadonlyMap<string, number>;
  readonly #cells = new Map<string, ServedStation>();
  readonly #last = new Map<string, Promise<void>>();
  readonly #server: Server;
  readonly #orders: Readonly<Record<string, Order>> = {
    start: async (cell) => {
      if (!this.#cells.has(cell))
        this.#cells.set(cell, await serveCell(cell, this.dataOf(cell), this.#ports.get(cell) ?? 0));
    },
    stop: async (cell) => {
      const code = await this.#cells.get(cell)?.stop();
      this.#cells.delete(cell);
      if (code !== undefined && code !== 0) throw new Error(`${cell} ended with ${String(code)}`);
    },
    clone: (cell, clone) => {
      const [from, to] = [join(this.#disk, cell), join(this.#disk, clone)];
      if (!existsSync(to)) execFileSync('btrfs', ['-q', 'subvolume', 'snapshot', from, to]);
      return Promise.resolve();
    },
  };

  private constructor(folder: string, disk: string, ports: ReadonlyMap<string, number>) {
    this.socket = join(folder, 'supervisor.sock');
    this.#disk = disk;
    this.#ports = ports;
    this.#server = createServer({ allowHalfOpen: true }, (connection) => {
      text(connection)
        .then((order) => this.order(...(order.split(' ') as [string, string])))
        .then(
          () => connection.end('done'),
          (error: unknown) => connection.end(String(error)),
        );
    });
  }

  static async start(folder: string, disk: string, ports: ReadonlyMap<string, number>): Promise<Supervisor> {
    const supervisor = new Supervisor(folder, disk, ports);
    await once(supervisor.#server.listen(supervisor.socket), 'listening');
    return supervisor;
  }

  dataOf(cell: string): string {
    return join(this.#disk, cell, 'data');
  }

  /** @throws {TypeError} if the cell is not running. */
  cell(name: string): ServedStation {
    const cell = this.#cells.get(name);
    if (cell === undefined) throw new TypeError(`${name} is not running`);
    return cell;
  }

  /** Carries out an order. Those for one cell wait for one another, also if who gave the first has been killed. */
  async order(what: string, cell: string, clone = ''): Promise<void> {
    const before = this.#last.get(cell);
    const done = Promise.resolve(before).then(() => this.#orders[what]?.(cell, clone));
    this.#last.set(
      cell,
      done.catch(() => undefined),
    );
    await done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    await Promise.all([...this.#cells.values()].map((cell) => cell.kill()));
  }
}
