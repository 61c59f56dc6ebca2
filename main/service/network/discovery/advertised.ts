import { describeStation, type StationIdentity } from '../../../../shared/domain/network/advertisement.ts';
import { type Scan, scanForStations, type SeenStation } from '../../../mdns/scan.ts';
import { type MdnsFault, type MdnsEndpoint, type MdnsSocket, openMdns } from '../../../mdns/socket.ts';
import type { Logger } from '../../kernel/logging/log.ts';

/** How the station is advertised at one of its addresses. */
export type AdvertisedState = {
  readonly address: string;
  /** Its advertised name; null while it is not advertised. */
  readonly name: string | null;
  /** True if the last scan found the station itself. */
  readonly isReceived: boolean;
  readonly fault: MdnsFault | null;
  /** The other stations found by the last scan, including copies of this one. */
  readonly others: readonly SeenStation[];
  /** Other hosts whose multicast was received during the last scan. */
  readonly neighbours: readonly string[];
};

export type AdvertisedOptions = {
  readonly place: MdnsEndpoint;
  readonly station: StationIdentity;
  /** Duration of a scan, in ms. */
  readonly scanMs: number;
  readonly log: Pick<Logger, 'warn' | 'debug'>;
};

const NOTHING_SEEN: Scan = { stations: [], neighbours: [], fault: undefined };

/**
 * The station's advertisement at one address. It scans for its names before it uses them, because the library's own
 * probing says goodbye in the name of their current owner. An error leaves the station as it is, and the next scan
 * retries: headsets can still be given the URL.
 */
export class Advertised {
  readonly #options: AdvertisedOptions;
  readonly #closing = new AbortController();
  #speaker: MdnsSocket | undefined;
  #name: string | null = null;
  #fault: MdnsFault | null = null;
  #scan = NOTHING_SEEN;
  #wasReceived = false;
  #work: Promise<void>;

  constructor(options: AdvertisedOptions) {
    this.#options = options;
    this.#work = this.#open();
  }

  get state(): AdvertisedState {
    const { place } = this.#options;
    return {
      address: place.address,
      name: this.#name,
      isReceived: this.#isReceived,
      fault: this.#fault,
      others: this.#scan.stations.filter((each) => !this.#isSelf(each)),
      neighbours: this.#scan.neighbours,
    };
  }

  /** Scans the network, including for itself, and repairs what it can. One scan at a time. */
  async scan(): Promise<AdvertisedState> {
    this.#work = this.#work.then(() => this.#rescan());
    await this.#work;
    return this.state;
  }

  /** Says goodbye. Takes half a second at most. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#silence();
    await this.#work;
  }

  get #isReceived(): boolean {
    const { address } = this.#options.place;
    // Another network of this computer may be the same one.
    return this.#scan.stations.some((each) => this.#isSelf(each) && each.address === address);
  }

  #isSelf({ id, run }: SeenStation): boolean {
    const { station } = this.#options;
    return id === station.stationId && run === station.run;
  }

  async #rescan(): Promise<void> {
    if (this.#speaker === undefined) await this.#open();
    if (this.#speaker === undefined) return;
    await this.#scanNetwork();
    if (this.#isReceived || !this.#wasReceived || this.#fault !== null) return;
    // The network may have gone and come back: multicast groups must be joined again.
    this.#wasReceived = false;
    await this.#silence();
    await this.#open();
    await this.#scanNetwork();
  }

  async #scanNetwork(): Promise<void> {
    const { place, scanMs } = this.#options;
    const { signal } = this.#closing;
    this.#scan = await scanForStations(place, { ms: scanMs, signal, disturbed: this.#disturbed });
    this.#fault = this.#scan.fault ?? null;
    this.#wasReceived ||= this.#isReceived;
  }

  async #open(): Promise<void> {
    await this.#scanNetwork();
    if (this.#fault !== null || this.#closing.signal.aborted) return;
    const speaker = openMdns(this.#options.place, this.#disturbed);
    this.#speaker = speaker;
    const fault = await speaker.ready;
    if (fault !== undefined) {
      this.#fault = fault;
      await this.#silence();
      return;
    }
    if (this.#closing.signal.aborted) return;
    const service = describeStation(this.#options.station, this.#isTaken() ? this.#options.station.run : '');
    speaker.bonjour.publish({ ...service, protocol: 'tcp', probe: false, disableIPv6: true });
    this.#name = service.name;
  }

  /** Returns true if another station uses this name: a copy, or one with the same end of its id. */
  #isTaken(): boolean {
    const { name } = describeStation(this.#options.station);
    return this.#scan.stations.some((each) => !this.#isSelf(each) && each.name === name);
  }

  async #silence(): Promise<void> {
    const speaker = this.#speaker;
    this.#speaker = undefined;
    this.#name = null;
    await speaker?.close();
  }

  readonly #disturbed = (error: unknown): void => {
    this.#options.log.debug({ err: error, address: this.#options.place.address }, 'discovery was disturbed');
  };
}
