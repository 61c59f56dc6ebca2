import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import type { Core } from '../../kernel/kernel.ts';
import { threadEntry } from '../../kernel/workers.ts';
import { type AdbHeadsetStore, openAdbHeadsetStore } from './store.ts';

/** What a headset needs to enrol. */
type NewHeadset = {
  readonly deviceId: string;
  readonly serial: string;
  readonly enrollmentToken: string;
  readonly accessToken: string;
};

/** How a managed headset is connected. `reset`: plugged in with another identity, so it is another headset. */
export type AdbConnectionState = 'usb' | 'wifi' | 'none' | 'reset';

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enrolled'),
    deviceId: z.string(),
    androidId: z.string(),
    enrolment: z.unknown(),
  }),
  z.object({
    type: z.literal('connection'),
    deviceId: z.string(),
    connection: z.enum(['usb', 'wifi', 'none', 'reset']),
  }),
  z.object({ type: z.literal('address'), deviceId: z.string(), wifiAddress: z.string() }),
  z.object({ type: z.literal('ended'), deviceId: z.string(), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.object({ type: z.literal('stopped') }),
]);

/** How long a stopping station waits for its agents, in ms. */
const STOP_MS = 1_500;
const URL_PAUSE_MS = 50;

type Parts = { readonly core: Core; readonly adbPort: number; readonly url: () => string };

/**
 * The headsets that this station manages over adb, without an agent of their own. Their agents run in a thread and use
 * the station's HTTP interface like any other; here they are remembered, started and ended.
 */
export class AdbAgents {
  readonly #parts: Parts;
  readonly #store: AdbHeadsetStore;
  readonly #serials = new Map<string, string>();
  readonly #connections = new Map<string, AdbConnectionState>();
  readonly #addresses = new Map<string, string>();
  readonly #refusals = new Map<string, string>();
  #worker: Worker | undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = openAdbHeadsetStore(parts.core.db, parts.core.vault);
  }

  /** Starts the agents of an earlier run. Call it when the station listens. */
  async resume(): Promise<void> {
    const stored = this.#store.all();
    if (stored.length === 0) return;
    // The listener is open shortly before its URL is known.
    while (this.#parts.url() === '' && !this.#isStopped)
      await new Promise((resolve) => setTimeout(resolve, URL_PAUSE_MS));
    for (const { deviceId, serial, androidId, enrolment, wifiAddress } of stored) {
      this.#serials.set(deviceId, serial);
      this.#send({ type: 'manage', headset: { deviceId, serial, androidId, enrolment, wifiAddress } });
    }
  }

  /** Enrols a connected headset and manages it from now on; the slot shows when it has enrolled. */
  enrol({ deviceId, serial, enrollmentToken, accessToken }: NewHeadset): void {
    this.#refusals.delete(deviceId);
    this.#serials.set(deviceId, serial);
    // A former attempt in the same slot.
    this.#send({ type: 'release', deviceId });
    this.#send({
      type: 'manage',
      headset: { deviceId, serial, androidId: null, enrolment: { enrollmentToken, accessToken } },
    });
  }

  /** Returns why the station refused a headset that was to enrol; undefined if it did not. */
  refusal(deviceId: string): string | undefined {
    return this.#refusals.get(deviceId);
  }

  /** Returns how a headset is connected; undefined for one that is not managed over adb. */
  connection(deviceId: string): AdbConnectionState | undefined {
    return this.#serials.has(deviceId) ? (this.#connections.get(deviceId) ?? 'none') : undefined;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise<void>((resolve) => {
      worker.once('exit', () => resolve());
      setTimeout(resolve, STOP_MS).unref();
    });
    worker.postMessage({ type: 'stop' });
    await ended;
    await worker.terminate();
  }

  #send(order: object): void {
    if (this.#isStopped) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const { core, adbPort, url } = this.#parts;
    const worker = new Worker(threadEntry('adb-agents-worker'), { workerData: { adbPort, url: url() } });
    worker.unref();
    worker.on('message', (raw: unknown) => {
      const event = eventSchema.safeParse(raw);
      if (!event.success) core.log.warn({ err: event.error }, 'agents over adb');
      else
        this.#receive(event.data).catch((error: unknown) =>
          core.log.error({ err: error }, 'agents over adb'),
        );
    });
    worker.on('error', (error) => core.log.error({ err: error }, 'the agents over adb stopped'));
    return worker;
  }

  async #receive(event: z.output<typeof eventSchema>): Promise<void> {
    const { core } = this.#parts;
    switch (event.type) {
      case 'enrolled': {
        const { deviceId, androidId, enrolment } = event;
        const serial = this.#serials.get(deviceId);
        if (serial === undefined) return;
        await core.writer.run(() =>
          this.#store.put(
            { deviceId, serial, androidId, enrolment, wifiAddress: this.#addresses.get(deviceId) ?? null },
            core.clock.now(),
          ),
        );
        return;
      }
      case 'connection':
        this.#connections.set(event.deviceId, event.connection);
        return;
      case 'address':
        this.#addresses.set(event.deviceId, event.wifiAddress);
        await core.writer.run(() => this.#store.setAddress(event.deviceId, event.wifiAddress));
        return;
      case 'ended': {
        const { deviceId, code, message } = event;
        this.#refusals.set(deviceId, `${code}: ${message}`);
        this.#serials.delete(deviceId);
        this.#connections.delete(deviceId);
        await core.writer.run(() => this.#store.remove(deviceId));
        core.log.info({ deviceId, code }, 'a headset is no longer managed over adb');
        this.#send({ type: 'release', deviceId });
        return;
      }
      case 'error':
        core.log.warn({ message: event.message }, 'agents over adb');
        return;
      case 'stopped':
        return;
    }
  }
}
