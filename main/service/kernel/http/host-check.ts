import type { FastifyInstance } from 'fastify';

import { Failure } from '../failure.ts';
import { isForwarded, type TrustedProxies } from './forwarded.ts';
import { isFromLan } from './from-lan.ts';

/** True for 127.0.0.0/8 and ::1, also as an IPv4-mapped address. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** Host names under which a loopback listener may be asked. */
const localHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Refuses a request to the loopback listener that names another host: a web page whose name was pointed at 127.0.0.1
 * (DNS rebinding) would otherwise speak to the station with the person's own browser. A trusted proxy passes on its own name.
 */
export function checkHost(http: FastifyInstance, isTrustedProxy: TrustedProxies): void {
  http.addHook('onRequest', (request, _reply, done) => {
    // The HTTPS listener of the local network has names of its own.
    if (isFromLan(request)) return done();
    const { host } = request.headers;
    if (isForwarded(request) && isTrustedProxy(request.socket.remoteAddress ?? '')) return done();
    done(
      host !== undefined && localHost.test(host)
        ? undefined
        : new Failure('FORBIDDEN', 'This address answers only as 127.0.0.1 or localhost.'),
    );
  });
}
