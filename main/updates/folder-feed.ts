import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';

/** Valid file names in a release folder; nothing else is served, and no name leads out of the folder. */
const NAMES = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,120}\.(yml|yml\.sig|exe|dmg|zip|tar\.gz|AppImage|deb|blockmap)$/;

/**
 * Serves a release folder, on this computer or a network drive, on loopback, because the updater accepts only URLs.
 * For sites without internet.
 */
export async function serveFolder(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const name = decodeName(request.url);
    const path = join(folder, name ?? '');
    if (request.method !== 'GET' || name === undefined) {
      response.writeHead(404).end();
      return;
    }
    stat(path).then(
      ({ size }) => {
        const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
        const start = range === null ? 0 : Number(range[1]);
        const end = range === null || range[2] === '' ? size - 1 : Math.min(Number(range[2]), size - 1);
        response.writeHead(range === null ? 200 : 206, {
          'content-length': Math.max(0, end - start + 1),
          ...(range === null ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
        });
        createReadStream(path, { start, end })
          .on('error', () => response.destroy())
          .pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  // Neither it nor a connection that waits for a next request keeps a command running that has nothing else to do.
  server.unref().on('connection', (socket) => socket.unref());
  return { url: `http://127.0.0.1:${String(portOf(server))}/`, close: () => void server.close() };
}

function decodeName(url: string | undefined): string | undefined {
  try {
    const name = decodeURIComponent((url ?? '').split('?')[0]?.slice(1) ?? '');
    return NAMES.test(name) ? name : undefined;
  } catch {
    // Not a URL that we would have written.
    return undefined;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
