declare module 'node-arp' {
  /** Calls back with the supposed MAC address, or with true and an error; sometimes never. */
  export function getMAC(ip: string, callback: (isError: boolean, mac: unknown) => void): void;

  const nodeArp: { getMAC: typeof getMAC };
  export default nodeArp;
}
