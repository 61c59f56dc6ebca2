import type { EnrolmentOrigin } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { Trust } from '../../kernel/outgoing/connector.ts';
import { halvesOf, type PushCall } from '../rules/push-calls.ts';
import { isObject, own } from '../rules/values.ts';
import { parseAddress } from './address.ts';
import { deviceIn, isConfirmed, createdSlots, refusedEach, reportReply, resultsOf } from './answers.ts';
import { checkConnection, type Finding } from './check.ts';
import { Connections, type Sender } from './exchange.ts';
import { type FollowHandler, Follower } from './follower.ts';
import type { Outcome } from '../wire/outcome.ts';
import { broken, type Listing, PAGE_LIMIT, readPage, walkPages } from './pages.ts';
import type { CentralDevice, CentralPage, ReportReply, WriteResult } from './readers.ts';
import { RecordReader } from './record-reader.ts';
import { callOf, Requests, type RequestSpec, type Timing } from './requests.ts';
import type { Version } from '../wire/version.ts';

/** How to reach the central. Time and randomness are injected. */
export type CentralOptions = {
  /** Base URL, with or without a path. */
  readonly address: string;
  readonly token: string;
  readonly now: () => number;
  /** Resolves after `ms`, or immediately when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Concurrent requests; 8 by default. */
  readonly concurrency?: number;
  /** Attempts per request, including the first; 5 by default. */
  readonly attempts?: number;
  /** For one request including its whole body; 20 s by default. */
  readonly timeoutMs?: number;
  readonly sender?: Sender;
  /** The key of the station that serves this one as its central; undefined for a central with a certificate. */
  readonly trust?: Trust | undefined;
};

/** `versions`: the versions of the devices that were last read, by id. */
type PushOptions = {
  readonly signal?: AbortSignal;
  readonly versions?: ReadonlyMap<string, Version>;
};

/** The version of a record when it was last read. */
type KnownRecord = { readonly version: Version | null; readonly signal?: AbortSignal };

/** A slot as it should be created at the central. */
export type NamedSlot = { readonly id: string; readonly label: string | null; readonly type: string | null };

const MEGABYTE = 1_024 * 1_024;
/** Limits of an answer: parsing a longer one would block the event loop. */
const MAX_BYTES = { page: MEGABYTE, device: 4 * MEGABYTE, bulk: 12 * MEGABYTE } as const;
/** Pages of events to search. A report fills five, and newer events may precede them. */
const MAX_EVENT_PAGES = 20;

/**
 * A client of the documented interface of the central. Its methods return network and server errors instead of throwing
 * them.
 */
export class Central {
  readonly #connections: Connections;
  readonly #requests: Requests;
  readonly #timing: Timing;
  readonly #isEncrypted: boolean;
  /** True for a station that serves this one. */
  readonly isPartner: boolean;
  readonly #followers = new Set<Follower>();
  readonly #records: RecordReader;

  /** @throws {TypeError} if the address is invalid; check it with `parseAddress` first. */
  constructor(options: CentralOptions) {
    const address = parseAddress(options.address);
    if (address === undefined) throw new TypeError('Not the address of a central');
    const { now, wait, random, concurrency = 8, attempts = 5, timeoutMs = 20_000 } = options;
    this.#timing = { now, wait, random, concurrency, attempts, timeoutMs };
    this.#isEncrypted = address.isEncrypted;
    this.isPartner = options.trust !== undefined;
    this.#connections = new Connections(address, { ...options, concurrency });
    this.#requests = new Requests(this.#connections, this.#timing);
    this.#records = new RecordReader(this.#requests, (id, signal) => this.#getOne(id, signal));
  }

  /** How far the central's clock is ahead of the local one, in ms, from the last answer with a date. */
  get clockSkewMs(): number | undefined {
    return this.#requests.clockSkewMs;
  }

  /** The epoch in the central's last answer; undefined if it sends none. A restore from a backup starts a new epoch. */
  get epoch(): string | undefined {
    return this.#requests.epoch;
  }

  /** Restricts writes from now on to this epoch, in which all records were read. */
  writeIn(epoch: string | undefined): void {
    this.#requests.readEpoch = epoch;
  }

  /** Requests per minute that the central allows; undefined if it does not say. */
  get perMinute(): number | undefined {
    return this.#requests.perMinute;
  }

  /** Until when the central asked for no requests (UTC epoch). */
  get limitedUntilMs(): number {
    return this.#requests.limitedUntilMs;
  }

  /** Requests sent so far, by `METHOD /path/{pattern}`. */
  get sent(): ReadonlyMap<string, number> {
    return this.#requests.sent;
  }

  /** Reports precisely what is wrong with the URL, the token or the central. */
  check(signal?: AbortSignal): Promise<Finding> {
    return checkConnection(this.#requests, { isEncrypted: this.#isEncrypted, signal });
  }

  /** One page of the list; `page` starts at 1. */
  async listDevices({
    page,
    enterpriseId,
    signal,
  }: Listing & { readonly page: number }): Promise<Outcome<CentralPage>> {
    const call = callOf(contract.listDevices, {}, { page, limit: PAGE_LIMIT, enterpriseId });
    const outcome = await this.#requests.send({ ...call, maxBytes: MAX_BYTES.page, signal });
    return outcome.kind === 'ok' ? readPage(outcome.value.json, page) : outcome;
  }

  /**
   * Passes the whole list to `given` page by page, each device once. Reads the list again if it changed meanwhile. A
   * device that is missing from the list may still exist: only a 404 for its id means that it was deleted.
   */
  async eachPage(
    request: Listing,
    onPage: (page: CentralPage, seen: number) => Promise<void> | void,
  ): Promise<Outcome<{ readonly total: number }>> {
    const walked = await this.#records.eachPage(request, onPage);
    return walked ?? walkPages({ fetch: (page) => this.listDevices({ ...request, page }), onPage });
  }

  /** Reads one full device record; 404 is `refused`. A Muster central gets concurrent reads as one request. */
  getDevice(id: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>> {
    return this.#records.get(id, signal);
  }

  #getOne(id: string, signal: AbortSignal | undefined): Promise<Outcome<CentralDevice>> {
    return this.#readDevice(callOf(contract.getDevice, { deviceId: id }), signal);
  }

  /** Reads the device that an androidId is enrolled as; 404 is `refused`. */
  getDeviceByAndroidId(androidId: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>> {
    return this.#readDevice(callOf(contract.getDeviceByAndroidId, { androidid: androidId }), signal);
  }

  async #readDevice(call: Request, signal: AbortSignal | undefined): Promise<Outcome<CentralDevice>> {
    return deviceIn(await this.#requests.send({ ...call, maxBytes: MAX_BYTES.device, signal }), false);
  }

  /**
   * Sends one call and splits it if it is too large (413). Returns one result per id, in the order of the ids. The
   * device in a result has no Wi-Fi passwords if the central omits them. A device whose version no longer matches is
   * not written; its result is 409 or 412.
   */
  async push(call: PushCall, options: PushOptions = {}): Promise<Outcome<readonly WriteResult[]>> {
    const { signal, versions } = options;
    const request = toRequest(call, versions);
    // A conditional write cannot overwrite what this station has not read.
    const isFresh = call.ids.some((id) => versions?.get(id) === undefined);
    const outcome = await this.#requests.send({
      ...request,
      wantsMinimal: true,
      maxBytes: MAX_BYTES.bulk,
      signal,
      isFresh,
    });
    if (outcome.kind === 'ok') return { kind: 'ok', value: resultsOf(call, outcome.value) };
    if (outcome.kind !== 'refused' || outcome.status === 401 || outcome.status === 403) return outcome;
    // A strict central may fail the whole call because one device is missing.
    const halves = [404, 413].includes(outcome.status) ? halvesOf(call) : undefined;
    if (halves === undefined) return { kind: 'ok', value: refusedEach(call, outcome) };
    const first = await this.push(halves[0], options);
    if (first.kind !== 'ok') return first;
    const second = await this.push(halves[1], options);
    // The first half was written, so an unknown outcome of the second must not hide that.
    const rest =
      second.kind === 'ok' ? second.value : halves[1].ids.map((id) => ({ id, ok: 'unclear' }) as const);
    return { kind: 'ok', value: [...first.value, ...rest] };
  }

  /**
   * Creates slots with ids that this station chose. Only a Muster central supports it; others answer 404. Returns the
   * ids that exist afterwards. Idempotent.
   */
  async createSlots(
    slots: readonly NamedSlot[],
    signal?: AbortSignal,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const request = { ...callOf(contract.createNamedSlots), body: { slots }, isRead: true };
    const outcome = await this.#requests.send({ ...request, maxBytes: MAX_BYTES.bulk, signal });
    if (outcome.kind !== 'ok') return outcome;
    return { kind: 'ok', value: createdSlots(outcome.value.json) };
  }

  /** Enrols a headset in a slot. After `unknownOutcome`, read the device: its androidId shows whether it worked. */
  async enrol(
    body: {
      readonly enrollmentToken: string;
      readonly androidId: string;
      readonly enrolmentId?: string;
      readonly origin?: EnrolmentOrigin | undefined;
    },
    signal?: AbortSignal,
  ): Promise<Outcome<CentralDevice>> {
    const request = { ...callOf(contract.enrolDevice), body, maxBytes: MAX_BYTES.device, signal };
    return deviceIn(await this.#requests.send(request), true);
  }

  /** Un-enrols the headset of a slot, provided the slot has not changed since it was read. A partner is told if it has left. */
  unenrol(
    id: string,
    { hasLeft, ...seen }: KnownRecord & { readonly hasLeft?: boolean },
  ): Promise<Outcome<null>> {
    const query = hasLeft && this.isPartner ? { hasLeft: 'true' } : {};
    return this.#order(id, callOf(contract.unenrollDevice, { deviceId: id }, query), seen);
  }

  /** Deletes a device, provided it has not changed since it was read; 404 is `refused`. */
  remove(id: string, seen: KnownRecord): Promise<Outcome<null>> {
    return this.#order(id, callOf(contract.deleteDevice, { deviceId: id }), seen);
  }

  /**
   * Uploads a headset's report, without automatic retries. After `unknownOutcome`, `knownEvents` shows which events
   * arrived.
   */
  async report(id: string, body: object, signal?: AbortSignal): Promise<Outcome<ReportReply>> {
    const request = { ...callOf(contract.updateDevice, { deviceId: id }), body, wantsMinimal: true };
    const outcome = await this.#requests.send({ ...request, maxBytes: MAX_BYTES.device, signal });
    return outcome.kind === 'ok' ? { kind: 'ok', value: reportReply(outcome.value.json, id) } : outcome;
  }

  /** Returns which of these events the central has. Reads its newest pages until all are found or there are no more. */
  async knownEvents(
    id: string,
    eventIds: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const found = new Set<string>();
    for (let page = 1; page <= MAX_EVENT_PAGES && found.size < eventIds.size; page += 1) {
      const call = callOf(contract.listEvents, { deviceId: id }, { page, limit: PAGE_LIMIT });
      const outcome = await this.#requests.send({ ...call, maxBytes: MAX_BYTES.bulk, signal });
      if (outcome.kind !== 'ok') return outcome;
      const { json } = outcome.value;
      const items = isObject(json) ? own(json, 'items') : undefined;
      if (!Array.isArray(items))
        return broken('NOT_THIS_INTERFACE', 'The server answers, but not with a page of events.');
      for (const event of items as readonly unknown[]) {
        const eventId = isObject(event) ? own(event, 'eventId') : undefined;
        if (typeof eventId === 'string' && eventIds.has(eventId)) found.add(eventId);
      }
      if (items.length < PAGE_LIMIT) break;
    }
    return { kind: 'ok', value: found };
  }

  /** Subscribes to the update streams of devices, a few at a time in turn; `set` chooses the devices. */
  follow(onEvent: FollowHandler): { set(ids: readonly string[]): void; stop(): Promise<void> } {
    const { sent } = this.#requests;
    const follower = new Follower({
      connections: this.#connections,
      requests: this.#requests,
      timing: this.#timing,
      onEvent,
      count: (name) => void sent.set(name, (sent.get(name) ?? 0) + 1),
      // Only a Muster central sends an epoch.
      hasFleetStream: () => this.#requests.epoch !== undefined,
    });
    this.#followers.add(follower);
    return {
      set: (ids) => follower.set(ids),
      stop: () => {
        this.#followers.delete(follower);
        return follower.stop();
      },
    };
  }

  /** Aborts the requests in progress and accepts no new ones. */
  async close(): Promise<void> {
    this.#requests.close();
    await Promise.all([...this.#followers].map((follower) => follower.stop()));
    await this.#connections.close();
  }

  /** Sends an order that applies only to the version that was read, if the central supports conditions. */
  async #order(id: string, request: Request, { version, signal }: KnownRecord): Promise<Outcome<null>> {
    const outcome = await this.#requests.send({
      ...request,
      ifMatch: version?.tag,
      isFresh: version === null,
      maxBytes: MAX_BYTES.device,
      signal,
    });
    if (outcome.kind !== 'ok') return outcome;
    if (isConfirmed(outcome.value.json, id)) return { kind: 'ok', value: null };
    const message = 'The server answers without confirming the order.';
    return { kind: 'unknownOutcome', fault: { reason: 'NOT_THIS_INTERFACE', message } };
  }
}

type Request = Pick<RequestSpec, 'method' | 'path' | 'pattern' | 'body' | 'ifMatch'>;

/** Builds the request of a call. A single device uses the route for one device, whose errors are more precise. */
function toRequest(call: PushCall, versions: ReadonlyMap<string, Version> | undefined): Request {
  const { ids } = call;
  const [deviceId = ''] = ids;
  if (ids.length === 1) return { ...toOne(call, deviceId), ifMatch: versions?.get(deviceId)?.tag };
  const many = { devicesId: ids, ...revisionsOf(ids, versions) };
  switch (call.kind) {
    case 'configure':
      return { ...callOf(contract.configureDevices), body: { ...many, settings: call.settings } };
    case 'patch': {
      const { kind: _, ids: __, ...change } = call;
      return { ...callOf(contract.patchDevices), body: { ...many, ...change } };
    }
    case 'setMetadata': {
      const { namespace, value } = call;
      return { ...callOf(contract.setMetadataOfMany, { namespace }), body: { ...many, value } };
    }
    case 'removeMetadata':
      return toOne(call, deviceId);
  }
}

function toOne(call: PushCall, deviceId: string): Request {
  switch (call.kind) {
    case 'configure':
      return { ...callOf(contract.configureDevice, { deviceId }), body: call.settings };
    case 'patch': {
      const { kind: _, ids: __, ...body } = call;
      return { ...callOf(contract.patchDevice, { deviceId }), body };
    }
    case 'setMetadata':
      return { ...callOf(contract.setMetadata, { deviceId, namespace: call.namespace }), body: call.value };
    case 'removeMetadata':
      return callOf(contract.removeMetadata, { deviceId, namespace: call.namespace });
  }
}

/** Returns the condition of a bulk write, for the devices whose revisions are known. */
function revisionsOf(
  ids: readonly string[],
  versions: ReadonlyMap<string, Version> | undefined,
): { readonly ifRevisions?: Readonly<Record<string, number>> } {
  const known = ids.flatMap((id) => {
    const revision = versions?.get(id)?.revision ?? null;
    return revision === null ? [] : [[id, revision] as const];
  });
  return known.length === 0 ? {} : { ifRevisions: Object.fromEntries(known) };
}

/** A client of the central; tests provide their own. */
export type CentralClient = Pick<Central, keyof Central>;
