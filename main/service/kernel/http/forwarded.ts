import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';

import { Failure } from '../failure.ts';

/** Headers that proxies add to a request. Source: RFC 7239 and the usage before it. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
] as const;

/** Returns true if a proxy claims to forward the request; whether it is trusted is decided elsewhere. */
export function isForwarded({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return FORWARDING_HEADERS.some((name) => headers[name] !== undefined);
}

/** Returns whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

/** Parses addresses and subnets (`10.0.0.0/8`). @throws {TypeError} naming the invalid one. */
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
  const max = family === 4 ? 32 : 128;
  const length = bits === undefined ? max : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  if (family === 0 || length < 0 || length > max)
    throw new TypeError(`${text} is neither an address nor a subnet`);
  list.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Refuses requests forwarded by a proxy that is not trusted. For a central that does not know its proxy, every client
 * has the address of the proxy: one that guesses passcodes would lock out all.
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
