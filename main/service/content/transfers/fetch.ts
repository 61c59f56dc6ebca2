import type { Readable } from 'node:stream';

import { type JobError, MAX_FILE_BYTES } from '../../../../shared/contract/content/library.ts';
import type { GuardedClient, OutgoingStream } from '../../kernel/outgoing/guarded-client.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import { StorageError } from '../../kernel/store/storage-error.ts';
import { type Arrivals, CutOffError, TooLongError } from '../files/arrivals.ts';
import type { Job } from './job-store.ts';

/** Result of an attempt. `failed` is final; after `cut` a retry is useful. */
export type Outcome =
  | { readonly kind: 'complete'; readonly sizeBytes: number }
  | { readonly kind: 'cut'; readonly error: JobError | null; readonly retryAfterSec?: number | undefined }
  | { readonly kind: 'failed'; readonly error: JobError };

type Parts = {
  readonly client: GuardedClient;
  readonly arrivals: Arrivals;
  readonly signal: AbortSignal;
  /** Called with what the server states about the bytes, before the first of them. */
  readonly onBegin: (totalBytes: number | null, validator: string | null) => Promise<void>;
  readonly onProgress: (totalBytes: number) => void;
};

/** Statuses after which the same request may succeed. Source: RFC 9110, section 15; RFC 6585. */
const RETRYABLE_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Makes one attempt: resumes where the last one was interrupted, if the bytes are still the same. */
export async function fetchOnce(job: Job, parts: Parts): Promise<Outcome> {
  try {
    const offset = await offsetOf(job, parts.arrivals);
    const answer = await openSource(job, offset, parts);
    const refusal = refusalOf(answer, job, offset);
    if (refusal !== undefined) {
      answer.discard();
      return refusal;
    }
    if (answer.status !== 206 && offset > 0) await parts.arrivals.discard(job.id);
    return await receive(job, answer, parts);
  } catch (error) {
    return outcomeOf(error);
  }
}

/** Returns the offset to resume from: received bytes count if the rest can be verified to belong to them. */
async function offsetOf(job: Job, arrivals: Arrivals): Promise<number> {
  const offset = await arrivals.offset(job.id);
  if (offset === 0 || job.validator !== null) return offset;
  await arrivals.discard(job.id);
  return 0;
}

function openSource(job: Job, offset: number, { client, signal }: Parts): Promise<OutgoingStream> {
  const resume: Record<string, string> =
    offset > 0 && job.validator !== null ? { range: `bytes=${offset}-`, 'if-range': job.validator } : {};
  return client.stream({
    url: new URL(job.url),
    headers: { accept: '*/*', 'user-agent': 'Muster-Library', ...resume },
    signal,
  });
}

function refusalOf(answer: OutgoingStream, job: Job, offset: number): Outcome | undefined {
  const { status } = answer;
  // It is complete: there are no further bytes.
  if (status === 416 && offset > 0 && offset === job.totalBytes)
    return { kind: 'complete', sizeBytes: offset };
  if (status === 416) return { kind: 'cut', error: 'WRONG_SIZE' };
  if (RETRYABLE_STATUSES.has(status)) {
    const retryAfterSec = Number(answer.header('retry-after') ?? Number.NaN);
    return {
      kind: 'cut',
      error: 'REFUSED_BY_SERVER',
      retryAfterSec: Number.isFinite(retryAfterSec) ? retryAfterSec : undefined,
    };
  }
  if (status !== 200 && status !== 206) return { kind: 'failed', error: 'REFUSED_BY_SERVER' };
  if (status === 206 && startOf(answer) !== offset) return { kind: 'failed', error: 'WRONG_SIZE' };
  if (isPageInstead(answer, job)) return { kind: 'cut', error: 'WRONG_TYPE' };
  return undefined;
}

/** Recognises a captive portal, which answers everything with its own page. */
function isPageInstead(answer: OutgoingStream, { url }: Job): boolean {
  const type = answer.header('content-type') ?? '';
  return /^text\/html\b/i.test(type) && !/\.html?$/i.test(new URL(url).pathname);
}

async function receive(job: Job, answer: OutgoingStream, parts: Parts): Promise<Outcome> {
  const { arrivals, signal, onBegin, onProgress } = parts;
  const total = totalOf(answer);
  if (total !== null && total > MAX_FILE_BYTES) {
    answer.discard();
    return { kind: 'failed', error: 'TOO_LARGE' };
  }
  const source: Readable = answer.body;
  try {
    const offset = await arrivals.offset(job.id);
    if (total !== null) await arrivals.reserve(job.id, total - offset);
    await onBegin(total, validatorOf(answer));
    const mostBytes = total ?? MAX_FILE_BYTES;
    const sizeBytes = await arrivals.receive({ id: job.id, source, mostBytes, signal, onProgress });
    if (total !== null && sizeBytes < total) return { kind: 'cut', error: null };
    return { kind: 'complete', sizeBytes };
  } finally {
    answer.discard();
  }
}

/** Parses `Content-Range: bytes 5-9/10`. */
function startOf(answer: OutgoingStream): number {
  return Number(/^bytes (\d+)-/.exec(answer.header('content-range') ?? '')?.[1] ?? Number.NaN);
}

/** Returns the total size; null if the server does not state it. */
function totalOf(answer: OutgoingStream): number | null {
  const text =
    answer.status === 206
      ? /\/(\d+)$/.exec(answer.header('content-range') ?? '')?.[1]
      : answer.header('content-length');
  return text === undefined || !/^\d+$/.test(text) ? null : Number(text);
}

/** A weak tag is not enough to join two halves. Source: RFC 9110, section 13.1.5. */
function validatorOf(answer: OutgoingStream): string | null {
  const etag = answer.header('etag');
  if (etag !== undefined && !etag.startsWith('W/')) return etag;
  return answer.header('last-modified') ?? null;
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CutOffError) return { kind: 'cut', error: null };
  if (error instanceof TooLongError) return { kind: 'failed', error: 'WRONG_SIZE' };
  if (error instanceof StorageError) return { kind: 'failed', error: 'STORAGE_FULL' };
  if (!(error instanceof OutgoingError)) throw error;
  if (error.reason === 'address') return { kind: 'failed', error: 'ADDRESS_REFUSED' };
  if (error.reason === 'redirect') return { kind: 'failed', error: 'REDIRECTED' };
  if (error.reason === 'type') return { kind: 'failed', error: 'WRONG_TYPE' };
  return { kind: 'cut', error: error.reason === 'timeout' ? 'TIMEOUT' : 'UNREACHABLE' };
}
