import type { MacSourceName } from '../../../../shared/contract/network/resolve-mac.ts';
import { toMacAddress } from '../../../../shared/domain/network/mac-address.ts';
import type { Logger } from '../../kernel/logging/log.ts';

/** A MAC address and its source. */
export type FoundMac = {
  readonly macAddress: string;
  readonly source: MacSourceName;
  readonly routerId: string | null;
};

/** A source of MAC addresses for IPv4 addresses of the local network. */
export type MacSource = {
  /** For the log. */
  readonly name: string;
  /**
   * Returns known MAC addresses of `ips`, in any of the usual forms; stops at `signal`. May throw if it cannot be
   * determined.
   */
  readonly find: (ips: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, FoundMac>>;
};

/**
 * Asks the sources one after the other, each for the addresses still unknown; anything but the MAC address of one
 * host is ignored.
 */
export async function findMacs(
  sources: readonly MacSource[],
  ips: readonly string[],
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<Logger, 'warn'> },
): Promise<Map<string, FoundMac>> {
  const known = new Map<string, FoundMac>();
  let unknown = [...new Set(ips)];
  for (const { name, find } of sources) {
    if (signal.aborted || unknown.length === 0) break;
    try {
      addValid(known, await find(unknown, signal));
    } catch (error) {
      log.warn({ err: error, source: name }, 'a source of MAC addresses failed');
    }
    unknown = unknown.filter((ip) => !known.has(ip));
  }
  return known;
}

function addValid(known: Map<string, FoundMac>, reported: ReadonlyMap<string, FoundMac>): void {
  for (const [ip, found] of reported) {
    const macAddress = toMacAddress(found.macAddress);
    if (macAddress !== undefined) known.set(ip, { ...found, macAddress });
  }
}

/** Creates a source of the station itself from its lookup. */
export function ownSource(
  name: 'station' | 'node-arp',
  finder: { find(ips: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> },
): MacSource {
  return {
    name,
    async find(ips, signal) {
      const found = await finder.find(ips, signal);
      return new Map(
        [...found].map(([ip, macAddress]) => [ip, { macAddress, source: name, routerId: null }]),
      );
    },
  };
}
