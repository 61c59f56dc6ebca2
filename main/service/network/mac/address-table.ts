import { toMacAddress } from '../../../../shared/domain/network/mac-address.ts';

/** MAC addresses in the interface's form, by IPv4 address. */
export type AddressTable = ReadonlyMap<string, string>;

/** An IPv4 address and the MAC address that a table gives for it, as written there. */
export type AddressPair = readonly [ip: string, mac: string];

const NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){3}$`);

/** Returns true for an IPv4 address in the usual form: four numbers without leading zeros. */
export function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

/** Collects the entries of a table, pair by pair; anything but the address of one host is dropped. */
export class AddressTableBuilder {
  readonly #found = new Map<string, string>();
  readonly #disputed = new Set<string>();

  add([ip, mac]: AddressPair): void {
    const macAddress = toMacAddress(mac);
    if (macAddress === undefined || !isIpv4(ip)) return;
    const known = this.#found.get(ip);
    if (known !== undefined && known !== macAddress) this.#disputed.add(ip);
    this.#found.set(ip, macAddress);
  }

  /** Returns the table. An address that two hosts claim is dropped: a wrong answer is worse than none. */
  build(): AddressTable {
    for (const ip of this.#disputed) this.#found.delete(ip);
    return this.#found;
  }
}

/** Returns the table of these pairs. */
export function toAddressTable(pairs: Iterable<AddressPair>): AddressTable {
  const builder = new AddressTableBuilder();
  for (const pair of pairs) builder.add(pair);
  return builder.build();
}
