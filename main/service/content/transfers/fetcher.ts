import type { JobError, LibraryKind } from '../../../../shared/contract/content/library.ts';
import { nameFrom } from '../files/names.ts';
import { retryDelayMs } from '../../kernel/outgoing/retry.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import { newId } from '../../kernel/new-id.ts';
import type { GuardedClient } from '../../kernel/outgoing/guarded-client.ts';
import { toStorageError } from '../../kernel/store/storage-error.ts';
import type { Arrivals } from '../files/arrivals.ts';
import { fetchOnce, type Outcome } from './fetch.ts';
import type { Attempted, Job, JobStore } from './job-store.ts';
import type { BlobStore } from '../files/blob-store.ts';

/**
 * Simultaneous downloads: one slow download must not block all others, but too many would share one internet
 * connection.
 */
const MAX_CONCURRENT = 3;
/** Maximum number of consecutive attempts without progress; with the pauses between them about two minutes. */
const MAX_ATTEMPTS = 8;
const MAX_RETRY_AFTER_SEC = 300;
const FARTHEST_MS = MAX_RETRY_AFTER_SEC * 1_000 + 60_000;
/** Averaging window of the rate, in ms. */
const RATE_MS = 5_000;

/** A download in progress in this run of the station. */
type Running = {
  readonly abort: AbortController;
  receivedBytes: number;
  /** Earlier progress, for computing the rate. */
  mark: { readonly atMs: number; readonly bytes: number };
  bytesPerSec: number;
  ended: Promise<void>;
};

type Parts = {
  readonly core: Core;
  readonly jobs: JobStore;
  readonly arrivals: Arrivals;
  readonly blobs: BlobStore;
  readonly client: GuardedClient;
};

/** A requested download, and its organisation. */
export type DownloadRequest = {
  readonly enterpriseId: string;
  readonly url: string;
  readonly name: string | null;
  readonly kind: LibraryKind | null;
  readonly wantedSha256: string | null;
};

/**
 * Downloads files for the library: a few at a time, each resumed after an interruption and after a restart, until it
 * is complete, failed or cancelled.
 */
export class Fetcher {
  readonly #parts: Parts;
  readonly #running = new Map<string, Running>();
  #cancelTimer: () => void = () => undefined;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Resumes downloads that were in progress when the station stopped. */
  start(): void {
    this.#fill();
  }

  /** Aborts downloads, which resume after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    await this.#parts.client.close();
  }

  /** Adds a download. If that URL is being downloaded already, returns that one. A failed one is retried. */
  async add(wanted: DownloadRequest): Promise<Job> {
    const { core, jobs } = this.#parts;
    const job = await core.writer.run((afterCommit) => {
      const known = jobs.findByUrl(wanted.enterpriseId, wanted.url);
      const isOther = wanted.wantedSha256 !== null && known?.wantedSha256 !== wanted.wantedSha256;
      if (known !== undefined && known.status !== 'failed') return known;
      afterCommit(() => this.#fill());
      if (known !== undefined && !isOther) {
        jobs.revive(known.id, wanted.wantedSha256);
        return jobs.find(known.id);
      }
      const id = newId();
      jobs.add({ ...wanted, id, createdAtMs: core.clock.now() });
      return jobs.find(id);
    });
    if (job === undefined) throw new Error('A fetch that was just written is not there');
    return job;
  }

  /** Cancels a download and discards its bytes; a finished one is removed from the list. Returns its last state. */
  async cancel(enterpriseId: string, id: string): Promise<Job | Failure<'NOT_FOUND'>> {
    const { core, jobs, arrivals } = this.#parts;
    const known = jobs.find(id);
    if (known?.enterpriseId !== enterpriseId) return new Failure('NOT_FOUND', 'Download not found.');
    const running = this.#running.get(id);
    running?.abort.abort();
    await running?.ended;
    const job = await core.writer.run((): Job | undefined => {
      const now = jobs.find(id);
      if (now === undefined) return undefined;
      if (now.finishedAtMs !== null) {
        jobs.remove(id);
        return now;
      }
      jobs.note(id, { ...now, status: 'cancelled', nextAttemptAtMs: null, finishedAtMs: core.clock.now() });
      return jobs.find(id);
    });
    if (job?.status !== 'done') await arrivals.discard(id);
    return job ?? known;
  }

  /** Returns the current progress of a download. */
  progressOf(job: Job): { readonly receivedBytes: number; readonly bytesPerSec: number } {
    const running = this.#running.get(job.id);
    if (running === undefined) return { receivedBytes: job.receivedBytes, bytesPerSec: 0 };
    return { receivedBytes: running.receivedBytes, bytesPerSec: Math.round(running.bytesPerSec) };
  }

  /** Returns whether a download is running now. */
  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Starts due downloads, and schedules the others. */
  #fill(): void {
    if (this.#isStopped) return;
    this.#cancelTimer();
    const nowMs = this.#parts.core.clock.now();
    let nextMs: number | undefined;
    for (const job of this.#parts.jobs.open()) {
      if (this.#running.has(job.id)) continue;
      const dueMs = job.nextAttemptAtMs ?? 0;
      // Further ahead than any delay: the clock has been set back since.
      const isFarAhead = dueMs - nowMs > FARTHEST_MS;
      if (dueMs > nowMs && !isFarAhead) nextMs = Math.min(nextMs ?? dueMs, dueMs);
      else if (this.#running.size < MAX_CONCURRENT) this.#begin(job);
    }
    if (nextMs !== undefined) this.#cancelTimer = callAt(nextMs, this.#parts.core.clock, () => this.#fill());
  }

  #begin(job: Job): void {
    const running: Running = {
      abort: new AbortController(),
      receivedBytes: job.receivedBytes,
      mark: { atMs: performance.now(), bytes: job.receivedBytes },
      bytesPerSec: 0,
      ended: Promise.resolve(),
    };
    this.#running.set(job.id, running);
    running.ended = this.#run(job, running)
      .catch((error: unknown) => this.#parts.core.log.error({ err: error, job: job.id }, 'a download failed'))
      .then(() => {
        this.#running.delete(job.id);
        this.#fill();
      });
  }

  async #run(job: Job, running: Running): Promise<void> {
    const { core, client, arrivals, jobs } = this.#parts;
    const before = await arrivals.offset(job.id);
    const outcome = await fetchOnce(job, {
      client,
      arrivals,
      signal: running.abort.signal,
      onBegin: (total, validator) => core.writer.run(() => jobs.begin(job.id, total, validator)),
      onProgress: (total) => note(running, total),
    });
    if (outcome.kind === 'complete') return this.#finish(job, outcome.sizeBytes);
    arrivals.release(job.id);
    // The abort itself decides how the download continues.
    if (running.abort.signal.aborted) return;
    const hasMoved = running.receivedBytes > before;
    await this.#write(job, running.receivedBytes, this.#judge(job, outcome, hasMoved));
  }

  async #finish(job: Job, sizeBytes: number): Promise<void> {
    const { core, jobs, blobs } = this.#parts;
    const over = {
      attempts: 0,
      nextAttemptAtMs: null,
      finishedAtMs: core.clock.now(),
      receivedBytes: sizeBytes,
    };
    const done = { ...over, totalBytes: sizeBytes, error: null, status: 'done' as const };
    const { id, enterpriseId, url, kind, wantedSha256 } = job;
    const name = job.name ?? nameFrom(new URL(url).pathname);
    const arrived = {
      id,
      enterpriseId,
      name,
      kind,
      wantedSha256,
      sizeBytes,
      source: 'url' as const,
      sourceUrl: url,
    };
    try {
      const shelved = await blobs.put(arrived, (sha256) => jobs.note(id, { ...done, sha256 }));
      if (shelved instanceof Failure) await this.#write(job, 0, failed('WRONG_SHA256'));
    } catch (error) {
      if (toStorageError(error) === undefined) throw error;
      // Digesting was aborted: the bytes are complete, and it resumes after the next start.
      if (this.#isStopped) return;
      await this.#write(job, sizeBytes, failed('STORAGE_FULL'));
    }
  }

  #judge(job: Job, outcome: Exclude<Outcome, { kind: 'complete' }>, hasMoved: boolean): Judgement {
    if (outcome.kind === 'failed') return failed(outcome.error);
    const attempts = hasMoved ? 1 : job.attempts + 1;
    const error = outcome.error ?? 'UNREACHABLE';
    if (attempts >= MAX_ATTEMPTS) return failed(error);
    // Source: the API documentation, "Errors", rule 4.
    const pauseMs = retryDelayMs(attempts, Math.random());
    const wantedMs = Math.min(outcome.retryAfterSec ?? 0, MAX_RETRY_AFTER_SEC) * 1_000;
    const nextAttemptAtMs = Math.ceil(this.#parts.core.clock.now() + Math.max(pauseMs, wantedMs));
    return { status: 'waiting', attempts, error, nextAttemptAtMs };
  }

  #write(job: Job, receivedBytes: number, judgement: Judgement): Promise<void> {
    const { core, jobs } = this.#parts;
    return core.writer.run(() => {
      const now = jobs.find(job.id);
      if (now === undefined || now.finishedAtMs !== null) return;
      const finishedAtMs = judgement.status === 'failed' ? core.clock.now() : null;
      jobs.note(job.id, { ...now, ...judgement, receivedBytes, sha256: null, finishedAtMs });
    });
  }
}

type Judgement = Pick<Attempted, 'status' | 'attempts' | 'error' | 'nextAttemptAtMs'>;

function failed(error: JobError): Judgement {
  return { status: 'failed', attempts: 0, error, nextAttemptAtMs: null };
}

function note(running: Running, totalBytes: number): void {
  const nowMs = performance.now();
  running.receivedBytes = totalBytes;
  const { atMs, bytes } = running.mark;
  if (nowMs - atMs < RATE_MS && running.bytesPerSec > 0) return;
  running.bytesPerSec = ((totalBytes - bytes) / Math.max(1, nowMs - atMs)) * 1_000;
  if (nowMs - atMs >= RATE_MS) running.mark = { atMs: nowMs, bytes: totalBytes };
}
