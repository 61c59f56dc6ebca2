import { connect, createServer } from 'node:net';

/** The result of a connection attempt. `silent`: no answer, or no route. */
export type Reached = 'open' | 'refused' | 'silent';

/** Tries a TCP connection and closes it at once. */
export function tryConnect(
  to: { readonly address: string; readonly port: number },
  ms: number,
  signal: AbortSignal,
): Promise<Reached> {
  const { promise, resolve } = Promise.withResolvers<Reached>();
  if (signal.aborted) resolve('silent');
  const socket = connect({ host: to.address, port: to.port });
  const late = (): void => resolve('silent');
  const timer = setTimeout(late, ms);
  signal.addEventListener('abort', late);
  socket.once('connect', () => resolve('open'));
  socket.once('error', (error) => {
    resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'silent');
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', late);
    // It may fail after the caller has stopped waiting.
    socket.on('error', () => undefined).destroy();
  });
}

/** Checks whether a program could listen on this port now. Returns null if so, else the system's error code. */
export function tryListen(port: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const server = createServer();
  server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  server.listen({ port, host: '0.0.0.0', exclusive: true }, () => server.close(() => resolve(null)));
  return promise;
}
