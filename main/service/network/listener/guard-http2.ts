import type { Http2Server, Http2SecureServer, Http2ServerRequest, ServerHttp2Session } from 'node:http2';

import { isLongRequest } from '../../kernel/http/limits/long-requests.ts';

/** How long a request may take to arrive, and how long a connection may be idle, in ms. */
type Limits = { readonly requestTimeout: number; readonly keepAliveTimeout: number };

/** Applies to HTTP/2 the limits that Node applies to HTTP/1.1. Call it before anything else handles requests. */
export function guardHttp2(
  server: Http2SecureServer | Http2Server,
  { requestTimeout, keepAliveTimeout }: Limits,
): void {
  server.on('session', (session) => closeIdle(session, keepAliveTimeout));
  server.on('request', (request) => {
    if (request.httpVersionMajor === 2) refuseSlow(request, requestTimeout);
  });
}

/** Closes an idle connection; open streams get the same time again. */
function closeIdle(session: ServerHttp2Session, keepAliveTimeout: number): void {
  session.setTimeout(keepAliveTimeout, () => {
    session.close();
    setTimeout(() => session.destroy(), keepAliveTimeout).unref();
  });
}

/** Aborts a request whose body has not arrived in time, except for uploads, which are supervised elsewhere. */
function refuseSlow(request: Http2ServerRequest, requestTimeout: number): void {
  const late = setTimeout(() => {
    if (!request.readableEnded && !isLongRequest(request.socket)) request.stream.close();
  }, requestTimeout).unref();
  request.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
}
