import { create } from 'zustand';

import {
  cancelUpload as cancelUploadEndpoint,
  getUpload,
  startUpload,
  continueUpload,
} from '../../../shared/contract/content/library-uploads.ts';
import type { ApkFinding } from '../../../shared/contract/content/library.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { backoffMs } from '../../service/backoff.ts';
import { begunOf, removeBegun, saveBegun, markOf } from './begun.ts';
import { hasParts, withWholeApp } from './whole-app.ts';
import type { z } from 'zod';
import { address } from '../../../shared/domain/kernel/address.ts';
import { sendBytes, type Sent } from '../../service/send-bytes.ts';

/**
 * `checking`: all bytes are sent, and the station verifies them. `paused` and `cancelled`: by the person; the station
 * keeps the bytes of both.
 */
export type UploadState =
  | 'waiting'
  | 'sending'
  | 'checking'
  | 'paused'
  | 'cancelled'
  | 'cut'
  | 'failed'
  | 'done';

/** An upload to the station. */
export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Over the last seconds; 0 while idle. */
  readonly bytesPerSec: number;
  readonly refusal: Refusal | null;
  /** Digest of the result. */
  readonly sha256: string | null;
  /** False if the library had these bytes already. */
  readonly isNew: boolean;
  /** Why a file named like an app is not one. */
  readonly finding: ApkFinding | null;
};

type Uploads = { readonly byKey: Readonly<Record<string, Upload>>; readonly order: readonly string[] };

/** Every upload of this window; it continues on other screens. */
export const useUploads = create<Uploads>(() => ({ byKey: {}, order: [] }));

/** Files sent at once: more would only share the same disk. */
const CONCURRENCY = 2;
/** Averaging window of the rate, in ms. */
const RATE_WINDOW_MS = 4_000;
/** How often progress is shown, in ms. */
const SHOW_EVERY_MS = 250;

type Job = { readonly file: File; control: AbortController };
const jobs = new Map<string, Job>();
let running = 0;
let added = 0;

/**
 * Adds files; each is sent when it is its turn. The parts of one app are sent as one. An earlier upload is resumed, and
 * a running one is not duplicated.
 */
export function addUploads(files: readonly File[]): void {
  if (hasParts(files)) void withWholeApp(files).then(addFiles);
  else addFiles(files);
}

function addFiles(files: readonly File[]): void {
  for (const file of files) {
    const known = keyOf(file);
    if (known !== undefined) {
      resume(known);
      continue;
    }
    added += 1;
    const key = `upload-${added}`;
    const canBeSent = !isUseless(file);
    if (canBeSent) jobs.set(key, { file, control: new AbortController() });
    const upload: Upload = {
      key,
      name: file.name,
      sizeBytes: file.size,
      state: canBeSent ? 'waiting' : 'failed',
      sentBytes: 0,
      bytesPerSec: 0,
      refusal: null,
      sha256: null,
      isNew: true,
      finding: null,
    };
    useUploads.setState(({ byKey, order }) => ({
      byKey: { ...byKey, [key]: upload },
      order: [...order, key],
    }));
  }
  startNext();
}

/** Returns true for a file that no headset could use: an empty one, and a bundle that only a store can install. */
export function isUseless({ name, size }: Pick<File, 'name' | 'size'>): boolean {
  return size === 0 || isDevelopersBundle(name);
}

/** Returns true for the name of an `.aab`. */
export function isDevelopersBundle(name: string): boolean {
  return /\.aab$/i.test(name);
}

/** Returns the unfinished upload of this very file in this window. */
function keyOf(file: File): string | undefined {
  const { byKey, order } = useUploads.getState();
  return order.find((key) => {
    const job = jobs.get(key);
    return job !== undefined && byKey[key]?.state !== 'failed' && markOf(job.file) === markOf(file);
  });
}

/** Resumes a stopped upload whose file was added again. */
function resume(key: string): void {
  const state = useUploads.getState().byKey[key]?.state;
  if (state === 'paused' || state === 'cancelled') resumeUpload(key);
}

/** Stops sending and keeps what arrived. */
export function pauseUpload(key: string): void {
  show(key, { state: 'paused', bytesPerSec: 0 });
  jobs.get(key)?.control.abort();
}

/** Resumes where it was. */
export function resumeUpload(key: string): void {
  const job = jobs.get(key);
  if (job === undefined) return;
  job.control = new AbortController();
  show(key, { state: 'waiting', refusal: null });
  startNext();
}

/** Stops sending for good. The station keeps the bytes for a while, in case this was a mistake. */
export function cancelUpload(key: string): void {
  const { sentBytes = 0 } = useUploads.getState().byKey[key] ?? {};
  if (sentBytes === 0) return void discardUpload(key);
  show(key, { state: 'cancelled', bytesPerSec: 0 });
  jobs.get(key)?.control.abort();
}

/** Discards an upload: its bytes are deleted, and it leaves the list. */
export async function discardUpload(key: string): Promise<void> {
  const job = jobs.get(key);
  jobs.delete(key);
  job?.control.abort();
  useUploads.setState(({ byKey, order }) => ({
    byKey: Object.fromEntries(Object.entries(byKey).filter(([other]) => other !== key)),
    order: order.filter((other) => other !== key),
  }));
  if (job !== undefined) await drop(job.file);
}

/** Deletes the bytes of a file at the station. */
async function drop(file: File): Promise<void> {
  const uploadId = begunOf(file);
  if (uploadId === undefined) return;
  removeBegun(uploadId);
  await call(cancelUploadEndpoint, { params: { uploadId } });
}

/** Returns true while closing the window would interrupt an upload. */
export function isUploading(): boolean {
  return Object.values(useUploads.getState().byKey).some(({ state }) =>
    ['waiting', 'sending', 'checking', 'cut'].includes(state),
  );
}

function startNext(): void {
  while (running < CONCURRENCY) {
    const { byKey, order } = useUploads.getState();
    const key = order.find((each) => byKey[each]?.state === 'waiting');
    const job = key === undefined ? undefined : jobs.get(key);
    if (key === undefined || job === undefined) return;
    running += 1;
    show(key, { state: 'sending' });
    void run(key, job).finally(() => {
      running -= 1;
      startNext();
    });
  }
}

/** Sends a file, resuming after every interruption, until it is accepted, refused or stopped. */
async function run(key: string, job: Job): Promise<void> {
  const { signal } = job.control;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const before = useUploads.getState().byKey[key]?.sentBytes ?? 0;
    const end = await sendOnce(key, job);
    if (signal.aborted) return;
    if (end === 'over') return;
    if (end.offset > before) attempt = 0;
    show(key, { state: 'cut', bytesPerSec: 0 });
    await wait(backoffMs(attempt), signal);
    if (!signal.aborted) show(key, { state: 'sending' });
  }
}

/** Makes one attempt: `over` if the file was accepted or refused, else the offset at the beginning of the attempt. */
async function sendOnce(key: string, job: Job): Promise<'over' | { readonly offset: number }> {
  const at = await place(job.file);
  if ('refused' in at) return at.refused === 'offline' ? { offset: 0 } : fail(key, job, at);
  if (job.control.signal.aborted) {
    // It was discarded while the station was still reserving space for it.
    if (!jobs.has(key)) await drop(job.file);
    return at;
  }
  const sent = await sendFrom(key, job, at);
  if (sent === 'cut' || job.control.signal.aborted) return at;
  if ('reply' in sent) {
    const { item, isNew } = sent.reply;
    return item === null ? at : finish(key, job, { sha256: item.sha256, isNew, finding: item.finding });
  }
  // Another offset than expected, or an expired upload: ask again.
  if (sent.refused === 'NOT_FOUND') removeBegun(at.uploadId);
  return sent.refused === 'CONFLICT' || sent.refused === 'NOT_FOUND' ? at : fail(key, job, sent);
}

function sendFrom(
  key: string,
  { file, control }: Job,
  { uploadId, offset }: UploadPosition,
): ReturnType<typeof sendRest> {
  const samples: { atMs: number; bytes: number }[] = [{ atMs: performance.now(), bytes: offset }];
  let shownMs = 0;
  const onProgress = (bytes: number): void => {
    const atMs = performance.now();
    if (bytes < file.size && atMs - shownMs < SHOW_EVERY_MS) return;
    shownMs = atMs;
    samples.push({ atMs, bytes });
    while (samples.length > 2 && atMs - (samples[0]?.atMs ?? atMs) > RATE_WINDOW_MS) samples.shift();
    const [first = { atMs, bytes }] = samples;
    const bytesPerSec = atMs > first.atMs ? ((bytes - first.bytes) / (atMs - first.atMs)) * 1_000 : 0;
    show(key, { state: bytes >= file.size ? 'checking' : 'sending', sentBytes: bytes, bytesPerSec });
  };
  show(key, { sentBytes: offset });
  return sendRest({ uploadId, file, offset, signal: control.signal, onProgress });
}

type UploadPosition = { readonly uploadId: string; readonly offset: number };

/**
 * Returns the offset of the next byte. An unfinished upload is resumed, even one from before this window was loaded.
 */
async function place(file: File): Promise<UploadPosition | Refusal> {
  const known = begunOf(file);
  if (known !== undefined) {
    const outcome = await call(getUpload, { params: { uploadId: known } });
    if (!isRefused(outcome)) return { uploadId: known, offset: outcome.reply.offset };
    if (outcome.refused !== 'NOT_FOUND') return outcome;
    removeBegun(known);
  }
  const body = { name: file.name, sizeBytes: file.size };
  const outcome = await call(startUpload, { body });
  if (isRefused(outcome)) return outcome;
  saveBegun(file, outcome.reply.id);
  return { uploadId: outcome.reply.id, offset: 0 };
}

function finish(key: string, { file }: Job, result: Pick<Upload, 'sha256' | 'isNew' | 'finding'>): 'over' {
  clearFile(file);
  jobs.delete(key);
  show(key, { state: 'done', sentBytes: file.size, bytesPerSec: 0, ...result });
  return 'over';
}

function fail(key: string, { file }: Job, refusal: Refusal): 'over' {
  clearFile(file);
  show(key, { state: 'failed', bytesPerSec: 0, refusal });
  return 'over';
}

function clearFile(file: File): void {
  const uploadId = begunOf(file);
  if (uploadId !== undefined) removeBegun(uploadId);
}

function show(key: string, part: Partial<Upload>): void {
  useUploads.setState(({ byKey, order }) => {
    const before = byKey[key];
    return before === undefined
      ? { byKey, order }
      : { order, byKey: { ...byKey, [key]: { ...before, ...part } } };
  });
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

type Sending = {
  readonly uploadId: string;
  readonly file: Blob;
  /** Offset of the next byte. */
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Called with the total number of bytes sent. */
  readonly onProgress: (sentBytes: number) => void;
};

/** Sends the rest of a file from `offset`; bytes before an interruption are kept. */
function sendRest(sending: Sending): Promise<Sent<z.infer<typeof continueUpload.reply>>> {
  const { uploadId, file, offset, signal, onProgress } = sending;
  return sendBytes({
    endpoint: continueUpload,
    path: address(continueUpload.path, { uploadId }, { offset }),
    bytes: file.slice(offset),
    signal,
    onProgress: (sentBytes) => onProgress(offset + sentBytes),
  });
}
