import { toMacAddress } from '../../../../shared/domain/mac-address.ts';
import type { Logger } from '../../log.ts';

/** Somebody who may know which MAC address an IPv4 address of the local network belongs to. */
export type MacSource = {
  /** As it stands in the answer. */
  readonly name: string;
  /** The MAC address in any of the usual forms, or undefined; it gives up at `signal`. May throw: then it does not know. */
  readonly find: (ip: string, signal: AbortSignal) => Promise<string | undefined>;
};

/** A MAC address in the interface's form, and who knew it. */
export type FoundMac = { readonly macAddress: string; readonly source: string };

/** Asks the sources one after the other; what is no MAC address of one host does not count as known. */
export async function findMac(
  sources: readonly MacSource[],
  ip: string,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Pick<Logger, 'warn'> },
): Promise<FoundMac | undefined> {
  for (const { name, find } of sources) {
    if (signal.aborted) return undefined;
    try {
      const macAddress = toMacAddress((await find(ip, signal)) ?? '');
      if (macAddress !== undefined) return { macAddress, source: name };
    } catch (error) {
      log.warn({ err: error, source: name }, 'a source of MAC addresses failed');
    }
  }
  return undefined;
}
