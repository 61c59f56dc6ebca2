import type { FastifyInstance } from 'fastify';

import { Failure } from '../failure.ts';
import { isForwarded, type TrustedProxies } from './forwarded.ts';
import { isFromLan } from './from-lan.ts';

/** Returns true for 127.0.0.0/8 and ::1, also as an IPv4-mapped address. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** Host names that the loopback listener accepts. */
const localHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses requests to the loopback listener with another Host header: a web page whose name resolves to 127.0.0.1
 * (DNS rebinding) could otherwise use the person's browser to reach the station. A trusted proxy passes its own name
 * on.
 */
export function checkHost(http: FastifyInstance, isTrustedProxy: TrustedProxies): void {
  http.addHook('onRequest', (request, _reply, done) => {
    // The HTTPS listener of the local network has other names.
    if (isFromLan(request)) return done();
    const { host } = request.headers;
    if (isForwarded(request) && isTrustedProxy(request.socket.remoteAddress)) return done();
    done(
      host !== undefined && localHost.test(host)
        ? undefined
        : new Failure('FORBIDDEN', 'This address answers only as 127.0.0.1 or localhost.'),
    );
  });
}
