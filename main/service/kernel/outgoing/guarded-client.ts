import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';

import { type Allowed, guardedConnector, type Trust } from './connector.ts';
import { OutgoingError, toOutgoingError } from './outgoing-error.ts';

/** How a client reaches out. */
export type ClientOptions = {
  readonly policy: Allowed;
  /** Connections to one host at a time; further requests wait for one, within their own time. */
  readonly connections: number;
  /** Hosts with certificates of their own; undefined: certificates are checked as in a browser. */
  readonly trust?: Trust;
};

/** One fetch. Its headers are all that is sent: no cookies, no credentials, nothing of a request that caused it. */
export type OutgoingRequest = {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** From the call to the last byte, redirects and waiting for a connection included. */
  readonly totalMs: number;
  readonly maxBytes: number;
  /** `sameOrigin` follows up to three redirects of a GET that stay at the same scheme, host and port. */
  readonly redirects: 'none' | 'sameOrigin';
  /** Whether a body of this media type (lower case, without parameters; empty where none is named) is of use. */
  readonly isWanted: (mediaType: string) => boolean;
};

/** An answer: the body is read for 200 alone. */
export type OutgoingAnswer = {
  readonly status: number;
  /** The value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** What `set-cookie` says, once for each cookie. */
  readonly cookies: readonly string[];
  readonly body: Buffer;
};

/** A fetch whose answer is read as it comes, for as long as it takes. A GET; any redirect is followed, each address checked. */
export type StreamRequest = Pick<OutgoingRequest, 'url' | 'headers'> & {
  /** Breaks it off. */
  readonly signal: AbortSignal;
};

/** An answer with its body still to come. Read the body, or call `discard`. */
export type OutgoingStream = {
  readonly status: number;
  readonly header: OutgoingAnswer['header'];
  readonly body: Readable;
  /** Drops the connection, whatever is left. */
  readonly discard: () => void;
};

/** Time until a streamed answer begins, and between two of its parts. */
const HEAD_MS = 20_000;
const SILENCE_MS = 30_000;

/** Time to open a connection, TLS included. Source: lan.md section 2, "SSRF note". */
const CONNECT_MS = 3_000;
const MOST_REDIRECTS = 3;

/**
 * The station's only way to fetch something from elsewhere: addresses by policy, checked when connecting; time, size, type
 * and redirects limited by each request. Proxies of the environment are not used.
 */
export class GuardedClient {
  readonly #options: ClientOptions;
  readonly #closed = new AbortController();
  #agent: Promise<Agent> | undefined;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Fetches. @throws {OutgoingError} where there is no usable answer; a status of any kind is an answer. */
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

  /** Fetches something large. @throws {OutgoingError} where there is no answer; a body that breaks off is an error of the body. */
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

  /** Breaks off what is under way and takes nothing new. */
  async close(): Promise<void> {
    this.#closed.abort();
    await (await this.#agent)?.destroy();
  }

  /** The library is loaded with the first fetch, so that the start does not wait for it. */
  async #open(): Promise<Agent> {
    const undici = await import('undici');
    const { policy, connections, trust } = this.#options;
    const connect = guardedConnector(undici.buildConnector, { policy, connectMs: CONNECT_MS, trust });
    return new undici.Agent({ connect, connections, pipelining: 1, maxHeaderSize: 16_384 });
  }
}

type Asked = Pick<OutgoingRequest, 'url' | 'method' | 'headers' | 'body'> & {
  readonly redirects: OutgoingRequest['redirects'] | 'anyOrigin';
};

async function follow(agent: Agent, request: Asked, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  let { url } = request;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(agent, { ...request, url }, signal);
    const location = isRedirect(answer.statusCode) ? headerOf(answer, 'location') : undefined;
    if (location === undefined) return answer;
    discard(answer);
    const mayFollow = request.redirects !== 'none' && request.method === 'GET' && redirects < MOST_REDIRECTS;
    const next = URL.parse(location, url.href);
    if (!mayFollow || next === null || !isWithin(next, url, request.redirects)) {
      throw new OutgoingError('redirect', `${url.host} sends elsewhere`);
    }
    url = next;
  }
}

/** Whether a redirect stays where it may. What was encrypted stays so. */
function isWithin(next: URL, from: URL, redirects: Asked['redirects']): boolean {
  if (redirects === 'sameOrigin') return next.origin === from.origin;
  return next.protocol === 'https:' || (next.protocol === 'http:' && from.protocol === 'http:');
}

function ask(agent: Agent, request: Asked, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
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

/** Reads no further than the limit, whatever length was announced. */
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

/** Drops the connection rather than reading what nobody wants. */
function discard(answer: Dispatcher.ResponseData): void {
  answer.body.on('error', () => {
    // Destroying it is what was meant.
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
