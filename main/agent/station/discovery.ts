import { request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';

import { getHealth } from '../../../shared/contract/operations/station.ts';
import { type SeenStation, watchStations } from '../../mdns/scan.ts';
import { ownAddresses, OwnSockets } from '../../mdns/own-sockets.ts';
import { fingerprintOf } from './pin.ts';

/** A station that answered. `fingerprint` is the key that it presented: pinning it proves nothing yet. */
export type FoundStation = Readonly<{
  id: string;
  name: string;
  address: string;
  port: number;
  fingerprint: string;
  url: string;
}>;

/** The station to find; absent fields match any. */
export type WantedStation = Readonly<{ id?: string; fingerprint?: string }>;

/** Where to scan: the networks of one interface, or of all but loopback. */
export type FinderOptions = Readonly<{
  interfaceName: string | undefined;
  /** The port of multicast DNS; another one in tests. */
  mdnsPort?: number;
}>;

/** Interval between queries, in ms: the library sends one query, and never learns that a station moved. */
const POLL_INTERVAL_MS = 2_000;
const FOLLOW_EVERY_MS = 2_000;
const ANSWER_MS = 3_000;
const MAX_BYTES = 1_024;

/**
 * Finds stations by mDNS, as a headset does. Announcements are only hints: a station is found when it answers over
 * HTTPS with the announced key.
 */
export class StationFinder {
  readonly #sockets: OwnSockets;
  readonly #timer: NodeJS.Timeout;
  #before = new Map<string, SeenStation>();
  #seen = new Map<string, SeenStation>();

  constructor({ interfaceName, mdnsPort }: FinderOptions) {
    this.#sockets = new OwnSockets(() => ownAddresses(interfaceName), mdnsPort);
    this.#query();
    this.#timer = setInterval(() => this.#query(), POLL_INTERVAL_MS);
  }

  /** Stations announced in the last seconds, the newest first. */
  get seen(): readonly SeenStation[] {
    return [...this.#seen.values(), ...this.#before.values()];
  }

  /** Waits for a station that answers, or until `signal` is aborted (null). */
  async find(wanted: WantedStation, signal: AbortSignal): Promise<FoundStation | null> {
    while (!signal.aborted) {
      const tries = this.seen.filter((each) => isWanted(each, wanted));
      // All at once, so that those that do not answer do not block the others.
      const found = await firstOf(tries.map((each) => this.#try(each, wanted, signal)));
      if (found !== null) return found;
      await sleep(200, undefined, { signal }).catch(() => undefined);
    }
    return null;
  }

  /** Stops scanning. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sockets.close();
  }

  async #try(station: SeenStation, wanted: WantedStation, signal: AbortSignal): Promise<FoundStation | null> {
    // The sender's address is reachable; of its announced addresses only that may be true.
    for (const address of new Set([station.address, ...station.addresses])) {
      const { id, name, port } = station;
      const fingerprint = await keyAt(address, port, signal);
      if (fingerprint === null || (station.fingerprint ?? fingerprint) !== fingerprint) continue;
      if ((wanted.fingerprint ?? fingerprint) !== fingerprint) continue;
      return { id, name, address, port, fingerprint, url: `https://${address}:${port}` };
    }
    return null;
  }

  #query(): void {
    this.#before = this.#seen;
    this.#seen = new Map();
    this.#sockets.query((socket) => {
      const browser = watchStations(socket, this.#seen);
      return () => browser.stop();
    });
  }
}

/** The URL of a station, updated as it moves. It stays the station with the same key, whatever is announced. */
export class FoundAddress {
  readonly fingerprint: string;
  #found: FoundStation;

  constructor(found: FoundStation) {
    this.#found = found;
    this.fingerprint = found.fingerprint;
  }

  get url(): string {
    return this.#found.url;
  }

  /** Searches for it again whenever it does not answer, until `signal` is aborted. */
  async follow(finder: StationFinder, signal: AbortSignal): Promise<void> {
    const { fingerprint } = this;
    while (!signal.aborted) {
      await sleep(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => undefined);
      const { address, port } = this.#found;
      if ((await keyAt(address, port, signal)) === fingerprint) continue;
      this.#found = (await finder.find({ fingerprint }, signal)) ?? this.#found;
    }
  }
}

function isWanted(station: SeenStation, { id, fingerprint }: WantedStation): boolean {
  if (id !== undefined && station.id !== id) return false;
  return fingerprint === undefined || station.fingerprint === null || station.fingerprint === fingerprint;
}

/** Returns the key of the station that answers there; null if none does. */
function keyAt(host: string, port: number, signal: AbortSignal): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const requested = request(
    {
      host,
      port,
      path: getHealth.path,
      rejectUnauthorized: false,
      agent: false,
      timeout: ANSWER_MS,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    },
    (answer) => {
      const { socket } = answer;
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_BYTES) answer.destroy();
      });
      answer.on('error', () => resolve(null)).on('close', () => resolve(null));
      answer.on('end', () =>
        resolve(certificate === undefined || answer.statusCode !== 200 ? null : fingerprintOf(certificate)),
      );
    },
  );
  // No station, or only briefly: the search continues.
  requested.on('error', () => resolve(null));
  requested.end();
  return promise;
}

/** Returns the first result; null if there is none. */
function firstOf<Found>(tries: readonly Promise<Found | null>[]): Promise<Found | null> {
  const those = tries.map(async (each) => {
    const found = await each;
    if (found === null) throw new Error('Not there');
    return found;
  });
  return Promise.any(those).catch(() => null);
}
