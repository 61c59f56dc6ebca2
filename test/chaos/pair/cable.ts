import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import type { Line } from '../schedule.ts';

/** A station at one end of the cable: the address at which the other one sees it, and its port. */
export type CableEnd = { readonly address: string; readonly port: number };

/** How often a piece of data breaks or delays a bad connection. */
const BREAKS = 0.04;
const DELAYS = 0.1;

/**
 * The network between two stations on this computer, each at an address of its own. It passes TLS unread, so that keys
 * are pinned as in the field.
 */
export class Cable implements AsyncDisposable {
  line: Line = 'good';
  readonly #random: () => number;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Lets `from` reach `to`, which listens on loopback. */
  async lay(from: CableEnd, to: CableEnd): Promise<void> {
    const server = createServer((near) => {
      if (this.line === 'cut') return void near.destroy();
      const far = connect({ host: '127.0.0.1', port: to.port, localAddress: from.address });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        void this.#pass(one, other);
      }
    });
    server.listen(to.port, to.address);
    await once(server, 'listening');
    this.#servers.push(server);
  }

  /** Sets the state of the network. A cut breaks every connection. */
  set(line: Line): void {
    this.line = line;
    if (line === 'cut') for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.set('cut');
    for (const server of this.#servers) {
      server.close();
      await once(server, 'close');
    }
  }

  async #pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        const drawn = this.line === 'bad' ? this.#random() : 1;
        if (drawn < BREAKS / 2) return void from.destroy();
        if (drawn < BREAKS) return void to.write(piece, () => from.destroy());
        if (drawn < BREAKS + DELAYS) await setTimeout(120);
        if (!to.write(piece)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  }
}
