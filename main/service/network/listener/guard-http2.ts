import type { Http2Server, Http2SecureServer, Http2ServerRequest, ServerHttp2Session } from 'node:http2';

import { isLongRequest } from '../../kernel/http/long-requests.ts';

/** How long a request may take to come in whole, and how long a connection may lie idle, in ms. */
type Limits = { readonly requestTimeout: number; readonly keepAliveTimeout: number };

/** Holds requests over HTTP/2 to what Node does for HTTP/1.1 by itself. Call it before anything else handles requests. */
export function guardHttp2(
  server: Http2SecureServer | Http2Server,
  { requestTimeout, keepAliveTimeout }: Limits,
): void {
  server.on('session', (session) => closeIdle(session, keepAliveTimeout));
  server.on('request', (request) => {
    if (request.httpVersionMajor === 2) refuseSlow(request, requestTimeout);
  });
}

/** Ends a connection over which nothing has gone for a while; what is still open on it then has as long again. */
function closeIdle(session: ServerHttp2Session, keepAliveTimeout: number): void {
  session.setTimeout(keepAliveTimeout, () => {
    session.close();
    setTimeout(() => session.destroy(), keepAliveTimeout).unref();
  });
}

/** Cuts off a request whose body has not come by then, but for uploads, which have a watch of their own. */
function refuseSlow(request: Http2ServerRequest, requestTimeout: number): void {
  const late = setTimeout(() => {
    if (!request.readableEnded && !isLongRequest(request.socket)) request.stream.close();
  }, requestTimeout).unref();
  request.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
}
