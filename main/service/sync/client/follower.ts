import { createParser } from 'eventsource-parser';

import { retryDelayMs } from '../../../../shared/domain/kernel/retry.ts';
import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import { eitherSignal } from './either-signal.ts';
import { type Connections, headerOf, NoAnswer } from './exchange.ts';
import type { Requests, Timing } from './requests.ts';

/**
 * What is told of a device that is followed: `opened` each time its stream was opened, since whatever happened before was
 * not heard (read the device again); `gone` where the central has no such device; else an event of the central's.
 */
export type Followed = (id: string, event: { readonly name: string; readonly data: unknown }) => void;

/** Streams that are held at a time: a central is asked to carry no more for one station. */
const MOST_STREAMS = 16;
/** With more devices than streams each is listened to for so long before it is the next one's turn. */
const LEASE_MS = 60_000;
/** An event larger than this is none. */
const MOST_BYTES = 1_024 * 1_024;

type Parts = {
  readonly connections: Connections;
  readonly requests: Requests;
  readonly timing: Timing;
  readonly heard: Followed;
  /** Counts a request, by `METHOD /path/{pattern}`. */
  readonly count: (name: string) => void;
  /** True for a central that tells of all devices on one stream. */
  readonly tellsFleet: () => boolean;
};

/** An event as it came. */
type Said = { readonly name: string; readonly data: unknown };

/** How a stream ended. `wasOpen`: it was good for a while, so the next try need not wait long. */
type Ended = { readonly wasOpen: boolean };

/** The one stream of a Muster central; no id of a device has a `/`. */
const FLEET = '/station/updates?devices=true';

/**
 * Listens to the changes of devices: at a Muster central over one stream; else one stream each, a few at a time, in turn where
 * there are more.
 */
export class Follower {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #holders = new Map<string, Promise<void>>();
  readonly #cuts = new Map<string, AbortController>();
  #ids = new Set<string>();
  #turns: string[] = [];
  #failures = 0;
  /** True once it turned out that the central has no such stream for this token. */
  #lacksFleet = false;
  #isFleetOpen = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Follows these devices and no others. */
  set(ids: readonly string[]): void {
    const before = this.#ids;
    this.#ids = new Set(ids);
    // Whatever happened to them before was not heard.
    if (this.#isFleetOpen) for (const id of ids) if (!before.has(id)) this.#opened(id);
    const known = this.#turns.filter((id) => this.#ids.has(id));
    const linedUp = new Set(known);
    const fresh = ids.filter((id) => !linedUp.has(id) && !this.#holders.has(id));
    this.#turns = [...known, ...fresh];
    for (const [id, cut] of this.#cuts) if (!this.#ids.has(id) && id !== FLEET) cut.abort();
    this.#fill();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#holders.values());
  }

  #opened(id: string): void {
    this.#parts.heard(id, { name: 'opened', data: null });
  }

  /** Listens to all on one stream; those of single devices end. */
  #fillFleet(): void {
    this.#turns = [];
    for (const [id, cut] of this.#cuts) if (id !== FLEET || this.#ids.size === 0) cut.abort();
    if (this.#ids.size > 0 && !this.#stop.signal.aborted && !this.#holders.has(FLEET))
      this.#holders.set(FLEET, this.#hold(FLEET));
  }

  #fill(): void {
    if (this.#parts.tellsFleet() && !this.#lacksFleet) return this.#fillFleet();
    while (!this.#stop.signal.aborted && this.#holders.size < MOST_STREAMS) {
      const id = this.#turns.shift();
      if (id === undefined) return;
      this.#holders.set(id, this.#hold(id));
    }
  }

  /** Holds the stream of one device for its turn, then lines it up again. */
  async #hold(id: string): Promise<void> {
    const cut = new AbortController();
    this.#cuts.set(id, cut);
    const { signal, release } = eitherSignal([this.#stop.signal, cut.signal]);
    const lease = new AbortController();
    const endLease = this.#lease(lease.signal, cut);
    const { wasOpen } = await (id === FLEET ? this.#listenToFleet(signal) : this.#listen(id, signal));
    lease.abort();
    await endLease;
    this.#failures = wasOpen ? 0 : this.#failures + 1;
    if (!signal.aborted) await this.#rest(signal);
    release();
    this.#cuts.delete(id);
    this.#holders.delete(id);
    if (this.#ids.has(id)) this.#turns.push(id);
    if (id === FLEET && this.#lacksFleet) this.#turns = [...this.#ids];
    this.#fill();
  }

  /** Cuts the stream when its turn is over and others wait. */
  async #lease(signal: AbortSignal, cut: AbortController): Promise<void> {
    while (!signal.aborted) {
      await this.#parts.timing.wait(LEASE_MS, signal);
      if (!signal.aborted && this.#turns.length > 0) cut.abort();
    }
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { timing, requests } = this.#parts;
    const delayMs = retryDelayMs(Math.max(0, this.#failures - 1), timing.random());
    await timing.wait(Math.max(delayMs, requests.limitedUntilMs - timing.now()), signal);
  }

  async #listen(id: string, signal: AbortSignal): Promise<Ended> {
    const { connections, heard, requests, count } = this.#parts;
    let wasOpen = false;
    try {
      count('GET /devices/{deviceId}/updates');
      const response = await connections.stream(`/devices/${encodeURIComponent(id)}/updates`, signal);
      const type = headerOf(response, 'content-type') ?? '';
      if (response.statusCode !== 200 || !type.startsWith('text/event-stream')) {
        if (response.statusCode >= 429)
          requests.noteLimit(headerOf(response, 'retry-after'), headerOf(response, 'date'));
        response.body.on('error', () => undefined).destroy();
        if (response.statusCode === 404) heard(id, { name: 'gone', data: null });
        return { wasOpen };
      }
      wasOpen = true;
      this.#opened(id);
      await this.#read(response.body, (event) => heard(id, event));
    } catch (error) {
      // Cut by us or by the other side: either way it is opened again, and then all is read again.
      if (!(error instanceof Error)) throw error;
      if (error instanceof NoAnswer) return { wasOpen };
    }
    return { wasOpen };
  }

  /** A central that refuses the stream, or does not say in its first words that it tells of devices, is asked for each. */
  async #listenToFleet(signal: AbortSignal): Promise<Ended> {
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
      await this.#read(response.body, (event) => this.#hearFleet(event, () => response.body.destroy()));
    } catch (error) {
      // As with the stream of one device.
      if (!(error instanceof Error)) throw error;
    }
    const wasOpen = this.#isFleetOpen;
    this.#isFleetOpen = false;
    return { wasOpen };
  }

  #hearFleet({ name, data }: Said, hangUp: () => void): void {
    if (name === 'hello') {
      this.#lacksFleet = !(isObject(data) && own(data, 'devices') === true);
      this.#isFleetOpen = !this.#lacksFleet;
      if (this.#lacksFleet) hangUp();
      else for (const id of this.#ids) this.#opened(id);
    }
    if (name !== 'update' || !isObject(data)) return;
    const [id, what] = [own(data, 'id'), own(data, 'name')];
    if (typeof id !== 'string' || typeof what !== 'string' || !this.#ids.has(id)) return;
    this.#parts.heard(id, { name: what, data: own(data, 'data') });
  }

  async #read(body: AsyncIterable<unknown>, hear: (said: Said) => void): Promise<void> {
    let pending = 0;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        pending = 0;
        hear({ name: event ?? 'message', data: toJson(data) });
      },
      onComment: () => (pending = 0),
    });
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      pending += chunk.length;
      if (pending > MOST_BYTES) return;
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }
}

/** Null for what is no JSON: each event stands for itself, and that there was one says enough. */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Fields of a device that headsets report: that they changed is no reason to read what is wanted again. */
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

/** Whether an event speaks of nothing but what a headset reported, such as a report that this station sent itself. */
export function isReportOnly({ name, data }: { readonly name: string; readonly data: unknown }): boolean {
  if (name === 'hello') return true;
  if (name !== 'device' || typeof data !== 'object' || data === null) return false;
  return Object.keys(data).every((field) => REPORTED.has(field));
}
