import { isStillEnrolled } from '../rules/central-slot.ts';
import type { Outcome } from '../wire/outcome.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';
import type { LinkedDevice } from '../records/link-store.ts';
import type { Reporting } from '../reported/report-up.ts';
import { noteGone } from '../apply/note-gone.ts';
import { addEnrolmentConflict, hasPendingEnrolment, removeLink } from './archive.ts';
import { nameOf } from './name.ts';
import type { Lifecycle } from '../records/outbox-store.ts';
import { remoteSlot } from './release.ts';

/** Result of an outbox entry. `waits`: the device waits for the next run. */
export type StepResult = 'done' | 'waits';

/** One step of the outbox with what it needs: its entry, the linked device and the record at the central. */
export type Step = {
  readonly parts: SyncParts;
  readonly entry: Lifecycle;
  readonly run: Reporting;
  readonly link: LinkedDevice;
  readonly upstreamId: string;
};

/**
 * True if the central's record has the enrolment of this step, under this station's id or the one that the central last
 * showed. If both sides agreed on the headset while the central had no ids, the headset alone is compared.
 */
export function isTarget({ parts, entry, link }: Step, remote: CentralDevice): boolean {
  const own = entry.enrolmentKey === null ? undefined : parts.records.enrolments.byKey(entry.enrolmentKey);
  const isAgreedWithoutId = link.upstreamEnrolment === null && link.upstreamAndroidId === entry.androidId;
  const names = isAgreedWithoutId ? [] : [own?.id ?? null, link.upstreamEnrolment];
  return isStillEnrolled(remoteSlot(remote), { headset: entry.androidId, names });
}

/** True if the record changed in between, so it must be read again. */
export function hasMoved(answer: Outcome<unknown>): boolean {
  return answer.kind === 'refused' && [404, 409, 410, 412].includes(answer.status);
}

/** Another headset has the slot, or the slot was deleted: a person decides, and the outbox of the device waits. */
export async function ask({ parts, entry, run, link }: Step, device?: CentralDevice): Promise<StepResult> {
  const { records } = parts;
  await records.core.writer.run(() => {
    const { id, label } = nameOf(parts, link);
    const androidId =
      entry.kind === 'unenrol'
        ? (records.enrolments.open(entry.deviceKey)?.androidId ?? null)
        : entry.androidId;
    addEnrolmentConflict(
      parts,
      { key: entry.deviceKey, id, label, androidId },
      { there: device?.androidId ?? undefined, device, log: run.log },
    );
  });
  return 'waits';
}

/**
 * The slot was deleted at the central. A headset that was enrolled in it here needs a decision; any other step is done.
 * Pending reports are kept and shown.
 */
export async function slotDeleted(step: Step): Promise<StepResult> {
  const { parts, entry } = step;
  const { records, stores } = parts;
  const record = records.devices.findByKey(entry.deviceKey);
  if (record !== undefined && hasPendingEnrolment(parts, record)) return ask(step);
  if (entry.kind === 'delete')
    await records.core.writer.run(() => {
      const isEmpty = (stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) === 0;
      if (isEmpty) return removeLink(parts, entry.deviceKey);
      noteGone(parts, entry.deviceKey, 'DELETED');
    });
  return 'done';
}

export async function failed(
  { parts, entry, run, link }: Step,
  fault: { readonly code: string | null; readonly message: string; readonly status?: number },
): Promise<StepResult> {
  const { records, stores } = parts;
  const code = fault.code ?? `HTTP_${String(fault.status ?? 0)}`;
  await records.core.writer.run(() => {
    stores.trouble.fail({
      deviceKey: entry.deviceKey,
      kind: 'lifecycle',
      code,
      message: fault.message,
      revision: null,
      lastAtMs: records.core.clock.now(),
    });
    run.log.note('failed', nameOf(parts, link), {
      [entry.kind]: entry.androidId,
      code,
      message: fault.message,
    });
  });
  run.log.count('failed');
  return 'waits';
}
