import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';

/** The proxy's fault for one request. */
export type ProxyFault =
  /** The connection breaks before the request is passed on, after it was answered, or within that answer. */
  | { readonly kind: 'cutBefore' | 'cutAfter' | 'cutWithin' }
  /** It is not passed on; this is the answer. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** It is passed on twice; the second answer is returned. */
  | { readonly kind: 'repeat' }
  /** It is passed on; this is called once the answer was sent. */
  | { readonly kind: 'watched'; readonly onAnswered: () => void | Promise<void> }
  /** It is passed on after this many ms. */
  | { readonly kind: 'delay'; readonly ms: number };

/** A request as a fault may select it. */
export type Passing = { readonly method: string; readonly path: string };

/** Names who sent a request that passed a proxy. */
export const SENDER_HEADER = 'x-test-sender';

/** A proxy between a station and its central that injects faults. */
export class FaultProxy implements AsyncDisposable {
  /** Selects the fault of a request. */
  fault: (passing: Passing) => ProxyFault | undefined | Promise<ProxyFault | undefined> = () => undefined;
  /** Target of the requests: another one after a central was restarted. */
  target: string;
  /** Header in which every request names its sender to the target. */
  readonly #sender: Readonly<Record<string, string>>;
  readonly #server: Server;

  private constructor(target: string, server: Server, sender: string | undefined) {
    this.target = target;
    this.#sender = sender === undefined ? {} : { [SENDER_HEADER]: sender };
    this.#server = server;
    server.on('request', (incoming, response) => {
      this.#pass(incoming, response).catch(() => response.destroy());
    });
  }

  static async start(target: string, sender?: string): Promise<FaultProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultProxy(target, server, sender);
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? String(address.port) : ''}`;
  }

  /** Makes every connection dead, as after the laptop at one end slept. */
  cutAll(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const fault = await this.fault({ method: incoming.method ?? 'GET', path: incoming.url ?? '/' });
    if (fault?.kind === 'cutBefore') return void response.destroy();
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void response.end(fault.body);
    }
    if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const body = Buffer.concat(chunks);
    if (fault?.kind === 'repeat') (await this.#forward(incoming, body)).resume();
    const answer = await this.#forward(incoming, body);
    if (fault?.kind === 'cutAfter') {
      answer.resume();
      await once(answer, 'end');
      return void response.destroy();
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault?.kind === 'cutWithin') {
      response.write(' ', () => response.destroy());
      return;
    }
    response.flushHeaders();
    answer.on('error', () => response.destroy());
    if (fault?.kind === 'watched') response.on('finish', () => void fault.onAnswered());
    response.on('close', () => answer.destroy());
    answer.pipe(response);
  }

  #forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { host: _host, connection: _connection, ...passed } = headers;
      const forwarded = request(new URL(url ?? '/', this.target), {
        method,
        headers: { ...passed, ...this.#sender },
        agent: false,
      });
      forwarded.on('response', resolve).on('error', reject).end(body);
    });
  }
}

/** Starts one for a test: `await using proxy = await aFaultProxy(central.url)`. */
export function aFaultProxy(target: string, sender?: string): Promise<FaultProxy> {
  return FaultProxy.start(target, sender);
}
