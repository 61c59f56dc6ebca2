import type { Exchange } from '../front/exchange.ts';
import type { StoredFile } from '../station.ts';
import { isRecord, once, type Trial } from '../trial.ts';
import type { Check } from './check.ts';

const FILE_BYTES = 1_200_000;
const CUT_AFTER_BYTES = 500_000;
const DAMAGED_AT = 700_000;

export const download: Check = {
  name: 'download',
  title: 'resumes an interrupted download, and does not keep bytes with a wrong digest',
  async run(trial) {
    return [...(await resumes(trial)), ...(await checksDigest(trial))];
  },
};

async function resumes(trial: Trial): Promise<string[]> {
  const { front } = trial;
  const file = await trial.station.addFile('resumed.bin', FILE_BYTES);
  front.faults = once(({ path }) => path === file.path, { kind: 'cut', afterBytes: CUT_AFTER_BYTES });
  const since = await assign(trial, 'check-resumed', file);
  const gets = () => trial.requests('GET', file.path, since);
  if (!(await trial.until(() => gets().length > 0)))
    return [`It did not download an assigned file within ${trial.patience}.`];
  if (!(await trial.until(() => gets().length > 1)))
    return [`After a download was interrupted it did not try again within ${trial.patience}.`];
  const start = rangeStart(gets()[1]);
  if (start === null)
    return ['After an interruption it downloaded the whole file again: it sent no header `Range: bytes=N-`.'];
  if (start > CUT_AFTER_BYTES)
    return [`It resumed at byte ${start}, but only ${CUT_AFTER_BYTES} had been sent: bytes are missing.`];
  if (await trial.until(() => isPresent(trial, 'check-resumed', since))) return [];
  return [`It resumed the download, but did not report the file as present within ${trial.patience}.`];
}

async function checksDigest(trial: Trial): Promise<string[]> {
  const { front } = trial;
  const file = await trial.station.addFile('checked.bin', FILE_BYTES);
  front.faults = once(({ path }) => path === file.path, { kind: 'damage', at: DAMAGED_AT });
  const since = await assign(trial, 'check-digest', file);
  const gets = () => trial.requests('GET', file.path, since);
  const isDone = (): boolean =>
    isPresent(trial, 'check-digest', since) || isFailed(trial, 'check-digest', since);
  if (!(await trial.until(isDone)))
    return [
      `A byte of a file was changed on its way; within ${trial.patience} it reported the file neither as present ` +
        'nor as failed.',
    ];
  return isPresent(trial, 'check-digest', since) && gets().length < 2
    ? [
        'A byte of a file was changed on its way, and it reported the file as present: it does not check the SHA-256.',
      ]
    : [];
}

/** Assigns a file, besides those before. Returns the mark before it. */
async function assign(trial: Trial, id: string, { path }: StoredFile): Promise<number> {
  const since = trial.mark;
  const url = `${trial.station.url}${path}`;
  await trial.configure({ files: [{ id, name: `${id}.bin`, url }] });
  return since;
}

function isPresent(trial: Trial, contentId: string, since: number): boolean {
  return trial
    .reports(since)
    .some(({ body }) =>
      listOf(body['contentPresence']).some(
        (each) => each['contentId'] === contentId && each['present'] === true,
      ),
    );
}

function isFailed(trial: Trial, contentId: string, since: number): boolean {
  return trial.reports(since).some(({ body }) =>
    listOf(body['downloads']).some(({ status, associatedObject }) => {
      const id = isRecord(associatedObject) ? associatedObject['contentId'] : undefined;
      return status === 'FAILED' && id === contentId;
    }),
  );
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the first byte that a request asks for; null if it asks for the whole. */
function rangeStart(exchange: Exchange | undefined): number | null {
  const found = /^bytes=(\d+)-/.exec(exchange?.headers.range ?? '');
  return found === null || found[1] === '0' ? null : Number(found[1]);
}
