import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { SENDER_HEADER } from '../fault-proxy.ts';
import { type Call, OPERATIONS, type World } from './operations.ts';
import {
  aDevice,
  type DoubleDevice,
  type DoubleOptions,
  type Json,
  type Ledger,
  Refusal,
} from './records.ts';
import { aFreePort } from '../free-port.ts';

export type { DoubleDevice, DoubleOptions, Json, Ledger };

/** A request as a fault may select it. `index` counts all requests from 0; streams do not count. */
export type Arrival = {
  readonly index: number;
  readonly method: string;
  readonly pattern: string;
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  /** Who sent it, if a proxy of the test says so. */
  readonly sender: string | undefined;
};

/** A fault of a request. */
export type Fault =
  /** The connection breaks before the request is processed, after it without an answer, or within the answer. */
  | { readonly kind: 'cutBefore' | 'cutAfter' | 'cutWithin' }
  /** It is not processed; this is the answer. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** It is processed; this is the answer. */
  | { readonly kind: 'answerAfter'; readonly status: number; readonly body?: string }
  /** It is delayed: others may overtake it. */
  | { readonly kind: 'hold'; readonly until: Promise<unknown> };

/** Default behaviour of a central. */
const DEFAULTS: DoubleOptions = {
  groups: 'replace',
  dedupesEvents: true,
  showsPasswords: true,
  showsMetadata: true,
  rowsOnPage: 100,
  maxIds: 1_000,
  tags: 'none',
  stations: 1,
  limit: null,
};

/** Fields of a report and of an enrolment in the interface. */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  'PUT /devices/{deviceId}': new Set(
    'androidId macAddress type mdmInfo label licence downloads installedPackages contentPresence events'.split(
      ' ',
    ),
  ),
  'POST /devices': new Set(['enrollmentToken', 'androidId']),
};

/**
 * A scripted central, written from the API documentation alone: a real HTTP server that speaks the documented interface and
 * nothing else. Undocumented requests are recorded, and disposing of the double then throws, so that the test fails.
 */
export class CentralDouble implements AsyncDisposable {
  token = 'the-token-of-the-school';
  readonly devices = new Map<string, DoubleDevice>();
  readonly ledger: Ledger = { enrolments: [], unenrolments: [], deletions: [], writes: [] };
  /** All requests in order, without streams. */
  readonly arrivals: Arrival[] = [];
  /** Devices whose streams were opened, in order, and the maximum number of streams open at a time. */
  readonly streamed: string[] = [];
  maxListeners = 0;
  /** Requests that the limit refused. */
  refusedByLimit = 0;
  /** Violations of the interface by its client. */
  readonly undocumented: string[] = [];
  /** Organisations of the token; the first is its own. */
  enterprises: readonly string[] = ['school'];
  options: DoubleOptions;
  /** Selects the fault of a request; may also edit devices, like an admin. */
  fault: (arrival: Arrival) => Fault | undefined = () => undefined;
  /** Called after a request was performed, whatever happens to its answer. */
  performed: (arrival: Arrival) => void = () => undefined;
  /** Its clock, ms since 1970. */
  now: () => number = Date.now;
  readonly #server: Server;
  readonly #streams = new Map<string, Set<ServerResponse>>();
  #port = 0;
  #tags = 0;
  #window = { endsMs: 0, requests: 0 };

  private constructor(server: Server, options: Partial<DoubleOptions>) {
    this.#server = server;
    this.options = { ...DEFAULTS, ...options };
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(options: Partial<DoubleOptions> = {}): Promise<CentralDouble> {
    const double = new CentralDouble(createServer(), options);
    await double.#listen();
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.#port)}`;
  }

  /** Creates a device, like an admin. */
  add(id: string, input: Partial<DoubleDevice> = {}): DoubleDevice {
    const device = aDevice(id, input);
    this.devices.set(id, device);
    return device;
  }

  /** Edits a device, like an admin; its followers are notified. */
  edit(id: string, change: (device: DoubleDevice) => void): void {
    const device = this.devices.get(id);
    if (device === undefined) throw new Error(`There is no ${id}`);
    change(device);
    this.#changed(id);
  }

  /** Number of requests of a pattern, such as `PUT /devices/configure`. */
  count(pattern: string): number {
    return this.arrivals.filter((arrival) => `${arrival.method} ${arrival.pattern}` === pattern).length;
  }

  /** Streams that are open now, by device. */
  get listeners(): readonly string[] {
    return [...this.#streams].filter(([, open]) => open.size > 0).map(([id]) => id);
  }

  /** Goes offline: connections break and are refused. */
  async goOffline(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async goOnline(): Promise<void> {
    await this.#listen();
  }

  /** Breaks every connection, as after a laptop slept; the next request is answered. */
  cutAll(): void {
    this.#server.closeAllConnections();
  }

  /** Closes every stream. */
  cutStreams(): void {
    for (const open of this.#streams.values()) for (const response of open) response.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.goOffline();
    if (this.undocumented.length > 0) {
      throw new Error(`The central was asked for what is not documented: ${this.undocumented.join('; ')}`);
    }
  }

  async #listen(): Promise<void> {
    this.#port ||= await aFreePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  #changed(id: string): void {
    for (const response of this.#streams.get(id) ?? [])
      response.write('event: changed\ndata: {"changed":true}\n\n');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // The client disconnected: there is nobody to answer.
      return;
    }
    const url = new URL(request.url ?? '/', this.url);
    const { method = 'GET' } = request;
    const matched = match(method, url.pathname);
    this.#checkForm(request, url, matched?.pattern);
    if (matched === undefined) return answer(response, 404, { error: 'No such operation' });
    if (request.headers.authorization !== `Bearer ${this.token}`) {
      return answer(response, 401, { error: 'The token is absent or invalid' });
    }
    if (matched.pattern === STREAM) return this.#stream(matched.params['deviceId'] ?? '', response);
    if (this.#isOverLimit(response)) return answer(response, 429, { error: 'Too many requests' });
    const text = Buffer.concat(chunks).toString('utf8');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    const arrival = {
      index: this.arrivals.length,
      method,
      pattern: matched.pattern,
      path: url.pathname + url.search,
      body,
      ifMatch: request.headers['if-match'],
      sender: request.headers[SENDER_HEADER]?.toString(),
    };
    this.arrivals.push(arrival);
    this.#checkFields(arrival);
    this.#checkCondition(arrival);
    await this.#answer(arrival, { params: matched.params, query: url.searchParams, body }, response);
  }

  /** Counts a request and states in the headers how many are left. */
  #isOverLimit(response: ServerResponse): boolean {
    const { limit } = this.options;
    if (limit === null) return false;
    const nowMs = Date.now();
    if (nowMs >= this.#window.endsMs) this.#window = { endsMs: nowMs + limit.windowMs, requests: 0 };
    this.#window.requests += 1;
    const left = limit.requests - this.#window.requests;
    const resetSec = Math.ceil((this.#window.endsMs - nowMs) / 1_000);
    response
      .setHeader('x-ratelimit-limit', String(limit.requests))
      .setHeader('x-ratelimit-remaining', String(Math.max(0, left)))
      .setHeader('x-ratelimit-reset', String(resetSec));
    if (left >= 0) return false;
    this.refusedByLimit += 1;
    response.setHeader('retry-after', String(resetSec));
    return true;
  }

  async #answer(arrival: Arrival, call: Call, response: ServerResponse): Promise<void> {
    const fault = this.fault(arrival);
    if (fault?.kind === 'cutBefore') return void response.destroy();
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
      return void response.end(fault.body ?? '{"error":"As scripted"}');
    }
    if (fault?.kind === 'hold') await fault.until;
    if (arrival.ifMatch !== undefined && arrival.ifMatch !== this.#tag(call.params['deviceId'])) {
      return answer(response, 412, { error: 'It was changed since' });
    }
    if (arrival.method === 'GET' && this.options.tags !== 'none' && call.params['deviceId'] !== undefined)
      response.setHeader('etag', this.#tag(call.params['deviceId']));
    const [status, body] = this.#perform(arrival, call);
    this.performed(arrival);
    if (fault?.kind === 'cutAfter') return void response.destroy();
    if (fault?.kind === 'cutWithin') return cutWithin(response, body);
    if (fault?.kind === 'answerAfter') {
      return void response
        .writeHead(fault.status, { 'content-type': 'application/json' })
        .end(fault.body ?? '{}');
    }
    answer(response, status, body);
  }

  #perform({ method, pattern }: Arrival, call: Call): [number, unknown] {
    const operation = OPERATIONS[`${method} ${pattern}`];
    const world: World = {
      devices: this.devices,
      ledger: this.ledger,
      options: this.options,
      enterprises: this.enterprises,
      now: this.now,
      changed: (id) => this.#changed(id),
    };
    try {
      return [200, operation?.(world, call)];
    } catch (error) {
      if (error instanceof Refusal) return [error.status, error.body];
      throw error;
    }
  }

  #tag(id = ''): string {
    this.#tags += 1;
    const { label, license, settings, metadata } = this.devices.get(id) ?? aDevice(id);
    const state = this.options.tags === 'restless' ? this.#tags : { label, license, settings, metadata };
    return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url')}"`;
  }

  #stream(id: string, response: ServerResponse): void {
    if (!this.devices.has(id)) return answer(response, 404, { error: 'Device not found' });
    const open = this.#streams.get(id) ?? new Set();
    if (open.size >= this.options.stations) this.undocumented.push(`a second stream of ${id}`);
    this.#streams.set(id, open.add(response));
    this.streamed.push(id);
    this.maxListeners = Math.max(this.maxListeners, this.listeners.length);
    response.on('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': open\n\n');
  }

  /** The interface's rules for every request. */
  #checkForm({ headers, method = '' }: IncomingMessage, url: URL, pattern: string | undefined): void {
    const name = `${method} ${url.pathname}`;
    if (pattern === undefined) this.undocumented.push(name);
    if (headers['content-type'] !== 'application/json')
      this.undocumented.push(`${name} without a content type`);
    if (url.search.includes(this.token)) this.undocumented.push(`${name} with the token in its address`);
    const allowed = QUERIES[pattern ?? ''] ?? [];
    const strange = [...url.searchParams.keys()].filter((key) => !allowed.includes(key));
    if (strange.length > 0) this.undocumented.push(`${name} with the query ${strange.join(', ')}`);
  }

  /** Conditional requests require a central that offers them. */
  #checkCondition({ method, path, body, ifMatch }: Arrival): void {
    if (ifMatch !== undefined && this.options.tags === 'none')
      this.undocumented.push(`${method} ${path} with a condition`);
    if (typeof body === 'object' && body !== null && 'ifRevisions' in body)
      this.undocumented.push(`${method} ${path} with revisions`);
  }

  #checkFields({ method, pattern, body }: Arrival): void {
    const known = FIELDS[`${method} ${pattern}`];
    const strange = Object.keys(body ?? {}).filter((field) => known?.has(field) === false);
    if (strange.length > 0) this.undocumented.push(`${method} ${pattern} with ${strange.join(', ')}`);
  }
}

/** Starts one for a test: `await using central = await aCentral()`. */
export function aCentral(options: Partial<DoubleOptions> = {}): Promise<CentralDouble> {
  return CentralDouble.start(options);
}

const STREAM = '/devices/{deviceId}/updates';

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/devices': ['enterpriseId', 'page', 'limit'],
  '/devices/{deviceId}/events': ['type', 'from', 'to', 'page', 'limit'],
};

const PATTERNS = [...Object.keys(OPERATIONS), `GET ${STREAM}`].map((name) => {
  const [method = '', pattern = ''] = name.split(' ');
  const source = pattern.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { method, pattern, regex: new RegExp(`^${source}$`) };
});

/** Returns the operation of a path: a literal segment has priority over a parameter. */
function match(
  method: string,
  path: string,
): { readonly pattern: string; readonly params: Record<string, string> } | undefined {
  const found = PATTERNS.filter((each) => each.method === method && each.regex.test(path)).toSorted(
    (a, b) => a.pattern.split('{').length - b.pattern.split('{').length,
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const groups = first.regex.exec(path)?.groups ?? {};
  return {
    pattern: first.pattern,
    params: Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    ),
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function cutWithin(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}
