import type { Outcome } from '../client/outcome.ts';
import type { CentralDevice } from '../client/readers.ts';
import { valueOf } from '../engine/stop.ts';
import { countEvents } from '../reported/count-events.ts';
import { reportUp } from '../reported/report-up.ts';
import { removeLink } from './archive.ts';
import { nameOf } from './name.ts';
import { isAsAgreed } from './release.ts';
import { ask, failed, hasMoved, isTarget, type Step, type StepResult } from './step.ts';

export async function uploadUnenrolment(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry, run, link, upstreamId } = step;
  const { writer, clock } = parts.records.core;
  if (remote.isArchived || !isTarget(step, remote)) {
    // Already released, or enrolled again.
    await writer.run(() => parts.stores.links.set(entry.deviceKey, { isStale: true, releasedAtMs: null }));
    return 'done';
  }
  // The answer to this order was lost, and this central does not say which enrolment of the headset it has now.
  if (entry.kind === 'unenrol' && entry.attempts > 0 && remote.enrolmentId === undefined)
    return ask(step, remote);
  // Stored first: from now on the headset may have been notified.
  await writer.run(() => parts.stores.outbox.noteTried(entry.key));
  const outcome = await run.central.unenrol(upstreamId, { version: remote.version, signal: run.signal });
  if (isSurelyUndone(outcome)) await writer.run(() => parts.stores.outbox.noteUntried(entry.key));
  const answer = valueOf(outcome);
  if (hasMoved(answer)) return recheck(step, remote, answer);
  if (answer.kind !== 'ok') return failed(step, answer);
  await writer.run(() => {
    const releasedAtMs = clock.now();
    parts.stores.links.set(entry.deviceKey, {
      upstreamAndroidId: entry.androidId,
      upstreamEnrolment: remote.enrolmentId ?? null,
      releasedAtMs,
      isStale: true,
    });
    run.log.note('up', nameOf(parts, link), { unenrolled: entry.androidId });
  });
  run.log.count('lifecycle');
  return 'done';
}

/** True if the central certainly did not do what it was asked. */
function isSurelyUndone({ kind }: Outcome<unknown>): boolean {
  return ['refused', 'offline', 'limited', 'stale'].includes(kind);
}

/**
 * Reads the record again after a refusal. A refusal that persists although the record has not changed is shown as a
 * failure.
 */
async function recheck(
  step: Step,
  before: CentralDevice,
  answer: Outcome<unknown>,
): Promise<StepResult | 'again'> {
  const { run } = step;
  const again = valueOf(await run.central.getDevice(step.upstreamId, run.signal));
  const isSame =
    again.kind === 'ok' &&
    again.value.androidId === before.androidId &&
    again.value.isArchived === before.isArchived &&
    again.value.version?.tag === before.version?.tag;
  if (!isSame || answer.kind !== 'refused') return 'again';
  return failed(step, answer);
}

/**
 * Uploads that a headset moved to another slot. The central releases the old slot itself when it receives the new
 * enrolment, so this step waits for it. It un-enrols the old slot only if the new one does not exist at the central,
 * or if the headset left it before the central learned of it.
 */
export async function uploadReplacement(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry } = step;
  const { records, stores } = parts;
  if (remote.isArchived || entry.androidId === null || !isTarget(step, remote)) return 'done';
  const replacedBy = records.devices.findByKey(entry.deviceKey)?.replacedBy ?? null;
  const next = replacedBy === null ? undefined : records.devices.find(replacedBy);
  const nextLink = next === undefined ? undefined : stores.links.find(next.key);
  const isPending =
    typeof nextLink?.upstreamId === 'string' &&
    stores.outbox.ofDevice(nextLink.deviceKey).some(({ kind }) => kind === 'enrol');
  return isPending ? 'waits' : uploadUnenrolment(step, remote);
}

export async function uploadDeletion(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry, run, link, upstreamId } = step;
  const { records, stores } = parts;
  if ((stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) > 0)
    return failed(step, {
      code: 'EVENTS_WAIT',
      message: 'The central has not accepted all events of this device yet.',
    });
  // Someone enrolled a headset in it that was not known here at the time of the deletion.
  const isFree = remote.androidId === null || remote.isArchived;
  const isSeen = isAsAgreed(link, remote);
  if (!isFree && !isTarget(step, remote) && !isSeen) return ask(step, remote);
  const answer = valueOf(
    await run.central.remove(upstreamId, { version: remote.version, signal: run.signal }),
  );
  if (hasMoved(answer)) return recheck(step, remote, answer);
  if (answer.kind !== 'ok') return failed(step, answer);
  await records.core.writer.run(() => {
    run.log.note('up', nameOf(parts, link), { deleted: upstreamId });
    removeLink(parts, entry.deviceKey);
  });
  run.log.count('lifecycle');
  return 'done';
}

/** Uploads pending reports first, because a deleted device accepts none. */
export async function uploadReports({ parts, entry, run }: Step): Promise<void> {
  await countEvents(parts);
  await reportUp(parts, entry.deviceKey, run);
}
