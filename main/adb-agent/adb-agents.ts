import { AdbConnection, CableError } from '../adb/connection.ts';
import { AdbServer } from '../adb/adb-server.ts';
import { AnnouncedHeadsets } from '../mdns/headsets.ts';
import { claim } from '../adb/claim.ts';
import type { AgentsEvent, AgentsPlan, ManagedHeadset } from '../../shared/domain/enrolment/adb-agents.ts';
import { isAtCable, wifiAddressIn } from '../../shared/domain/enrolment/adb-wifi.ts';
import type { ListedHeadset } from '../../shared/domain/enrolment/cable/device-list.ts';
import { type HeadsetFacts, readFacts } from './body/inventory.ts';
import { LocalCopies } from './body/local-copies.ts';
import { type AgentsHost, Managed } from './managed.ts';
import { WifiLinks } from './wireless/wifi-links.ts';

/** How often adb's list is read, in ms: a pulled cable is noticed within two of them. */
const SCAN_MS = 1_000;

type Met = { readonly managed: Managed; readonly facts: HeadsetFacts };

/**
 * The headsets that this station manages over adb: finds them at any port or address by who they are, and runs the
 * agent of each.
 */
export class AdbAgents {
  readonly #server: AdbServer;
  readonly #host: AgentsHost;
  readonly #managed = new Map<string, Managed>();
  /** The connections whose headset said who it is, or is being asked. */
  readonly #met = new Set<bigint>();
  readonly #wifi: WifiLinks;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    { adbPort, name, url, fingerprint, folder, eventsFolder, mdns }: AgentsPlan,
    post: (event: AgentsEvent) => void,
  ) {
    this.#server = new AdbServer({ port: adbPort, program: null });
    this.#wifi = new WifiLinks(this.#server, new AnnouncedHeadsets(mdns, ['adb', 'connect']));
    const station = fingerprint === undefined ? { url } : { url, fingerprint };
    this.#host = { name, station, post, copies: new LocalCopies(folder), eventsFolder };
  }

  /** Manages a headset from now on. */
  manage(headset: ManagedHeadset): void {
    if (this.#managed.has(headset.deviceId)) return;
    this.#managed.set(headset.deviceId, new Managed(headset, this.#host));
    // Whoever is connected already may be this one.
    this.#met.clear();
    if (this.#timer === undefined) this.#scanLater(0);
  }

  /** Lets a headset listen for adb on the Wi-Fi, or not: now if it is connected, else with its next connection. */
  setWifi(deviceId: string, isOpen: boolean): void {
    const managed = this.#managed.get(deviceId);
    if (managed === undefined) return;
    managed.isWifiOpen = isOpen;
    this.#followWifi(managed).catch((error: unknown) => this.#fault(error));
  }

  /** Stops managing a headset, and leaves it as it is, for any station. */
  async release(deviceId: string): Promise<void> {
    const managed = this.#managed.get(deviceId);
    this.#managed.delete(deviceId);
    await managed?.release();
  }

  /** A headset is perhaps at this address: tried with the others, and asked who it is. */
  seenAt(deviceId: string, address: string): void {
    this.#wifi.seenAt(deviceId, address);
  }

  /** Manages a headset that another station has claimed, as soon as it is connected. */
  reclaim(deviceId: string): void {
    this.#managed.get(deviceId)?.reclaim();
    this.#met.clear();
  }

  /** Stops every agent, and the adb server if it was started here. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#managed.values()].map((managed) => managed.stop()));
    await this.#wifi.stop();
    await this.#server.stop();
  }

  #scanLater(ms: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#scan()
        .catch((error: unknown) => this.#fault(error))
        .finally(() => this.#scanLater(SCAN_MS));
    }, ms);
  }

  async #scan(): Promise<void> {
    if (this.#managed.size === 0) return;
    let listed = await this.#server.list();
    if (listed === undefined && (await this.#server.ensure()).state === 'ready')
      listed = await this.#server.list();
    const ready = (listed ?? []).filter(
      ({ state, transportId }) => state === 'device' && transportId !== null,
    );
    const ids = new Set(ready.map(({ transportId }) => transportId ?? 0n));
    for (const id of this.#met) if (!ids.has(id)) this.#met.delete(id);
    // Nothing is awaited: one that does not answer must not keep the others from being noticed.
    for (const managed of this.#managed.values())
      managed.retain(ids).catch((error: unknown) => this.#fault(error));
    for (const each of ready) this.#meet(each).catch((error: unknown) => this.#fault(error));
    const states = new Map((listed ?? []).map(({ name, state }) => [name, state]));
    for (const managed of this.#managed.values())
      if ([...states].some(([name, state]) => state === 'unauthorized' && managed.isNamed(name)))
        managed.unreachable('unauthorized');
    this.#wifi.seek([...this.#managed.values()], states);
    this.#wifi.probe([...this.#managed.values()]);
  }

  /** Asks a new connection who is there, and gives it to that headset's agent. */
  async #meet({ transportId, name, usbPath }: ListedHeadset): Promise<void> {
    if (transportId === null || this.#met.has(transportId) || this.#isStopped) return;
    this.#met.add(transportId);
    let adb: AdbConnection | undefined;
    const isUsb = isAtCable({ name, usbPath });
    try {
      adb = await AdbConnection.open(this.#server.client, transportId);
      const met = await this.#claim(adb);
      if (met === null) return await this.#leave(adb, name);
      const { managed, facts } = met;
      adb.guard(managed.mark, () => this.#lose(managed, transportId));
      const address = isUsb ? null : wifiAddressIn(name);
      if (address !== null) managed.isAt(address);
      const drop = (): void => this.#drop(transportId, name, isUsb);
      await managed.connected(facts, { id: transportId, isUsb, adb, drop });
      if (isUsb || !managed.isWifiOpen) await this.#followWifi(managed);
    } catch (error) {
      // It was unplugged, or is still starting: it is asked again as long as it is listed.
      this.#met.delete(transportId);
      await adb?.[Symbol.asyncDispose]();
      if (!(error instanceof CableError)) throw error;
      if (error.failure !== 'NOT_ANSWERING') return;
      const named = [...this.#managed.values()].find((each) => each.isNamed(name));
      if (named === undefined) return;
      named.unanswering();
      if (!isUsb) this.#wifi.renew(name);
    }
  }

  /** Finds out who is at a connection, and claims it for this station; null if it is none of its headsets. */
  async #claim(adb: AdbConnection): Promise<Met | null> {
    const found: { met: Met | null } = { met: null };
    try {
      await claim(adb, async () => {
        const facts = await readFacts(adb);
        if (facts === null) throw new CableError('COMMAND_FAILED', 'It does not say who it is');
        const all = [...this.#managed.values()];
        const managed = all.find((each) => each.isSame(facts));
        if (managed === undefined) all.find((each) => each.wasReset(facts))?.unreachable('reset');
        found.met = managed === undefined ? null : { managed, facts };
        return managed ?? null;
      });
    } catch (error) {
      if (!(error instanceof CableError)) throw error;
      if (error.failure === 'CANNOT_WRITE') found.met?.managed.unreachable('unwritable');
      if (error.failure !== 'MANAGED_ELSEWHERE') throw error;
      await found.met?.managed.claimedBy(error.message);
      return null;
    }
    return found.met;
  }

  /** Does nothing more at a connection, and ends it if it was opened here. */
  async #leave(adb: AdbConnection, name: string): Promise<void> {
    await adb[Symbol.asyncDispose]();
    this.#wifi.leave(name);
  }

  /** Another headset answers at a connection, or this one is no longer claimed: it is asked again. */
  #lose(managed: Managed, id: bigint): void {
    this.#met.delete(id);
    managed.lose(id).catch((error: unknown) => this.#fault(error));
  }

  /** It does not answer at a connection: it is asked again, over a new one where that is on the Wi-Fi. */
  #drop(id: bigint, name: string, isUsb: boolean): void {
    this.#met.delete(id);
    if (!isUsb) this.#wifi.renew(name);
  }

  /** Tells a connected headset whether to listen on the Wi-Fi. */
  async #followWifi(managed: Managed): Promise<void> {
    const { connection, isWifiOpen, wifiAddress } = managed;
    if (connection === null) return;
    const { address, isListening } = await this.#wifi.set(connection, isWifiOpen, wifiAddress);
    if (address !== null) managed.isAt(address);
    if (isListening !== null) managed.listens(isListening);
  }

  #fault(error: unknown): void {
    this.#host.post({ type: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}
