import type { Readable } from 'node:stream';

import type { Agent, Dispatcher } from 'undici';

import type { AddressPolicy } from '../../kernel/outgoing/address-policy.ts';
import { guardedConnector } from '../../kernel/outgoing/connector.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';

/** The result of an attempt: an answer with any status, or none. */
export type Sent =
  | { readonly status: number; readonly retryAfter: string | undefined; readonly bodyExcerpt: string }
  | { readonly error: string };

/** Sends one signed body. Never throws; an abort of `signal` is an error like any other. */
export type Send = (message: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}) => Promise<Sent>;

/** Sends deliveries; `close` closes its connections. */
export type Sender = { readonly send: Send; close(): Promise<void> };

/** How much of an answer is read, and how much of that is stored. */
const MAX_READ_BYTES = 64 * 1024;
const EXCERPT_CHARS = 1_024;

/**
 * Returns a sender that reuses connections. Redirects are not followed, and an address is checked after its name was
 * resolved, so that a name cannot lead to a forbidden address. `timeoutMs` covers everything.
 */
export function openSender(policy: AddressPolicy, timeoutMs: number): Sender {
  let agent: Promise<Agent> | undefined;
  return {
    async send({ url, headers, body, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const dispatcher = await (agent ??= openAgent(policy, timeoutMs));
        const options = {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.any([signal, timeout]),
        } as const;
        return await toSent(await post(dispatcher, url, options));
      } catch (error) {
        return { error: timeout.aborted ? 'TIMEOUT' : codeOf(error) };
      }
    },
    async close() {
      await (await agent)?.destroy();
    },
  };
}

async function openAgent(policy: AddressPolicy, timeoutMs: number): Promise<Agent> {
  // Loaded only here: a station without webhooks does not load it at the start.
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnector(undici.buildConnector, { policy, connectMs: timeoutMs }),
  });
}

async function post(
  dispatcher: Agent,
  url: string,
  options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return dispatcher.request({ ...options, origin, path: pathname + search });
}

async function toSent({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Sent> {
  const { 'retry-after': requested } = headers;
  return {
    status: statusCode,
    retryAfter: Array.isArray(requested) ? requested[0] : requested,
    bodyExcerpt: await readExcerpt(body),
  };
}

/** Returns the beginning of a body. A longer one closes the connection. */
async function readExcerpt(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the body.
    if (bytes >= MAX_READ_BYTES) break;
  }
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\0', '\ufffd');
  return text.slice(0, EXCERPT_CHARS).toWellFormed();
}

/** Returns the network error code: `ECONNREFUSED`, `ENOTFOUND`, … */
function codeOf(error: unknown): string {
  if (error instanceof OutgoingError) return error.reason === 'address' ? 'ADDRESS_REFUSED' : 'NETWORK_ERROR';
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'NETWORK_ERROR';
}
