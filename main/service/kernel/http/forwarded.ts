import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BlockList, isIP } from 'node:net';

import { Failure } from '../failure.ts';

/** Headers that proxies add to a request. Source: RFC 7239 and the usage before it; RFC 9110 section 7.6.3 (`via`). */
const FORWARDING_HEADERS = [
  'forwarded',
  'via',
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

/** Returns whether an address is that of a trusted proxy; undefined: the connection is closed. */
export type TrustedProxies = (address: string | undefined) => boolean;

/** Parses addresses and subnets (`10.0.0.0/8`). @throws {TypeError} naming the invalid one. */
export function readTrustedProxies(texts: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const text of texts) addTo(list, text);
  return (address = '') => {
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
 * Removes ports from the addresses that a trusted proxy reports, as some add them: every connection would count as
 * another client. Register it before anything that reads the address.
 */
export function dropForwardedPorts(http: FastifyInstance, isTrusted: TrustedProxies): void {
  http.addHook('onRequest', ({ raw: { headers, socket } }, _reply, done) => {
    const chain = headers['x-forwarded-for'];
    if (typeof chain === 'string' && chain.includes(':') && isTrusted(socket.remoteAddress))
      headers['x-forwarded-for'] = chain.split(',').map(withoutPort).join(',');
    done();
  });
}

/** Converts `203.0.113.9:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]` into the address alone. */
function withoutPort(text: string): string {
  return text.trim().replace(/^(?:\[(.+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, '$1$2');
}

/**
 * Refuses requests forwarded by a proxy that is not trusted, or that does not say for whom. For a central that does
 * not know its proxy, every client has the address of the proxy: one that guesses passcodes would lock out all.
 */
export function refuseUntoldProxies(http: FastifyInstance, isTrusted: TrustedProxies): void {
  http.addHook('onRequest', (request, _reply, done) => {
    done(isForwarded(request) ? refusalOf(request, isTrusted) : undefined);
  });
}

function refusalOf(
  { headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  isTrusted: TrustedProxies,
): Failure<'FORBIDDEN'> | undefined {
  const { remoteAddress = '' } = socket;
  const forwarder = `A proxy at ${remoteAddress} forwarded this request`;
  if (!isTrusted(remoteAddress))
    return new Failure(
      'FORBIDDEN',
      `${forwarder}, and this central does not trust it. Start it with --trusted-proxy ${remoteAddress}.`,
    );
  if ((headers['x-forwarded-for'] ?? '') !== '') return undefined;
  return new Failure(
    'FORBIDDEN',
    `${forwarder} without X-Forwarded-For, so that all its clients would count as one. Let it send that header.`,
  );
}
