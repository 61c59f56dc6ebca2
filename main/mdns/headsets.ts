import type { Browser, Service } from 'bonjour-service';
import { isIPv4 } from 'node:net';

import { serialIn } from '../../shared/domain/enrolment/adb-wifi.ts';
import { OwnSockets } from './own-sockets.ts';
import type { MdnsEndpoint, MdnsSocket } from './socket.ts';

/**
 * The services that a headset announces: that it listens for adb since it was told by cable (`adb`), that wireless
 * debugging is on (`connect`), and that it shows a code for pairing (`pairing`).
 * Sources: Android, adb/daemon/mdns.cpp and AdbDebuggingManager.
 */
const TYPES = { adb: 'adb', connect: 'adb-tls-connect', pairing: 'adb-tls-pairing' } as const;
type Kind = keyof typeof TYPES;

/** Interval between queries, in ms: the library sends one, and never learns that a headset moved. */
const QUERY_MS = 4_000;
/** An announcement that three queries in a row did not bring counts as withdrawn: not every headset says goodbye. */
const LIFE_MS = 3 * QUERY_MS;
/** Limit against floods that would fill the memory. */
const MAX_HEADSETS = 1_024;

/** What a headset announces. `serial`: null if its name does not tell it, as with a code in the form of a picture. */
export type Announced = {
  readonly name: string;
  readonly serial: string | null;
  readonly address: string;
  readonly port: number;
};

/**
 * What headsets on the network announce about adb: the way back to one whose address or port changed, and to one that
 * shows a code. Asked only while somebody needs it. An announcement is a hint; who is there is asked over adb before
 * anything else.
 */
export class AnnouncedHeadsets {
  /** Whether it looks at any network. */
  readonly isOn: boolean;
  readonly #kinds: readonly Kind[];
  readonly #sockets: OwnSockets;
  readonly #seen = new Map<string, Announced & { readonly kind: Kind; readonly atMs: number }>();
  #timer: NodeJS.Timeout | undefined;

  /** `only`: the only network; null for none, undefined for every one of this computer. */
  constructor(only: MdnsEndpoint | null | undefined, kinds: readonly Kind[]) {
    this.isOn = only !== null;
    this.#sockets = new OwnSockets(only ? () => [only.address] : undefined, only?.port);
    this.#kinds = kinds;
  }

  /** Returns what was announced lately, by name. */
  all(kind: Kind): Announced[] {
    const sinceMs = performance.now() - LIFE_MS;
    for (const [key, { atMs }] of this.#seen) if (atMs < sinceMs) this.#seen.delete(key);
    return [...this.#seen.values()]
      .filter((each) => each.kind === kind)
      .map(({ name, serial, address, port }) => ({ name, serial, address, port }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  }

  /** Returns where a headset with this serial number announces itself; null if none does. */
  of(kind: Kind, serial: string): Announced | null {
    return this.all(kind).find((each) => each.serial === serial) ?? null;
  }

  /** Listens from now on, or no longer. */
  listen(isNeeded: boolean): void {
    if (!this.isOn || isNeeded === (this.#timer !== undefined)) return;
    if (!isNeeded) return void this.close();
    this.#timer = setInterval(() => this.#query(), QUERY_MS).unref();
    this.#query();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#seen.clear();
    await this.#sockets.close();
  }

  #query(): void {
    this.#sockets.query((socket) => {
      const browsers = this.#kinds.map((kind) => this.#browse(socket, kind));
      return () => browsers.forEach((browser) => browser.stop());
    });
  }

  #browse({ bonjour }: MdnsSocket, kind: Kind): Browser {
    const browser = bonjour.find({ type: TYPES[kind] });
    browser.on('up', (service: Service) => this.#note(kind, service));
    browser.on('down', ({ name }: Service) => this.#withdraw(kind, name));
    return browser;
  }

  /** What it says is untrusted: only the sender's own address is taken. */
  #note(kind: Kind, { name, port, referer }: Service): void {
    const address = referer?.address;
    if (address === undefined || !isIPv4(address) || !(port > 0 && port < 65_536)) return;
    const serial = kind === 'adb' ? (/^adb-(.{1,64})$/.exec(name)?.[1] ?? null) : serialIn(name);
    if (serial === null && kind !== 'pairing') return;
    const key = `${kind} ${name} ${address}`;
    if (this.#seen.size >= MAX_HEADSETS && !this.#seen.has(key)) return;
    this.#seen.set(key, { kind, name: name.slice(0, 63), serial, address, port, atMs: performance.now() });
  }

  #withdraw(kind: Kind, name: string): void {
    for (const [key, each] of this.#seen)
      if (each.kind === kind && each.name === name.slice(0, 63)) this.#seen.delete(key);
  }
}
