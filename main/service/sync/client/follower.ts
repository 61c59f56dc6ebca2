import { createParser } from 'eventsource-parser';

import { retryDelayMs } from '../../../../shared/domain/kernel/retry.ts';
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
  /** Counts a request. */
  readonly count: () => void;
};

/** How a stream ended. `wasOpen`: it was good for a while, so the next try need not wait long. */
type Ended = { readonly wasOpen: boolean };

/** Listens to the changes of devices: one stream each, a few at a time, in turn where there are more. */
export class Follower {
  readonly #parts: Parts;
  readonly #stop = new AbortController();
  readonly #holders = new Map<string, Promise<void>>();
  readonly #cuts = new Map<string, AbortController>();
  #ids = new Set<string>();
  #turns: string[] = [];
  #failures = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Follows these devices and no others. */
  set(ids: readonly string[]): void {
    this.#ids = new Set(ids);
    const known = this.#turns.filter((id) => this.#ids.has(id));
    const linedUp = new Set(known);
    const fresh = ids.filter((id) => !linedUp.has(id) && !this.#holders.has(id));
    this.#turns = [...known, ...fresh];
    for (const [id, cut] of this.#cuts) if (!this.#ids.has(id)) cut.abort();
    this.#fill();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#holders.values());
  }

  #fill(): void {
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
    const { wasOpen } = await this.#listen(id, signal);
    lease.abort();
    await endLease;
    this.#failures = wasOpen ? 0 : this.#failures + 1;
    if (!signal.aborted) await this.#rest(signal);
    release();
    this.#cuts.delete(id);
    this.#holders.delete(id);
    if (this.#ids.has(id)) this.#turns.push(id);
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
      count();
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
      heard(id, { name: 'opened', data: null });
      await this.#read(id, response.body);
    } catch (error) {
      // Cut by us or by the other side: either way it is opened again, and then all is read again.
      if (!(error instanceof Error)) throw error;
      if (error instanceof NoAnswer) return { wasOpen };
    }
    return { wasOpen };
  }

  async #read(id: string, body: AsyncIterable<unknown>): Promise<void> {
    let pending = 0;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        pending = 0;
        this.#parts.heard(id, { name: event ?? 'message', data: toJson(data) });
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
