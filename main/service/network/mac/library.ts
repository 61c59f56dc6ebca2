import nodeArp from 'node-arp';

/**
 * Asks the library node-arp; `settle` gets the supposed MAC address, or null. It may never be called, or the process
 * may die of an uncatchable exception: see `node-arp.ts`.
 */
export function queryLibrary(ip: string, settle: (mac: string | null) => void): void {
  nodeArp.getMAC(ip, (isError, mac) => settle(!isError && typeof mac === 'string' ? mac : null));
}
