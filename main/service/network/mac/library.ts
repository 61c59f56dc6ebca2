import nodeArp from 'node-arp';

/**
 * Asks the library node-arp; `settle` gets what it takes for the MAC address, or null. It may never be called, or the
 * process may die of an exception that nobody can catch: see `node-arp.ts`.
 */
export function askLibrary(ip: string, settle: (mac: string | null) => void): void {
  nodeArp.getMAC(ip, (isError, mac) => settle(!isError && typeof mac === 'string' ? mac : null));
}
