import type { Outcome } from '../wire/outcome.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';
import { valueOf } from '../records/stop.ts';
import type { LinkedDevice } from '../records/link-store.ts';
import { countEvents } from '../reported/count-events.ts';
import { reportUp } from '../reported/report-up.ts';
import { removeLink } from './archive.ts';
import { nameOf } from './name.ts';
import type { Lifecycle } from '../records/outbox-store.ts';
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
  const outcome = await run.central.unenrol(upstreamId, {
    version: remote.version,
    signal: run.signal,
    hasLeft: hasMovedHere(step),
  });
  if (isUndone(outcome)) await writer.run(() => parts.stores.outbox.noteUntried(entry.key));
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

/** True if the headset has left the slot for another one here: it may never call the station that ran it again. */
function hasMovedHere({ parts, entry }: Step): boolean {
  const { enrolments } = parts.records;
  return entry.enrolmentKey !== null && enrolments.byKey(entry.enrolmentKey)?.endCause === 'moved';
}

/** Answers of a gateway that got none from the central. */
const GATEWAY_ERRORS = [502, 504];

/** True if the central did not do what it was asked: it was not asked, or it answered so. */
function isUndone(outcome: Outcome<unknown>): boolean {
  if (outcome.kind !== 'unknownOutcome')
    return ['refused', 'offline', 'limited', 'stale'].includes(outcome.kind);
  const { status } = outcome.fault;
  return status !== undefined && !GATEWAY_ERRORS.includes(status);
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
  if (remote.isArchived || entry.androidId === null || !isTarget(step, remote)) return 'done';
  return pendingMove(parts, entry) === undefined ? uploadUnenrolment(step, remote) : 'waits';
}

/**
 * Returns the slot that a headset moved to, if the central does not know yet that it is enrolled there. Slots that wait
 * for one another do not count: none of them would ever be first.
 */
export function pendingMove(parts: SyncParts, step: Lifecycle): LinkedDevice | undefined {
  const first = nextSlot(parts, step);
  const seen = new Set([step.deviceKey]);
  let at = first;
  while (at !== undefined && !seen.has(at.deviceKey)) {
    seen.add(at.deviceKey);
    const [head] = parts.stores.outbox.ofDevice(at.deviceKey);
    at = head?.kind === 'replace' ? nextSlot(parts, head) : undefined;
  }
  return at === undefined ? first : undefined;
}

function nextSlot({ records, stores }: SyncParts, { deviceKey, androidId }: Lifecycle) {
  const replacedBy = records.devices.findByKey(deviceKey)?.replacedBy ?? null;
  const next = replacedBy === null ? undefined : records.devices.find(replacedBy);
  const link = next === undefined ? undefined : stores.links.find(next.key);
  if (link === undefined || link.upstreamId === null) return undefined;
  const isPending = stores.outbox
    .ofDevice(link.deviceKey)
    .some((each) => each.kind === 'enrol' && each.androidId === androidId);
  return isPending ? link : undefined;
}

export async function uploadDeletion(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry, run, link, upstreamId } = step;
  const { records, stores } = parts;
  if ((stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) > 0)
    return failed(step, {
      code: 'EVENTS_WAIT',
      message: 'Not all events of this device are accepted yet.',
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
