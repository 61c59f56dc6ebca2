/** Downloads the same address over many connections at once and lets the bytes go; a process of its own, told what to do by message. */
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

/** What to download, and how often at once. */
export type ClientOrder = Readonly<{
  port: number;
  path: string;
  token: string;
  clients: number;
  /** The bytes of each answer, its head not counted. */
  sizeBytes: number;
  isSecure: boolean;
}>;

/** How long all of them took together; `short`: answers that had fewer bytes. */
export type ClientReport = Readonly<{ seconds: number; short: number }>;

/** A head and not a few bytes more: what is longer than the content by this is the content. */
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
            // Into one buffer that nobody reads: the client must not be what is measured.
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
