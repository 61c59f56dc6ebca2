import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { issueCertificate } from '../../main/service/network/listener/identity.ts';

/**
 * A relay in the middle: HTTPS with its own key, passing on every request to the real station and every answer back,
 * and recording both.
 */
export class Relay implements AsyncDisposable {
  readonly seen: { readonly path: string; readonly body: string; readonly status: number }[] = [];
  readonly #server: Server;
  readonly #target: number;

  private constructor(target: number, credentials: { key: string; cert: string }) {
    this.#target = target;
    this.#server = createServer({ ...credentials, minVersion: 'TLSv1.3' }, (requested, answer) => {
      this.#passOn(requested, answer).catch(() => answer.destroy());
    });
  }

  /** Relays to the station on port `target` of this computer; listens on `port`, or any free one. */
  static async open(target: number, port = 0): Promise<Relay> {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const cert = await issueCertificate({ key, fingerprint: '' }, 'muster.local', ['127.0.0.1']);
    const relay = new Relay(target, { key, cert });
    relay.#server.listen(port, '127.0.0.1');
    await once(relay.#server, 'listening');
    return relay;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #passOn(requested: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await textOf(requested);
    const { method, url: path = '', headers } = requested;
    const passed = request({
      host: '127.0.0.1',
      port: this.#target,
      method,
      path,
      headers,
      agent: false,
      rejectUnauthorized: false,
    });
    passed.end(body);
    const [got] = (await once(passed, 'response')) as [IncomingMessage];
    const text = await textOf(got);
    this.seen.push({ path, body, status: got.statusCode ?? 0 });
    answer.writeHead(got.statusCode ?? 502, { 'content-type': 'application/json' }).end(text);
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += String(chunk);
  return text;
}
