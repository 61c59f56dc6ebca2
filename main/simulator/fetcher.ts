import { Agent as Connections, interceptors } from 'undici';
import type { Dispatcher } from 'undici';

import { retryDelayMs } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Job } from './job.ts';
import type { Random } from './random.ts';

/** How contents are fetched. */
export type FetcherOptions = Readonly<{
  /** The station's own address: contents that it keeps are fetched with the headset's token, and no others. */
  stationUrl: string;
  token: () => string;
  clock: Clock;
  random: Random;
}>;

/** What came of a fetch: null when all is here; else why not. `CUT`: its signal ended it, and it can go on later. */
export type FetchFailure = string | null;

/** So many bytes are here, of so many as are known of. */
export type Progress = (arrivedBytes: number, totalBytes: number) => void;

/** How much of one address is here, and which edition it is a part of. `totalBytes` 0: not known. */
type Part = { arrivedBytes: number; totalBytes: number; edition: string | null; isWhole: boolean };
type Step = 'whole' | 'again' | Readonly<{ failure: string }>;
type Fetch = Readonly<{ url: string; part: Part; signal: AbortSignal; told: () => void }>;

/** In a row without a byte of progress. */
const MOST_ATTEMPTS = 5;
const SILENCE_MS = 15_000;
const MOST_REDIRECTIONS = 5;

/**
 * Fetches the bytes of contents, counts them and lets them go. A fetch that breaks goes on where it stopped (RFC 9110
 * section 14, `Range` with `If-Range`), also after the headset was away; its length is checked to the byte.
 */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #parts = new WeakMap<Job, Map<string, Part>>();
  readonly #connections: Dispatcher;

  constructor(options: FetcherOptions) {
    this.#options = options;
    const timeouts = { headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS };
    const connections = new Connections({ connections: 1, allowH2: false, ...timeouts });
    this.#connections = connections.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTIONS }));
  }

  /** Fetches what is missing of a job. What arrived before `signal` ended it is kept for the next time. */
  async fetch(job: Job, progress: Progress, signal: AbortSignal): Promise<FetchFailure> {
    const parts = this.#parts.get(job) ?? new Map<string, Part>();
    this.#parts.set(job, parts);
    const told = () => {
      const all = [...parts.values()];
      const sum = (count: (part: Part) => number) => all.reduce((total, part) => total + count(part), 0);
      progress(
        sum((part) => part.arrivedBytes),
        sum((part) => Math.max(part.totalBytes, part.arrivedBytes)),
      );
    };
    for (const url of job.wanted.urls) {
      const part = parts.get(url) ?? { arrivedBytes: 0, totalBytes: 0, edition: null, isWhole: false };
      parts.set(url, part);
      const failure = part.isWhole ? null : await this.#persist({ url, part, signal, told });
      if (failure !== null) return failure;
      part.isWhole = true;
    }
    return null;
  }

  async #persist(fetch: Fetch): Promise<FetchFailure> {
    const { part, signal } = fetch;
    for (let failures = 0; failures < MOST_ATTEMPTS && !signal.aborted;) {
      const before = part.arrivedBytes;
      const step = await this.#attempt(fetch);
      if (step === 'whole') return null;
      if (step !== 'again') return step.failure;
      failures = part.arrivedBytes > before ? 1 : failures + 1;
      await this.#options.clock.wait(retryDelayMs(failures, this.#options.random), signal);
    }
    return signal.aborted ? 'CUT' : 'CONNECTION_LOST';
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await this.#connections.destroy();
  }

  async #attempt({ url, part, signal, told }: Fetch): Promise<Step> {
    const target = URL.parse(url, this.#options.stationUrl);
    if (target === null || !/^https?:$/.test(target.protocol)) return { failure: 'BAD_ADDRESS' };
    const { origin, pathname, search } = target;
    try {
      const response = await this.#connections.request({
        origin,
        path: pathname + search,
        method: 'GET',
        headers: this.#headers(target, part),
        signal,
      });
      const fit = adopt(part, response);
      if (fit !== 'read') {
        await response.body.dump();
        return fit;
      }
      told();
      for await (const chunk of response.body) {
        if (Buffer.isBuffer(chunk)) part.arrivedBytes += chunk.length;
        told();
      }
      return check(part);
    } catch {
      // Broken off, by the network or by the headset that left: what is here is counted.
      return 'again';
    }
  }

  #headers(target: URL, { arrivedBytes, edition }: Part): Record<string, string> {
    const isOwn = target.origin === new URL(this.#options.stationUrl).origin;
    return {
      ...(isOwn ? { authorization: `Bearer ${this.#options.token()}` } : {}),
      ...(arrivedBytes > 0 ? { range: `bytes=${arrivedBytes}-` } : {}),
      ...(arrivedBytes > 0 && edition !== null ? { 'if-range': edition } : {}),
    };
  }
}

/** Takes over what an answer says of the whole. */
function adopt(part: Part, { statusCode, headers }: Dispatcher.ResponseData): 'read' | Step {
  if (statusCode === 200) {
    // From the start: the first answer, another edition, or a server that knows no ranges.
    part.arrivedBytes = 0;
    part.totalBytes = lengthOf(headers['content-length']);
    part.edition = editionOf(headers);
    return 'read';
  }
  if (statusCode === 206) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range']));
    if (Number(range?.[1]) !== part.arrivedBytes) return startOver(part);
    part.totalBytes = lengthOf(range?.[2]);
    return 'read';
  }
  if (statusCode === 416) return startOver(part);
  if (statusCode === 429 || statusCode >= 500) return 'again';
  return { failure: `HTTP_${statusCode}` };
}

function startOver(part: Part): 'again' {
  part.arrivedBytes = 0;
  return 'again';
}

/** At the end of an answer. */
function check({ arrivedBytes, totalBytes }: Part): Step {
  if (totalBytes === 0 || arrivedBytes === totalBytes) return 'whole';
  return arrivedBytes < totalBytes ? 'again' : { failure: 'LENGTH_MISMATCH' };
}

/** A weak tag does not stand for the bytes. Source: RFC 9110 section 13.1.5. */
function editionOf(headers: Dispatcher.ResponseData['headers']): string | null {
  const { etag } = headers;
  if (typeof etag === 'string' && !etag.startsWith('W/')) return etag;
  const modified = headers['last-modified'];
  return typeof modified === 'string' ? modified : null;
}

function lengthOf(text: string | string[] | undefined): number {
  const length = Number(text);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}
