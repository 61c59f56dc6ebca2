import type { ListedHeadset } from '../../../../shared/domain/enrolment/cable/device-list.ts';
import { readMacAddress } from '../../../../shared/domain/enrolment/cable/answers.ts';
import { drawHubs } from '../../../../shared/domain/enrolment/cable/ports.ts';
import type { AdbServer, AdbState } from './adb-server.ts';
import { CableHeadset } from './headset.ts';
import { readIdentity } from './steps.ts';
import { readUsbTree, type UsbTree } from './usb-tree.ts';

/** What a headset says of itself. */
export type Identity = {
  readonly serial: string;
  readonly model: string | null;
  /** That it has on the Wi-Fi now; null where it does not say. */
  readonly macAddress: string | null;
};

/** A headset that is plugged in: as adb lists it, or as the computer's USB port sees it without adb. */
export type Plugged = {
  readonly name: string;
  readonly usbPath: string | null;
  readonly listed: ListedHeadset | null;
  readonly identity: Identity | null;
  /** For one that adb does not see. */
  readonly maker: string | null;
};

/** How often a headset that does not say who it is is asked. */
const IDENTITY_TRIES = 5;
const IDENTITY_PAUSE_MS = 1_000;
/**
 * The list is asked for: a server that sends it by itself (`track-devices`) does not say when a headset waits to be allowed.
 */
const LOOK_EVERY_MS = 1_000;
/** Nobody asked for the view for this long: nobody looks at it. */
const LOOK_FOR_MS = 60_000;

/** Follows what is plugged in, and reads who it is as soon as that is allowed. */
export class PluggedHeadsets {
  readonly #server: AdbServer;
  readonly #usbFolder: string;
  readonly #onChange: () => void;
  #listed: readonly ListedHeadset[] = [];
  #timer: NodeJS.Timeout | undefined;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;
  readonly #identities = new Map<bigint, Identity>();
  readonly #reading = new Set<bigint>();
  /** Ports on which something was seen, so that the numbers of a hub stay. */
  readonly #seenPaths = new Set<string>();
  #looks = 0;
  #usb: UsbTree = { ports: [], devices: [] };

  constructor(server: AdbServer, usbFolder: string, onChange: () => void) {
    this.#server = server;
    this.#usbFolder = usbFolder;
    this.#onChange = onChange;
  }

  /** Looks now and goes on looking for a while; says whether there is an adb server. */
  async ensure(): Promise<AdbState> {
    this.#lookedAtMs = performance.now();
    const state = await this.#look();
    if (!this.#isStopped) this.#timer ??= setInterval(() => this.#lookAgain(), LOOK_EVERY_MS).unref();
    return state;
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  /** Keeps looking although nobody looks at the screen: headsets are being prepared. */
  keepLooking(): void {
    this.#lookedAtMs = performance.now();
  }

  /** True while one that is allowed has not said yet who it is: slots are given in the order of ports. */
  get isReading(): boolean {
    return this.#reading.size > 0;
  }

  /** How often the list was read. */
  get looks(): number {
    return this.#looks;
  }

  /** Everything that is plugged in, in the order of hubs and ports. */
  get all(): readonly Plugged[] {
    return this.#hubs().flatMap(({ ports }) => ports.flatMap(({ item }) => (item === null ? [] : [item])));
  }

  /** The same as it is drawn. */
  hubs<View>(toView: (plugged: Plugged) => View): {
    id: string;
    ports: { number: number; key: string; headset: View | null }[];
  }[] {
    return this.#hubs().map(({ id, ports }) => ({
      id,
      ports: ports.map(({ number, key, item }) => ({
        number,
        key,
        headset: item === null ? null : toView(item),
      })),
    }));
  }

  #lookAgain(): void {
    if (performance.now() - this.#lookedAtMs < LOOK_FOR_MS) {
      void this.#look();
      return;
    }
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #look(): Promise<AdbState> {
    const state = await this.#server.ensure();
    if (this.#isStopped) return state;
    this.#usb = await readUsbTree(this.#usbFolder);
    this.#take(state.state === 'ready' ? ((await this.#server.list()) ?? []) : []);
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
      .map(({ usbPath, maker }): Plugged => ({
        name: usbPath,
        usbPath,
        listed: null,
        identity: null,
        maker,
      }));
    return drawHubs([...plugged, ...silent], [...this.#usb.ports, ...this.#seenPaths]);
  }

  #take(listed: readonly ListedHeadset[]): void {
    this.#listed = listed;
    this.#looks += 1;
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
      await using headset = await CableHeadset.open(this.#server.client, transportId);
      const { serial, model } = await readIdentity(headset);
      const macAddress = readMacAddress((await headset.run(['ip', '-o', 'link', 'show', 'wlan0'])).stdout);
      return { serial: serial ?? name, model, macAddress };
    } catch {
      // It was pulled out, or is not up yet: it is asked again as long as it is listed.
      return null;
    }
  }

  #nameOf(transportId: bigint): string | undefined {
    return this.#listed.find((each) => each.transportId === transportId && each.state === 'device')?.name;
  }
}
