import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';

/** A request as it came in. */
export type Received = {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Answers one request in any way it likes, also not at all. */
export type Behaviour = (received: Received, response: ServerResponse) => void;

/** A real HTTP server on loopback that behaves as a test tells it to and notes what it was asked. */
export class BackendServer implements AsyncDisposable {
  readonly received: Received[] = [];
  behave: Behaviour;
  /** How many connections were ever opened. */
  connections = 0;
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server, port: number, behave: Behaviour) {
    this.#server = server;
    this.#port = port;
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

  static async start(behave: Behaviour): Promise<BackendServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new BackendServer(
      server,
      typeof address === 'object' && address !== null ? address.port : 0,
      behave,
    );
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Stops answering: connections are refused from now on. */
  async goAway(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async comeBack(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.goAway();
  }
}

/** Starts one for a test: `await using backend = await aBackend(…)`. */
export function aBackend(behave: Behaviour): Promise<BackendServer> {
  return BackendServer.start(behave);
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
