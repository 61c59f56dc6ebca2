import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { aFreePort } from './free-port.ts';

/** One received request. */
export type Received = {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Answers one request in any way, including not at all. */
export type Behaviour = (received: Received, response: ServerResponse) => void;

/** Key and certificate of a server, PEM. */
export type Tls = { readonly key: string; readonly cert: string };

type Origin = { readonly scheme: 'http' | 'https'; readonly port: number };

/** A real HTTP server on loopback that is controlled by a test and records its requests. */
export class BackendServer implements AsyncDisposable {
  readonly received: Received[] = [];
  behave: Behaviour;
  /** Total number of opened connections. */
  connections = 0;
  readonly #server: Server;
  readonly #origin: Origin;

  private constructor(server: Server, origin: Origin, behave: Behaviour) {
    this.#server = server;
    this.#origin = origin;
    this.behave = behave;
    server.on('connection', () => (this.connections += 1));
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = '', url: path = '', headers } = request;
        const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
        this.received.push(received);
        this.behave(received, response);
      });
    });
  }

  static async start(behave: Behaviour, tls: Tls | undefined, port: number): Promise<BackendServer> {
    const server = (tls === undefined ? createServer() : createTlsServer(tls)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    const origin = { scheme: tls === undefined ? ('http' as const) : ('https' as const), port };
    return new BackendServer(server, origin, behave);
  }

  get url(): string {
    const { scheme, port } = this.#origin;
    return `${scheme}://127.0.0.1:${String(port)}`;
  }

  /** Stops answering: connections are refused from now on. */
  async goAway(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async comeBack(): Promise<void> {
    this.#server.listen(this.#origin.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.goAway();
  }
}

/** Starts one for a test: `await using backend = await aBackend(…)`; with a key it speaks HTTPS. */
export async function aBackend(behave: Behaviour, tls?: Tls, port?: number): Promise<BackendServer> {
  return BackendServer.start(behave, tls, port ?? (await aFreePort()));
}

/** Answers with JSON. */
export function json(value: unknown): Behaviour {
  return (_received, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers with bytes of a type, and further headers. */
export function bytes(
  body: Uint8Array | string,
  type: string,
  headers: Record<string, string> = {},
): Behaviour {
  return (_received, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
}

/** Answers with a status alone. */
export function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return (_received, response) => void response.writeHead(code, headers).end();
}
