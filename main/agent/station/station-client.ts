import { Readable } from 'node:stream';

import { Pool, type Dispatcher } from 'undici';
import type { z } from 'zod';

import type { Endpoint, Method } from '../../../shared/contract/endpoint.ts';
import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';
import type { Clock } from '../clock.ts';
import { StationKeyError, StationPin } from './station-pin.ts';

/**
 * The station refuses, and repeating the request would not help. `code` is null if the body has none. `status` 0: the
 * headset itself gave up.
 */
export type Refusal = Readonly<{ kind: 'refused'; status: number; code: string | null; message: string }>;

/** No answer, or a request to come back later: `retryAfterMs` is the requested delay, 0 if not stated. */
export type Later = Readonly<{ kind: 'later'; reason: string; retryAfterMs: number }>;

/** The result of a request. */
export type Outcome<Reply> = Readonly<{ kind: 'answered'; reply: Reply }> | Refusal | Later;

type Input<Body> = Readonly<{
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body: Body;
}>;
/** `media`: bytes of another media type, in place of JSON. */
type Media = Readonly<{ type: string; bytes: Uint8Array }>;
type Request = Readonly<{ method: Method; path: string; body?: unknown; media?: Media }>;
type Sending = Omit<Dispatcher.RequestOptions, 'headers'> & { headers?: Record<string, string> };

/** The station sends a comment every 15 s; silence for three of them means that the connection is dead. */
const LINK_SILENCE_MS = 45_000;
const ANSWER_TIMEOUT_MS = 15_000;

const codeSchema = errorBodySchema.pick({ message: true }).partial().loose();

/**
 * The URL of the station, which may change while it runs, and the key that it must present (SHA-256 of its SPKI in
 * base64url) if its certificate is not signed by an authority.
 */
export type StationUrl = Readonly<{ url: string; fingerprint?: string }>;

/**
 * One headset's client of the station, with its own connections. After a 429 with `Retry-After` no part of the
 * headset sends anything until that time is over.
 */
export class StationClient {
  readonly #station: StationUrl;
  readonly #clock: Clock;
  readonly #pin: StationPin | null;
  #token: string;
  #pool: Pool | null = null;
  #poolUrl = '';
  #cut = new AbortController();
  #pausedUntilMs = 0;

  /**
   * With a `pin` it connects only to the station with that key, with the fingerprint of a place only to that one;
   * otherwise it uses the system's certificates.
   */
  constructor(place: string | StationUrl, token: string, clock: Clock, pin: StationPin | null = null) {
    this.#station = typeof place === 'string' ? { url: place } : place;
    this.#token = token;
    this.#clock = clock;
    this.#pin = pin;
  }

  /** Uses this token from now on. */
  useToken(token: string): void {
    this.#token = token;
  }

  /** Calls an operation of the contract. Never throws because of network or station. */
  async call<Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, Body, Reply>,
    input: Input<z.input<Body>>,
  ): Promise<Outcome<z.output<Reply>>> {
    const { method } = endpoint;
    const path = address(endpoint.path, input.params, input.query);
    const outcome = await this.send(method === 'GET' ? { method, path } : { method, path, body: input.body });
    if (outcome.kind !== 'answered') return outcome;
    const reply = endpoint.reply.safeParse(outcome.reply);
    if (reply.success) return { kind: 'answered', reply: reply.data };
    return { kind: 'later', reason: `${method} ${endpoint.path} answered in another form`, retryAfterMs: 0 };
  }

  /** Sends one request and returns the JSON of its answer, null if empty. */
  async send(request: Request): Promise<Outcome<unknown>> {
    const answer = await this.#request({
      method: request.method,
      path: request.path,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.media === undefined
        ? {}
        : { body: request.media.bytes, headers: { 'content-type': request.media.type } }),
    });
    if (answer.kind !== 'answered') return answer;
    try {
      return this.#judge(answer.reply, await answer.reply.body.text());
    } catch (error) {
      return later(error);
    }
  }

  /** Opens a stream of Server-Sent Events. The caller has to read it to its end. */
  async openStream(path: string, lastEventId: string | null): Promise<Outcome<Readable>> {
    const answer = await this.#request({
      method: 'GET',
      path,
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: LINK_SILENCE_MS,
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
      },
    });
    if (answer.kind !== 'answered') return answer;
    const { statusCode, body } = answer.reply;
    if (statusCode === 200) return { kind: 'answered', reply: body };
    try {
      const outcome = this.#judge(answer.reply, await body.text());
      return outcome.kind === 'answered' ? later('The stream did not open') : outcome;
    } catch (error) {
      return later(error);
    }
  }

  /** Sends half of a request and closes the connection, like a headset that leaves the Wi-Fi. */
  async breakOff(request: Request): Promise<void> {
    const body = JSON.stringify(request.body);
    async function* half() {
      yield body.slice(0, body.length / 2);
      throw new Error('Offline');
    }
    await this.#request({
      method: request.method,
      path: request.path,
      headers: { 'content-length': String(Buffer.byteLength(body)) },
      body: Readable.from(half()),
    });
  }

  /** Closes every connection and its requests. Nothing is sent until `reconnect`. */
  async disconnect(): Promise<void> {
    const pool = this.#pool;
    this.#pool = null;
    this.#cut.abort();
    await pool?.destroy();
  }

  /** Allows connections again; they open on demand. */
  reconnect(): void {
    this.#cut = new AbortController();
  }

  async #request(options: Sending): Promise<Outcome<Dispatcher.ResponseData>> {
    const cut = this.#cut.signal;
    const pauseMs = this.#pausedUntilMs - this.#clock.nowMs();
    if (pauseMs > 0) await this.#clock.wait(pauseMs, cut);
    if (cut.aborted) return later('Offline');
    const headers = {
      ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      ...('body' in options ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    };
    try {
      return { kind: 'answered', reply: await this.#connections().request({ ...options, headers }) };
    } catch (error) {
      if (error instanceof StationKeyError)
        return { kind: 'refused', status: 0, code: 'STATION_KEY_CHANGED', message: error.message };
      return later(error);
    }
  }

  /** Returns the connections to the station's current URL. */
  #connections(): Pool {
    const { url, fingerprint } = this.#station;
    if (this.#pool !== null && this.#poolUrl === url) return this.#pool;
    void this.#pool?.destroy();
    const connect =
      this.#pin?.connect ?? (fingerprint === undefined ? undefined : new StationPin(fingerprint).connect);
    const trust = connect === undefined ? {} : { connect };
    // One connection for the stream, one for everything else.
    this.#pool = new Pool(url, { connections: 2, allowH2: false, ...trust });
    this.#poolUrl = url;
    return this.#pool;
  }

  #judge(response: Dispatcher.ResponseData, text: string): Outcome<unknown> {
    const { statusCode: status, headers } = response;
    // The reader of the answer checks its form and names the request.
    const body = parseJson(text) ?? null;
    if (status < 300) return { kind: 'answered', reply: body };
    if (status !== 429 && status < 500) return { kind: 'refused', status, ...describe(body, status) };
    const seconds = Number(headers['retry-after']);
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, this.#clock.nowMs() + retryAfterMs);
    return { kind: 'later', reason: `The station answered ${status}`, retryAfterMs };
  }
}

function later(cause: unknown): Later {
  return { kind: 'later', reason: cause instanceof Error ? cause.message : String(cause), retryAfterMs: 0 };
}

function describe(body: unknown, status: number): { code: string | null; message: string } {
  const known = codeSchema.safeParse(body);
  const code = known.data?.['code'];
  return {
    code: typeof code === 'string' ? code : null,
    message: known.data?.message ?? `The station answered ${status}`,
  };
}
