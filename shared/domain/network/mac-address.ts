/**
 * Returns a MAC address in the interface's form, in upper case, or undefined if it is not valid: octets are padded
 * (macOS writes `2c:26:17:1:2:3`), dashes become colons (Windows). All zeros, all ones and group addresses are
 * invalid.
 */
export function toMacAddress(text: string): string | undefined {
  const octets = text
    .trim()
    .split(/[:-]/)
    .map((octet) => octet.toUpperCase());
  if (octets.length !== 6 || !octets.every((octet) => /^[0-9A-F]{1,2}$/.test(octet))) return undefined;
  const address = octets.map((octet) => octet.padStart(2, '0')).join(':');
  return address === '00:00:00:00:00:00' || isGroup(address) ? undefined : address;
}

/** Returns true for a randomised address, as Android uses for each Wi-Fi network. Source: IEEE 802, U/L bit. */
export function isLocallyAdministered(macAddress: string): boolean {
  return (firstOctet(macAddress) & 0b10) !== 0;
}

/** Returns true for multicast and broadcast. Source: IEEE 802, I/G bit. */
function isGroup(macAddress: string): boolean {
  return (firstOctet(macAddress) & 0b1) !== 0;
}

function firstOctet(macAddress: string): number {
  return Number.parseInt(macAddress.slice(0, 2), 16);
}
