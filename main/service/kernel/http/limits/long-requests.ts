import type { Socket } from 'node:net';

const long = new WeakSet<Socket>();

/**
 * Allows the current request on this connection to exceed the server's time limit: gigabytes over Wi-Fi. The caller
 * has to supervise the request.
 */
export function allowLongRequest(socket: Socket): void {
  long.add(socket);
}

/** Returns whether this is the server's timeout error for such a request. It is reported once per request. */
export function isAllowedToTakeLong(error: { readonly code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.delete(socket);
}

/**
 * Returns whether a request on this connection, or this one request over HTTP/2, may exceed the server's time limit.
 */
export function isLongRequest(socket: Socket): boolean {
  return long.has(socket);
}
