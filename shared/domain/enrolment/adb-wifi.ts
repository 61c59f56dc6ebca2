/** The port at which a headset listens once it was told by cable. Source: adb's own default. */
export const ADB_PORT = 5555;

const NETWORK_NAME = /^((?:\d{1,3}\.){3}\d{1,3}):(\d{1,5})$/;
/** The name of a connection that a server of version 30 or newer opened itself, to a headset that it is paired with. */
const OWN_NAME = /\._adb-tls-connect\._tcp\.?$/;

/**
 * Where a headset is on the Wi-Fi: its address, with the port if that is not 5555, as while wireless debugging is on.
 * Returns adb's name for it.
 */
export function nameAt(wifiAddress: string): string {
  return wifiAddress.includes(':') ? wifiAddress : `${wifiAddress}:${ADB_PORT}`;
}

/** Returns the place on the Wi-Fi that adb's name for a headset tells; null if it tells none. */
export function wifiAddressIn(name: string): string | null {
  const [, address, port] = NETWORK_NAME.exec(name) ?? [];
  if (address === undefined) return null;
  return Number(port) === ADB_PORT ? address : name;
}

/** Returns true for a place where a headset listens with wireless debugging, which only a paired computer can use. */
export function isWireless(wifiAddress: string): boolean {
  return wifiAddress.includes(':');
}

/** Returns the same place at another address: the router gave it one. */
export function movedTo(address: string, before: string | null): string {
  const port = before?.split(':')[1];
  return port === undefined ? address : `${address}:${port}`;
}

/** Returns true if a headset is at a cable, as far as adb's list tells. */
export function isAtCable({
  name,
  usbPath,
}: {
  readonly name: string;
  readonly usbPath: string | null;
}): boolean {
  return usbPath !== null || !(name.includes(':') || OWN_NAME.test(name));
}

/** Returns true if adb's name for a headset is one that its server gave to a connection with this serial number. */
export function isOwnNameOf(serial: string, name: string): boolean {
  return OWN_NAME.test(name) && serialIn(name.replace(OWN_NAME, '')) === serial;
}

/**
 * Returns the serial number in the name that a headset announces with wireless debugging: `adb-SERIAL-xxxxxx`, with a
 * number behind it where two have the same name. Null for a name of another form. Source: Android, AdbDebuggingManager.
 */
export function serialIn(announced: string): string | null {
  return /^adb-(.{1,64})-[A-Za-z0-9]{6}(?: \(\d+\))?$/.exec(announced)?.[1] ?? null;
}
