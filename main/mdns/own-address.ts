/** A record of the DNS library. */
type DnsRecord = {
  readonly name: string;
  readonly type: string;
  readonly ttl?: number;
  readonly data?: unknown;
};

/** A packet of the DNS library. */
export type Packet = {
  readonly type?: string;
  readonly answers?: readonly DnsRecord[];
  readonly additionals?: readonly DnsRecord[];
  readonly [field: string]: unknown;
};

/**
 * Returns the same answer with one address for the station's name: the one that is reachable on the network where it is
 * sent. bonjour-service announces those of all networks, as of the time of publication.
 */
export function onlyOwnAddress(packet: Packet, address: string): Packet {
  if (packet.type !== 'response') return packet;
  const { answers = [], additionals = [] } = packet;
  const hosts = [...answers, ...additionals].flatMap(hostOf);
  const ttl = [...answers, ...additionals].find(({ type }) => type === 'SRV')?.ttl ?? 120;
  const isAddress = ({ type }: DnsRecord): boolean => type === 'A' || type === 'AAAA';
  const requested = answers.filter(isAddress).map(({ name }) => name);
  const own = [...new Set([...hosts, ...requested])].map((name) => ({ name, type: 'A', ttl, data: address }));
  const isDirect = (name: string): boolean =>
    requested.includes(name) || answers.some((each) => hostOf(each).includes(name));
  return {
    ...packet,
    answers: [...answers.filter((each) => !isAddress(each)), ...own.filter(({ name }) => isDirect(name))],
    additionals: [
      ...additionals.filter((each) => !isAddress(each)),
      ...own.filter(({ name }) => !isDirect(name)),
    ],
  };
}

/** Returns the host that a record points to. */
function hostOf({ type, data }: DnsRecord): string[] {
  if (type !== 'SRV' || typeof data !== 'object' || data === null || !('target' in data)) return [];
  return typeof data.target === 'string' ? [data.target] : [];
}
