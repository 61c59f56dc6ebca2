import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';

import { type Allowed, guardedConnector, type Trust } from './connector.ts';
import { OutgoingError, toOutgoingError } from './outgoing-error.ts';

export type ClientOptions = {
  readonly policy: Allowed;
  /** Simultaneous connections to one host; further requests wait for one, within their own time limit. */
  readonly connections: number;
  /** Trusted keys of hosts with their own certificates; undefined: certificates are checked as in a browser. */
  readonly trust?: Trust;
};

/** A request. Only its own headers are sent: no cookies, no credentials, nothing of the request that caused it. */
export type OutgoingRequest = {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** From the call to the last byte, including redirects and waiting for a connection. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** `sameOrigin` follows up to three redirects of a GET that keep scheme, host and port. */
  readonly redirects: 'none' | 'sameOrigin';
  /** Returns whether a body of this media type (lower case, without parameters; empty if none is named) is useful. */
  readonly isWanted: (mediaType: string) => boolean;
};

/** An answer; its body is read for status 200 only. */
export type OutgoingAnswer = {
  readonly status: number;
  /** Returns the value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Values of `set-cookie`, one per cookie. */
  readonly cookies: readonly string[];
  readonly body: Buffer;
};

/**
 * A request whose answer is read as a stream, without a time limit. A GET; any redirect is followed, each address
 * checked.
 */
export type StreamRequest = Pick<OutgoingRequest, 'url' | 'headers'> & {
  readonly signal: AbortSignal;
};

/** An answer whose body is still to come. Read the body, or call `discard`. */
export type OutgoingStream = {
  readonly status: number;
  readonly header: OutgoingAnswer['header'];
  readonly body: Readable;
  /** Closes the connection. */
  readonly discard: () => void;
};

/** Time limit for a streamed answer to begin, and between two of its parts, in ms. */
const HEAD_MS = 20_000;
const SILENCE_MS = 30_000;

/** Time limit for opening a connection, TLS included, in ms. */
const CONNECT_MS = 3_000;
const MAX_REDIRECTS = 3;

/**
 * The station's only way to fetch something from elsewhere: addresses by policy, checked when connecting; time, size,
 * type and redirects limited per request. Proxies of the environment are not used.
 */
export class GuardedClient {
  readonly #options: ClientOptions;
  readonly #closed = new AbortController();
  #agent: Promise<Agent> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Fetches. @throws {OutgoingError} if there is no usable answer; any status is an answer. */
  async fetch(request: OutgoingRequest): Promise<OutgoingAnswer> {
    const overdue = AbortSignal.timeout(request.totalMs);
    const signal = AbortSignal.any([overdue, this.#closed.signal]);
    try {
      const agent = await (this.#agent ??= this.#open());
      const answer = await follow(agent, request, signal);
      return await readAnswer(answer, request);
    } catch (error) {
      throw toOutgoingError(error, overdue.aborted);
    }
  }

  /**
   * Fetches something large. @throws {OutgoingError} if there is no answer; if the body breaks off, the body throws.
   */
  async stream({ url, headers, signal }: StreamRequest): Promise<OutgoingStream> {
    const request = { url, headers, method: 'GET', body: undefined, redirects: 'anyOrigin' } as const;
    try {
      const agent = await (this.#agent ??= this.#open());
      const answer = await follow(agent, request, AbortSignal.any([signal, this.#closed.signal]));
      const header = (name: string): string | undefined => headerOf(answer, name);
      if ((header('content-encoding') ?? 'identity') !== 'identity') {
        discard(answer);
        throw new OutgoingError('type', `${url.host} answered with packed bytes`);
      }
      return { status: answer.statusCode, header, body: answer.body, discard: () => discard(answer) };
    } catch (error) {
      throw toOutgoingError(error, false);
    }
  }

  /** Aborts requests in flight and accepts no more. */
  async close(): Promise<void> {
    this.#closed.abort();
    await (await this.#agent)?.destroy();
  }

  /** Loads the library with the first request, so that it does not delay the start. */
  async #open(): Promise<Agent> {
    const undici = await import('undici');
    const { policy, connections, trust } = this.#options;
    const connect = guardedConnector(undici.buildConnector, { policy, connectMs: CONNECT_MS, trust });
    return new undici.Agent({ connect, connections, pipelining: 1, maxHeaderSize: 16_384 });
  }
}

type Requested = Pick<OutgoingRequest, 'url' | 'method' | 'headers' | 'body'> & {
  readonly redirects: OutgoingRequest['redirects'] | 'anyOrigin';
};

async function follow(
  agent: Agent,
  request: Requested,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await sendRequest(agent, { ...request, url }, signal);
    const location = isRedirect(answer.statusCode) ? headerOf(answer, 'location') : undefined;
    if (location === undefined) return answer;
    discard(answer);
    const mayFollow = request.redirects !== 'none' && request.method === 'GET' && redirects < MAX_REDIRECTS;
    const next = URL.parse(location, url.href);
    if (!mayFollow || next === null || !isWithin(next, url, request.redirects)) {
      throw new OutgoingError('redirect', `${url.host} redirects to another address`);
    }
    url = next;
  }
}

/** Returns whether a redirect is allowed. It may not drop encryption. */
function isWithin(next: URL, from: URL, redirects: Requested['redirects']): boolean {
  if (redirects === 'sameOrigin') return next.origin === from.origin;
  return next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:');
}

function sendRequest(
  agent: Agent,
  request: Requested,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { url, method, headers, body } = request;
  return agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    body: body ?? null,
    signal,
    ...(request.redirects === 'anyOrigin' ? { headersTimeout: HEAD_MS, bodyTimeout: SILENCE_MS } : {}),
  });
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  request: OutgoingRequest,
): Promise<OutgoingAnswer> {
  const { statusCode: status } = answer;
  const header = (name: string): string | undefined => headerOf(answer, name);
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  if (status !== 200) {
    discard(answer);
    return { status, header, cookies, body: Buffer.alloc(0) };
  }
  const mediaType = (header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isEncoded = (header('content-encoding') ?? 'identity') !== 'identity';
  if (isEncoded || !request.isWanted(mediaType)) {
    discard(answer);
    throw new OutgoingError('type', `${request.url.host} answered with "${mediaType}"`);
  }
  return { status, header, cookies, body: await readBody(answer, request.maxBytes) };
}

/** Reads up to the limit, whatever length was announced. */
async function readBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = Number(headerOf(answer, 'content-length') ?? 0) > maxBytes ? maxBytes + 1 : 0;
  if (length === 0) {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) break;
      chunks.push(chunk);
    }
  }
  if (length <= maxBytes) return Buffer.concat(chunks);
  discard(answer);
  throw new OutgoingError('tooLarge', `More than ${maxBytes} bytes`);
}

/** Closes the connection instead of reading an unwanted body. */
function discard(answer: Dispatcher.ResponseData): void {
  answer.body.on('error', () => {
    // Destroying it is the purpose.
  });
  answer.body.destroy();
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
