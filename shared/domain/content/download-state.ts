import type { DownloadTask } from '../../contract/devices/reported.ts';

/** How far a download is: `installing` = arrived, its content is being put in its place. */
export type DownloadState = 'moving' | 'installing' | 'through' | 'failed';

/**
 * Download states are free text of the agent; these words, in any case, say what they mean. Everything else (PENDING,
 * QUEUED, RUNNING, PAUSED, words we do not know) is a download that is still to come through.
 */
const FAILED = /fail|error|cancel|abort|corrupt|unsuccess/i;
const THROUGH = /(?<!in)complete|success|done|finish|downloaded|(?<!un)installed/i;
const INSTALLING = /install|verif|unpack|extract/i;

/** What a download task says of itself. One without a word is judged by what has arrived. */
export function downloadState(task: DownloadTask): DownloadState {
  const { status = '' } = task;
  if (status === '') return downloadProgress(task) >= 1 ? 'through' : 'moving';
  if (FAILED.test(status)) return 'failed';
  if (THROUGH.test(status)) return 'through';
  return INSTALLING.test(status) ? 'installing' : 'moving';
}

/** How much has arrived, 0 to 1. Some agents count `progress` to 1, some to 100; where it is 1 the bytes decide. */
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
