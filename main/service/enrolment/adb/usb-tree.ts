import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Manufacturers of headsets by USB vendor: Meta, PICO (Qingdao Chuangjian), HTC, and Google's own id that many
 * prototypes use.
 */
const MAKERS: Readonly<Record<string, string>> = {
  '2833': 'Meta',
  '2d40': 'PICO',
  '0bb4': 'HTC',
  '18d1': 'Android',
};

/** The system's list of its USB ports. */
export type UsbTree = {
  /** Ports of external hubs that a headset may be plugged into, as `bus-port.port`. */
  readonly ports: readonly string[];
  /** Devices of headset manufacturers, by port. `serial`: as the device names itself; null: it does not. */
  readonly devices: readonly {
    readonly usbPath: string;
    readonly maker: string;
    readonly serial: string | null;
  }[];
};

/** Path of the list on Linux. On other systems the screen shows the ports on which a headset was seen. */
export const USB_FOLDER = '/sys/bus/usb/devices';

/** Reads the tree; empty if the system has none. */
export async function readUsbTree(folder: string): Promise<UsbTree> {
  const names = await readdir(folder).catch(() => []);
  const paths = names.filter((name) => /^\d+-\d+(\.\d+)*$/.test(name));
  const facts = await Promise.all(
    paths.map(async (path) => ({
      path,
      maxChild: Number((await text(join(folder, path, 'maxchild'))) ?? 0),
      maker: MAKERS[(await text(join(folder, path, 'idVendor'))) ?? ''],
      serial: (await text(join(folder, path, 'serial'))) ?? null,
    })),
  );
  const hubs = facts.filter(({ maxChild }) => maxChild > 0);
  const hubPaths = new Set(hubs.map(({ path }) => path));
  const ports = hubs
    .flatMap(({ path, maxChild }) => Array.from({ length: maxChild }, (_, at) => `${path}.${at + 1}`))
    .filter((path) => !hubPaths.has(path));
  const devices = facts.flatMap(({ path, maker, serial }) =>
    maker === undefined ? [] : [{ usbPath: path, maker, serial }],
  );
  return { ports, devices };
}

async function text(file: string): Promise<string | undefined> {
  const found = await readFile(file, 'utf8').catch(() => undefined);
  return found?.trim();
}
