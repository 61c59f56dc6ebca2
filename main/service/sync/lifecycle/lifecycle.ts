import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';
import { isAbsent, valueOf } from '../records/stop.ts';
import { Fault, type Tolerance } from '../records/tolerance.ts';
import type { Reporting } from '../reported/report-up.ts';
import type { Lifecycle } from '../records/outbox-store.ts';
import { failed, slotDeleted, type Step, type StepResult } from './step.ts';
import { uploadEnrolment } from './upload-enrolment.ts';
import { uploadDeletion, uploadReplacement, uploadReports, uploadUnenrolment } from './upload-release.ts';

/** How often a step is repeated because the record was written at the same time. */
const MAX_CHECKS = 3;

type Tolerating = Reporting & { readonly tolerance: Tolerance };

/**
 * Uploads local enrolments, releases, replacements and deletions in the order in which they happened. Reads the
 * central's record before each step and changes only the enrolment that the step is about. A failed step holds back
 * later ones of the same device. Moves come last, since the new enrolment usually implies them.
 */
export async function uploadLifecycle(parts: SyncParts, run: Tolerating, onDone: () => void): Promise<void> {
  const { stores, records } = parts;
  if (stores.outbox.countHeld() > 0) await records.core.writer.run(() => stores.outbox.releaseDecided());
  const blocked = new Set<number>();
  const moved: Lifecycle[] = [];
  const upload = async (entry: Lifecycle): Promise<void> => {
    if (blocked.has(entry.deviceKey)) return;
    const result = await uploadEntry(parts, entry, run);
    if (result === 'waits') blocked.add(entry.deviceKey);
    await records.core.writer.run(() => {
      if (result === 'done') {
        stores.outbox.remove(entry.key);
        stores.trouble.clear(entry.deviceKey, 'lifecycle');
      }
    });
    onDone();
  };
  for (let after = 0; ;) {
    const entries = stores.outbox.page(after, 100);
    if (entries.length === 0) break;
    for (const entry of entries) {
      after = entry.key;
      const isBehindMove = moved.some(({ deviceKey }) => deviceKey === entry.deviceKey);
      if (entry.kind === 'replace' || isBehindMove) moved.push(entry);
      else await upload(entry);
    }
  }
  for (const entry of moved) await upload(entry);
}

/** Until it is done, updates of the device are echoes. */
async function uploadEntry(parts: SyncParts, entry: Lifecycle, run: Tolerating): Promise<StepResult> {
  const link = parts.stores.links.find(entry.deviceKey);
  if (link === undefined || link.upstreamId === null) return 'done';
  const finishWriting = parts.echoes.writing([link.upstreamId]);
  const step = { parts, entry, run, link, upstreamId: link.upstreamId };
  const result = await run.tolerance.attempt(() => uploadStep(step)).finally(finishWriting);
  return result instanceof Fault ? failed(step, result.reason) : result;
}

async function uploadStep(step: Step): Promise<StepResult> {
  const { entry, run } = step;
  if (entry.kind === 'delete') await uploadReports(step);
  for (let attempt = 1; ; attempt += 1) {
    const answer = valueOf(await run.central.getDevice(step.upstreamId, run.signal));
    if (isAbsent(answer)) return slotDeleted(step);
    if (answer.kind !== 'ok') return failed(step, answer);
    if (isForeign(step.parts, answer.value)) return slotDeleted(step);
    const result = await uploadByKind(step, answer.value);
    if (result !== 'again') return result;
    if (attempt === MAX_CHECKS) return 'waits';
  }
}

/** True if the record was moved to another organisation: for this one it no longer exists. */
function isForeign({ stores }: SyncParts, { enterpriseId }: CentralDevice): boolean {
  const known = stores.upstream.get()?.enterpriseId ?? null;
  return known !== null && enterpriseId !== undefined && enterpriseId !== known;
}

function uploadByKind(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  switch (step.entry.kind) {
    case 'enrol':
      return uploadEnrolment(step, remote);
    case 'unenrol':
      return uploadUnenrolment(step, remote);
    case 'replace':
      return uploadReplacement(step, remote);
    case 'delete':
      return uploadDeletion(step, remote);
  }
}
