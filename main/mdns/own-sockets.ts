import { networkInterfaces } from 'node:os';

import { MDNS_PORT, type MdnsSocket, openMdns } from './socket.ts';

/** Sockets for multicast DNS at every current address of this computer, for one that queries again and again. */
export class OwnSockets {
  readonly #addresses: () => readonly string[];
  readonly #port: number;
  readonly #open = new Map<string, { readonly socket: MdnsSocket; readonly stop: () => void }>();

  constructor(addresses: () => readonly string[] = ownAddresses, port: number = MDNS_PORT) {
    this.#addresses = addresses;
    this.#port = port;
  }

  /** Starts over at each address: the library sends one query only. `watch` returns a function that ends it. */
  query(watch: (socket: MdnsSocket) => () => void): void {
    const addresses = this.#addresses();
    for (const [address, { socket }] of this.#open) {
      if (addresses.includes(address)) continue;
      this.#open.delete(address);
      void socket.close();
    }
    for (const address of addresses) {
      const known = this.#open.get(address);
      known?.stop();
      // On a network on which it does not work nothing is found.
      const socket = known?.socket ?? openMdns({ address, port: this.#port }, () => undefined);
      this.#open.set(address, { socket, stop: watch(socket) });
    }
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(({ socket }) => socket.close()));
  }
}

/** Returns the IPv4 addresses of this computer, or of one interface. Loopback counts if it is named. */
export function ownAddresses(interfaceName?: string): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => interfaceName === undefined || name === interfaceName)
    .flatMap(([, entries]) => entries ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && (!internal || interfaceName !== undefined))
    .map(({ address }) => address);
}
