import { AdbConnection, CableError } from '../adb/connection.ts';
import { AdbServer } from '../adb/adb-server.ts';
import type { StationUrl } from '../agent/station/station-client.ts';
import type { ListedHeadset } from '../../shared/domain/enrolment/cable/device-list.ts';
import { type HeadsetFacts, readFacts } from './body/inventory.ts';
import { Managed } from './managed.ts';
import type { AgentsEvent, AgentsPlan, ManagedHeadset } from './plan.ts';
import { WifiLinks } from './wireless/wifi-links.ts';

/** How often adb's list is read, in ms: a pulled cable is noticed within two of them. */
const SCAN_MS = 1_000;

/**
 * The headsets that this station manages over adb: finds them at any port or address by who they are, and runs the
 * agent of each.
 */
export class AdbAgents {
  readonly #server: AdbServer;
  readonly #station: StationUrl;
  readonly #post: (event: AgentsEvent) => void;
  readonly #managed = new Map<string, Managed>();
  /** Who is at a connection; null: it does not say, or is being asked. */
  readonly #facts = new Map<bigint, HeadsetFacts | null>();
  readonly #resets = new Set<string>();
  readonly #wifi: WifiLinks;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ adbPort, url, fingerprint }: AgentsPlan, post: (event: AgentsEvent) => void) {
    this.#server = new AdbServer({ port: adbPort, program: null });
    this.#wifi = new WifiLinks(this.#server.client);
    this.#station = fingerprint === undefined ? { url } : { url, fingerprint };
    this.#post = post;
  }

  /** Manages a headset from now on. */
  manage(headset: ManagedHeadset): void {
    if (this.#managed.has(headset.deviceId)) return;
    this.#managed.set(headset.deviceId, new Managed(headset, this.#station, this.#post));
    // Whoever is connected already may be this one.
    this.#facts.clear();
    if (this.#timer === undefined) this.#scanLater(0);
  }

  /** Stops managing a headset, and leaves it as it is. */
  async release(deviceId: string): Promise<void> {
    const managed = this.#managed.get(deviceId);
    this.#managed.delete(deviceId);
    await managed?.stop();
  }

  /** Stops every agent, and the adb server if it was started here. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#managed.values()].map((managed) => managed.stop()));
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
    for (const id of this.#facts.keys()) if (!ids.has(id)) this.#facts.delete(id);
    await Promise.all([...this.#managed.values()].map((managed) => managed.retain(ids)));
    await Promise.all(ready.map((each) => this.#meet(each)));
    this.#wifi.seek(
      [...this.#managed.values()].map(({ headset: { deviceId }, wifiAddress, isConnected }) => ({
        deviceId,
        wifiAddress,
        isConnected,
      })),
    );
  }

  /** Asks a new connection who is there, and gives it to that headset's agent. */
  async #meet({ transportId, name, usbPath }: ListedHeadset): Promise<void> {
    if (transportId === null || this.#facts.has(transportId) || this.#isStopped) return;
    this.#facts.set(transportId, null);
    let adb: AdbConnection | undefined;
    try {
      adb = await AdbConnection.open(this.#server.client, transportId);
      const facts = await readFacts(adb);
      if (facts === null) throw new CableError('COMMAND_FAILED', 'It does not say who it is');
      this.#facts.set(transportId, facts);
      const managed = [...this.#managed.values()].find((each) => each.isSame(facts));
      if (managed === undefined) {
        this.#noteReset(facts);
        await adb[Symbol.asyncDispose]();
        const isOurs = [...this.#managed.values()].some(({ wifiAddress }) => name === `${wifiAddress}:5555`);
        return isOurs ? await this.#wifi.leave(name) : undefined;
      }
      const isUsb = usbPath !== null || !name.includes(':');
      await managed.connected(facts, { id: transportId, isUsb, adb });
      if (!isUsb) return;
      const address = await this.#wifi.open(adb);
      if (address !== null) managed.listensAt(address);
    } catch (error) {
      // It was unplugged, or is still starting: it is asked again as long as it is listed.
      this.#facts.delete(transportId);
      await adb?.[Symbol.asyncDispose]();
      if (!(error instanceof CableError)) throw error;
    }
  }

  #noteReset(facts: HeadsetFacts): void {
    const reset = [...this.#managed.values()].find((each) => each.wasReset(facts));
    const deviceId = reset?.headset.deviceId;
    if (deviceId === undefined || this.#resets.has(deviceId)) return;
    this.#resets.add(deviceId);
    this.#post({ type: 'connection', deviceId, connection: 'reset' });
  }

  #fault(error: unknown): void {
    this.#post({ type: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}
