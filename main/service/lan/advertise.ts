import { Bonjour } from 'bonjour-service';
import type { EventEmitter } from 'node:events';

import type { Logger } from '../log.ts';

/** What is told of the station over mDNS. The fingerprint is a hint; the proof is the QR code or the pairing. */
export type Advertisement = {
  readonly stationId: string;
  readonly address: string;
  readonly port: number;
  readonly fingerprint: string;
};

/**
 * Advertises `_muster._tcp` on one address; answers how to take it back.
 * Every option is there for a fault that was seen in bonjour-service 1.4: its socket has no error listener, its default
 * error callback throws, without `bind` it hears no query, and without `interface` it is silent where there is no default
 * route; its own conflict probe takes the other station down, so the name carries the station's id instead.
 */
export function advertise(given: Advertisement, log: Logger): () => Promise<void> {
  const warn = (error: unknown): void =>
    log.warn({ err: error }, 'discovery is disturbed; headsets can still be given the address');
  // Options of its socket that its types leave out.
  const where: object = { interface: given.address, bind: '0.0.0.0' };
  const bonjour = new Bonjour(where, warn);
  listenForErrors(bonjour, warn);
  const shortId = given.stationId.slice(-6);
  bonjour.publish({
    name: `Muster ${shortId}`,
    type: 'muster',
    protocol: 'tcp',
    port: given.port,
    host: `muster-${shortId}.local`,
    probe: false,
    disableIPv6: true,
    txt: { v: '1', id: given.stationId, fp: given.fingerprint, p: '/' },
  });
  return () =>
    new Promise((resolve) => {
      // The goodbye is a courtesy; nobody waits long for it.
      const late = setTimeout(resolve, 500);
      bonjour.unpublishAll(() => {
        bonjour.destroy(() => {
          clearTimeout(late);
          resolve();
        });
      });
    });
}

/** The socket is there at run time but not in the library's types. */
function listenForErrors(bonjour: object, warn: (error: unknown) => void): void {
  const { server } = bonjour as { server?: { mdns?: EventEmitter } };
  server?.mdns?.on('error', warn).on('warning', warn);
}
