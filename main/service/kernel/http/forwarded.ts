import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';

import { Failure } from '../failure.ts';

/** What proxies add to a request. Source: RFC 7239 and the usage before it. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
] as const;

/** True where a proxy says that it brings the request from somebody else; whether it is believed is another question. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

/** Tells whether an address is that of a proxy whose word counts. */
export type TrustedProxies = (address: string) => boolean;

/** Reads addresses and subnets (`10.0.0.0/8`). @throws {TypeError} naming the one that is none. */
export function readTrustedProxies(texts: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const text of texts) addTo(list, text);
  return (address) => {
    const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function addTo(list: BlockList, text: string): void {
  const [address = '', bits] = text.split('/', 2);
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (family === 0 || length < 0 || length > most) throw new TypeError(`${text} is no address and no subnet`);
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Refuses what was forwarded by somebody who is no trusted proxy. To a central that is not told of its proxy every client
 * is the proxy: one who guesses would lock out all.
 */
export function refuseUntoldProxies(http: FastifyInstance, isTrusted: TrustedProxies): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress = '' } = request.socket;
    done(
      isForwarded(request) && !isTrusted(remoteAddress)
        ? new Failure(
            'FORBIDDEN',
            `A proxy at ${remoteAddress} forwarded this request, and this central does not trust it. Start it with --trusted-proxy ${remoteAddress}, or let the proxy send no X-Forwarded headers.`,
          )
        : undefined,
    );
  });
}
