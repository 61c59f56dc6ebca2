import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createParser } from 'eventsource-parser';
import { type Dispatcher, Pool } from 'undici';

import { StationPin } from '../../main/agent/station/station-pin.ts';
import type { ToEnrol } from './a-check.ts';

/** One thing that an agent does wrong. */
export type SmallFault =
  | 'reportsWithWrongToken'
  | 'reportsOnlyChanges'
  | 'missesFirstChange'
  | 'failsOnUnknownFields'
  | 'acceptsUnknownCommands'
  | 'executesAgain'
  | 'answersOnce'
  | 'losesEvents'
  | 'renamesEvents'
  | 'repeatsEvents'
  | 'startsOver'
  | 'ignoresDigest'
  | 'ignoresHello'
  | 'retriesAtOnce'
  | 'ignoresRetryAfter'
  | 'staysEnrolled'
  | 'leavesWithoutAnswer'
  | 'trustsAnyKey';

type Json = Record<string, unknown>;
type Sent = Readonly<{ eventId: string; type: string; timestamp: number; payload: Json }>;
type FileEntry = Readonly<{ id: string; name: string; url: string }>;

const BEAT_MS = 1_500;

/**
 * A whole agent in one file, written from docs/agents.md without the agent of the product, with at most one fault. Its
 * headset is a list of files.
 */
export class SmallAgent implements AsyncDisposable {
  readonly #to: ToEnrol;
  readonly #fault: SmallFault | null;
  readonly #pool: Pool;
  readonly #end = new AbortController();
  readonly #present = new Map<string, number>();
  readonly #failed = new Set<string>();
  readonly #answers = new Map<string, Json>();
  #life: Promise<void> = Promise.resolve();
  #token: string;
  #typeId = '';
  #revision: number | null = null;
  #settings: Json = {};
  #events: Sent[] = [];
  #acknowledged: Sent[] = [];
  #notBeforeMs = 0;
  #changes = 0;
  #executed = 0;
  #isChanged = true;

  constructor(to: ToEnrol, fault: SmallFault | null) {
    this.#to = to;
    this.#fault = fault;
    this.#token = to.accessToken;
    const connect =
      fault === 'trustsAnyKey' || to.fingerprint === null
        ? { rejectUnauthorized: false }
        : new StationPin(to.fingerprint).connect;
    this.#pool = new Pool(to.url, { connections: 4, allowH2: false, connect });
  }

  start(): void {
    this.#life = this.#run().catch((error: unknown) => {
      if (!this.#isOver) throw error;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#pool.destroy();
    await this.#life;
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #run(): Promise<void> {
    const { enrollmentToken, deviceId } = this.#to;
    const type = await this.#insist('POST', '/devices/whatiam', { name: 'Small One', product: 'small' });
    this.#typeId = String(type['id']);
    const body = { enrollmentToken, androidId: `small-${deviceId}` };
    const record = await this.#insist('POST', '/devices', body);
    this.#token = String(record['accessToken']);
    await this.#apply(record);
    await Promise.all([this.#listen(), this.#report()]);
  }

  /** Sends heartbeats. */
  async #report(): Promise<void> {
    for (let failures = 0; !this.#isOver;) {
      const isDue = this.#fault !== 'reportsOnlyChanges' || this.#isChanged;
      const isSent = !isDue || (await this.#beat());
      failures = isSent ? 0 : failures + 1;
      await this.#wait(isSent ? BEAT_MS : this.#retryMs(failures));
    }
  }

  async #beat(): Promise<boolean> {
    this.#isChanged = false;
    const again = this.#fault === 'repeatsEvents' ? this.#acknowledged : [];
    const events = [...this.#events, ...again];
    if (this.#fault === 'losesEvents') this.#events = [];
    const token = this.#fault === 'reportsWithWrongToken' ? this.#to.accessToken : this.#token;
    const answer = await this.#call('PUT', this.#path, {
      token,
      body: {
        androidId: `small-${this.#to.deviceId}`,
        type: { id: this.#typeId },
        settingsRevision: this.#revision,
        contentPresence: [...this.#present].map(([contentId, sizeBytes]) => ({
          contentId,
          type: 'file',
          present: true,
          sizeBytes,
        })),
        downloads: [...this.#failed].map((contentId) => ({
          status: 'FAILED',
          associatedObject: { contentId },
        })),
        events,
      },
    });
    if (answer.status !== 200) {
      if (this.#fault === 'renamesEvents')
        this.#events = this.#events.map((each) => ({ ...each, eventId: randomUUID() }));
      this.#isChanged = true;
      return false;
    }
    const done = new Set(listOf(answer.body['acknowledged']));
    this.#acknowledged = this.#events.filter(({ eventId }) => done.has(eventId));
    this.#events = this.#events.filter(({ eventId }) => !done.has(eventId));
    if (this.#fault !== 'ignoresHello' && answer.body['settingsRevision'] !== this.#revision)
      void this.#readSettings();
    return true;
  }

  /** Holds the stream. */
  async #listen(): Promise<void> {
    for (let failures = 0; !this.#isOver; failures += 1) {
      const stream = await this.#open();
      if (stream !== null) {
        failures = 0;
        this.#isChanged = true;
        await this.#read(stream).catch(() => undefined);
      }
      await this.#wait(this.#retryMs(failures));
    }
  }

  async #open(): Promise<Dispatcher.ResponseData | null> {
    try {
      const response = await this.#request('GET', `${this.#path}/updates`, {
        headers: { accept: 'text/event-stream' },
      });
      if (response.statusCode === 200) return response;
      this.#postpone(response);
      await response.body.dump();
    } catch {
      // Tried again.
    }
    return null;
  }

  async #read({ body }: Dispatcher.ResponseData): Promise<void> {
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'hello' && this.#fault !== 'ignoresHello') void this.#readSettings();
        if (event === 'settings') this.#noteChange();
        if (event === 'command') void this.#execute(JSON.parse(data) as Json);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk as Buffer, { stream: true }));
  }

  #noteChange(): void {
    this.#changes += 1;
    if (this.#fault !== 'missesFirstChange' || this.#changes > 1) void this.#readSettings();
  }

  async #readSettings(): Promise<void> {
    for (let failures = 0; !this.#isOver; failures += 1) {
      const { status, body } = await this.#call('GET', this.#path);
      if (status === 200) return this.#apply(body);
      await this.#wait(this.#retryMs(failures));
    }
  }

  async #apply(record: Json): Promise<void> {
    if (this.#fault === 'missesFirstChange' && this.#changes === 1) return;
    if (this.#fault === 'failsOnUnknownFields' && Object.keys(record).some((key) => /^x[A-Z]/.test(key)))
      return;
    const revision = Number(record['settingsRevision']);
    if (revision === this.#revision) return;
    this.#settings = record['settings'] as Json;
    this.#revision = revision;
    this.#happened('SETTINGS_APPLIED', { revision });
    for (const file of (this.#settings['files'] ?? []) as FileEntry[]) {
      if (!this.#present.has(file.id)) await this.#download(file);
    }
  }

  /** Downloads a file, checks its digest, and begins again if it is wrong. */
  async #download({ id, url }: FileEntry): Promise<void> {
    const path = new URL(url).pathname;
    let bytes: Buffer = Buffer.alloc(0);
    for (let failures = 0; failures < 10 && !this.#isOver; failures += 1) {
      const isResumed = bytes.length > 0 && this.#fault !== 'startsOver';
      const arrived = await this.#fetch(path, isResumed ? bytes.length : 0);
      bytes = isResumed ? Buffer.concat([bytes, arrived.bytes]) : arrived.bytes;
      const digest = createHash('sha256').update(bytes).digest('hex');
      const isRight = path.includes(digest) || this.#fault === 'ignoresDigest';
      if (arrived.isWhole && isRight) {
        this.#present.set(id, bytes.length);
        return this.#happened('DOWNLOAD_COMPLETED', { contentId: id });
      }
      if (arrived.isWhole) bytes = Buffer.alloc(0);
      await this.#wait(this.#retryMs(failures));
    }
    this.#failed.add(id);
  }

  async #fetch(path: string, start: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
    const chunks: Buffer[] = [];
    try {
      const headers = start === 0 ? {} : { range: `bytes=${start}-` };
      const { statusCode, body } = await this.#request('GET', path, { headers });
      for await (const chunk of body) if (statusCode < 300) chunks.push(chunk as Buffer);
      return { bytes: Buffer.concat(chunks), isWhole: statusCode < 300 };
    } catch {
      // Cut: what arrived counts.
      return { bytes: Buffer.concat(chunks), isWhole: false };
    }
  }

  async #execute({ commandId, event, message }: Json): Promise<void> {
    const id = String(commandId);
    if (event === 'unenroll') return this.#leave(id);
    const known = this.#answers.get(id);
    if (known !== undefined && this.#fault === 'answersOnce') return;
    const answer =
      known === undefined || this.#fault === 'executesAgain' ? this.#react(event, message) : known;
    this.#answers.set(id, answer);
    await this.#call('POST', `${this.#path}/commands/${id}/answer`, { body: answer });
  }

  #react(event: unknown, message: unknown): Json {
    this.#executed += 1;
    if (event === 'ping') return { isAvailable: true, commands: this.#executed };
    if (event === 'show-text') {
      this.#happened('TEXT_SHOWN', { message });
      return { accepted: true };
    }
    if (this.#fault === 'acceptsUnknownCommands') return { accepted: true };
    return { accepted: false, reason: 'UNKNOWN_COMMAND' };
  }

  async #leave(commandId: string): Promise<void> {
    const path = `${this.#path}/commands/${commandId}/answer`;
    this.#present.clear();
    if (this.#fault === 'leavesWithoutAnswer') return this.#end.abort();
    for (let failures = 0; !this.#isOver; failures += 1) {
      const { status } = await this.#call('POST', path, { body: { cleaned: true } });
      if (status !== null && status < 500) break;
      await this.#wait(this.#retryMs(failures));
    }
    if (this.#fault !== 'staysEnrolled') this.#end.abort();
  }

  #happened(type: string, payload: Json): void {
    this.#events.push({ eventId: randomUUID(), type, timestamp: Date.now(), payload });
    this.#isChanged = true;
  }

  get #path(): string {
    return `/devices/${this.#to.deviceId}`;
  }

  #retryMs(failures: number): number {
    return this.#fault === 'retriesAtOnce' ? 50 : Math.min(30_000, 500 * 2 ** failures);
  }

  async #wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#end.signal }).catch(() => undefined);
  }

  async #insist(method: 'POST', path: string, body: Json): Promise<Json> {
    for (let failures = 0; !this.#isOver; failures += 1) {
      const answer = await this.#call(method, path, { body });
      if (answer.status === 200) return answer.body;
      await this.#wait(this.#retryMs(failures));
    }
    return {};
  }

  /** Sends a request. `status` null: no answer. */
  async #call(
    method: Dispatcher.HttpMethod,
    path: string,
    { body, token }: { body?: Json; token?: string } = {},
  ): Promise<{ status: number | null; body: Json }> {
    try {
      const headers = {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await this.#request(method, path, { ...sent, headers });
      this.#postpone(response);
      const text = await response.body.text();
      return { status: response.statusCode, body: (text === '' ? {} : JSON.parse(text)) as Json };
    } catch {
      // No connection, or it was cut.
      return { status: null, body: {} };
    }
  }

  async #request(
    method: Dispatcher.HttpMethod,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string },
  ): Promise<Dispatcher.ResponseData> {
    await this.#wait(Math.max(0, this.#notBeforeMs - Date.now()));
    return this.#pool.request({
      method,
      path,
      signal: this.#end.signal,
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
    });
  }

  #postpone({ headers }: Dispatcher.ResponseData): void {
    const seconds = Number(headers['retry-after']);
    if (seconds > 0 && this.#fault !== 'ignoresRetryAfter') this.#notBeforeMs = Date.now() + seconds * 1_000;
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
