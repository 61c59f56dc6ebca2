import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { AdbConnectionState, OverAdb } from '../../../../shared/contract/devices/fleet.ts';
import {
  type AgentsEvent,
  agentsEventSchema,
  type AgentsOrder,
  type AgentsPlan,
} from '../../../../shared/domain/enrolment/adb-agents.ts';
import type { StationName } from '../../../adb/claim.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { threadEntry } from '../../kernel/workers.ts';
import { type FindHosts, HeadsetSearch, type Missing } from './search.ts';
import { type AdbHeadsetStore, openAdbHeadsetStore } from './store.ts';

/** What a headset needs to enrol. */
type NewHeadset = {
  readonly deviceId: string;
  readonly serial: string;
  readonly androidId: string | null;
  readonly enrollmentToken: string;
  readonly accessToken: string;
};

/** What is known about a managed headset while the station runs. `isListening`: null until it was read. */
type Known = {
  readonly serial: string;
  readonly wifiAddress: string | null;
  readonly isWifiOpen: boolean;
  readonly isListening: boolean | null;
  /** The network does not let this computer reach it on the Wi-Fi. */
  readonly isBlocked: boolean;
  readonly connection: AdbConnectionState;
  /** The station that manages it instead. */
  readonly heldBy: string | null;
};

/** Before it is connected for the first time. */
const UNKNOWN = { isListening: null, isBlocked: false, connection: 'none', heldBy: null } as const;
/** It is not connected, and may have another address. */
const MISSING: ReadonlySet<AdbConnectionState> = new Set(['none', 'plugIn', 'asleep']);
/** How long a stopping station waits for its agents, in ms. */
const STOP_MS = 1_500;
const URL_PAUSE_MS = 50;
/** Young generation of the agents' thread, in MiB: thirty headsets that are read at once would let it grow to 50. */
const YOUNG_MIB = 6;

type Parts = {
  readonly records: Records;
  /** How this station is named on headsets. */
  readonly name: StationName;
  readonly adbPort: number;
  readonly url: () => string;
  readonly mdns: AgentsPlan['mdns'];
  readonly findHosts: FindHosts;
};

/**
 * The headsets that this station manages over adb, without an agent of their own. Their agents run in a thread and use
 * the station's HTTP interface like any other; here they are remembered, started and ended.
 */
export class AdbAgents {
  readonly #parts: Parts;
  readonly #store: AdbHeadsetStore;
  readonly #known = new Map<string, Known>();
  readonly #refusals = new Map<string, string>();
  readonly #search: HeadsetSearch;
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, vault } = parts.records.core;
    this.#store = openAdbHeadsetStore(db, vault);
    this.#search = new HeadsetSearch({
      find: parts.findHosts,
      missing: () => this.#missing(),
      found: (deviceId, address) => this.#send({ type: 'seenAt', deviceId, address }),
      log: parts.records.core.log,
    });
  }

  /** Starts the agents of an earlier run. Call it when the station listens. */
  async resume(): Promise<void> {
    const stored = this.#store.all();
    if (stored.length === 0) return;
    // The listener is open shortly before its URL is known.
    while (this.#parts.url() === '' && !this.#isStopped)
      await new Promise((resolve) => setTimeout(resolve, URL_PAUSE_MS));
    for (const headset of stored) {
      const { deviceId, serial, wifiAddress, isWifiOpen } = headset;
      this.#learn(deviceId, { ...UNKNOWN, serial, wifiAddress, isWifiOpen });
      this.#send({ type: 'manage', headset });
    }
  }

  /** Enrols a connected headset and manages it from now on; the slot shows when it has enrolled. */
  enrol({ deviceId, serial, androidId, enrollmentToken, accessToken }: NewHeadset): void {
    this.#refusals.delete(deviceId);
    // What it was before a reset no longer exists.
    for (const [id, known] of this.#known)
      if (known.serial === serial && known.connection === 'reset')
        this.#end(id).catch((error: unknown) =>
          this.#parts.records.core.log.error({ err: error }, 'agents over adb'),
        );
    this.#learn(deviceId, { ...UNKNOWN, serial, wifiAddress: null, isWifiOpen: true });
    // A former attempt in the same slot.
    this.#send({ type: 'release', deviceId });
    this.#send({
      type: 'manage',
      headset: { deviceId, serial, androidId, enrolment: { enrollmentToken, accessToken } },
    });
  }

  /** Returns why the station refused a headset that was to enrol; undefined if it did not. */
  refusal(deviceId: string): string | undefined {
    return this.#refusals.get(deviceId);
  }

  /** Opens or closes adb over the Wi-Fi on those of the headsets that are managed; returns how they are now. */
  async setWifi(
    ids: readonly string[],
    isOpen: boolean,
  ): Promise<{ readonly id: string; readonly overAdb: OverAdb }[]> {
    await this.#parts.records.core.writer.run(() => {
      for (const id of ids) this.#store.setOpen(id, isOpen);
    });
    return ids.flatMap((id) => {
      const known = this.#known.get(id);
      if (known === undefined) return [];
      const changed = { ...known, isWifiOpen: isOpen };
      this.#learn(id, changed);
      this.#send({ type: 'wifi', deviceId: id, isOpen });
      return [{ id, overAdb: shownOf(changed) }];
    });
  }

  /** Takes over those of the headsets that another station manages; returns how they are now. */
  reclaim(ids: readonly string[]): { readonly id: string; readonly overAdb: OverAdb }[] {
    return ids.flatMap((id) => {
      const known = this.#known.get(id);
      if (known?.connection === 'elsewhere') this.#send({ type: 'takeOver', deviceId: id });
      return known === undefined ? [] : [{ id, overAdb: shownOf(known) }];
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#search.stop();
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      setTimeout(resolve, STOP_MS).unref();
    });
    worker.postMessage({ type: 'stop' } satisfies AgentsOrder);
    await ended;
    await worker.terminate();
  }

  /** Remembers what is known of a headset, and shows it. */
  #learn(deviceId: string, known: Known | null): void {
    const { records } = this.#parts;
    if (known === null) this.#known.delete(deviceId);
    else this.#known.set(deviceId, known);
    const overAdb = known === null ? null : shownOf(known);
    if (overAdb === null) records.overAdb.delete(deviceId);
    else records.overAdb.set(deviceId, overAdb);
    const record: DeviceRecord | undefined = records.devices.find(deviceId);
    if (record !== undefined) announceDevice(records, record, { headset: { overAdb } });
  }

  /** Headsets that should be on the Wi-Fi, and whose MAC address is known. */
  #missing(): Missing[] {
    const { devices } = this.#parts.records;
    return [...this.#known].flatMap(([deviceId, { connection, isWifiOpen }]) => {
      const macAddress = devices.find(deviceId)?.macAddress ?? null;
      return isWifiOpen && MISSING.has(connection) && macAddress !== null ? [{ deviceId, macAddress }] : [];
    });
  }

  async #end(deviceId: string): Promise<void> {
    this.#learn(deviceId, null);
    this.#send({ type: 'release', deviceId });
    await this.#parts.records.core.writer.run(() => this.#store.remove(deviceId));
  }

  #send(order: AgentsOrder): void {
    if (this.#isStopped) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const { records, name, adbPort, url, mdns } = this.#parts;
    const { log, db } = records.core;
    // Beside the store: a system's folder for temporary files may be small, or in memory.
    const inFolder = (name: string): string => join(dirname(db.name), name);
    const plan: AgentsPlan = {
      adbPort,
      name,
      url: url(),
      folder: inFolder('adb-copies'),
      eventsFolder: inFolder('adb-events'),
      ...(mdns === undefined ? {} : { mdns }),
    };
    const worker = new Worker(threadEntry('adb-agents-worker'), {
      workerData: plan,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
    });
    worker.unref();
    worker.on('message', (raw: unknown) => {
      const event = agentsEventSchema.safeParse(raw);
      if (!event.success) log.warn({ err: event.error }, 'agents over adb');
      else this.#receive(event.data).catch((error: unknown) => log.error({ err: error }, 'agents over adb'));
    });
    worker.on('error', (error) => log.error({ err: error }, 'the agents over adb stopped'));
    return worker;
  }

  async #receive(event: AgentsEvent): Promise<void> {
    const { core } = this.#parts.records;
    if (event.type === 'stopped') return;
    if (event.type === 'error') return core.log.warn({ message: event.message }, 'agents over adb');
    const { deviceId } = event;
    const known = this.#known.get(deviceId);
    if (known === undefined) return;
    switch (event.type) {
      case 'enrolled': {
        const { androidId, enrolment } = event;
        const { serial, wifiAddress, isWifiOpen } = known;
        const headset = { deviceId, serial, androidId, enrolment, wifiAddress, isWifiOpen };
        await core.writer.run(() => this.#store.put(headset, core.clock.now()));
        return;
      }
      case 'connection':
        this.#learn(deviceId, { ...known, connection: event.connection, heldBy: event.heldBy });
        if (MISSING.has(event.connection)) this.#search.wake();
        return;
      case 'listens':
        return this.#learn(deviceId, {
          ...known,
          isListening: event.isListening,
          isBlocked: event.isBlocked,
        });
      case 'address': {
        const { wifiAddress } = event;
        this.#learn(deviceId, { ...known, wifiAddress });
        return core.writer.run(() => this.#store.setAddress(deviceId, wifiAddress));
      }
      case 'ended': {
        const { code, message } = event;
        this.#refusals.set(deviceId, `${code}: ${message}`);
        core.log.info({ deviceId, code }, 'a headset is no longer managed over adb');
        return this.#end(deviceId);
      }
    }
  }
}

function shownOf({ connection, heldBy, isWifiOpen, isListening, isBlocked }: Known): OverAdb {
  const open = isBlocked ? 'blocked' : 'open';
  const wifi = isWifiOpen ? open : isListening === false ? 'closed' : 'closing';
  return { connection, wifi, ...(heldBy === null ? {} : { heldBy }) };
}
