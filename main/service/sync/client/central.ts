import { halvesOf, type PushCall } from '../../../../shared/domain/sync/push-calls.ts';
import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import { parseAddress } from './address.ts';
import { deviceIn, isTaken, madeSlots, refusedEach, reportReply, resultsOf } from './answers.ts';
import { checkConnection, type Finding } from './check.ts';
import { Connections } from './exchange.ts';
import { type Followed, Follower } from './follower.ts';
import type { Outcome } from './outcome.ts';
import { type Listing, PAGE_LIMIT, readPage, walkPages } from './pages.ts';
import type { CentralDevice, CentralPage, ReportReply, WriteResult } from './readers.ts';
import { RecordReader } from './record-reader.ts';
import { type Asked, type Held, Requests, type Timing } from './requests.ts';
import type { Version } from './version.ts';

/** How the central is reached. Everything that depends on time or chance is handed in. */
export type CentralOptions = {
  /** Base address, with or without a path. */
  readonly address: string;
  readonly token: string;
  readonly now: () => number;
  /** Settles after so many ms, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Requests at a time; 8 where not given. */
  readonly atOnce?: number;
  /** Tries of one request, the first included; 5 where not given. */
  readonly attempts?: number;
  /** For one request, all of its bytes included; 20 s where not given. */
  readonly timeoutMs?: number;
};

/** What a push may be told: until when it is wanted, and which versions of the devices were seen, by id. */
type PushGiven = {
  readonly signal?: AbortSignal;
  readonly versions?: ReadonlyMap<string, Version>;
};

/** A record as it was read. */
type Seen = { readonly version: Version | null; readonly signal?: AbortSignal };

/** A slot as this station wants it at the central. */
export type NamedSlot = { readonly id: string; readonly label: string | null; readonly type: string | null };

const MEGABYTE = 1_024 * 1_024;
/** What is read of an answer at most: parsing more would hold up every request. */
const MOST_BYTES = { page: MEGABYTE, device: 4 * MEGABYTE, bulk: 12 * MEGABYTE } as const;
/** Events are looked for on so many pages: a report has five pages of them, and others may have come since. */
const MOST_EVENT_PAGES = 20;

/**
 * The central as its ordinary client knows it: the documented interface and nothing else. No method throws for what
 * network or central do.
 */
export class Central {
  readonly #connections: Connections;
  readonly #requests: Requests;
  readonly #timing: Timing;
  readonly #isEncrypted: boolean;
  readonly #followers = new Set<Follower>();
  readonly #records: RecordReader;

  /** @throws {TypeError} for an address that is none; `parseAddress` tells before. */
  constructor(options: CentralOptions) {
    const address = parseAddress(options.address);
    if (address === undefined) throw new TypeError('Not the address of a central');
    const { now, wait, random, atOnce = 8, attempts = 5, timeoutMs = 20_000 } = options;
    this.#timing = { now, wait, random, atOnce, attempts, timeoutMs };
    this.#isEncrypted = address.isEncrypted;
    this.#connections = new Connections(address, options.token, atOnce);
    this.#requests = new Requests(this.#connections, this.#timing);
    this.#records = new RecordReader(this.#requests, (id, signal) => this.#getOne(id, signal));
  }

  /** ms that the central's clock is ahead of ours, by the last answer that told its time. */
  get clockSkewMs(): number | undefined {
    return this.#requests.clockSkewMs;
  }

  /** Which unbroken history the central's last answer belongs to; undefined where it does not say. */
  get epoch(): string | undefined {
    return this.#requests.epoch;
  }

  /** Requests a minute that the central allows; undefined where it does not say. */
  get perMinute(): number | undefined {
    return this.#requests.perMinute;
  }

  /** Until when the central asked to be left alone. */
  get limitedUntilMs(): number {
    return this.#requests.limitedUntilMs;
  }

  /** Requests sent so far, by `METHOD /path/{pattern}`. */
  get sent(): ReadonlyMap<string, number> {
    return this.#requests.sent;
  }

  /** What is wrong with address, token or central, precisely. */
  check(signal?: AbortSignal): Promise<Finding> {
    return checkConnection(this.#requests, { isEncrypted: this.#isEncrypted, signal });
  }

  /** One page of the list; `page` starts at 1. */
  async listDevices({
    page,
    enterpriseId,
    signal,
  }: Listing & { readonly page: number }): Promise<Outcome<CentralPage>> {
    const query = new URLSearchParams({ page: String(page), limit: String(PAGE_LIMIT) });
    if (enterpriseId !== undefined) query.set('enterpriseId', enterpriseId);
    const path = `/devices?${query.toString()}`;
    const outcome = await this.#read({ path, pattern: '/devices', maxBytes: MOST_BYTES.page, signal });
    return outcome.kind === 'ok' ? readPage(outcome.value.json, page) : outcome;
  }

  /**
   * The whole list, each device once, in pages as they come: walked again where it moved meanwhile. What is not in it may
   * still exist: only a 404 for its id says that a device is gone.
   */
  async eachPage(
    asked: Listing,
    given: (page: CentralPage, seen: number) => Promise<void> | void,
  ): Promise<Outcome<{ readonly total: number }>> {
    const walked = await this.#records.eachPage(asked, given);
    return walked ?? walkPages({ fetch: (page) => this.listDevices({ ...asked, page }), given });
  }

  /** One device in full; 404 is `refused`. At a Muster central those that are asked for at once come together. */
  getDevice(id: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>> {
    return this.#records.get(id, signal);
  }

  async #getOne(id: string, signal: AbortSignal | undefined): Promise<Outcome<CentralDevice>> {
    const path = devicePath(id);
    return deviceIn(
      await this.#read({ path, pattern: '/devices/{deviceId}', maxBytes: MOST_BYTES.device, signal }),
      false,
    );
  }

  /** The device enrolled with an androidId; 404 is `refused`. */
  async getDeviceByAndroidId(androidId: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>> {
    const path = `/devices/androidid/${encodeURIComponent(androidId)}`;
    const pattern = '/devices/androidid/{androidid}';
    return deviceIn(await this.#read({ path, pattern, maxBytes: MOST_BYTES.device, signal }), false);
  }

  /**
   * Writes one call; by itself splits what is too large (413). One result for each id, in the order of the ids. The
   * device in a result has no Wi-Fi passwords where the central keeps them out of such answers. A device of which the
   * version is given, and that has another one by now, is not written and answers 409 or 412.
   */
  async push(call: PushCall, given: PushGiven = {}): Promise<Outcome<readonly WriteResult[]>> {
    const { signal, versions } = given;
    const request = toRequest(call, versions);
    // One that the central takes on a condition cannot overwrite what it has not seen.
    const isFresh = call.ids.some((id) => versions?.get(id) === undefined);
    const outcome = await this.#write({
      ...request,
      wantsLittle: true,
      maxBytes: MOST_BYTES.bulk,
      signal,
      isFresh,
    });
    if (outcome.kind === 'ok') return { kind: 'ok', value: resultsOf(call, outcome.value) };
    if (outcome.kind !== 'refused' || outcome.status === 401 || outcome.status === 403) return outcome;
    // A missing device may fail the others with it at a central that is strict.
    const halves = [404, 413].includes(outcome.status) ? halvesOf(call) : undefined;
    if (halves === undefined) return { kind: 'ok', value: refusedEach(call, outcome) };
    const first = await this.push(halves[0], given);
    if (first.kind !== 'ok') return first;
    const second = await this.push(halves[1], given);
    // The first half is written: what is not known of the second must not hide that.
    const rest =
      second.kind === 'ok' ? second.value : halves[1].ids.map((id) => ({ id, ok: 'unclear' }) as const);
    return { kind: 'ok', value: [...first.value, ...rest] };
  }

  /**
   * Creates slots under ids of this station's choice, which any other than a Muster central refuses with 404. Answers the
   * ids of those that are there now; repeated, it creates nothing twice.
   */
  async createSlots(
    slots: readonly NamedSlot[],
    signal?: AbortSignal,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const path = '/station/slots/named';
    const request = { method: 'POST', path, pattern: path, body: { slots }, isRead: true } as const;
    const outcome = await this.#write({ ...request, maxBytes: MOST_BYTES.bulk, signal });
    if (outcome.kind !== 'ok') return outcome;
    return { kind: 'ok', value: madeSlots(outcome.value.json) };
  }

  /** Binds a headset to a slot. After `unknownOutcome` read the device: its androidId tells. */
  async enrol(
    body: { readonly enrollmentToken: string; readonly androidId: string; readonly enrolmentId?: string },
    signal?: AbortSignal,
  ): Promise<Outcome<CentralDevice>> {
    const request = { method: 'POST', path: '/devices', pattern: '/devices', body } as const;
    return deviceIn(await this.#write({ ...request, maxBytes: MOST_BYTES.device, signal }), true);
  }

  /** Releases the headset that was seen in a slot. */
  unenrol(id: string, seen: Seen): Promise<Outcome<null>> {
    const pattern = '/devices/{deviceId}/unenroll';
    return this.#order(id, { method: 'POST', path: `${devicePath(id)}/unenroll`, pattern }, seen);
  }

  /** Deletes a device as it was seen; 404 is `refused`. */
  remove(id: string, seen: Seen): Promise<Outcome<null>> {
    return this.#order(id, { method: 'DELETE', path: devicePath(id), pattern: '/devices/{deviceId}' }, seen);
  }

  /**
   * Reports what a headset reported. Not repeated blindly: after `unknownOutcome` `knownEvents` tells which events arrived.
   */
  async report(id: string, body: object, signal?: AbortSignal): Promise<Outcome<ReportReply>> {
    const request = { method: 'PUT', path: devicePath(id), pattern: '/devices/{deviceId}', body } as const;
    const outcome = await this.#write({ ...request, wantsLittle: true, maxBytes: MOST_BYTES.device, signal });
    return outcome.kind === 'ok' ? { kind: 'ok', value: reportReply(outcome.value.json, id) } : outcome;
  }

  /** Which of these events the central has: reads its newest pages until all are found or there are no more. */
  async knownEvents(
    id: string,
    eventIds: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Outcome<ReadonlySet<string>>> {
    const found = new Set<string>();
    for (let page = 1; page <= MOST_EVENT_PAGES && found.size < eventIds.size; page += 1) {
      const path = `${devicePath(id)}/events?page=${page}&limit=${PAGE_LIMIT}`;
      const pattern = '/devices/{deviceId}/events';
      const outcome = await this.#read({ path, pattern, maxBytes: MOST_BYTES.bulk, signal });
      if (outcome.kind !== 'ok') return outcome;
      const { json } = outcome.value;
      const items = isObject(json) ? own(json, 'items') : undefined;
      if (!Array.isArray(items)) {
        const message = 'It answers, but not with a page of events.';
        return { kind: 'broken', fault: { reason: 'NOT_THIS_INTERFACE', message } };
      }
      for (const event of items as readonly unknown[]) {
        const eventId = isObject(event) ? own(event, 'eventId') : undefined;
        if (typeof eventId === 'string' && eventIds.has(eventId)) found.add(eventId);
      }
      if (items.length < PAGE_LIMIT) break;
    }
    return { kind: 'ok', value: found };
  }

  /** Follows the streams of devices, a few at a time in turn; `set` says of which. */
  follow(heard: Followed): { set(ids: readonly string[]): void; stop(): Promise<void> } {
    const { sent } = this.#requests;
    const follower = new Follower({
      connections: this.#connections,
      requests: this.#requests,
      timing: this.#timing,
      heard,
      count: (name) => void sent.set(name, (sent.get(name) ?? 0) + 1),
      // A Muster central says which history it is in; no other does.
      tellsFleet: () => this.#requests.epoch !== undefined,
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

  /** Breaks off what is under way and takes nothing new. */
  async close(): Promise<void> {
    this.#requests.close();
    await Promise.all([...this.#followers].map((follower) => follower.stop()));
    await this.#connections.close();
  }

  #read(asked: Omit<Asked, 'method' | 'body' | 'ifMatch'>): Promise<Outcome<Held>> {
    return this.#requests.send({ ...asked, method: 'GET' });
  }

  /** An order about a slot as it was seen: where the central takes conditions, nothing is done to another state of it. */
  async #order(id: string, request: Request, { version, signal }: Seen): Promise<Outcome<null>> {
    const outcome = await this.#write({
      ...request,
      ifMatch: version?.tag,
      isFresh: version === null,
      maxBytes: MOST_BYTES.device,
      signal,
    });
    if (outcome.kind !== 'ok') return outcome;
    if (isTaken(outcome.value.json, id)) return { kind: 'ok', value: null };
    const message = 'It answers, but not that it has done it.';
    return { kind: 'unknownOutcome', fault: { reason: 'NOT_THIS_INTERFACE', message } };
  }

  #write(asked: Asked): Promise<Outcome<Held>> {
    return this.#requests.send(asked);
  }
}

function devicePath(id: string): string {
  return `/devices/${encodeURIComponent(id)}`;
}

type Request = Pick<Asked, 'method' | 'path' | 'pattern' | 'body' | 'ifMatch'>;

/** The request of a call: with one device the route for one, which names what is wrong more precisely. */
function toRequest(call: PushCall, versions: ReadonlyMap<string, Version> | undefined): Request {
  const { ids } = call;
  const single = ids.length === 1 ? ids[0] : undefined;
  if (single !== undefined) return { ...toOne(call, single), ifMatch: versions?.get(single)?.tag };
  const ifRevisions = revisionsOf(ids, versions);
  switch (call.kind) {
    case 'configure':
      return toAll('PUT', '/devices/configure', { devicesId: ids, settings: call.settings, ...ifRevisions });
    case 'patch': {
      const { kind: _, ids: __, ...change } = call;
      return toAll('PATCH', '/devices', { devicesId: ids, ...change, ...ifRevisions });
    }
    case 'setMetadata': {
      const { namespace, value } = call;
      const path = `/devices/metadata/${encodeURIComponent(namespace)}`;
      const body = { devicesId: ids, value, ...ifRevisions };
      return { method: 'PUT', path, pattern: '/devices/metadata/{namespace}', body };
    }
    case 'removeMetadata':
      return toOne(call, ids[0] ?? '');
  }
}

function toOne(call: PushCall, id: string): Request {
  const path = devicePath(id);
  const pattern = '/devices/{deviceId}';
  switch (call.kind) {
    case 'configure':
      return to('PUT', `${path}/configure`, `${pattern}/configure`, call.settings);
    case 'patch': {
      const { kind: _, ids: __, ...change } = call;
      return to('PATCH', path, pattern, change);
    }
    case 'setMetadata':
    case 'removeMetadata': {
      const rest = `/metadata/${encodeURIComponent(call.namespace)}`;
      const names = { path: path + rest, pattern: `${pattern}/metadata/{namespace}` };
      return call.kind === 'setMetadata'
        ? { method: 'PUT', ...names, body: call.value }
        : { method: 'DELETE', ...names };
    }
  }
}

/** The condition of a write of many, for the devices whose revisions are known. */
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

type Method = 'PUT' | 'PATCH';

function toAll(method: Method, path: string, body: unknown): Request {
  return to(method, path, path, body);
}

function to(method: Method, path: string, pattern: string, body: unknown): Request {
  return { method, path, pattern, body };
}
