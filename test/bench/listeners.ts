/**
 * A process that holds many event streams over raw sockets and counts the events, with as little overhead as
 * possible. Its parent names the address and the event; it answers when all streams are open, and again when all have
 * received everything.
 */
import { connect } from 'node:net';

/** Address of the stream, and the number of events that each reader must receive. */
export type ListenOrder = Readonly<{
  port: number;
  path: string;
  token: string;
  listeners: number;
  /** Text that appears once in every counted event. */
  mark: string;
  events: number;
}>;

/** `listening`: all are open. `done`: all have received everything, at this time of the system's clock, in ms. */
export type ListenReport = Readonly<{ type: 'listening' }> | Readonly<{ type: 'done'; atMs: number }>;

const GREETING = Buffer.from('\n\n');

function listen({ port, path, token, listeners, mark, events }: ListenOrder): void {
  let [open, missing] = [0, listeners * events];
  const sought = Buffer.from(mark);
  const sockets = Array.from({ length: listeners }, () => {
    const socket = connect(port, '127.0.0.1');
    let isOpen = false;
    let tail = Buffer.alloc(0);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`);
    socket.on('data', (chunk: Buffer) => {
      if (!isOpen && chunk.includes(GREETING)) {
        isOpen = true;
        open += 1;
        if (open === listeners) report({ type: 'listening' });
      }
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk]);
      let end = 0;
      for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, end)) {
        end = at + sought.length;
        missing -= 1;
      }
      tail = Buffer.from(bytes.subarray(Math.max(end, bytes.length - sought.length + 1)));
      if (missing > 0) return;
      missing = Infinity;
      report({ type: 'done', atMs: Date.now() });
      for (const each of sockets) each.destroy();
    });
    return socket;
  });
}

function report(what: ListenReport): void {
  process.send?.(what);
}

process.on('message', (order: ListenOrder) => listen(order));
