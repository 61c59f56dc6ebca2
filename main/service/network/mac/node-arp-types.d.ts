declare module 'node-arp' {
  /** Calls back with what it takes for the MAC address, or with a true first argument and why not; sometimes never. */
  export function getMAC(ip: string, callback: (isError: boolean, mac: unknown) => void): void;

  const nodeArp: { getMAC: typeof getMAC };
  export default nodeArp;
}
