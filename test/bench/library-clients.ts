/**
 * Downloads the same address over many connections at once and discards the bytes; a separate process, controlled by
 * messages.
 */
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** The addresses to download, and the number of connections. */
export type ClientOrder = Readonly<{
  port: number;
  path: string;
  token: string;
  clients: number;
  /** Number of body bytes of each answer. */
  sizeBytes: number;
  isSecure: boolean;
}>;

/** Time that all of them took together; `short`: answers with fewer bytes. */
export type ClientReport = Readonly<{ seconds: number; short: number }>;

/** More than the header of an answer: bytes beyond this size are content. */
const buffer = Buffer.allocUnsafe(1024 * 1024);

function download({ port, path, token, sizeBytes, isSecure }: ClientOrder): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let arrived = 0;
    const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`;
    const socket: Socket = isSecure
      ? connectSecurely({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => socket.write(request))
      : connect(
          {
            host: '127.0.0.1',
            port,
            // Received into one buffer that is never read, so that the client costs little.
            onread: {
              buffer,
              callback: (count) => {
                arrived += count;
                return true;
              },
            },
          },
          () => socket.write(request),
        );
    if (isSecure) socket.on('data', (chunk) => (arrived += chunk.length));
    else socket.resume();
    socket.on('error', reject);
    socket.on('close', () => resolve(arrived >= sizeBytes));
  });
}

process.on('message', (order: ClientOrder) => {
  const startedAtMs = performance.now();
  Promise.all(Array.from({ length: order.clients }, () => download(order))).then(
    (whole) => {
      const seconds = (performance.now() - startedAtMs) / 1_000;
      process.send?.({ seconds, short: whole.filter((each) => !each).length } satisfies ClientReport);
    },
    (error: unknown) => {
      throw error;
    },
  );
});
