/** A USB port. `hub` is the same for all ports of one device on the desk. */
export type PortPath = { readonly hub: string; readonly path: readonly number[] };

/** Ports of one hub, in the order in which they are drawn; `number` counts from 1. */
export type DrawnHub<Item> = {
  readonly id: string;
  readonly ports: readonly { readonly number: number; readonly key: string; readonly item: Item | null }[];
};

/** The hub of headsets whose port is unknown, such as those connected over TCP. */
export const NO_HUB = 'none';

/**
 * Returns the port of a USB path. Linux and libusb write `bus-port.port.port`; macOS writes the location id as a
 * decimal with an X, whose hexadecimal digits are bus (2), then one port each. A hub of 16 ports is a cascade of
 * chips behind one port of the computer, so that port is the hub.
 */
export function pathOf(usbPath: string): PortPath | null {
  const linux = /^(\d+)-(\d+(?:\.\d+)*)$/.exec(usbPath);
  if (linux !== null) return portOn(linux[1] ?? '', (linux[2] ?? '').split('.').map(Number));
  const mac = /^(\d+)X$/.exec(usbPath);
  if (mac === null) return null;
  const digits = Number(mac[1]).toString(16).padStart(8, '0');
  const ports = digits
    .slice(2)
    .replace(/0+$/, '')
    .split('')
    .map((digit) => Number.parseInt(digit, 16));
  return ports.length === 0 ? null : portOn(digits.slice(0, 2), ports);
}

function portOn(bus: string, ports: readonly number[]): PortPath {
  const [first = 0, ...rest] = ports;
  // Directly at the computer: its own sockets form one "hub".
  return rest.length === 0 ? { hub: bus, path: [first] } : { hub: `${bus}-${first}`, path: rest };
}

/** Compares ports in drawing order: by path, chip by chip. */
export function comparePaths(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Assigns headsets to ports. `knownPaths` are ports that exist although nothing is plugged in, so that numbers do not
 * change and free ports are drawn. Headsets without a path are in a list of their own, by name.
 */
export function drawHubs<Item extends { readonly name: string; readonly usbPath: string | null }>(
  items: readonly Item[],
  knownPaths: readonly string[],
): DrawnHub<Item>[] {
  const hubs = new Map<string, Map<string, { path: readonly number[]; item: Item | null }>>();
  const put = (key: string, port: PortPath, item: Item | null): void => {
    const ports = hubs.get(port.hub) ?? new Map<string, { path: readonly number[]; item: Item | null }>();
    hubs.set(port.hub, ports);
    if (item !== null || !ports.has(key)) ports.set(key, { path: port.path, item });
  };
  for (const path of knownPaths) {
    const port = pathOf(path);
    if (port !== null) put(path, port, null);
  }
  const loose: Item[] = [];
  for (const item of items) {
    const port = item.usbPath === null ? null : pathOf(item.usbPath);
    if (port === null || item.usbPath === null) loose.push(item);
    else put(item.usbPath, port, item);
  }
  loose
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .forEach((item, at) => put(item.name, { hub: NO_HUB, path: [at + 1] }, item));
  return [...hubs]
    .toSorted(
      ([one], [other]) =>
        Number(one === NO_HUB) - Number(other === NO_HUB) ||
        one.localeCompare(other, 'en', { numeric: true }),
    )
    .map(([id, ports]) => ({
      id,
      ports: [...ports]
        .toSorted(([, one], [, other]) => comparePaths(one.path, other.path))
        .map(([key, { item }], at) => ({ number: at + 1, key, item })),
    }));
}
