import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const messageSchema = z.object({
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** One received delivery. */
export type Received = z.infer<typeof messageSchema> & {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly path: string;
};

/** Answer of a receiver; 204 by default. `hang` never answers. */
export type Reply = number | 'hang' | ((response: ServerResponse, request: IncomingMessage) => void);

/** A real HTTP server that receives deliveries and records them. */
export class Receiver implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly url: string;
  readonly #server: Server;
  readonly #replies: Reply[] = [];
  #always: Reply = 204;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    this.url = `http://127.0.0.1:${port}/hook`;
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const receiver = new Receiver(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void receiver.#take(request, response);
    });
    return receiver;
  }

  /** Answers the next deliveries with these, one after the other. */
  replyOnce(...replies: readonly Reply[]): void {
    this.#replies.push(...replies);
  }
  /** Answers all others with this. */
  reply(reply: Reply): void {
    this.#always = reply;
  }

  /** Resolves with the deliveries when this many have arrived in total. */
  async arrived(count: number): Promise<readonly Received[]> {
    if (this.received.length < count)
      await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }));
    return this.received.slice(0, count);
  }
  get types(): string[] {
    return this.received.map(({ type }) => type);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const headers = z.record(z.string(), z.string()).parse(request.headers);
    const message = messageSchema.parse(JSON.parse(body));
    const id = headers['webhook-id'] ?? '';
    this.received.push({ ...message, id, headers, body, path: request.url ?? '' });
    const reply = this.#replies.shift() ?? this.#always;
    if (typeof reply === 'function') reply(response, request);
    else if (typeof reply === 'number') response.writeHead(reply).end();
    this.#waiting = this.#waiting.filter(({ count, resolve }) => {
      if (this.received.length < count) return true;
      resolve();
      return false;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/**
 * Returns true if a delivery is signed with `secret`, computed independently. Source: Standard Webhooks
 * specification, "Signature scheme".
 */
export function isSignedWith({ headers, body }: Received, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(content).digest('base64');
  return headers['webhook-signature']?.split(' ').includes(`v1,${signature}`) === true;
}
