import type { DownloadTask } from '../../contract/devices/reported.ts';

/** State of a download: `installing` = downloaded, and being installed. */
export type DownloadState = 'moving' | 'installing' | 'through' | 'failed';

/**
 * Download states are free text of the agent; these words, in any case, are recognised. Everything else (PENDING,
 * QUEUED, RUNNING, PAUSED, unknown words) is a download in progress.
 */
const FAILED = /fail|error|cancel|abort|corrupt|unsuccess/i;
const COMPLETED = /(?<!in)complete|success|done|finish|downloaded|(?<!un)installed/i;
const INSTALLING = /install|verif|unpack|extract/i;

/** Returns the state of a download task. Without a recognised word, the received bytes decide. */
export function downloadState(task: DownloadTask): DownloadState {
  const { status = '' } = task;
  if (status === '') return downloadProgress(task) >= 1 ? 'through' : 'moving';
  if (FAILED.test(status)) return 'failed';
  if (COMPLETED.test(status)) return 'through';
  return INSTALLING.test(status) ? 'installing' : 'moving';
}

/** Returns the share received, 0 to 1. Some agents count `progress` to 1, some to 100; at 1 the bytes decide. */
export function downloadProgress(task: DownloadTask): number {
  const { progress, lastBytes = 0, totalBytes = 0 } = task;
  if (progress !== undefined && (progress !== 1 || totalBytes <= 0)) {
    return toShare(progress > 1 ? progress / 100 : progress);
  }
  return totalBytes > 0 ? toShare(lastBytes / totalBytes) : 0;
}

function toShare(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
