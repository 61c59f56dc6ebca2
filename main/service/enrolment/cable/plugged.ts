import type { ListedHeadset } from '../../../../shared/domain/enrolment/cable/device-list.ts';
import { readMacAddress } from '../../../../shared/domain/enrolment/cable/answers.ts';
import { drawHubs } from '../../../../shared/domain/enrolment/cable/ports.ts';
import type { AdbServer, AdbState } from '../../../adb/adb-server.ts';
import { readAndroidId } from '../../../adb/android-id.ts';
import { AdbConnection } from '../../../adb/connection.ts';
import { readIdentity } from './steps.ts';
import { HubPower } from '../adb/hub-power.ts';
import { readUsbTree, type UsbTree } from '../adb/usb-tree.ts';

/** The facts that a headset reports about itself. */
export type Identity = {
  readonly serial: string;
  readonly model: string | null;
  /** Of its shell; null if it does not tell. */
  readonly androidId: string | null;
  /** Address of its current Wi-Fi connection; null if it does not report one. */
  readonly macAddress: string | null;
};

/** A connected headset: as adb lists it, or without adb as the computer's USB port shows it. */
export type Plugged = {
  readonly name: string;
  readonly usbPath: string | null;
  readonly listed: ListedHeadset | null;
  readonly identity: Identity | null;
  /** For a headset that adb does not list. */
  readonly maker: string | null;
};

/** Number of times a headset is asked for its identity. */
const IDENTITY_TRIES = 5;
const IDENTITY_PAUSE_MS = 1_000;
/**
 * The list is polled: a server that pushes it (`track-devices`) does not report when a headset waits for authorisation.
 */
const SCAN_INTERVAL_MS = 1_000;
/** After this long without requests the view counts as closed. */
const SCAN_FOR_MS = 60_000;

/** Follows which headsets are connected, and reads their identity as soon as they are authorised. */
export class PluggedHeadsets {
  readonly #server: AdbServer;
  readonly #usbFolder: string;
  readonly #onChange: () => void;
  #listed: readonly ListedHeadset[] = [];
  #timer: NodeJS.Timeout | undefined;
  #requestedAtMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  readonly #identities = new Map<bigint, Identity>();
  readonly #reading = new Set<bigint>();
  /** Ports on which a headset was seen, so that the numbers of a hub stay. */
  readonly #seenPaths = new Set<string>();
  readonly #power = new HubPower();
  #lossCount = 0;
  #scans = 0;
  #usb: UsbTree = { ports: [], devices: [] };

  constructor(server: AdbServer, usbFolder: string, onChange: () => void) {
    this.#server = server;
    this.#usbFolder = usbFolder;
    this.#onChange = onChange;
  }

  /** Scans now and continues for a while; returns whether there is an adb server. */
  async ensure(): Promise<AdbState> {
    this.#requestedAtMs = performance.now();
    const state = await this.#scan();
    if (!this.#isStopped) this.#timer ??= setInterval(() => this.#rescan(), SCAN_INTERVAL_MS).unref();
    return state;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Keeps scanning even if the screen is closed: headsets are being prepared. */
  keepScanning(): void {
    this.#requestedAtMs = performance.now();
  }

  /** True while an authorised headset is not identified yet: slots are assigned in the order of ports. */
  get isReading(): boolean {
    return this.#reading.size > 0;
  }

  /** How often the list was read. */
  get scans(): number {
    return this.#scans;
  }

  /** Returns every connected headset, in the order of hubs and ports. */
  get all(): readonly Plugged[] {
    return this.#hubs().flatMap(({ ports }) => ports.flatMap(({ item }) => (item === null ? [] : [item])));
  }

  /** The same, as shown on the screen. */
  hubs<View>(toView: (plugged: Plugged) => View): {
    id: string;
    isDark: boolean;
    ports: { number: number; key: string; headset: View | null }[];
  }[] {
    return this.#hubs().map(({ id, ports }) => ({
      id,
      isDark: this.#power.isDark(id),
      ports: ports.map(({ number, key, item }) => ({
        number,
        key,
        headset: item === null ? null : toView(item),
      })),
    }));
  }

  #rescan(): void {
    if (performance.now() - this.#requestedAtMs < SCAN_FOR_MS) {
      void this.#scan();
      return;
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #scan(): Promise<AdbState> {
    const state = await this.#server.ensure();
    if (this.#isStopped) return state;
    this.#usb = await readUsbTree(this.#usbFolder);
    const listed = state.state === 'ready' ? await this.#server.list() : undefined;
    // Whoever vanished with the server lost no power.
    if (listed === undefined || this.#server.lossCount !== this.#lossCount) this.#power.reset();
    this.#lossCount = this.#server.lossCount;
    this.#update(listed ?? []);
    return state;
  }

  #hubs() {
    const plugged: Plugged[] = this.#listed.map((listed) => ({
      name: listed.name,
      usbPath: listed.usbPath,
      listed,
      identity: listed.transportId === null ? null : (this.#identities.get(listed.transportId) ?? null),
      maker: null,
    }));
    const withAdb = new Set(plugged.map(({ usbPath }) => usbPath));
    const silent = this.#usb.devices
      .filter(({ usbPath }) => !withAdb.has(usbPath))
      .map(({ usbPath, maker, serial }): Plugged => ({
        name: serial ?? usbPath,
        usbPath,
        listed: null,
        identity: null,
        maker,
      }));
    return drawHubs([...plugged, ...silent], [...this.#usb.ports, ...this.#seenPaths]);
  }

  #update(listed: readonly ListedHeadset[]): void {
    this.#listed = listed;
    this.#scans += 1;
    this.#power.update(
      listed.flatMap(({ usbPath }) => usbPath ?? []),
      performance.now(),
    );
    const present = new Set(listed.map(({ transportId }) => transportId));
    for (const id of this.#identities.keys()) if (!present.has(id)) this.#identities.delete(id);
    for (const { usbPath, state, transportId } of listed) {
      if (usbPath !== null) this.#seenPaths.add(usbPath);
      const isNew =
        transportId !== null && !this.#identities.has(transportId) && !this.#reading.has(transportId);
      if (state === 'device' && transportId !== null && isNew) void this.#identify(transportId);
    }
    this.#onChange();
  }

  async #identify(transportId: bigint): Promise<void> {
    this.#reading.add(transportId);
    for (let tries = 0; tries < IDENTITY_TRIES && this.#nameOf(transportId) !== undefined; tries += 1) {
      const identity = await this.#readIdentity(transportId);
      if (identity !== null) {
        this.#identities.set(transportId, identity);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, IDENTITY_PAUSE_MS).unref());
    }
    this.#reading.delete(transportId);
    this.#onChange();
  }

  async #readIdentity(transportId: bigint): Promise<Identity | null> {
    const name = this.#nameOf(transportId);
    if (name === undefined) return null;
    try {
      await using headset = await AdbConnection.open(this.#server.client, transportId);
      const { serial, model } = await readIdentity(headset);
      const androidId = await readAndroidId(headset);
      const macAddress = readMacAddress((await headset.run(['ip', '-o', 'link', 'show', 'wlan0'])).stdout);
      return { serial: serial ?? name, model, androidId, macAddress };
    } catch {
      // It was unplugged, or is still starting: it is asked again as long as it is listed.
      return null;
    }
  }

  #nameOf(transportId: bigint): string | undefined {
    return this.#listed.find((each) => each.transportId === transportId && each.state === 'device')?.name;
  }
}
