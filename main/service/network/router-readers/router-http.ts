import type { z } from 'zod';

import { GuardedClient, type OutgoingAnswer } from '../../kernel/outgoing/guarded-client.ts';
import { RouterFault, toRouterFault } from './router-fault.ts';

/** Time limit for all requests of one reading, in ms. A person waits for the answer. */
const TOTAL_MS = 5_000;
const MAX_BYTES = 4 * 1_024 * 1_024;

/** How to reach a router. */
export type RouterAddress = {
  /** Scheme, host and port. */
  readonly url: string;
  /** Returns whether the router may be at this address; called when connecting. */
  readonly isAllowed: (ip: string) => boolean;
  /** The key that it must present; null: accept the first one. */
  readonly pinned: string | null;
  /** Shorter than usual, for tests. */
  readonly totalMs?: number;
};

type RouterAnswer = { readonly body: unknown; readonly cookies: readonly string[] };

type Headers = Readonly<Record<string, string>>;

/** One reading of a router: its requests share a connection, a time limit and one key of the router. */
export class RouterHttp implements AsyncDisposable {
  readonly #address: RouterAddress;
  readonly #client: GuardedClient;
  readonly #deadlineMs: number;
  #expected: string | null;
  #shown: string | null = null;

  constructor(address: RouterAddress) {
    this.#address = address;
    this.#expected = address.pinned;
    this.#deadlineMs = performance.now() + (address.totalMs ?? TOTAL_MS);
    this.#client = new GuardedClient({
      policy: address.isAllowed,
      connections: 1,
      trust: (fingerprint) => this.#trust(fingerprint),
    });
  }

  /** The key that the router presents; null before the first connection. */
  get fingerprint(): string | null {
    return this.#shown;
  }

  /** Returns the JSON at a path, parsed by `schema`. @throws {RouterFault} */
  async get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    headers: Headers = {},
  ): Promise<z.output<Schema>> {
    const { body } = await this.#fetch(path, { method: 'GET', headers, body: undefined });
    return understood(schema, body);
  }

  /** Sends JSON and returns JSON. @throws {RouterFault} */
  async post<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    sent: { readonly body: unknown; readonly headers?: Headers },
  ): Promise<{ readonly body: z.output<Schema>; readonly cookies: readonly string[] }> {
    const { body, cookies } = await this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent.headers },
      body: JSON.stringify(sent.body),
    });
    return { body: understood(schema, body), cookies };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close();
  }

  #trust(fingerprint: string): boolean {
    this.#shown = fingerprint;
    this.#expected ??= fingerprint;
    return this.#expected === fingerprint;
  }

  async #fetch(
    path: string,
    sent: { method: 'GET' | 'POST'; headers: Headers; body: string | undefined },
  ): Promise<RouterAnswer> {
    const answer = await this.#request(path, sent);
    if (answer.status === 401 || answer.status === 403) {
      throw new RouterFault(
        'CREDENTIALS_REFUSED',
        'It rejects the user name, the password or the key, or they may not read this.',
        answer.status,
      );
    }
    if (answer.status !== 200) {
      throw new RouterFault(
        'NOT_THIS_KIND',
        `It answers HTTP ${String(answer.status)}: it is not a router of this kind, or its API is switched off.`,
        answer.status,
      );
    }
    return { body: toJson(answer), cookies: answer.cookies };
  }

  async #request(
    path: string,
    sent: { method: 'GET' | 'POST'; headers: Headers; body: string | undefined },
  ): Promise<OutgoingAnswer> {
    try {
      return await this.#client.fetch({
        ...sent,
        url: new URL(path, this.#address.url),
        headers: { accept: 'application/json', ...sent.headers },
        totalMs: Math.max(1, Math.round(this.#deadlineMs - performance.now())),
        maxBytes: MAX_BYTES,
        redirects: 'none',
        isWanted: (mediaType) => mediaType === '' || mediaType.endsWith('json') || mediaType === 'text/plain',
      });
    } catch (error) {
      throw toRouterFault(error);
    }
  }
}

function toJson({ body }: OutgoingAnswer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw notThisKind();
  }
}

/** Parses the answer of a router of this kind. */
function understood<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw notThisKind();
  return parsed.data;
}

/** Returns the fault for an answer of another program. */
export function notThisKind(): RouterFault {
  return new RouterFault('NOT_THIS_KIND', 'It answers, but it is not a router of this kind.');
}
