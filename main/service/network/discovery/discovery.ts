import { randomBytes } from 'node:crypto';

import { isCopy, type StationIdentity } from '../../../../shared/domain/network/advertisement.ts';
import { MDNS_PORT } from '../../../mdns/socket.ts';
import type { Logger } from '../../kernel/logging/log.ts';
import { Advertised, type AdvertisedState } from './advertised.ts';
import type { LanAddress } from '../../kernel/addresses/interfaces.ts';

export type DiscoveryOptions = {
  readonly station: Omit<StationIdentity, 'run'>;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
  /** The port of multicast DNS; another one in tests. */
  readonly mdnsPort?: number;
};

/** How the station is advertised at its addresses. */
export type DiscoveryState = {
  readonly run: string;
  readonly advertised: readonly (AdvertisedState & { readonly interfaceName: string })[];
};

/** Time between automatic scans, in ms. */
const CHECK_INTERVAL_MS = 60_000;
const SCAN_MS = 1_000;

/** Advertises the station on every network of this computer, each through its own socket, and finds other stations. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  readonly #run = randomBytes(4).toString('hex');
  readonly #timer: NodeJS.Timeout;
  readonly #warnedOf = new Set<string>();
  #advertised = new Map<string, { readonly interfaceName: string; readonly at: Advertised }>();
  #leaving: Promise<void> = Promise.resolve();

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.scan(), CHECK_INTERVAL_MS).unref();
  }

  /** Advertises at these addresses and no others. Existing advertisements stay untouched. */
  follow(addresses: readonly LanAddress[]): void {
    const before = this.#advertised;
    const now = new Map(
      addresses.map(({ interfaceName, address }) => {
        const key = `${interfaceName} ${address}`;
        return [key, before.get(key) ?? { interfaceName, at: this.#advertise(address) }];
      }),
    );
    this.#advertised = now;
    const removed = [...before].filter(([key]) => !now.has(key)).map(([, { at }]) => at.close());
    this.#leaving = Promise.all([this.#leaving, ...removed]).then(() => undefined);
  }

  /** The result of the last scan. */
  get state(): DiscoveryState {
    return {
      run: this.#run,
      advertised: [...this.#advertised.values()].map(({ interfaceName, at }) => ({
        interfaceName,
        ...at.state,
      })),
    };
  }

  /** Scans now, at all addresses at once. Takes a second, or three with repairs. */
  async scan(): Promise<DiscoveryState> {
    await Promise.all([...this.#advertised.values()].map(({ at }) => at.scan()));
    const { state } = this;
    this.#warnOfCopies(state);
    return state;
  }

  /** Says goodbye everywhere. Takes half a second at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.follow([]);
    await this.#leaving;
  }

  #advertise(address: string): Advertised {
    const { station, log, mdnsPort = MDNS_PORT } = this.#options;
    const place = { address, port: mdnsPort };
    return new Advertised({ place, station: { ...station, run: this.#run }, scanMs: SCAN_MS, log });
  }

  #warnOfCopies({ advertised }: DiscoveryState): void {
    for (const other of advertised.flatMap(({ others }) => others)) {
      const key = `${other.run ?? ''} ${other.address}`;
      if (!isCopy(other, this.#options.station) || this.#warnedOf.has(key) || this.#warnedOf.size > 100)
        continue;
      this.#warnedOf.add(key);
      this.#options.log.warn(
        { address: other.address, port: other.port },
        'another station has the identity of this one: a copy of its data folder is in use',
      );
    }
  }
}
