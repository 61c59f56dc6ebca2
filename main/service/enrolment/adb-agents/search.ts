import type { Logger } from '../../kernel/logging/log.ts';

/** Returns the addresses of hosts on the local network with these MAC addresses, by MAC address. */
export type FindHosts = (
  macs: ReadonlySet<string>,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>;

/** A headset that should be on the Wi-Fi and is not connected. */
export type Missing = { readonly deviceId: string; readonly macAddress: string };

/** Delay of the first search, in ms: most headsets are back sooner. */
const FIRST_MS = 3_000;
/** Interval while some are missing, in ms. */
const AGAIN_MS = 60_000;
const MAX_MS = 10_000;

type Parts = {
  readonly find: FindHosts;
  readonly missing: () => readonly Missing[];
  readonly found: (deviceId: string, address: string) => void;
  readonly log: Pick<Logger, 'warn'>;
};

/** Searches the local network for missing headsets by their MAC addresses: the router gave them another address. */
export class HeadsetSearch {
  readonly #parts: Parts;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A headset is missing since now. */
  wake(): void {
    this.#later(FIRST_MS);
  }

  stop(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    if (this.#ending.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#search()
        .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'headsets were not searched'))
        .finally(() => this.#parts.missing().length > 0 && this.#later(AGAIN_MS));
    }, ms);
    this.#timer.unref();
  }

  async #search(): Promise<void> {
    const missing = this.#parts.missing();
    if (missing.length === 0) return;
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(MAX_MS)]);
    const hosts = await this.#parts.find(new Set(missing.map(({ macAddress }) => macAddress)), signal);
    for (const { deviceId, macAddress } of missing) {
      const address = hosts.get(macAddress);
      if (address !== undefined) this.#parts.found(deviceId, address);
    }
  }
}
