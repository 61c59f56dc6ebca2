/**
 * A process that requests pages as fast as they are answered, over raw sockets, one request at a time on each, with
 * as little overhead as possible. Its parent sends an order, it answers with a report; once for every round.
 */
import { connect } from 'node:net';

/** Requests and tokens, each used in turn. */
export type GetOrder = Readonly<{
  port: number;
  paths: readonly string[];
  tokens: readonly string[];
  connections: number;
  requests: number;
}>;

export type GetReport = Readonly<{ seconds: number; answered: number; failed: number }>;

function run({ port, paths, tokens, connections, requests }: GetOrder): Promise<GetReport> {
  return new Promise((resolve, reject) => {
    let [begun, answered, failed] = [0, 0, 0];
    const startedAtMs = performance.now();
    for (let number = 0; number < connections; number += 1) {
      const socket = connect(port, '127.0.0.1');
      const send = (): void => {
        if (begun === requests) return;
        const path = paths[begun % paths.length] ?? '/';
        const token = tokens[begun % tokens.length] ?? '';
        begun += 1;
        socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
      };
      let pending: Buffer = Buffer.alloc(0);
      socket.setNoDelay(true);
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const headEnd = pending.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const head = pending.toString('latin1', 0, headEnd);
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (pending.length < headEnd + 4 + length) return;
        pending = Buffer.alloc(0);
        answered += 1;
        if (!head.startsWith('HTTP/1.1 200')) failed += 1;
        if (answered === requests)
          resolve({ seconds: (performance.now() - startedAtMs) / 1_000, answered, failed });
        if (begun === requests) socket.end();
        else send();
      });
    }
  });
}

process.on('message', (order: GetOrder) => {
  run(order).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      throw error;
    },
  );
});
