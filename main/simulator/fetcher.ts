import { Agent as Connections, interceptors, type Dispatcher } from 'undici';

import { getContentPieces } from '../../shared/contract/content/library-serving.ts';
import { digestInAddress } from '../../shared/domain/content/library-address.ts';
import { retryDelayMs } from './backoff.ts';
import { Bell } from './bell.ts';
import type { Clock } from './clock.ts';
import type { Job } from './job.ts';
import { PieceCheck, type Piece } from './piece-check.ts';
import type { HeadsetOptions } from './headset-options.ts';
import { type Random, seededRandom } from './random.ts';
import { aPassage, type LinkFault } from './rough-link.ts';
import { StationKeyError, type StationPin } from './station-pin.ts';

/** How contents are fetched. */
export type FetcherOptions = Readonly<{
  /** Where the station is now: contents that it keeps are fetched with the headset's token, and no others. */
  stationUrl: () => string;
  /** The key that the station must show; null where the system's certificates vouch for it. */
  pin: StationPin | null;
  token: () => string;
  clock: Clock;
  random: Random;
  /** What happens to the bytes on their way. */
  link: LinkFault;
}>;

/** What came of a fetch: null when all is here; else why not. `CUT`: its signal ended it, and it can go on later. */
export type FetchFailure = string | null;

/** So many bytes are here, of so many as are known of. */
export type Progress = (arrivedBytes: number, totalBytes: number) => void;

/**
 * How much of one address is here, and which edition it is a part of. `totalBytes` 0: not known. `check`: undefined while
 * nobody asked for the digests of the pieces, null where there are none. `bad`: the piece that is to come once more.
 */
type Part = {
  arrivedBytes: number;
  totalBytes: number;
  edition: string | null;
  isWhole: boolean;
  check: PieceCheck | null | undefined;
  bad: (Piece & Readonly<{ times: number }>) | null;
};
/** `more`: all that was asked for is here, and something else is missing. */
type Step = 'whole' | 'again' | 'more' | Readonly<{ failure: string }> | Readonly<{ waitMs: number }>;
type Fetch = Readonly<{ url: () => string; part: Part; signal: AbortSignal; told: () => void }>;

/** What was fetched altogether, and what went wrong on the way. */
export type FetchTally = Readonly<{
  /** The digests of contents of the library that are here, every byte of which was checked. */
  verified: readonly string[];
  /** Answers that broke off before their end. */
  cuts: number;
  /** Pieces that came with another digest than they should have, and were fetched again. */
  badPieces: number;
}>;

/** In a row without a byte of progress. */
const MAX_ATTEMPTS = 8;
const SILENCE_MS = 15_000;
const MAX_REDIRECTIONS = 5;
/** A piece that came badly so often will not come well. */
const MAX_DAMAGED = 5;

/**
 * Fetches the bytes of contents, counts them and lets them go. A fetch that breaks goes on where it stopped (RFC 9110
 * section 14, `Range` with `If-Range`), also after the headset was away; its length is checked to the byte. What comes from
 * a station's library is checked piece by piece: a bad one is fetched again alone, and all of it must have the digest that
 * its address names. While the station has it wait for its turn, it waits. Where the station's key is pinned, what it keeps
 * is fetched from that key alone, wherever the station is by then.
 */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #parts = new WeakMap<Job, Map<number, Part>>();
  readonly #connections: Dispatcher;
  readonly #toStation: Dispatcher;
  /** Every origin at which the station has been. */
  readonly #origins = new Set<string>();
  readonly #isBack = new Bell();
  /** The attempt on the station that is under way. */
  #attempting: Readonly<{ target: URL; end: AbortController }> | null = null;
  readonly #verified: string[] = [];
  #cuts = 0;
  #badPieces = 0;

  constructor(options: FetcherOptions) {
    this.#options = options;
    const settings = { connections: 1, allowH2: false, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS };
    const connections = new Connections(settings);
    this.#connections = connections.compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTIONS }));
    const { pin } = options;
    // What a pinned station redirects to would have to show its key too: nothing is followed there.
    this.#toStation =
      pin === null ? this.#connections : new Connections({ ...settings, connect: pin.connect });
  }

  get tally(): FetchTally {
    return { verified: [...this.#verified], cuts: this.#cuts, badPieces: this.#badPieces };
  }

  /** Fetches what is missing of a job. What arrived before `signal` ended it is kept for the next time. */
  async fetch(job: Job, progress: Progress, signal: AbortSignal): Promise<FetchFailure> {
    const parts = this.#parts.get(job) ?? new Map<number, Part>();
    this.#parts.set(job, parts);
    const told = () => {
      const all = [...parts.values()];
      const sum = (count: (part: Part) => number) => all.reduce((total, part) => total + count(part), 0);
      progress(
        sum((part) => part.arrivedBytes),
        sum((part) => Math.max(part.totalBytes, part.arrivedBytes)),
      );
    };
    for (const at of job.wanted.urls.keys()) {
      const part = parts.get(at) ?? newPart();
      parts.set(at, part);
      // Asked for at every attempt: the station may have another address by then.
      const url = () => job.wanted.urls[at] ?? '';
      const failure = part.isWhole ? null : await this.#persist({ url, part, signal, told });
      if (failure !== null) return failure;
      part.isWhole = true;
    }
    return null;
  }

  async #persist(fetch: Fetch): Promise<FetchFailure> {
    const { part, signal } = fetch;
    for (let failures = 0; failures < MAX_ATTEMPTS && !signal.aborted;) {
      const before = part.arrivedBytes;
      const step = await this.#attempt(fetch);
      if (step === 'whole') return null;
      if (step === 'more') continue;
      if (typeof step === 'object') {
        if ('failure' in step) return step.failure;
        await this.#options.clock.wait(step.waitMs, signal);
        continue;
      }
      failures = part.arrivedBytes > before ? 1 : failures + 1;
      const { clock, random } = this.#options;
      await this.#isBack.heardWithin(retryDelayMs(failures, random), clock, signal);
    }
    return signal.aborted ? 'CUT' : 'CONNECTION_LOST';
  }

  /**
   * The station is within reach again: what waits to try again need not wait any longer, and what comes from where it was
   * before will not come any more.
   */
  wake(): void {
    this.#isBack.ring();
    if (this.#attempting !== null && !this.#isOwn(this.#attempting.target)) this.#attempting.end.abort();
  }

  /** Ends every connection. */
  async close(): Promise<void> {
    await Promise.all([...new Set([this.#connections, this.#toStation])].map((each) => each.destroy()));
  }

  async #attempt(fetch: Fetch): Promise<Step> {
    const target = this.#whereNow(fetch.url());
    if (target === null || !/^https?:$/.test(target.protocol)) return { failure: 'BAD_ADDRESS' };
    const end = new AbortController();
    if (this.#isOwn(target)) this.#attempting = { target, end };
    try {
      return await this.#exchange(target, { ...fetch, signal: AbortSignal.any([fetch.signal, end.signal]) });
    } catch (error) {
      // Broken off, by the network or by the headset that left: what is here is counted.
      return error instanceof StationKeyError ? { failure: 'STATION_KEY_CHANGED' } : 'again';
    } finally {
      this.#attempting = null;
    }
  }

  async #exchange(target: URL, { part, signal, told }: Omit<Fetch, 'url'>): Promise<Step> {
    if (part.check === undefined) part.check = await this.#readManifest(target, signal);
    const response = await this.#get(target, target.pathname + target.search, signal, {
      ...this.#headers(target),
      ...rangeOf(part),
    });
    const fit = adopt(part, response);
    if (fit !== 'read') {
      await response.body.dump();
      return fit;
    }
    told();
    if ((await this.#read(response, part, signal, told)) === 'bad') return judgeBad(part);
    const step = check(part);
    const digest = part.check instanceof PieceCheck ? digestInAddress(target.href) : undefined;
    if (step === 'whole' && digest !== undefined) this.#verified.push(digest);
    return step;
  }

  /** The address to fetch from: what the station keeps lies where the station is now, whatever its address was before. */
  #whereNow(address: string): URL | null {
    const { origin } = new URL(this.#options.stationUrl());
    this.#origins.add(origin);
    const target = URL.parse(address, origin);
    if (target === null || target.origin === origin || !this.#origins.has(target.origin)) return target;
    return URL.parse(target.pathname + target.search, origin);
  }

  /** Counts what comes, and checks it where that can be. Ends early at a piece that is bad. */
  async #read(
    { body, headers }: Dispatcher.ResponseData,
    part: Part,
    signal: AbortSignal,
    told: () => void,
  ): Promise<'read' | 'bad'> {
    const { link } = this.#options;
    // A piece that is fetched alone comes well: the link is rough, not dead.
    const fault = link === 'corrupting' && part.bad !== null ? 'none' : link;
    const pass = aPassage(fault, lengthOf(headers['content-length']), this.#options);
    try {
      for await (const chunk of body) {
        if (!Buffer.isBuffer(chunk)) continue;
        const bytes = await pass(chunk, signal);
        const bad = part.check?.take(bytes) ?? null;
        part.arrivedBytes = part.check?.arrivedBytes ?? part.arrivedBytes + bytes.length;
        told();
        if (bad === null) continue;
        this.#badPieces += 1;
        part.bad = { ...bad, times: part.bad?.start === bad.start ? part.bad.times + 1 : 1 };
        return 'bad';
      }
      return 'read';
    } catch (error) {
      if (!signal.aborted) this.#cuts += 1;
      throw error;
    }
  }

  /** The digests of the pieces of what lies in a station's library; null for anything else. */
  async #readManifest(target: URL, signal: AbortSignal): Promise<PieceCheck | null> {
    const digest = digestInAddress(target.href);
    if (digest === undefined || !this.#isOwn(target)) return null;
    const response = await this.#get(target, `${target.pathname}/pieces`, signal, this.#headers(target));
    const manifest = getContentPieces.reply.safeParse(parseJson(await response.body.text()));
    if (response.statusCode === 429 || response.statusCode >= 500) throw new Error('Not now');
    // An address names its digest: whatever a manifest says, these are the bytes that are wanted.
    return manifest.success && manifest.data.sha256 === digest ? new PieceCheck(manifest.data) : null;
  }

  #get(
    { origin }: Pick<URL, 'origin'>,
    path: string,
    signal: AbortSignal,
    headers: Record<string, string>,
  ): Promise<Dispatcher.ResponseData> {
    const connections = this.#isOwn({ origin }) ? this.#toStation : this.#connections;
    return connections.request({ origin, path, method: 'GET', headers, signal });
  }

  #headers(target: Pick<URL, 'origin'>): Record<string, string> {
    return this.#isOwn(target) ? { authorization: `Bearer ${this.#options.token()}` } : {};
  }

  #isOwn({ origin }: Pick<URL, 'origin'>): boolean {
    return origin === new URL(this.#options.stationUrl()).origin;
  }
}

function newPart(): Part {
  return {
    arrivedBytes: 0,
    totalBytes: 0,
    edition: null,
    isWhole: false,
    check: undefined,
    bad: null,
  };
}

/** What is asked for next: a bad piece alone, else everything that is missing. */
function rangeOf({ arrivedBytes, edition, bad }: Part): Record<string, string> {
  const ifRange = edition === null ? {} : { 'if-range': edition };
  if (bad !== null) return { range: `bytes=${arrivedBytes}-${bad.end}`, ...ifRange };
  return arrivedBytes > 0 ? { range: `bytes=${arrivedBytes}-`, ...ifRange } : {};
}

/** A piece was bad. */
function judgeBad({ bad }: Part): Step {
  return (bad?.times ?? 0) >= MAX_DAMAGED ? { failure: 'HASH_MISMATCH' } : 'more';
}

/** Takes over what an answer says of the whole. */
function adopt(part: Part, { statusCode, headers }: Dispatcher.ResponseData): 'read' | Step {
  if (statusCode === 200) {
    // From the start: the first answer, another edition, or a server that knows no ranges.
    forget(part);
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
  // Its turn has not come: that is no failure, however often.
  if (statusCode === 429) return { waitMs: Math.max(1, lengthOf(headers['retry-after'])) * 1_000 };
  if (statusCode >= 500) return 'again';
  if (statusCode === 409) return { failure: 'NOT_ENOUGH_STORAGE' };
  return { failure: `HTTP_${statusCode}` };
}

function startOver(part: Part): 'again' {
  forget(part);
  return 'again';
}

function forget(part: Part): void {
  part.arrivedBytes = 0;
  part.check?.reset();
}

/** At the end of an answer. */
function check(part: Part): Step {
  const { arrivedBytes, totalBytes, bad } = part;
  const isMended = bad !== null && arrivedBytes > bad.end;
  if (isMended) part.bad = null;
  if (isMended && arrivedBytes < totalBytes) return 'more';
  if (totalBytes === 0 || arrivedBytes === totalBytes) {
    return part.check?.isWhole() === false ? { failure: 'HASH_MISMATCH' } : 'whole';
  }
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema says that this is no manifest.
    return null;
  }
}

/** The fetcher of a headset, which asks with its token at the station's address of that moment. */
export function fetcherOf(
  { url, seed, clock, faults }: HeadsetOptions,
  pin: StationPin | null,
  token: () => string,
): Fetcher {
  const stationUrl = (): string => (typeof url === 'string' ? url : url.url);
  const random = seededRandom(`${seed}/fetches`);
  return new Fetcher({ stationUrl, pin, token, clock, random, link: faults.link });
}
