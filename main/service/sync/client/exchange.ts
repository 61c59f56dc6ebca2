import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

import type { Agent, Dispatcher } from 'undici';

import { guardedConnector } from '../../kernel/outgoing/connector.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import type { CentralAddress } from './address.ts';
import type { CentralFault, FaultReason } from './outcome.ts';

/** One request as it goes out. */
export type Exchange = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query under the base address. */
  readonly path: string;
  readonly body: string | undefined;
  readonly ifMatch: string | undefined;
  /** True for a write of which no whole record is needed back. */
  readonly wantsLittle: boolean;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/** An answer as it came. */
export type Answer = {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
};

/** No answer. `wasSent` false: the request certainly did not reach anybody. */
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

/** Time to open a connection, TLS included. */
const CONNECT_MS = 5_000;
/** A stream that is silent for so long is dead. */
const STREAM_SILENCE_MS = 120_000;
/** Smaller bodies are not worth the work. */
const MIN_ZIPPED_BYTES = 1_024;
const [toGzip, fromGzip] = [promisify(gzip), promisify(gunzip)];
/** Connections that are kept for the next request. */
const KEEP_ALIVE_MS = 15_000;

/** The connections to one central. Redirects are never followed: the token goes nowhere but to the address it is for. */
export class Connections {
  readonly #address: CentralAddress;
  readonly #token: string;
  readonly #atOnce: number;
  #requests: Promise<Agent> | undefined;
  #streams: Promise<Agent> | undefined;
  /** True once the central said that it takes bodies as gzip. */
  #takesGzip = false;

  constructor(address: CentralAddress, token: string, atOnce: number) {
    this.#address = address;
    this.#token = token;
    this.#atOnce = atOnce;
  }

  /** Sends and reads to the end. @throws {NoAnswer} where there is none. */
  async exchange(request: Exchange): Promise<Answer> {
    try {
      const agent = await (this.#requests ??= open(this.#atOnce));
      const { ifMatch, wantsLittle, maxBytes } = request;
      const response = await this.#send(agent, request, {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(wantsLittle ? { prefer: 'return=minimal' } : {}),
      });
      const answer = await readAnswer(response, maxBytes);
      this.#takesGzip = hasGzip(answer.header('accept-encoding'));
      return answer;
    } catch (error) {
      throw toNoAnswer(error, request.signal);
    }
  }

  /** Opens a stream of events, over connections of its own. @throws {NoAnswer} */
  async stream(path: string, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    try {
      const agent = await (this.#streams ??= open(null));
      const request = { method: 'GET', path, body: undefined, signal } as const;
      return await this.#send(agent, request, {
        accept: 'text/event-stream',
        'accept-encoding': 'identity',
      });
    } catch (error) {
      throw toNoAnswer(error, signal);
    }
  }

  async close(): Promise<void> {
    const agents = await Promise.all([this.#requests, this.#streams]);
    await Promise.all(agents.map(async (agent) => agent?.destroy()));
  }

  async #send(
    agent: Agent,
    { method, path, body, signal }: Omit<Exchange, 'maxBytes' | 'ifMatch' | 'wantsLittle'>,
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
        authorization: `Bearer ${this.#token}`,
        // The interface asks for it on every request, with a body or without.
        'content-type': 'application/json',
        ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
      },
      body: sent,
      signal,
    });
  }
}

async function open(connections: number | null): Promise<Agent> {
  // Loaded only here: a station without a central does not wait for it at its start.
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnector(undici.buildConnector, { policy: 'anyHost', connectMs: CONNECT_MS }),
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
      throw new NoAnswer('TOO_LARGE', `It answers with more than ${maxBytes} bytes.`, true);
    chunks.push(chunk);
  }
  const header = (name: string): string | undefined => headerOf(response, name);
  const body = await unzipped(Buffer.concat(chunks), header('content-encoding'), maxBytes);
  return { status: response.statusCode, header, body };
}

/** The bytes as they were before they were packed. @throws {NoAnswer} for what cannot be unpacked, or is too large then. */
async function unzipped(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || body.length === 0) return body;
  if (name !== 'gzip')
    throw new NoAnswer('NOT_THIS_INTERFACE', `It answers in "${name}", which nobody asked for.`, true);
  try {
    return await fromGzip(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw new NoAnswer('TOO_LARGE', `It answers with more than ${maxBytes} bytes.`, true);
    throw new NoAnswer('NOT_THIS_INTERFACE', 'It answers with something that is cut off or broken.', true);
  }
}

function hasGzip(accepted: string | undefined): boolean {
  return (accepted ?? '').split(',').some((each) => each.trim().toLowerCase() === 'gzip');
}

export function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** What went wrong below, in the terms of this client. */
export function toNoAnswer(error: unknown, signal: AbortSignal): NoAnswer {
  if (error instanceof NoAnswer) return error;
  const code = codeOf(error);
  if (signal.aborted) {
    const isOverdue = signal.reason instanceof Error && signal.reason.name === 'TimeoutError';
    return isOverdue
      ? new NoAnswer('TIMEOUT', 'It does not answer in time.', true)
      : new NoAnswer('STOPPED', 'Stopped.', true);
  }
  const known = FAULTS[code];
  if (known !== undefined) return new NoAnswer(known.reason, known.message, known.wasSent);
  if (isTls(code, error))
    return new NoAnswer('TLS', `${TLS_WORDS[code] ?? 'No secure connection'} (${code}).`, false);
  if (error instanceof OutgoingError) return new NoAnswer('UNREACHABLE', error.message, false);
  if (code.startsWith('HPE_')) {
    return new NoAnswer('NOT_THIS_INTERFACE', 'What answers there does not speak HTTP.', true);
  }
  return new NoAnswer('UNREACHABLE', `The connection broke (${code === '' ? String(error) : code}).`, true);
}

/** Codes of the system and of undici. Before a connection stands, nothing was sent. */
const FAULTS: Readonly<
  Record<string, { readonly reason: FaultReason; readonly message: string; readonly wasSent: boolean }>
> = {
  ENOTFOUND: { reason: 'NAME_UNKNOWN', message: 'No such name: check the address.', wasSent: false },
  EAI_AGAIN: {
    reason: 'NAME_UNKNOWN',
    message: 'The name cannot be looked up now: there is no internet, or its name service does not answer.',
    wasSent: false,
  },
  ECONNREFUSED: {
    reason: 'CONNECTION_REFUSED',
    message: 'Nothing answers at this address: check the URL and the port.',
    wasSent: false,
  },
  EHOSTUNREACH: { reason: 'UNREACHABLE', message: 'There is no way to this address.', wasSent: false },
  ENETUNREACH: { reason: 'UNREACHABLE', message: 'This station has no network there.', wasSent: false },
  ENETDOWN: { reason: 'UNREACHABLE', message: 'This station has no network.', wasSent: false },
  EADDRNOTAVAIL: { reason: 'UNREACHABLE', message: 'This station has no network there.', wasSent: false },
  UND_ERR_CONNECT_TIMEOUT: {
    reason: 'TIMEOUT',
    message: 'No connection in time: a firewall, or a host that is away.',
    wasSent: false,
  },
  UND_ERR_HEADERS_TIMEOUT: { reason: 'TIMEOUT', message: 'It does not answer in time.', wasSent: true },
  UND_ERR_BODY_TIMEOUT: { reason: 'TIMEOUT', message: 'Its answer breaks off.', wasSent: true },
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
    // A server without TLS hangs up on a handshake.
    (error instanceof Error && error.message.includes('before secure TLS connection'))
  );
}

/** The innermost code: of several addresses that were tried the first one's. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (!(error instanceof Error)) return '';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code !== '' && !code.startsWith('UND_ERR_SOCKET')) return code;
  return error.cause === undefined ? code : codeOf(error.cause) || code;
}
