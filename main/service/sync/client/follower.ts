import { createParser } from 'eventsource-parser';

import { retryDelayMs } from '../../kernel/outgoing/retry.ts';
import { isObject, own } from '../rules/values.ts';
import { eitherSignal } from './either-signal.ts';
import { type Connections, headerOf, NoAnswer } from './exchange.ts';
import type { Requests, Timing } from './requests.ts';
import { parseJson } from '../../../../shared/domain/kernel/parse-json.ts';

/**
 * Receives the events of a followed device. `opened`: its stream was opened; earlier events are lost, so read the
 * device again. `gone`: the central has no such device. Any other name is an event of the central.
 */
export type FollowHandler = (id: string, event: { readonly name: string; readonly data: unknown }) => void;

/** Open streams at a time, to limit the load on the central. */
const MAX_STREAMS = 16;
/** With more devices than streams, each stream is held for this long before the next device's turn. */
const LEASE_MS = 60_000;
/** Larger events are ignored. */
const MAX_BYTES = 1_024 * 1_024;

type Parts = {
  readonly connections: Connections;
  readonly requests: Requests;
  readonly timing: Timing;
  readonly onEvent: FollowHandler;
  /** Counts a request, by `METHOD /path/{pattern}`. */
  readonly count: (name: string) => void;
  /** True if the central publishes all devices on one stream. */
  readonly hasFleetStream: () => boolean;
};

type StreamEvent = { readonly name: string; readonly data: unknown };

/** How a stream ended. `wasOpen`: it had worked, so the next attempt need not wait long. */
type StreamEnd = { readonly wasOpen: boolean };

/** The fleet stream of a Muster central, used like a device id. No device id contains a `/`. */
const FLEET = '/station/updates?devices=true';

/**
 * Subscribes to device changes: one stream for all at a Muster central, otherwise one stream per device, a few at a
 * time in turn.
 */
export class Follower {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #streams = new Map<string, Promise<void>>();
  readonly #leases = new Map<string, AbortController>();
  #ids = new Set<string>();
  #queue: string[] = [];
  #failures = 0;
  /** True once the central has turned out to have no fleet stream for this token. */
  #lacksFleet = false;
  #isFleetOpen = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sets the devices to follow. */
  set(ids: readonly string[]): void {
    const before = this.#ids;
    this.#ids = new Set(ids);
    // Their earlier events were missed.
    if (this.#isFleetOpen) for (const id of ids) if (!before.has(id)) this.#opened(id);
    const known = this.#queue.filter((id) => this.#ids.has(id));
    const queued = new Set(known);
    const fresh = ids.filter((id) => !queued.has(id) && !this.#streams.has(id));
    this.#queue = [...known, ...fresh];
    for (const [id, cut] of this.#leases) if (!this.#ids.has(id) && id !== FLEET) cut.abort();
    this.#fill();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#streams.values());
  }

  #opened(id: string): void {
    this.#parts.onEvent(id, { name: 'opened', data: null });
  }

  /** Replaces the streams of single devices with the fleet stream. */
  #fillFleet(): void {
    this.#queue = [];
    for (const [id, cut] of this.#leases) if (id !== FLEET || this.#ids.size === 0) cut.abort();
    if (this.#ids.size > 0 && !this.#stop.signal.aborted && !this.#streams.has(FLEET))
      this.#streams.set(FLEET, this.#holdStream(FLEET));
  }

  #fill(): void {
    if (this.#parts.hasFleetStream() && !this.#lacksFleet) return this.#fillFleet();
    while (!this.#stop.signal.aborted && this.#streams.size < MAX_STREAMS) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      this.#streams.set(id, this.#holdStream(id));
    }
  }

  /** Holds the stream of one device for its lease, then queues the device again. */
  async #holdStream(id: string): Promise<void> {
    const cut = new AbortController();
    this.#leases.set(id, cut);
    const { signal, release } = eitherSignal([this.#stop.signal, cut.signal]);
    const lease = new AbortController();
    const endLease = this.#lease(lease.signal, cut);
    const { wasOpen } = await (id === FLEET ? this.#listenToFleet(signal) : this.#listen(id, signal));
    lease.abort();
    await endLease;
    this.#failures = wasOpen ? 0 : this.#failures + 1;
    if (!signal.aborted) await this.#backOff(signal);
    release();
    this.#leases.delete(id);
    this.#streams.delete(id);
    if (this.#ids.has(id)) this.#queue.push(id);
    if (id === FLEET && this.#lacksFleet) this.#queue = [...this.#ids];
    this.#fill();
  }

  /** Closes the stream when its lease is over and others are queued. */
  async #lease(signal: AbortSignal, cut: AbortController): Promise<void> {
    while (!signal.aborted) {
      await this.#parts.timing.wait(LEASE_MS, signal);
      if (!signal.aborted && this.#queue.length > 0) cut.abort();
    }
  }

  async #backOff(signal: AbortSignal): Promise<void> {
    const { timing, requests } = this.#parts;
    const delayMs = retryDelayMs(Math.max(0, this.#failures - 1), timing.random());
    await timing.wait(Math.max(delayMs, requests.limitedUntilMs - timing.now()), signal);
  }

  async #listen(id: string, signal: AbortSignal): Promise<StreamEnd> {
    const { connections, onEvent, requests, count } = this.#parts;
    let wasOpen = false;
    try {
      count('GET /devices/{deviceId}/updates');
      const response = await connections.stream(`/devices/${encodeURIComponent(id)}/updates`, signal);
      const type = headerOf(response, 'content-type') ?? '';
      if (response.statusCode !== 200 || !type.startsWith('text/event-stream')) {
        if (response.statusCode >= 429)
          requests.noteLimit(headerOf(response, 'retry-after'), headerOf(response, 'date'));
        response.body.on('error', () => undefined).destroy();
        if (response.statusCode === 404) onEvent(id, { name: 'gone', data: null });
        return { wasOpen };
      }
      wasOpen = true;
      this.#opened(id);
      await this.#read(response.body, (event) => onEvent(id, event));
    } catch (error) {
      // Whichever side closed it: the stream is opened again, and then the device is read again.
      if (!(error instanceof Error)) throw error;
      if (error instanceof NoAnswer) return { wasOpen };
    }
    return { wasOpen };
  }

  /** Falls back to one stream per device if the central refuses, or if its first event does not announce devices. */
  async #listenToFleet(signal: AbortSignal): Promise<StreamEnd> {
    const { connections, requests, count } = this.#parts;
    try {
      count('GET /station/updates');
      const response = await connections.stream(FLEET, signal);
      if (response.statusCode !== 200) {
        if (response.statusCode >= 429)
          requests.noteLimit(headerOf(response, 'retry-after'), headerOf(response, 'date'));
        else this.#lacksFleet = true;
        response.body.on('error', () => undefined).destroy();
        return { wasOpen: false };
      }
      await this.#read(response.body, (event) => this.#onFleetEvent(event, () => response.body.destroy()));
    } catch (error) {
      // As in `#listen`.
      if (!(error instanceof Error)) throw error;
    }
    const wasOpen = this.#isFleetOpen;
    this.#isFleetOpen = false;
    return { wasOpen };
  }

  #onFleetEvent({ name, data }: StreamEvent, close: () => void): void {
    if (name === 'hello') {
      this.#lacksFleet = !(isObject(data) && own(data, 'devices') === true);
      this.#isFleetOpen = !this.#lacksFleet;
      if (this.#lacksFleet) close();
      else for (const id of this.#ids) this.#opened(id);
    }
    if (name !== 'update' || !isObject(data)) return;
    const [id, what] = [own(data, 'id'), own(data, 'name')];
    if (typeof id !== 'string' || typeof what !== 'string' || !this.#ids.has(id)) return;
    this.#parts.onEvent(id, { name: what, data: own(data, 'data') });
  }

  async #read(body: AsyncIterable<unknown>, onEvent: (signal: StreamEvent) => void): Promise<void> {
    let pending = 0;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        pending = 0;
        // The fact that an event arrived is enough.
        onEvent({ name: event ?? 'message', data: parseJson(data) ?? null });
      },
      onComment: () => (pending = 0),
    });
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      pending += chunk.length;
      if (pending > MAX_BYTES) return;
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }
}

/** Fields that headsets report. A change of them alone does not require reading the device again. */
const REPORTED: ReadonlySet<string> = new Set([
  'id',
  'lastHeartbeatAt',
  'isAvailable',
  'batteryInfo',
  'worn',
  'osVersion',
  'macAddress',
  'mdmInfo',
  'downloads',
  'installedPackages',
  'contentPresence',
  'storages',
]);

/** True if an event contains only reported fields, such as those of a report that this station uploaded itself. */
export function isReportOnly({ name, data }: { readonly name: string; readonly data: unknown }): boolean {
  if (name === 'hello') return true;
  if (name !== 'device' || typeof data !== 'object' || data === null) return false;
  return Object.keys(data).every((field) => REPORTED.has(field));
}
