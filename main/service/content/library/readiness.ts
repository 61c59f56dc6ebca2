import type {
  NeededContentView,
  ReadinessView,
} from '../../../../shared/contract/content/library-offline.ts';
import { contentsIn, type NeededContent } from '../files/names.ts';
import { digestInAddress } from '../../../../shared/domain/content/library-address.ts';
import { toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { parseSettings } from '../../devices/views/index.ts';
import type { Fetcher } from '../transfers/fetcher.ts';
import type { JobStore } from '../transfers/job-store.ts';
import type { LibraryStore } from '../files/store.ts';

type Parts = {
  readonly records: Records;
  readonly store: LibraryStore;
  readonly jobs: JobStore;
  readonly fetcher: Fetcher;
};

/** A content that headsets of one organisation need. */
type Need = NeededContent & { readonly enterpriseId: string; devices: number };

/** Returns what headsets could get from the station alone, and downloads the rest. */
export class Readiness {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns what these headsets need, in the library or not; unknown ids are reported. */
  async read(ids: readonly string[], caller: Caller): Promise<ReadinessView> {
    const { needs, devices, invalidIds } = await this.#collect(ids, caller);
    return this.#summarise(needs, devices, invalidIds);
  }

  /** Returns the same after starting downloads of everything missing. */
  async prepare(ids: readonly string[], caller: Caller): Promise<ReadinessView> {
    const { needs, devices, invalidIds } = await this.#collect(ids, caller);
    for (const need of needs) {
      const { state } = this.#toView(need);
      if (state !== 'missing' && state !== 'failed') continue;
      const { enterpriseId, url, kind } = need;
      // The URL of a library, even of another station, states which bytes must arrive.
      const wantedSha256 = digestInAddress(url) ?? null;
      await this.#parts.fetcher.add({ enterpriseId, url, kind, name: null, wantedSha256 });
    }
    return this.#summarise(needs, devices, invalidIds);
  }

  async #collect(ids: readonly string[], caller: Caller) {
    const { records } = this.#parts;
    const nowMs = records.core.clock.now();
    const needs = new Map<string, Need>();
    const invalidIds: string[] = [];
    const yielder = new Yielder();
    const wanted = new Set(ids);
    for (const id of wanted) {
      const record = findDevice(records, id, caller);
      if (record instanceof Failure) invalidIds.push(id);
      else addNeeds(needs, record.enterpriseId, contentsIn(parseSettings(record.settings), nowMs));
      await yielder.yieldIfDue();
    }
    return { needs: [...needs.values()], devices: wanted.size - invalidIds.length, invalidIds };
  }

  async #summarise(needs: readonly Need[], devices: number, invalidIds: string[]): Promise<ReadinessView> {
    const contents: NeededContentView[] = [];
    const yielder = new Yielder();
    for (const need of needs) {
      contents.push(this.#toView(need));
      await yielder.yieldIfDue();
    }
    const missing = contents.filter(({ state }) => state !== 'held');
    return {
      isReady: missing.length === 0,
      devices,
      held: contents.length - missing.length,
      missing: missing.length,
      missingBytes: missing.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
      isMissingBytesExact: missing.every(({ sizeBytes }) => sizeBytes !== null),
      contents,
      invalidIds,
    };
  }

  #toView({ enterpriseId, devices, ...need }: Need): NeededContentView {
    const { store, jobs, fetcher } = this.#parts;
    const own = digestInAddress(need.url);
    const byDigest = own === undefined ? undefined : store.find(enterpriseId, own);
    const item = byDigest ?? store.findByUrl(enterpriseId, need.url);
    const base = { ...need, devices, error: null, jobId: null };
    if (item !== undefined) {
      const { sha256, sizeBytes, source, fetchedAtMs } = item;
      const fetchedAt = toInstantOrNull(fetchedAtMs);
      return { ...base, state: 'held', sizeBytes, receivedBytes: sizeBytes, sha256, source, fetchedAt };
    }
    const noDetails = { sizeBytes: null, receivedBytes: 0, sha256: null, source: null, fetchedAt: null };
    if (!isFetchable(need.url)) return { ...base, ...noDetails, state: 'unusable' };
    const job = jobs.findByUrl(enterpriseId, need.url);
    if (job === undefined) return { ...base, ...noDetails, state: 'missing' };
    return {
      ...base,
      ...noDetails,
      state: job.status === 'failed' ? 'failed' : 'fetching',
      sizeBytes: job.totalBytes,
      receivedBytes: fetcher.progressOf(job).receivedBytes,
      jobId: job.id,
      error: job.error,
    };
  }
}

/** Counts a headset once for each URL it needs. */
function addNeeds(needs: Map<string, Need>, enterpriseId: string, contents: readonly NeededContent[]): void {
  for (const content of new Map(contents.map((each) => [each.url, each])).values()) {
    const key = `${enterpriseId} ${content.url}`;
    const known = needs.get(key);
    if (known === undefined) needs.set(key, { ...content, enterpriseId, devices: 1 });
    else known.devices += 1;
  }
}

function isFetchable(url: string): boolean {
  const { protocol, username, password } = URL.parse(url) ?? {};
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
