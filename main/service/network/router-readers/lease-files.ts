/** A line or block of a lease file: the holder of an address, or null if it is free again. */
export type Lease = { readonly ip: string; readonly mac: string | null };

/**
 * Parses a dnsmasq lease file: `expiry MAC IP hostname client-id`, the expiry in seconds since 1970, 0 for never.
 * IPv6 lines have no MAC address in the second column and are dropped later. Source: dnsmasq(8) and files of dnsmasq 2.90.
 */
export function* dnsmasqLeases(text: string, nowMs: number): Generator<Lease> {
  for (const line of text.split('\n')) {
    const [expiry = '', mac = '', ip] = line.trim().split(' ');
    if (ip === undefined || !/^\d{1,15}$/.test(expiry)) continue;
    yield { ip, mac: expiry === '0' || Number(expiry) * 1_000 > nowMs ? mac : null };
  }
}

/** State of a lease in use. Source: Kea Administrator Reference Manual, "memfile". */
const KEA_IN_USE = '0';

/**
 * Parses a Kea lease file (memfile): a table with a header and changes appended at the end, so the last line of an
 * address counts. A lifetime of 0 deletes. Yields nothing if the header is not Kea's.
 */
export function* keaLeases(text: string, nowMs: number): Generator<Lease> {
  const [head = '', ...lines] = text.split('\n');
  const columns = head.trim().split(',');
  const [address, hwaddr, lifetime, expire, state] = [
    'address',
    'hwaddr',
    'valid_lifetime',
    'expire',
    'state',
  ].map((name) => columns.indexOf(name));
  if (address !== 0 || hwaddr === undefined || hwaddr < 0) return;
  const at = (cells: readonly string[], column: number | undefined): string =>
    column === undefined ? '' : (cells[column] ?? '');
  for (const line of lines) {
    const cells = line.trim().split(',');
    if (cells.length < 5) continue;
    const isLive = at(cells, lifetime) !== '0' && Number(at(cells, expire)) * 1_000 > nowMs;
    const isInUse = isLive && at(cells, state) === KEA_IN_USE;
    yield { ip: at(cells, address), mac: isInUse ? at(cells, hwaddr) : null };
  }
}

/**
 * Parses a `dhcpd.leases` file of ISC: blocks, of which the last of an address counts, times in UTC. Source:
 * dhcpd.leases(5).
 */
export function* iscLeases(text: string, nowMs: number): Generator<Lease> {
  let block: { readonly ip: string; mac: string | null; isActive: boolean; endsAtMs: number } | undefined;
  for (const line of text.split('\n')) {
    const statement = line.trim();
    const ip = /^lease (\S+) \{$/.exec(statement)?.[1];
    if (ip !== undefined) {
      block = { ip, mac: null, isActive: false, endsAtMs: Number.POSITIVE_INFINITY };
    } else if (block !== undefined && statement === '}') {
      yield { ip: block.ip, mac: block.isActive && block.endsAtMs > nowMs ? block.mac : null };
      block = undefined;
    } else if (block !== undefined) {
      block.mac = /^hardware ethernet ([0-9a-f:]+);$/i.exec(statement)?.[1] ?? block.mac;
      block.isActive ||= statement === 'binding state active;';
      if (statement.startsWith('ends ')) block.endsAtMs = iscInstant(statement.slice('ends '.length));
    }
  }
}

/**
 * Parses `5 2026/11/20 23:45:00;`, `epoch 1795217829; # …` or `never;`, in milliseconds; anything else counts as long
 * ago.
 */
function iscInstant(text: string): number {
  if (text.startsWith('never')) return Number.POSITIVE_INFINITY;
  const epoch = /^epoch (\d+)/.exec(text)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1_000;
  const [, date = '', time = ''] = /^\d (\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d)/.exec(text) ?? [];
  const ms = Date.parse(`${date.replaceAll('/', '-')}T${time}Z`);
  return Number.isNaN(ms) ? 0 : ms;
}
