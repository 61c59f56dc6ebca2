import { EPOCH_HEADER } from '../../../../shared/contract/devices/devices.ts';
import { retryDelayMs } from '../../../../shared/domain/kernel/retry.ts';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../../../shared/domain/sync/retry.ts';
import { isObject, own } from '../../../../shared/domain/sync/values.ts';
import { eitherSignal } from './either-signal.ts';
import { type Answer, type Connections, type Exchange, NoAnswer } from './exchange.ts';
import type { CentralFault, Outcome, Refused } from './outcome.ts';
import { Quota } from './quota.ts';
import { type Version, versionOf } from './version.ts';

/** How requests are timed. */
export type Timing = {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly attempts: number;
  readonly timeoutMs: number;
  readonly atOnce: number;
};

/** A request and what may be done when no answer comes. */
export type Asked = Omit<Exchange, 'signal' | 'body' | 'ifMatch' | 'wantsLittle'> & {
  readonly wantsLittle?: boolean;
  /** The path with names for its parameters, for the count of requests. */
  readonly pattern: string;
  readonly body?: unknown;
  /** Done only where the record still has this version. */
  readonly ifMatch?: string | undefined;
  /** True for a write that holds only for what was read just before: after any wait it is worked out again. */
  readonly isFresh?: boolean;
  /** True for what may be repeated although its method is not GET. */
  readonly isRead?: boolean;
  readonly signal: AbortSignal | undefined;
};

/** What an answer holds: its JSON, and the version of the one record that it shows. */
export type Held = { readonly json: unknown; readonly version: Version | null };

/** Rather than waiting longer than this for the central's sake, the caller is told until when. */
const PATIENCE_MS = 60_000;

/**
 * Sends requests as the interface asks clients to: a few at a time, again after a while where that cannot double
 * anything, and not at all while the central asks to be left alone.
 */
export class Requests {
  readonly sent = new Map<string, number>();
  readonly #connections: Connections;
  readonly #timing: Timing;
  readonly #closed = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #limitedUntilMs = 0;
  /** The end of the last such pause that was waited for. */
  #servedUntilMs = 0;
  #skewMs: number | undefined;
  #epoch: string | undefined;
  readonly #quota = new Quota();

  constructor(connections: Connections, timing: Timing) {
    this.#connections = connections;
    this.#timing = timing;
  }

  get limitedUntilMs(): number {
    // Nobody asked for that much: the clock was set back since.
    if (this.#limitedUntilMs - this.#timing.now() > LONGEST_RETRY_AFTER_MS) this.#limitedUntilMs = 0;
    return this.#limitedUntilMs;
  }

  /** Which unbroken history the central's answers belong to, where it says so. */
  get epoch(): string | undefined {
    return this.#epoch;
  }

  /** Requests a minute that the central allows; undefined where it does not say. */
  get perMinute(): number | undefined {
    return this.#quota.perMinute;
  }

  get clockSkewMs(): number | undefined {
    return this.#skewMs;
  }

  /** What the answer holds, whatever it is. */
  async send(asked: Asked, attempts = this.#timing.attempts): Promise<Outcome<Held>> {
    await this.#takeTurn();
    const sources = [this.#closed.signal, ...(asked.signal === undefined ? [] : [asked.signal])];
    const { signal, release } = eitherSignal(sources);
    try {
      return await this.#try(asked, signal, attempts);
    } finally {
      release();
      const next = this.#waiting.shift();
      // The turn goes over to who waits, so that nobody takes it in between.
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** What an answer to another kind of request says about when to come again. */
  noteLimit(header: string | undefined, dateHeader: string | undefined): void {
    const nowMs = this.#timing.now();
    const askedMs = retryAfterMs(header, { dateHeader, nowMs });
    if (askedMs !== undefined) this.#limitedUntilMs = Math.max(this.#limitedUntilMs, nowMs + askedMs);
  }

  close(): void {
    this.#closed.abort();
  }

  async #takeTurn(): Promise<void> {
    if (this.#running >= this.#timing.atOnce) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
  }

  async #try(asked: Asked, signal: AbortSignal, attempts: number): Promise<Outcome<Held>> {
    let outcome: Outcome<Held> | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (attempt > 0 && asked.isFresh === true) return { kind: 'stale' };
      if (attempt > 0) await this.#timing.wait(retryDelayMs(attempt - 1, this.#timing.random()), signal);
      if (asked.isFresh === true && (await this.#hasWaited(signal))) return { kind: 'stale' };
      if (asked.isFresh !== true) await this.#leaveSome(signal);
      const limited = await this.#standBack(signal);
      if (signal.aborted) return outcome ?? offline({ reason: 'STOPPED', message: 'Stopped.' });
      if (limited !== undefined) return limited;
      const tried = await this.#once(asked, signal);
      if (!tried.isWorthRepeating) return tried.outcome;
      ({ outcome } = tried);
    }
    return outcome ?? offline({ reason: 'STOPPED', message: 'Stopped.' });
  }

  /** How long the central still wants to be left alone; what was waited for once is over. */
  #leftMs(): number {
    const untilMs = this.limitedUntilMs;
    return untilMs <= this.#servedUntilMs ? 0 : untilMs - this.#timing.now();
  }

  async #waitOut(leftMs: number, signal: AbortSignal): Promise<void> {
    const untilMs = this.limitedUntilMs;
    await this.#timing.wait(leftMs, signal);
    if (!signal.aborted) this.#servedUntilMs = Math.max(this.#servedUntilMs, untilMs);
  }

  /** Waits as the central asked, where that is a little while, and says whether it did. */
  async #hasWaited(signal: AbortSignal): Promise<boolean> {
    const leftMs = this.#leftMs();
    if (leftMs <= 0 || leftMs > PATIENCE_MS) return false;
    await this.#waitOut(leftMs, signal);
    return true;
  }

  /** Waits for the next window where little is left of this one: others share it, and who asks on is refused. */
  async #leaveSome(signal: AbortSignal): Promise<void> {
    const leftMs = this.#quota.waitMs(this.#running, this.#timing.now());
    if (leftMs > 0) await this.#timing.wait(leftMs, signal);
  }

  /** Waits where the central asked for a little patience; answers where it asked for more. */
  async #standBack(signal: AbortSignal): Promise<Outcome<never> | undefined> {
    const leftMs = this.#leftMs();
    if (leftMs > PATIENCE_MS) return { kind: 'limited', untilMs: this.limitedUntilMs };
    if (leftMs > 0) await this.#waitOut(leftMs, signal);
    return undefined;
  }

  async #once(asked: Asked, signal: AbortSignal): Promise<Tried> {
    const isRead = asked.method === 'GET' || asked.isRead === true;
    const name = `${asked.method} ${asked.pattern}`;
    this.sent.set(name, (this.sent.get(name) ?? 0) + 1);
    const startedMs = this.#timing.now();
    const { signal: inTime, release } = eitherSignal([signal], this.#timing.timeoutMs);
    try {
      const answer = await this.#connections.exchange({
        method: asked.method,
        path: asked.path,
        body: asked.body === undefined ? undefined : JSON.stringify(asked.body),
        maxBytes: asked.maxBytes,
        ifMatch: asked.ifMatch,
        wantsLittle: asked.wantsLittle ?? false,
        signal: inTime,
      });
      this.#noteClock(answer, startedMs);
      this.#epoch = answer.header(EPOCH_HEADER) ?? this.#epoch;
      this.#quota.note(answer.header, this.#timing.now());
      return this.#judge(answer, isRead);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      const { fault, wasSent } = error;
      if (!isRead && wasSent) return final({ kind: 'unknownOutcome', fault });
      if (fault.reason === 'TOO_LARGE' || fault.reason === 'NOT_THIS_INTERFACE') {
        return final({ kind: 'broken', fault });
      }
      // A certificate is not better in a second.
      return fault.reason === 'TLS' ? final(offline(fault)) : again(offline(fault));
    } finally {
      release();
    }
  }

  #judge(answer: Answer, isRead: boolean): Tried {
    const { status } = answer;
    const dateHeader = answer.header('date');
    if (status === 429 || status >= 500) this.noteLimit(answer.header('retry-after'), dateHeader);
    if (status === 429) {
      return again({ kind: 'limited', untilMs: Math.max(this.#limitedUntilMs, this.#timing.now()) });
    }
    if (status >= 500) {
      const fault = { reason: 'SERVER_ERROR', message: `It answers HTTP ${status}.` } as const;
      return isRead ? again(offline(fault)) : final({ kind: 'unknownOutcome', fault });
    }
    if (status >= 300 && status < 400) return final({ kind: 'broken', fault: redirected(answer) });
    const body = toJson(answer);
    if (status >= 400) return final(toRefused(status, body.value));
    if (body.isJson)
      return final({ kind: 'ok', value: { json: body.value, version: versionOf(answer.header) } });
    const fault = {
      reason: 'NOT_THIS_INTERFACE',
      message: `It answers with ${body.what}, not with JSON.`,
    } as const;
    return final(isRead ? { kind: 'broken', fault } : { kind: 'unknownOutcome', fault });
  }

  /** By the middle of the exchange; the header has whole seconds. */
  #noteClock(answer: Answer, startedMs: number): void {
    const theirMs = Date.parse(answer.header('date') ?? '');
    if (Number.isNaN(theirMs)) return;
    this.#skewMs = Math.round(theirMs + 500 - (startedMs + this.#timing.now()) / 2);
  }
}

/** What one try came to. */
type Tried = { readonly outcome: Outcome<Held>; readonly isWorthRepeating: boolean };

function final(outcome: Outcome<Held>): Tried {
  return { outcome, isWorthRepeating: false };
}

function again(outcome: Outcome<Held>): Tried {
  return { outcome, isWorthRepeating: true };
}

function offline(fault: CentralFault): Outcome<never> {
  return { kind: 'offline', fault };
}

function redirected(answer: Answer): CentralFault {
  const to = URL.parse(answer.header('location') ?? '')?.origin ?? 'another address';
  return {
    reason: 'REDIRECTED',
    message: `It sends elsewhere, to ${to}. Enter the address that it sends to, if you trust it.`,
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
    message: typeof words === 'string' ? words.slice(0, 1_000) : `It answers HTTP ${status}.`,
    body,
  };
}

type Parsed =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly value: undefined; readonly what: string };

function toJson({ body, header }: Answer): Parsed {
  if (body.length === 0) return { isJson: true, value: null };
  try {
    return { isJson: true, value: JSON.parse(body.toString('utf8')) };
  } catch {
    const type = (header('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    const what = type === '' || type.endsWith('json') ? 'something that is cut off or broken' : `"${type}"`;
    return { isJson: false, value: undefined, what };
  }
}
