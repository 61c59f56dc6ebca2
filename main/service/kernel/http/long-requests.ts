import type { Socket } from 'node:net';

const long = new WeakSet<Socket>();

/**
 * Lets the request that is coming in on this connection take longer than the server allows: gigabytes over Wi-Fi. Who
 * calls it watches over the request itself.
 */
export function allowLongRequest(socket: Socket): void {
  long.add(socket);
}

/** Whether this is the server's complaint that such a request takes long. It looks at each request once. */
export function isAllowedToTakeLong(error: { readonly code?: string }, socket: Socket): boolean {
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && long.delete(socket);
}

/** Whether a request on this connection, or over HTTP/2 this one request, may take longer than the server allows. */
export function isLongRequest(socket: Socket): boolean {
  return long.has(socket);
}
