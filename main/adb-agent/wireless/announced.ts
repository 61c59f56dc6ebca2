import type { Browser, Service } from 'bonjour-service';
import { isIPv4 } from 'node:net';

import { ownAddresses } from '../../agent/station/discovery.ts';
import { MDNS_PORT, type MdnsEndpoint, type MdnsSocket, openMdns } from '../../mdns/socket.ts';

/**
 * The service that a headset announces while it listens for adb on the Wi-Fi, under `adb-` and its serial number.
 * Source: Android, adb/daemon/mdns.cpp.
 */
const SERVICE = { type: 'adb' };
const NAME = /^adb-(.{1,64})$/;
/** Interval between queries, in ms: the library sends one, and never learns that a headset moved. */
const QUERY_MS = 4_000;
/** Limit against floods that would fill the memory. */
const MAX_HEADSETS = 1_024;

type Place = { readonly socket: MdnsSocket; browser: Browser };

/**
 * Where headsets announce that they listen for adb: the way back to one whose address changed. Asked only while one is
 * missing. An announcement is a hint; who is there is asked over adb before anything else.
 */
export class AnnouncedHeadsets {
  readonly #only: MdnsEndpoint | null | undefined;
  readonly #places = new Map<string, Place>();
  readonly #addresses = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  /** `only`: the only network; null for none, undefined for every one of this computer. */
  constructor(only: MdnsEndpoint | null | undefined) {
    this.#only = only;
  }

  /** Returns the address that announces the headset with this serial number; null if none does. */
  addressOf(serial: string): string | null {
    return this.#addresses.get(serial) ?? null;
  }

  /** Listens from now on, or no longer. */
  listen(isNeeded: boolean): void {
    if (this.#only === null || isNeeded === (this.#timer !== undefined)) return;
    if (!isNeeded) return void this.close();
    this.#timer = setInterval(() => this.#query(), QUERY_MS);
    this.#query();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#addresses.clear();
    const places = [...this.#places.values()];
    this.#places.clear();
    await Promise.all(places.map(({ socket }) => socket.close()));
  }

  #query(): void {
    const only = this.#only ?? undefined;
    const addresses = only === undefined ? ownAddresses() : [only.address];
    for (const [address, { socket }] of this.#places) {
      if (addresses.includes(address)) continue;
      this.#places.delete(address);
      void socket.close();
    }
    for (const address of addresses) {
      const known = this.#places.get(address);
      known?.browser.stop();
      const port = only?.port ?? MDNS_PORT;
      // A network on which it does not work has no headset to find.
      const socket = known?.socket ?? openMdns({ address, port }, () => undefined);
      const browser = socket.bonjour.find(SERVICE);
      browser.on('up', (service: Service) => this.#note(service));
      this.#places.set(address, { socket, browser });
    }
  }

  /** What it says is untrusted: only the sender's own address is taken. */
  #note({ name, referer }: Service): void {
    const serial = NAME.exec(name)?.[1];
    const address = referer?.address;
    if (serial === undefined || address === undefined || !isIPv4(address)) return;
    if (this.#addresses.size < MAX_HEADSETS || this.#addresses.has(serial))
      this.#addresses.set(serial, address);
  }
}
