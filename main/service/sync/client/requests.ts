import { EPOCH_HEADER } from '../../../../shared/contract/devices/devices.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { address } from '../../../../shared/domain/kernel/address.ts';
import { retryDelayMs } from '../../kernel/outgoing/retry.ts';
import { MAX_RETRY_AFTER_MS, retryAfterMs } from '../rules/retry-after.ts';
import { isObject, own } from '../rules/values.ts';
import { eitherSignal } from './either-signal.ts';
import { type Answer, type Connections, type Exchange, NoAnswer } from './exchange.ts';
import type { CentralFault, Outcome, Refused } from '../wire/outcome.ts';
import { Quota } from './quota.ts';
import { type Version, versionOf } from '../wire/version.ts';

/** Timing of requests. */
export type Timing = {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
};

/** A request, and what may be done if no answer arrives. */
export type RequestSpec = Omit<Exchange, 'signal' | 'body' | 'ifMatch' | 'inEpoch' | 'wantsMinimal'> & {
  readonly wantsMinimal?: boolean;
  /** The path with parameter names, for counting requests. */
  readonly pattern: string;
  readonly body?: unknown;
  /** The write applies only to this version of the record. */
  readonly ifMatch?: string | undefined;
  /** True for a write that depends on what was just read: after any wait it must be computed again. */
  readonly isFresh?: boolean;
  /** True for a request that is safe to repeat although its method is not GET. */
  readonly isRead?: boolean;
  readonly signal: AbortSignal | undefined;
};

/** Returns how an operation of the interface is called. */
export function callOf(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string | number | undefined>> = {},
): Pick<RequestSpec, 'method' | 'path' | 'pattern'> {
  return { method, path: address(path, params, query), pattern: path };
}

/** The JSON of an answer, and the version of the single record that it contains. */
export type ParsedAnswer = { readonly json: unknown; readonly version: Version | null };

/** If the central asks for a longer pause than this, `send` returns `limited` instead of waiting. */
const MAX_WAIT_MS = 60_000;

/**
 * Sends requests as the interface prescribes: a few at a time, with retries where they cannot do anything twice, and
 * none while the central asks for a pause.
 */
export class Requests {
  readonly sent = new Map<string, number>();
  readonly #connections: Connections;
  readonly #timing: Timing;
  readonly #closed = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #limitedUntilMs = 0;
  /** End of the last requested pause that was waited out. */
  #waitedUntilMs = 0;
  #skewMs: number | undefined;
  #epoch: string | undefined;
  /** The epoch in which the records behind the current writes were read. */
  readEpoch: string | undefined;
  readonly #quota = new Quota();

  constructor(connections: Connections, timing: Timing) {
    this.#connections = connections;
    this.#timing = timing;
  }

  get limitedUntilMs(): number {
    // The central cannot have asked for that long: the local clock was set back.
    if (this.#limitedUntilMs - this.#timing.now() > MAX_RETRY_AFTER_MS) this.#limitedUntilMs = 0;
    return this.#limitedUntilMs;
  }

  /** The epoch in the central's last answer; undefined if it sends none. */
  get epoch(): string | undefined {
    return this.#epoch;
  }

  /** Requests per minute that the central allows; undefined if it does not say. */
  get perMinute(): number | undefined {
    return this.#quota.perMinute;
  }

  get clockSkewMs(): number | undefined {
    return this.#skewMs;
  }

  /** Sends a request, with retries, and returns its outcome. */
  async send(request: RequestSpec, attempts = this.#timing.attempts): Promise<Outcome<ParsedAnswer>> {
    await this.#acquire();
    const sources = [this.#closed.signal, ...(request.signal === undefined ? [] : [request.signal])];
    const { signal, release } = eitherSignal(sources);
    try {
      return await this.#try(request, signal, attempts);
    } finally {
      release();
      const next = this.#waiting.shift();
      // Pass the slot on directly, so that no other caller takes it in between.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Applies the `Retry-After` of an answer that another part received. */
  noteLimit(header: string | undefined, dateHeader: string | undefined): void {
    const nowMs = this.#timing.now();
    const requestedMs = retryAfterMs(header, { dateHeader, nowMs });
    if (requestedMs !== undefined) this.#limitedUntilMs = Math.max(this.#limitedUntilMs, nowMs + requestedMs);
  }

  close(): void {
    this.#closed.abort();
  }

  async #acquire(): Promise<void> {
    if (this.#running >= this.#timing.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
  }

  async #try(request: RequestSpec, signal: AbortSignal, attempts: number): Promise<Outcome<ParsedAnswer>> {
    let outcome: Outcome<ParsedAnswer> | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0 && request.isFresh === true) return { kind: 'stale' };
      if (attempt > 0) await this.#timing.wait(retryDelayMs(attempt - 1, this.#timing.random()), signal);
      if (request.isFresh === true && (await this.#hasWaited(signal))) return { kind: 'stale' };
      if (request.isFresh !== true) await this.#leaveQuota(signal);
      const limited = await this.#waitOutPause(signal);
      if (signal.aborted) return outcome ?? offline({ reason: 'STOPPED', message: 'Stopped.' });
      if (limited !== undefined) return limited;
      const tried = await this.#once(request, signal);
      if (!tried.canRetry) return tried.outcome;
      ({ outcome } = tried);
    }
    return outcome ?? offline({ reason: 'STOPPED', message: 'Stopped.' });
  }

  /** Returns how long the central still wants no requests, in ms; 0 for a pause that was already waited out. */
  #leftMs(): number {
    const untilMs = this.limitedUntilMs;
    return untilMs <= this.#waitedUntilMs ? 0 : untilMs - this.#timing.now();
  }

  async #waitOut(leftMs: number, signal: AbortSignal): Promise<void> {
    const untilMs = this.limitedUntilMs;
    await this.#timing.wait(leftMs, signal);
    if (!signal.aborted) this.#waitedUntilMs = Math.max(this.#waitedUntilMs, untilMs);
  }

  /** Waits out a short pause that the central asked for. Returns whether it waited. */
  async #hasWaited(signal: AbortSignal): Promise<boolean> {
    const leftMs = this.#leftMs();
    if (leftMs <= 0 || leftMs > MAX_WAIT_MS) return false;
    await this.#waitOut(leftMs, signal);
    return true;
  }

  /**
   * Waits for the next rate limit window when this one is nearly used up: others share it, and more requests would be
   * refused.
   */
  async #leaveQuota(signal: AbortSignal): Promise<void> {
    const leftMs = this.#quota.waitMs(this.#running, this.#timing.now());
    if (leftMs > 0) await this.#timing.wait(leftMs, signal);
  }

  /** Waits out a short pause; returns `limited` for a long one. */
  async #waitOutPause(signal: AbortSignal): Promise<Outcome<never> | undefined> {
    const leftMs = this.#leftMs();
    if (leftMs > MAX_WAIT_MS) return { kind: 'limited', untilMs: this.limitedUntilMs };
    if (leftMs > 0) await this.#waitOut(leftMs, signal);
    return undefined;
  }

  async #once(request: RequestSpec, signal: AbortSignal): Promise<Attempt> {
    const isRead = request.method === 'GET' || request.isRead === true;
    const name = `${request.method} ${request.pattern}`;
    this.sent.set(name, (this.sent.get(name) ?? 0) + 1);
    const startedMs = this.#timing.now();
    const inEpoch = isRead || this.#epoch === undefined ? undefined : this.readEpoch;
    const { signal: inTime, release } = eitherSignal([signal], this.#timing.timeoutMs);
    try {
      const answer = await this.#connections.exchange({
        method: request.method,
        path: request.path,
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        maxBytes: request.maxBytes,
        ifMatch: request.ifMatch,
        inEpoch,
        wantsMinimal: request.wantsMinimal ?? false,
        signal: inTime,
      });
      this.#noteClock(answer, startedMs);
      this.#epoch = answer.header(EPOCH_HEADER) ?? this.#epoch;
      this.#quota.note(answer.header, this.#timing.now());
      if (answer.status === 412 && inEpoch !== undefined && this.#epoch !== inEpoch)
        return conclusive(offline({ reason: 'WENT_BACK', message: 'A backup was restored there.' }));
      return this.#judge(answer, isRead);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const { fault, wasSent } = error;
      if (!isRead && wasSent) return conclusive({ kind: 'unknownOutcome', fault });
      if (fault.reason === 'TOO_LARGE' || fault.reason === 'NOT_THIS_INTERFACE') {
        return conclusive({ kind: 'broken', fault });
      }
      // Retrying does not help against an invalid certificate.
      return fault.reason === 'TLS' ? conclusive(offline(fault)) : retryable(offline(fault));
    } finally {
      release();
    }
  }

  #judge(answer: Answer, isRead: boolean): Attempt {
    const { status } = answer;
    const dateHeader = answer.header('date');
    if (status === 429 || status >= 500) this.noteLimit(answer.header('retry-after'), dateHeader);
    if (status === 429) {
      return retryable({ kind: 'limited', untilMs: Math.max(this.#limitedUntilMs, this.#timing.now()) });
    }
    if (status >= 500) {
      const message = `The server answers HTTP ${status}.`;
      const fault = { reason: 'SERVER_ERROR', message, status } as const;
      return isRead ? retryable(offline(fault)) : conclusive({ kind: 'unknownOutcome', fault });
    }
    if (status >= 300 && status < 400) return conclusive({ kind: 'broken', fault: redirected(answer) });
    const body = toJson(answer);
    if (status >= 400) return conclusive(toRefused(status, body.value));
    if (body.isJson)
      return conclusive({ kind: 'ok', value: { json: body.value, version: versionOf(answer.header) } });
    const fault = {
      reason: 'NOT_THIS_INTERFACE',
      message: `The server answers with ${body.contentType}, not with JSON.`,
    } as const;
    return conclusive(isRead ? { kind: 'broken', fault } : { kind: 'unknownOutcome', fault });
  }

  /** Compares with the middle of the exchange; the date header has a resolution of one second. */
  #noteClock(answer: Answer, startedMs: number): void {
    const theirMs = Date.parse(answer.header('date') ?? '');
    if (Number.isNaN(theirMs)) return;
    this.#skewMs = Math.round(theirMs + 500 - (startedMs + this.#timing.now()) / 2);
  }
}

/** The result of one attempt. */
type Attempt = { readonly outcome: Outcome<ParsedAnswer>; readonly canRetry: boolean };

function conclusive(outcome: Outcome<ParsedAnswer>): Attempt {
  return { outcome, canRetry: false };
}

function retryable(outcome: Outcome<ParsedAnswer>): Attempt {
  return { outcome, canRetry: true };
}

function offline(fault: CentralFault): Outcome<never> {
  return { kind: 'offline', fault };
}

function redirected(answer: Answer): CentralFault {
  const to = URL.parse(answer.header('location') ?? '')?.origin ?? 'another address';
  return {
    reason: 'REDIRECTED',
    message: `The server redirects to ${to}. Enter that URL if you trust it.`,
  };
}

function toRefused(status: number, body: unknown): Refused {
  const [code, message, error] = ['code', 'message', 'error'].map((name) =>
    isObject(body) ? own(body, name) : undefined,
  );
  const words = [message, error].find((each) => typeof each === 'string' && each !== '');
  return {
    kind: 'refused',
    status,
    code: typeof code === 'string' ? code : null,
    message: typeof words === 'string' ? words.slice(0, 1_000) : `The server answers HTTP ${status}.`,
    body,
  };
}

type Parsed =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly value: undefined; readonly contentType: string };

function toJson({ body, header }: Answer): Parsed {
  if (body.length === 0) return { isJson: true, value: null };
  try {
    return { isJson: true, value: JSON.parse(body.toString('utf8')) };
  } catch {
    const type = (header('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    const contentType =
      type === '' || type.endsWith('json') ? 'something that is cut off or broken' : `"${type}"`;
    return { isJson: false, value: undefined, contentType };
  }
}
