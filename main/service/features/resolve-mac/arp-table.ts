/** The entry is complete: its address was heard. Source: linux/if_arp.h, ATF_COM. */
const COMPLETE = 0x2;
/** Ethernet, which Wi-Fi counts as. Source: linux/if_arp.h, ARPHRD_ETHER. */
const ETHERNET = 0x1;

/**
 * The MAC address of an IPv4 address in the text of `/proc/net/arp`, as it stands there. Undefined where it is not
 * there, was asked for without an answer, or stands there as different ones on different networks.
 */
export function macInArpTable(table: string, ip: string): string | undefined {
  const found = new Set<string>();
  for (const line of table.split('\n')) {
    const [address, type, flags, mac, , device] = line.trim().split(/\s+/);
    if (address !== ip || mac === undefined || device === undefined) continue;
    if (toFlags(type) !== ETHERNET || (toFlags(flags) & COMPLETE) === 0) continue;
    if (/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(mac) && mac !== '00:00:00:00:00:00') found.add(mac);
  }
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

function toFlags(text: string | undefined): number {
  return text !== undefined && /^0x[0-9a-f]+$/i.test(text) ? Number(text) : 0;
}
