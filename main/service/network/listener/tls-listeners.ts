import type { RequestListener } from 'node:http';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import type { Socket } from 'node:net';

import { answerMalformed } from '../../kernel/http/errors.ts';
import { limitSockets, SOCKET_LIMITS } from '../../kernel/http/limits/socket-limits.ts';
import { guardHttp2 } from './guard-http2.ts';

/** Key and certificate, PEM. */
export type Credentials = { readonly key: string; readonly cert: string };

const TLS = { minVersion: 'TLSv1.3', handshakeTimeout: 10_000 } as const;
/** Headsets and programs use HTTP/1.1, browsers HTTP/2, which has no limit of six requests at a time. */
const HTTP = {
  allowHTTP1: true,
  noDelay: true,
  requestTimeout: 60_000,
  keepAliveTimeout: 72_000,
  // The header limit of HTTP/1.1; windows large enough not to slow uploads down.
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: 16_384, initialWindowSize: 1_048_576 },
};
/** How long requests in flight may take when an address is closed, in ms. */
const LAST_MS = 500;

/** A listening server and its connections. */
type TlsListener = { readonly server: Http2SecureServer; readonly sockets: ReadonlySet<Socket> };

/** The HTTPS servers of the local network: one for each address, all on one port and with one certificate. */
export class TlsListeners {
  readonly #handle: RequestListener;
  readonly #listeners = new Map<string, TlsListener>();
  readonly #closing = new Set<Promise<void>>();
  #credentials: Credentials;
  #port: number;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** `port` 0: any free one, chosen with the first address. */
  constructor(handle: RequestListener, credentials: Credentials, port: number) {
    this.#handle = handle;
    this.#credentials = credentials;
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  /**
   * Listens on these addresses and no others; connections on those that stay are not touched.
   * @throws if the port is taken; the previous addresses are then open again.
   */
  openOnly(addresses: readonly string[]): Promise<void> {
    const opened = this.#last.then(() => this.#openOnly(addresses));
    this.#last = opened.catch(() => undefined);
    return opened;
  }

  async #openOnly(addresses: readonly string[]): Promise<void> {
    if (this.#isClosed) return;
    const before = [...this.#listeners.keys()];
    this.#closeAllBut(addresses);
    try {
      await this.#openMissing(addresses);
    } catch (error) {
      this.#closeAllBut(before);
      // No other program took them meanwhile, or there is nothing to restore.
      await this.#openMissing(before).catch(() => undefined);
      throw error;
    }
  }

  /** Uses another certificate for new connections. */
  show(credentials: Credentials): void {
    this.#credentials = credentials;
    for (const { server } of this.#listeners.values()) server.setSecureContext({ ...credentials, ...TLS });
  }

  /** Stops accepting at once; settles when requests in flight have finished or were aborted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#closeAllBut([]);
    await this.#last;
    this.#closeAllBut([]);
    await Promise.all(this.#closing);
  }

  async #openMissing(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) {
      if (this.#listeners.has(address)) continue;
      this.#listeners.set(address, await this.#open(address));
    }
  }

  #open(address: string): Promise<TlsListener> {
    const server = createSecureServer({ ...this.#credentials, ...TLS, ...HTTP });
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    guardHttp2(server, HTTP);
    // Node gives requests of HTTP/2 the form of those of HTTP/1.1, or they are such.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types do not say so
    server.on('request', this.#handle as never);
    server.on('clientError', answerMalformed);
    limitSockets(server, SOCKET_LIMITS);
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, address, () => {
        server.off('error', reject);
        const bound = server.address();
        if (typeof bound === 'object' && bound !== null) this.#port = bound.port;
        resolve({ server, sockets });
      });
    });
  }

  #closeAllBut(addresses: readonly string[]): void {
    for (const [address, listener] of this.#listeners) {
      if (addresses.includes(address)) continue;
      this.#listeners.delete(address);
      const closed = closeListener(listener).finally(() => this.#closing.delete(closed));
      this.#closing.add(closed);
    }
  }
}

/** The port is free when this returns; the promise waits for requests in flight. */
function closeListener({ server, sockets }: TlsListener): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => sockets.forEach((socket) => socket.destroy()), LAST_MS);
    // Closes idle connections of both protocols.
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
