import { isStillEnrolled } from '../rules/central-slot.ts';
import type { CentralDevice } from '../client/readers.ts';
import { unsealValue } from '../records/values.ts';
import { valueOf } from '../records/stop.ts';
import { releaseIfLeft, succeedOwn } from './elsewhere.ts';
import { nameOf } from './name.ts';
import { isTakenOver, originOf } from './origin.ts';
import { isReleasing, remoteSlot } from './release.ts';
import { ask, failed, hasMoved, slotDeleted, type Step, type StepResult } from './step.ts';

export async function uploadEnrolment(step: Step, remote: CentralDevice): Promise<StepResult> {
  const { parts, entry, run } = step;
  const { androidId } = entry;
  const { enrolments } = parts.records;
  const enrolment = entry.enrolmentKey === null ? undefined : enrolments.byKey(entry.enrolmentKey);
  // The enrolment has ended since, so the central need not know of it. Its events are uploaded to the slot anyway.
  if (androidId === null || (enrolment !== undefined && enrolment.endedAtMs !== null)) return 'done';
  if (remote.isArchived) return slotDeleted(step);
  const isRepeat = enrolment !== undefined && isTakenOver(enrolments, enrolment, remote.enrolmentId);
  if (remote.androidId === androidId && !isRepeat) return enrolled(step, remote);
  if (remote.androidId !== null && remote.androidId !== androidId) {
    if (isReleasing(parts, step.link, remote))
      return failed(step, {
        code: 'STILL_ENROLLED',
        message: 'The former headset is not released yet.',
      });
    return ask(step, remote);
  }
  if (remote.enrollmentToken === null)
    return failed(step, {
      code: 'NO_TOKEN',
      message: 'There is no enrolment token for this slot.',
    });
  const elsewhere = await findElsewhere(step, androidId);
  if (elsewhere === 'leaving')
    return failed(step, {
      code: 'STILL_ENROLLED',
      message: 'The headset is not released from its former slot yet.',
    });
  if (elsewhere !== undefined) return (await hasLeft(step, androidId)) ? 'done' : ask(step, elsewhere);
  const name =
    remote.enrolmentId === undefined || enrolment === undefined
      ? {}
      : { enrolmentId: enrolment.id, origin: originOf(parts, enrolment) };
  const answer = valueOf(
    await run.central.enrol({ enrollmentToken: remote.enrollmentToken, androidId, ...name }, run.signal),
  );
  if (answer.kind === 'ok') {
    if (answer.value.id === step.upstreamId) return enrolled(step, answer.value);
    // The headset got another slot than intended; the next read shows which.
    await parts.records.core.writer.run(() => parts.stores.links.set(entry.deviceKey, { isStale: true }));
    return failed(step, {
      code: 'OTHER_PLACE',
      message: `The headset was enrolled as ${answer.value.id}.`,
    });
  }
  if (!hasMoved(answer)) return failed(step, answer);
  const again = valueOf(await run.central.getDevice(step.upstreamId, run.signal));
  if (again.kind === 'ok' && again.value.androidId === androidId) return enrolled(step, again.value);
  if (again.kind === 'ok' && again.value.androidId !== null) return ask(step, again.value);
  return answer.status === 409 && 'enrolmentId' in name ? endedRemotely(step) : failed(step, answer);
}

/** The central knows that this enrolment has ended; the next read orders the headset to un-enrol. */
async function endedRemotely({ parts, entry, run, link }: Step): Promise<StepResult> {
  await parts.records.core.writer.run(() => {
    parts.stores.links.set(entry.deviceKey, { isStale: true });
    run.log.note('down', nameOf(parts, link), { ended: entry.androidId });
  });
  return 'done';
}

/**
 * Finds another slot in which the central has the headset, with an enrolment unknown here. `leaving`: it is being
 * un-enrolled there.
 */
async function findElsewhere(step: Step, androidId: string): Promise<CentralDevice | 'leaving' | undefined> {
  const { parts, run, upstreamId } = step;
  const { records, stores } = parts;
  if (isDecided(step, androidId)) return undefined;
  const answer = valueOf(await run.central.getDeviceByAndroidId(androidId, run.signal));
  if (answer.kind !== 'ok' || answer.value.isArchived || answer.value.id === upstreamId) return undefined;
  const other = stores.links.findByUpstream(answer.value.id);
  if (other === undefined) return answer.value;
  // Enrolled now, it would take the former slot with it: a central archives the record that a headset leaves this way.
  const isOrdered = stores.outbox
    .ofDevice(other.deviceKey)
    .some((each) => each.kind === 'unenrol' && each.androidId === androidId);
  if (isOrdered || isReleasing(parts, other, answer.value)) return 'leaving';
  const meant = records.enrolments
    .ofDevice(other.deviceKey)
    .filter((each) => each.androidId === androidId && each.endedAtMs !== null);
  const names = [...meant.map(({ id }) => id), other.upstreamEnrolment];
  const isKnown =
    meant.length > 0 && isStillEnrolled(remoteSlot(answer.value), { headset: androidId, names });
  return isKnown ? undefined : answer.value;
}

/** Frees the slot if its headset, which the central has in another one, is to leave it anyway. Returns whether it did. */
async function hasLeft({ parts, entry, run, link }: Step, androidId: string): Promise<boolean> {
  const isFreed = await parts.records.core.writer.run((afterCommit) => {
    const record = parts.records.devices.findByKey(entry.deviceKey);
    return record !== undefined && releaseIfLeft(parts, record, androidId, afterCommit);
  });
  if (isFreed) run.log.note('down', nameOf(parts, link), { ended: androidId });
  return isFreed;
}

/** True if a person has seen where the central has the headset and decided that it belongs here. */
function isDecided({ parts, entry, upstreamId }: Step, androidId: string): boolean {
  const conflict = parts.stores.conflicts.newestOfSlot(upstreamId);
  return (
    conflict?.taken === 'here' &&
    // The decision added this very step.
    conflict.resolvedAtMs === entry.createdAtMs &&
    unsealValue(conflict.there, parts.records.core.vault) === androidId
  );
}

async function enrolled({ parts, entry, run, link }: Step, remote: CentralDevice): Promise<StepResult> {
  const { records, stores } = parts;
  await records.core.writer.run((afterCommit) => {
    const { androidId, enrolmentId } = remote;
    stores.links.set(entry.deviceKey, {
      upstreamAndroidId: androidId,
      upstreamEnrolment: enrolmentId ?? null,
      releasedAtMs: null,
      // A headset that was enrolled for another station is adopted by the next read.
      ...(records.devices.findByKey(entry.deviceKey)?.androidId === androidId ? {} : { isStale: true }),
    });
    if (typeof enrolmentId === 'string') succeedOwn(parts, entry.deviceKey, enrolmentId, afterCommit);
    run.log.note('up', nameOf(parts, link), { enrolled: androidId });
  });
  run.log.count('lifecycle');
  return 'done';
}
