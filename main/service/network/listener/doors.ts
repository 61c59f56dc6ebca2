import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';

import { answerMalformed } from '../../kernel/http/errors.ts';
import { limitSockets, SOCKET_LIMITS } from '../../kernel/http/socket-limits.ts';

/** Key and certificate, PEM. */
export type Papers = { readonly key: string; readonly cert: string };

const TLS = { minVersion: 'TLSv1.3', handshakeTimeout: 10_000 } as const;
/** What requests under way get when an address is given up. */
const LAST_MS = 500;

/** The HTTPS servers of the local network: one for each address, all on one port and with one certificate. */
export class Doors {
  readonly #handle: RequestListener;
  readonly #servers = new Map<string, Server>();
  readonly #closing = new Set<Promise<void>>();
  #papers: Papers;
  #port: number;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `port` 0: any free one, which the first address finds. */
  constructor(handle: RequestListener, papers: Papers, port: number) {
    this.#handle = handle;
    this.#papers = papers;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  /**
   * Listens on these addresses and no others; connections on those that stay are not touched.
   * @throws when the port is taken; what was open before is then open again.
   */
  openOnly(addresses: readonly string[]): Promise<void> {
    const opened = this.#turn.then(() => this.#openOnly(addresses));
    this.#turn = opened.catch(() => undefined);
    return opened;
  }

  async #openOnly(addresses: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    const before = [...this.#servers.keys()];
    this.#closeAllBut(addresses);
    try {
      await this.#openMissing(addresses);
    } catch (error) {
      this.#closeAllBut(before);
      // Nobody else took them meanwhile, or there is nothing to go back to.
      await this.#openMissing(before).catch(() => undefined);
      throw error;
    }
  }

  /** Shows another certificate to whoever connects from now on. */
  show(papers: Papers): void {
    this.#papers = papers;
    for (const server of this.#servers.values()) server.setSecureContext({ ...papers, ...TLS });
  }

  /** Stops accepting at once; settles when requests under way are through, or were given up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closeAllBut([]);
    await this.#turn;
    this.#closeAllBut([]);
    await Promise.all(this.#closing);
  }

  async #openMissing(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      if (this.#servers.has(address)) continue;
      this.#servers.set(address, await this.#open(address));
    }
  }

  #open(address: string): Promise<Server> {
    const server = createServer({ ...this.#papers, ...TLS }, this.#handle);
    server.requestTimeout = 60_000;
    server.keepAliveTimeout = 72_000;
    server.on('clientError', answerMalformed);
    limitSockets(server, SOCKET_LIMITS);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, address, () => {
        server.off('error', reject);
        const bound = server.address();
        if (typeof bound === 'object' && bound !== null) this.#port = bound.port;
        resolve(server);
      });
    });
  }

  #closeAllBut(addresses: readonly string[]): void {
    for (const [address, server] of this.#servers) {
      if (addresses.includes(address)) continue;
      this.#servers.delete(address);
      const closed = closeServer(server).finally(() => this.#closing.delete(closed));
      this.#closing.add(closed);
    }
  }
}

/** The port is free when this returns; the promise waits for what is under way. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), LAST_MS);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}
