import { Agent as Connections, interceptors, type Dispatcher } from 'undici';

import { getContentPieces } from '../../../shared/contract/content/library-serving.ts';
import { digestInAddress } from '../../../shared/domain/content/library-address.ts';
import { parseJson } from '../../../shared/domain/kernel/parse-json.ts';
import { retryDelayMs } from '../station/backoff.ts';
import { WakeSignal } from '../wake-signal.ts';
import type { Clock } from '../clock.ts';
import type { Wanted } from './wanted.ts';
import { PieceCheck, type Piece } from './piece-check.ts';
import type { Random } from '../random.ts';
import { StationKeyError, type StationPin } from '../station/station-pin.ts';

/** How contents are fetched. */
export type FetcherOptions = Readonly<{
  /** Returns the station's current URL: its contents are downloaded with the headset's token, and no others. */
  stationUrl: () => string;
  /** The key that the station must present; null to use the system's certificates. */
  pin: StationPin | null;
  token: () => string;
  clock: Clock;
  random: Random;
  /** What the bytes of an answer pass through, chunk by chunk. `isRepair`: a bad piece is downloaded again alone. */
  transfer?: ((expectedBytes: number, isRepair: boolean) => Transfer) | undefined;
}>;

/** Passes an answer through a link, chunk by chunk. @throws when the link breaks. */
export type Transfer = (chunk: Buffer, signal: AbortSignal) => Promise<Buffer>;

/** A content to download. Several attempts at the same object continue one another. */
export type Download = Readonly<{ wanted: Wanted }>;

/** Takes the bytes of a download: `part` is the index of its URL, `position` where they begin in it. */
export type Store = (bytes: Buffer, part: number, position: number) => Promise<void>;

/** Result of a download: null if complete; otherwise why not. `CUT`: its signal ended it, and it can be resumed. */
export type FetchFailure = string | null;

/** Called with the number of bytes so far, and the known total. */
export type Progress = (arrivedBytes: number, totalBytes: number) => void;

/**
 * How much of one URL has arrived, and of which version. `totalBytes` 0: unknown. `check`: undefined while nobody
 * requested the digests of the pieces, null if there are none. `bad`: the piece to download again.
 */
type Part = {
  arrivedBytes: number;
  totalBytes: number;
  edition: string | null;
  isWhole: boolean;
  check: PieceCheck | null | undefined;
  bad: (Piece & Readonly<{ times: number }>) | null;
};
/** `more`: the requested range is complete, and something else is missing. */
type Step = 'whole' | 'again' | 'more' | Readonly<{ failure: string }> | Readonly<{ waitMs: number }>;
type Fetch = Readonly<{
  url: () => string;
  part: Part;
  signal: AbortSignal;
  onProgress: () => void;
  store: ((bytes: Buffer, position: number) => Promise<void>) | undefined;
}>;

/** Totals of downloads and their errors. */
export type FetchTally = Readonly<{
  /** Digests of library contents that are complete and verified. */
  verified: readonly string[];
  /** Answers that were interrupted. */
  cuts: number;
  /** Pieces with a wrong digest, which were downloaded again. */
  badPieces: number;
}>;

/** Consecutive attempts without progress. */
const MAX_ATTEMPTS = 8;
const SILENCE_MS = 15_000;
const MAX_REDIRECTIONS = 5;
/** Maximum number of bad downloads of a piece. */
const MAX_DAMAGED = 5;

/**
 * Downloads the bytes of contents. An interrupted download resumes where it stopped (RFC
 * 9110 section 14, `Range` with `If-Range`), even after the headset was away; its length is checked. Contents from a
 * station's library are checked piece by piece: a bad piece is downloaded again alone, and the whole must have the
 * digest in its URL. Waits while the station queues it. If the station's key is pinned, its contents are downloaded
 * with that key only, wherever the station is.
 */
export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #parts = new WeakMap<Download, Map<number, Part>>();
  readonly #connections: Dispatcher;
  readonly #toStation: Dispatcher;
  /** Every origin that the station has had. */
  readonly #origins = new Set<string>();
  readonly #isBack = new WakeSignal();
  /** The current attempt at the station. */
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
    // A redirect of a pinned station would need its key too: none is followed.
    this.#toStation =
      pin === null ? this.#connections : new Connections({ ...settings, connect: pin.connect });
  }

  get tally(): FetchTally {
    return { verified: [...this.#verified], cuts: this.#cuts, badPieces: this.#badPieces };
  }

  /**
   * Downloads what is missing of a content. What arrived before `signal` ended it counts the next time. `store` takes
   * the bytes; absent: they are only counted.
   */
  async fetch(job: Download, progress: Progress, signal: AbortSignal, store?: Store): Promise<FetchFailure> {
    const parts = this.#parts.get(job) ?? new Map<number, Part>();
    this.#parts.set(job, parts);
    const received = () => {
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
      // Determined at every attempt: the station may have another URL by then.
      const url = () => job.wanted.urls[at] ?? '';
      const storePart =
        store === undefined ? undefined : (bytes: Buffer, position: number) => store(bytes, at, position);
      const failure = part.isWhole
        ? null
        : await this.#persist({ url, part, signal, onProgress: received, store: storePart });
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
      await this.#isBack.waitWithin(retryDelayMs(failures, random), clock, signal);
    }
    return signal.aborted ? 'CUT' : 'CONNECTION_LOST';
  }

  /** The station is reachable again: pending retries start at once, and transfers from its former URL are dropped. */
  wake(): void {
    this.#isBack.wake();
    if (this.#attempting !== null && !this.#isOwn(this.#attempting.target)) this.#attempting.end.abort();
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...new Set([this.#connections, this.#toStation])].map((each) => each.destroy()));
  }

  async #attempt(fetch: Fetch): Promise<Step> {
    const target = this.#currentUrl(fetch.url());
    if (target === null || !/^https?:$/.test(target.protocol)) return { failure: 'BAD_ADDRESS' };
    const end = new AbortController();
    if (this.#isOwn(target)) this.#attempting = { target, end };
    try {
      return await this.#exchange(target, { ...fetch, signal: AbortSignal.any([fetch.signal, end.signal]) });
    } catch (error) {
      // Interrupted by the network or by the headset: received bytes count.
      return error instanceof StationKeyError ? { failure: 'STATION_KEY_CHANGED' } : 'again';
    } finally {
      this.#attempting = null;
    }
  }

  async #exchange(target: URL, fetch: Omit<Fetch, 'url'>): Promise<Step> {
    const { part, signal, onProgress } = fetch;
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
    onProgress();
    if ((await this.#read(response, fetch)) === 'bad') return judgeBad(part);
    const step = check(part);
    const digest = part.check instanceof PieceCheck ? digestInAddress(target.href) : undefined;
    if (step === 'whole' && digest !== undefined) this.#verified.push(digest);
    return step;
  }

  /** Returns the URL to download from: the station's contents are at its current URL. */
  #currentUrl(address: string): URL | null {
    const { origin } = new URL(this.#options.stationUrl());
    this.#origins.add(origin);
    const target = URL.parse(address, origin);
    if (target === null || target.origin === origin || !this.#origins.has(target.origin)) return target;
    return URL.parse(target.pathname + target.search, origin);
  }

  /** Counts bytes, and checks them if possible. Ends early at a bad piece. */
  async #read(
    { body, headers }: Dispatcher.ResponseData,
    { part, signal, store, onProgress: received }: Omit<Fetch, 'url'>,
  ): Promise<'read' | 'bad'> {
    const pass = this.#options.transfer?.(lengthOf(headers['content-length']), part.bad !== null);
    try {
      for await (const chunk of body) {
        if (!Buffer.isBuffer(chunk)) continue;
        const bytes = pass === undefined ? chunk : await pass(chunk, signal);
        await store?.(bytes, part.arrivedBytes);
        const bad = part.check?.add(bytes) ?? null;
        part.arrivedBytes = part.check?.arrivedBytes ?? part.arrivedBytes + bytes.length;
        received();
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

  /** Returns the digests of the pieces of a library content; null for anything else. */
  async #readManifest(target: URL, signal: AbortSignal): Promise<PieceCheck | null> {
    const digest = digestInAddress(target.href);
    if (digest === undefined || !this.#isOwn(target)) return null;
    const response = await this.#get(target, `${target.pathname}/pieces`, signal, this.#headers(target));
    const manifest = getContentPieces.reply.safeParse(parseJson(await response.body.text()));
    if (response.statusCode === 429 || response.statusCode >= 500) throw new Error('Not now');
    // A URL contains its digest: a manifest cannot change which bytes are expected.
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

/** Returns the next range: a bad piece alone, else everything that is missing. */
function rangeOf({ arrivedBytes, edition, bad }: Part): Record<string, string> {
  const ifRange = edition === null ? {} : { 'if-range': edition };
  if (bad !== null) return { range: `bytes=${arrivedBytes}-${bad.end}`, ...ifRange };
  return arrivedBytes > 0 ? { range: `bytes=${arrivedBytes}-`, ...ifRange } : {};
}

/** Handles a bad piece. */
function judgeBad({ bad }: Part): Step {
  return (bad?.times ?? 0) >= MAX_DAMAGED ? { failure: 'HASH_MISMATCH' } : 'more';
}

/** Takes the total size and version from an answer. */
function adopt(part: Part, { statusCode, headers }: Dispatcher.ResponseData): 'read' | Step {
  if (statusCode === 200) {
    // From the start: the first answer, another version, or a server without ranges.
    resetPart(part);
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
  // Queued: that is no failure, however often.
  if (statusCode === 429) return { waitMs: Math.max(1, lengthOf(headers['retry-after'])) * 1_000 };
  if (statusCode >= 500) return 'again';
  if (statusCode === 409) return { failure: 'NOT_ENOUGH_STORAGE' };
  return { failure: `HTTP_${statusCode}` };
}

function startOver(part: Part): 'again' {
  resetPart(part);
  return 'again';
}

function resetPart(part: Part): void {
  part.arrivedBytes = 0;
  part.check?.reset();
}

/** Checks the end of an answer. */
function check(part: Part): Step {
  const { arrivedBytes, totalBytes, bad } = part;
  const hasPassedFault = bad !== null && arrivedBytes > bad.end;
  if (hasPassedFault) part.bad = null;
  if (hasPassedFault && arrivedBytes < totalBytes) return 'more';
  if (totalBytes === 0 || arrivedBytes === totalBytes) {
    return part.check?.isWhole() === false ? { failure: 'HASH_MISMATCH' } : 'whole';
  }
  return arrivedBytes < totalBytes ? 'again' : { failure: 'LENGTH_MISMATCH' };
}

/** A weak tag does not identify the bytes. Source: RFC 9110 section 13.1.5. */
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
