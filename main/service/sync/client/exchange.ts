import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Agent, Dispatcher } from 'undici';

import { COPIED_HEADER, EPOCH_HEADER, STATION_HEADER } from '../../../../shared/contract/devices/devices.ts';
import { guardedConnector, type Trust } from '../../kernel/outgoing/connector.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import type { CentralAddress } from './address.ts';
import type { CentralFault, FaultReason } from '../wire/outcome.ts';

/** One HTTP request. */
export type Exchange = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly body: string | undefined;
  readonly ifMatch: string | undefined;
  /** The central must reject the request in any other epoch. */
  readonly inEpoch: string | undefined;
  /** True for a write that does not need the full record in the answer. */
  readonly wantsMinimal: boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** Identifies this station to a Muster central. */
export type Sender = {
  /** Identity of the station and id of its current start; sent to a Muster central only. */
  readonly identity: () => string;
  /** Called when another station uses the same identity. */
  readonly onCopied: () => void;
};

/** The answer of the central. */
export type Answer = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
};

/** Thrown if no answer arrived. If `wasSent` is false, the request certainly did not reach the server. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly fault: CentralFault;
  readonly wasSent: boolean;

  constructor(reason: FaultReason, message: string, wasSent: boolean) {
    super(message);
    this.fault = { reason, message };
    this.wasSent = wasSent;
  }
}

/** Timeout for opening a connection, TLS included. */
const CONNECT_MS = 5_000;
/** A stream that is silent for this long is considered dead. */
const STREAM_SILENCE_MS = 120_000;
/** Compressing smaller bodies is not worth the CPU time. */
const MIN_ZIPPED_BYTES = 1_024;
const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];
/** How long idle connections stay open. */
const KEEP_ALIVE_MS = 15_000;

export type ConnectionOptions = {
  readonly token: string;
  readonly concurrency: number;
  readonly sender?: Sender | undefined;
  readonly trust?: Trust | undefined;
};

/** Connections to one central. Redirects are not followed, so the token is only ever sent to the configured address. */
export class Connections {
  readonly #address: CentralAddress;
  readonly #token: string;
  readonly #concurrency: number;
  #requests: Promise<Agent> | undefined;
  #streams: Promise<Agent> | undefined;
  readonly #sender: Sender | undefined;
  readonly #trust: Trust | undefined;
  /** True once the central has identified itself as a Muster central. */
  #isMuster = false;
  /** True once the central has advertised gzip for request bodies. */
  #takesGzip = false;

  /** `trust`: the key of a central with its own certificate; undefined: certificates are checked as in a browser. */
  constructor(address: CentralAddress, { token, concurrency, sender, trust }: ConnectionOptions) {
    this.#address = address;
    this.#sender = sender;
    this.#token = token;
    this.#concurrency = concurrency;
    this.#trust = trust;
  }

  /**
   * Sends a request and reads the whole answer.
   * @throws {NoAnswer} if there is no usable answer.
   */
  async exchange(request: Exchange): Promise<Answer> {
    try {
      const agent = await (this.#requests ??= open(this.#concurrency, this.#trust));
      const { ifMatch, inEpoch, wantsMinimal, maxBytes } = request;
      const response = await this.#send(agent, request, {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(inEpoch === undefined ? {} : { [EPOCH_HEADER]: inEpoch }),
        ...(wantsMinimal ? { prefer: 'return=minimal' } : {}),
      });
      const answer = await readAnswer(response, maxBytes);
      this.#takesGzip = hasGzip(answer.header('accept-encoding'));
      this.#isMuster = answer.header(EPOCH_HEADER) !== undefined;
      if (answer.header(COPIED_HEADER) === 'true') this.#sender?.onCopied();
      return answer;
    } catch (error) {
      throw this.#toNoAnswer(error, request.signal);
    }
  }

  /**
   * Opens an event stream on a connection of its own.
   * @throws {NoAnswer}
   */
  async stream(path: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      const agent = await (this.#streams ??= open(null, this.#trust));
      const request = { method: 'GET', path, body: undefined, signal } as const;
      return await this.#send(agent, request, {
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
      });
    } catch (error) {
      throw this.#toNoAnswer(error, signal);
    }
  }

  async close(): Promise<void> {
    const agents = await Promise.all([this.#requests, this.#streams]);
    await Promise.all(agents.map(async (agent) => agent?.destroy()));
  }

  async #send(
    agent: Agent,
    { method, path, body, signal }: Omit<Exchange, 'maxBytes' | 'ifMatch' | 'inEpoch' | 'wantsMinimal'>,
    headers: Readonly<Record<string, string>>,
  ): Promise<Dispatcher.ResponseData> {
    const { origin, base } = this.#address;
    const isZipped = this.#takesGzip && body !== undefined && body.length >= MIN_ZIPPED_BYTES;
    const sent = isZipped ? await toGzip(body) : (body ?? null);
    return agent.request({
      origin,
      path: base + path,
      method,
      headers: {
        ...headers,
        ...(this.#isMuster && this.#sender !== undefined
          ? { [STATION_HEADER]: this.#sender.identity() }
          : {}),
        authorization: `Bearer ${this.#token}`,
        // The interface requires it on every request, with or without a body.
        'content-type': 'application/json',
        ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
      },
      body: sent,
      signal,
    });
  }

  /** Of a partner the key is known: a broken handshake is a lost line, which needs nobody to act. */
  #toNoAnswer(error: unknown, signal: AbortSignal): NoAnswer {
    const fault = toNoAnswer(error, signal);
    const isLostLine = this.#trust !== undefined && fault.fault.reason === 'TLS';
    return isLostLine ? new NoAnswer('UNREACHABLE', fault.fault.message, false) : fault;
  }
}

async function open(connections: number | null, trust: Trust | undefined): Promise<Agent> {
  // Loaded on demand, so that a station without a central starts faster.
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnector(undici.buildConnector, { policy: 'anyHost', connectMs: CONNECT_MS, trust }),
    ...(connections === null ? {} : { connections }),
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyTimeout: STREAM_SILENCE_MS,
    maxHeaderSize: 16_384,
  });
}

async function readAnswer(response: Dispatcher.ResponseData, maxBytes: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the body and its connection.
    if (length > maxBytes)
      throw new NoAnswer('TOO_LARGE', `The answer has more than ${maxBytes} bytes.`, true);
    chunks.push(chunk);
  }
  const header = (name: string): string | undefined => headerOf(response, name);
  const body = await unzipped(Buffer.concat(chunks), header('content-encoding'), maxBytes);
  return { status: response.statusCode, header, body };
}

/**
 * Decompresses a body.
 * @throws {NoAnswer} if it is corrupt or larger than `maxBytes`.
 */
async function unzipped(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || body.length === 0) return body;
  if (name !== 'gzip')
    throw new NoAnswer(
      'NOT_THIS_INTERFACE',
      `The answer has the encoding "${name}", which was not requested.`,
      true,
    );
  try {
    return await fromGzip(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new NoAnswer('TOO_LARGE', `The answer has more than ${maxBytes} bytes.`, true);
    throw new NoAnswer('NOT_THIS_INTERFACE', 'The answer is truncated or corrupt.', true);
  }
}

function hasGzip(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((each) => each.trim().toLowerCase() === 'gzip');
}

export function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Translates a low-level error into the terms of this client. */
export function toNoAnswer(error: unknown, signal: AbortSignal): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = codeOf(error);
  if (signal.aborted) {
    const isOverdue = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
    return isOverdue
      ? new NoAnswer('TIMEOUT', 'The server did not answer in time.', true)
      : new NoAnswer('STOPPED', 'Stopped.', true);
  }
  const known = FAULTS[code];
  if (known !== undefined) return new NoAnswer(known.reason, known.message, known.wasSent);
  if (isTls(code, error))
    return new NoAnswer('TLS', `${TLS_WORDS[code] ?? 'No secure connection'} (${code}).`, false);
  if (error instanceof OutgoingError) return new NoAnswer('UNREACHABLE', error.message, false);
  if (code.startsWith('HPE_')) {
    return new NoAnswer('NOT_THIS_INTERFACE', 'The server does not speak HTTP.', true);
  }
  return new NoAnswer('UNREACHABLE', `The connection broke (${code === '' ? String(error) : code}).`, true);
}

/** Error codes of the system and of undici. Nothing is sent before a connection is open. */
const FAULTS: Readonly<
  Record<string, { readonly reason: FaultReason; readonly message: string; readonly wasSent: boolean }>
> = {
  ENOTFOUND: { reason: 'NAME_UNKNOWN', message: 'Unknown host name: check the URL.', wasSent: false },
  EAI_AGAIN: {
    reason: 'NAME_UNKNOWN',
    message: 'The host name cannot be resolved: there is no internet connection, or DNS does not answer.',
    wasSent: false,
  },
  ECONNREFUSED: {
    reason: 'CONNECTION_REFUSED',
    message: 'Nothing answers at this address: check the URL and the port.',
    wasSent: false,
  },
  EHOSTUNREACH: { reason: 'UNREACHABLE', message: 'There is no route to this address.', wasSent: false },
  ENETUNREACH: {
    reason: 'UNREACHABLE',
    message: 'This station has no network to this address.',
    wasSent: false,
  },
  ENETDOWN: { reason: 'UNREACHABLE', message: 'This station has no network.', wasSent: false },
  EADDRNOTAVAIL: {
    reason: 'UNREACHABLE',
    message: 'This station has no network to this address.',
    wasSent: false,
  },
  UND_ERR_CONNECT_TIMEOUT: {
    reason: 'TIMEOUT',
    message: 'No connection in time: a firewall blocks it, or the host is offline.',
    wasSent: false,
  },
  UND_ERR_HEADERS_TIMEOUT: {
    reason: 'TIMEOUT',
    message: 'The server did not answer in time.',
    wasSent: true,
  },
  UND_ERR_BODY_TIMEOUT: { reason: 'TIMEOUT', message: 'The answer was cut off.', wasSent: true },
};

const TLS_WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Its certificate has expired, or the clock of this computer is wrong',
  CERT_NOT_YET_VALID: 'Its certificate is not valid yet: the clock of this computer may be wrong',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'Its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name',
};

function isTls(code: string, error: unknown): boolean {
  return (
    Object.hasOwn(TLS_WORDS, code) ||
    code === 'EPROTO' ||
    code.startsWith('ERR_SSL') ||
    code.startsWith('ERR_TLS') ||
    code.startsWith('CERT_') ||
    // A server without TLS closes the connection during the handshake.
    (error instanceof Error && error.message.includes('before secure TLS connection'))
  );
}

/** Returns the innermost error code; of several addresses, that of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '' && !code.startsWith('UND_ERR_SOCKET')) return code;
  return error.cause === undefined ? code : codeOf(error.cause) || code;
}
