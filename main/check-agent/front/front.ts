import { EventEmitter, once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as httpsRequest } from 'node:https';
import type { Server as NetServer, Socket } from 'node:net';
import { buffer as readBytes } from 'node:stream/consumers';
import type { Server as TlsServer } from 'node:tls';

import { sendBody } from './body.ts';
import { EventRelay, type PassedEvent } from './event-relay.ts';
import { type Exchange, type Fault, type Faults, NO_FAULTS } from './exchange.ts';
import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';

/** A private key and its certificate, both in PEM. */
export type Credentials = Readonly<{ key: string; cert: string }>;

/** Where the front listens, and the station behind it. */
export type FrontOptions = Readonly<{
  /** Port and host; port 0: any free one. */
  host: string;
  port: number;
  /** URL of the station, of the same protocol. */
  upstream: string;
  /** The station’s credentials, and those of another one; null: plain HTTP. */
  tls: Readonly<{ own: Credentials; other: Credentials }> | null;
}>;

/** Headers that concern one connection, and one that would hide the text of answers. */
const NOT_PASSED = new Set(['connection', 'accept-encoding', 'transfer-encoding', 'keep-alive']);

/**
 * Stands between an agent and a station: passes requests on, records them, and makes the faults of networks and
 * stations.
 */
export class Front {
  /** Selects what happens to each request. */
  faults: Faults = NO_FAULTS;
  /** True: every connection is closed as soon as it is opened. */
  closesConnections = false;
  /** Number of connections opened so far. */
  connections = 0;
  /** Requests so far, in order. */
  readonly exchanges: Exchange[] = [];
  /** Events that passed on streams, in order. */
  readonly events: PassedEvent[] = [];
  readonly #options: FrontOptions;
  readonly #server: NetServer;
  readonly #tlsServer: TlsServer | null;
  readonly #sockets = new Set<Socket>();
  readonly #relays = new Set<EventRelay>();
  readonly #changes = new EventEmitter();
  #isImpostor = false;

  private constructor(options: FrontOptions) {
    this.#options = options;
    const { tls } = options;
    const handle = (incoming: IncomingMessage, response: ServerResponse): void => {
      this.#handle(incoming, response).catch(() => response.destroy());
    };
    const tlsServer =
      tls === null ? null : createTlsServer({ ...tls.own, minVersion: 'TLSv1.3' as const }, handle);
    this.#tlsServer = tlsServer;
    this.#server = tlsServer ?? createServer(handle);
    // A refused handshake is what some checks expect.
    this.#server.on('tlsClientError', () => undefined);
    this.#server.on('connection', (socket: Socket) => this.#accept(socket));
  }

  /** Starts to listen. @throws {Error} if the port is taken. */
  static async open(options: FrontOptions): Promise<Front> {
    const front = new Front(options);
    front.#server.listen(options.port, options.host);
    await once(front.#server, 'listening');
    return front;
  }

  get port(): number {
    return portOf(this.#server);
  }

  get openStreams(): number {
    return this.#relays.size;
  }

  /** Waits until this is so, at most `ms`. Returns whether it is. */
  async until(isSo: () => boolean, ms: number): Promise<boolean> {
    const endMs = performance.now() + ms;
    for (;;) {
      if (isSo()) return true;
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) return false;
      await once(this.#changes, 'change', { signal: AbortSignal.timeout(Math.ceil(leftMs)) }).catch(
        () => undefined,
      );
    }
  }

  /** Adds an event to every open stream. */
  sendEvent({ name, data }: PassedEvent): void {
    for (const relay of this.#relays) relay.add(`event: ${name}\ndata: ${data}\n\n`);
  }

  /** Closes every connection. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Shows the key of another station from now on, or the own one again, and closes every connection. */
  impersonate(isImpostor: boolean): void {
    const { tls } = this.#options;
    if (tls === null) throw new Error('Plain HTTP has no key');
    this.#isImpostor = isImpostor;
    this.#tlsServer?.setSecureContext({ ...(isImpostor ? tls.other : tls.own), minVersion: 'TLSv1.3' });
    this.cutAll();
  }

  async close(): Promise<void> {
    this.#server.close();
    this.cutAll();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    if (this.closesConnections) socket.destroy();
    this.#changes.emit('change');
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBytes(incoming);
    const exchange: Exchange = {
      atMs: performance.now(),
      method: incoming.method ?? 'GET',
      path: (incoming.url ?? '/').split('?')[0] ?? '/',
      headers: incoming.headers,
      body: parseJson(body.toString()),
      status: null,
      reply: undefined,
      isToImpostor: this.#isImpostor,
    };
    this.exchanges.push(exchange);
    const fault = this.#isImpostor ? ({ kind: 'loseRequest' } as const) : this.faults(exchange);
    this.#changes.emit('change');
    if (fault?.kind === 'loseRequest') return void response.destroy();
    if (fault?.kind === 'answer') return this.#answer(exchange, response, fault);
    const answer = await this.#forward(incoming, body, response);
    await this.#pass({ exchange, answer, response, fault });
    this.#changes.emit('change');
  }

  #answer(exchange: Exchange, response: ServerResponse, fault: Extract<Fault, { kind: 'answer' }>): void {
    const { status, retryAfterSec } = fault;
    exchange.status = status;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }),
    });
    response.end(JSON.stringify({ code: 'UNAVAILABLE', message: 'The station is busy.' }));
  }

  async #pass(passing: {
    exchange: Exchange;
    answer: IncomingMessage;
    response: ServerResponse;
    fault: Fault | undefined;
  }): Promise<void> {
    const { exchange, answer, response, fault } = passing;
    if (fault?.kind === 'loseAnswer') {
      answer.resume();
      await once(answer, 'end');
      return void response.destroy();
    }
    exchange.status = answer.statusCode ?? 502;
    const { headers } = answer;
    if (headers['content-type']?.startsWith('text/event-stream') === true) {
      response.writeHead(exchange.status, passed(headers));
      response.flushHeaders();
      const relay = new EventRelay(answer, response, (event) => {
        this.events.push(event);
        this.#changes.emit('change');
      });
      this.#relays.add(relay);
      response.on('close', () => {
        this.#relays.delete(relay);
        this.#changes.emit('change');
      });
      return;
    }
    exchange.reply = await sendBody(answer, response, { headers: passed(headers), fault });
  }

  #forward({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { upstream, tls } = this.#options;
    const send = tls === null ? httpRequest : httpsRequest;
    const forwarded = send(new URL(url ?? '/', upstream), {
      method,
      // The name by which the agent reaches it, so that addresses in answers are the agent’s.
      headers: passed(headers),
      agent: false,
      rejectUnauthorized: false,
    });
    response.on('close', () => forwarded.destroy());
    forwarded.on('response', resolve).on('error', reject).end(body);
    return promise;
  }
}

function passed(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || NOT_PASSED.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Returns the port of a server; 0 if it does not listen. */
export function portOf(server: NetServer): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
