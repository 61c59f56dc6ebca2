import { request } from 'node:http';
import { connect } from 'node:net';

/** A raw answer read from the socket. */
export type RawAnswer = { readonly status: number; readonly headers: string; readonly body: string };

/** Options of `rawRequest`; the path is sent unchanged. */
export type RawRequest = {
  readonly method?: string;
  readonly path: string;
  /** Several values: as several lines. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
  /** Own source address, e.g. 127.0.0.2. */
  readonly localAddress?: string;
};

/** Sends a request that fetch would not: a foreign Host, another source address, a raw path. */
export function rawRequest(url: string, requested: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { method = 'GET', path, headers = {}, body, localAddress } = requested;
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        method,
        path,
        headers,
        agent: false,
        ...(localAddress ? { localAddress } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.rawHeaders.join('\n').toLowerCase(),
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Writes bytes to the port and reads until the station disconnects. */
export function rawBytes(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      resolve({ status: Number(head.split(' ')[1] ?? 0), headers: head.toLowerCase(), body });
    });
  });
}
