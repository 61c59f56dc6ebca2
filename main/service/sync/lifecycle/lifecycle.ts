import { isStillEnrolled } from '../../../../shared/domain/enrolment/central-slot.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { Outcome } from '../client/outcome.ts';
import { unsealValue } from '../conflicts/values.ts';
import { nameOf } from './name.ts';
import { originOf } from './origin.ts';
import { addEnrolmentConflict, removeLink, hasPendingEnrolment } from './archive.ts';
import { RELEASE_MS, remoteSlot } from './headset.ts';
import type { LinkedDevice } from '../merge/link-store.ts';
import type { Lifecycle } from './outbox-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { countEvents, type Reporting, reportUp } from '../reported/report-up.ts';
import { isAbsent, valueOf } from '../engine/stop.ts';

/** Result of an outbox entry. `waits`: the device waits for the next run. */
type StepResult = 'done' | 'waits';

/** How often a step is repeated because the record was written at the same time. */
const MAX_CHECKS = 3;

/**
 * Uploads local enrolments, releases, replacements and deletions in the order in which they happened. Reads the
 * central's record before each step and changes only the enrolment that the step is about. A failed step holds back
 * later ones of the same device. Moves come last, since the new enrolment usually implies them.
 */
export async function uploadLifecycle(parts: SyncParts, run: Reporting, onDone: () => void): Promise<void> {
  const { stores, records } = parts;
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
async function uploadEntry(parts: SyncParts, entry: Lifecycle, run: Reporting): Promise<StepResult> {
  const link = parts.stores.links.find(entry.deviceKey);
  if (link === undefined || link.upstreamId === null) return 'done';
  const finishWriting = parts.echoes.writing([link.upstreamId]);
  const step = { parts, entry, run, link, upstreamId: link.upstreamId };
  return uploadStep(step).finally(finishWriting);
}

type Step = {
  readonly parts: SyncParts;
  readonly entry: Lifecycle;
  readonly run: Reporting;
  readonly link: LinkedDevice;
  readonly upstreamId: string;
};

async function uploadStep(step: Step): Promise<StepResult> {
  const { entry, run } = step;
  if (entry.kind === 'delete') await uploadReports(step);
  for (let attempt = 1; ; attempt += 1) {
    const answer = valueOf(await run.central.getDevice(step.upstreamId, run.signal));
    if (isAbsent(answer)) return slotDeleted(step);
    if (answer.kind !== 'ok') return failed(step, answer);
    const result = await uploadByKind(step, answer.value);
    if (result !== 'again') return result;
    if (attempt === MAX_CHECKS) return 'waits';
  }
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

async function uploadEnrolment(step: Step, remote: CentralDevice): Promise<StepResult> {
  const { parts, entry, run } = step;
  const { androidId } = entry;
  const { enrolments } = parts.records;
  const enrolment = entry.enrolmentKey === null ? undefined : enrolments.byKey(entry.enrolmentKey);
  // The enrolment has ended since, so the central need not know of it. Its events are uploaded to the slot anyway.
  if (androidId === null || (enrolment !== undefined && enrolment.endedAtMs !== null)) return 'done';
  if (remote.isArchived) return slotDeleted(step);
  if (remote.androidId === androidId) return enrolled(step, remote);
  if (remote.androidId !== null) {
    if (isReleasing(step, remote))
      return failed(step, {
        code: 'STILL_ENROLLED',
        message: 'The central has not released the former headset yet.',
      });
    return ask(step, remote);
  }
  if (remote.enrollmentToken === null)
    return failed(step, {
      code: 'NO_TOKEN',
      message: 'The central provides no enrolment token for this slot.',
    });
  const elsewhere = await findElsewhere(step, androidId);
  if (elsewhere === 'leaving')
    return failed(step, {
      code: 'STILL_ENROLLED',
      message: 'The central has not released the headset from its former slot yet.',
    });
  if (elsewhere !== undefined) return ask(step, elsewhere);
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
      message: `The central enrolled the headset as ${answer.value.id}.`,
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

/** True if the headset in the central's record was released here and the central may still be processing it. */
function isReleasing({ parts, link }: Step, remote: CentralDevice): boolean {
  const { core, enrolments } = parts.records;
  const isRecent = link.releasedAtMs !== null && Math.abs(core.clock.now() - link.releasedAtMs) < RELEASE_MS;
  if (typeof remote.enrolmentId !== 'string') return isRecent && remote.androidId === link.upstreamAndroidId;
  const named = enrolments.byId(remote.enrolmentId);
  return isRecent && named !== undefined && named.endedAtMs !== null;
}

/**
 * Finds another slot in which the central has the headset, with an enrolment unknown here. `leaving`: the central was
 * already ordered to un-enrol it there.
 */
async function findElsewhere(step: Step, androidId: string): Promise<CentralDevice | 'leaving' | undefined> {
  const { parts, run, upstreamId } = step;
  const { records, stores } = parts;
  if (isDecided(step, androidId)) return undefined;
  const answer = valueOf(await run.central.getDeviceByAndroidId(androidId, run.signal));
  if (answer.kind !== 'ok' || answer.value.isArchived || answer.value.id === upstreamId) return undefined;
  const other = stores.links.findByUpstream(answer.value.id);
  if (other === undefined) return answer.value;
  const { releasedAtMs } = other;
  // Enrolled now, it would take the former slot with it: a central archives the record that a headset leaves this way.
  if (releasedAtMs !== null && Math.abs(records.core.clock.now() - releasedAtMs) < RELEASE_MS)
    return 'leaving';
  const meant = records.enrolments
    .ofDevice(other.deviceKey)
    .filter((each) => each.androidId === androidId && each.endedAtMs !== null);
  const names = [...meant.map(({ id }) => id), other.upstreamEnrolment];
  const isKnown =
    meant.length > 0 && isStillEnrolled(remoteSlot(answer.value), { headset: androidId, names });
  return isKnown ? undefined : answer.value;
}

/** True if a person has seen where the central has the headset and decided that it belongs here. */
function isDecided({ parts, entry, upstreamId }: Step, androidId: string): boolean {
  const { core, enrolments } = parts.records;
  const conflict = parts.stores.conflicts.newestOfSlot(upstreamId);
  const enrolment = entry.enrolmentKey === null ? undefined : enrolments.byKey(entry.enrolmentKey);
  return (
    conflict?.taken === 'here' &&
    conflict.createdAtMs >= (enrolment?.startedAtMs ?? 0) &&
    unsealValue(conflict.there, core.vault) === androidId
  );
}

async function enrolled({ parts, entry, run, link }: Step, remote: CentralDevice): Promise<StepResult> {
  const { records, stores } = parts;
  await records.core.writer.run(() => {
    const { androidId, enrolmentId } = remote;
    stores.links.set(entry.deviceKey, {
      upstreamAndroidId: androidId,
      upstreamEnrolment: enrolmentId ?? null,
      releasedAtMs: null,
      // A headset that was enrolled for another station is adopted by the next read.
      ...(records.devices.findByKey(entry.deviceKey)?.androidId === androidId ? {} : { isStale: true }),
    });
    if (typeof enrolmentId === 'string') records.enrolments.name(entry.deviceKey, enrolmentId);
    run.log.note('up', nameOf(parts, link), { enrolled: androidId });
  });
  run.log.count('lifecycle');
  return 'done';
}

/** Another headset has the slot, or the slot was deleted: a person decides, and the outbox of the device waits. */
async function ask({ parts, entry, run, link }: Step, device?: CentralDevice): Promise<StepResult> {
  const { records } = parts;
  await records.core.writer.run(() => {
    const { id, label } = nameOf(parts, link);
    addEnrolmentConflict(
      parts,
      { key: entry.deviceKey, id, label, androidId: entry.androidId },
      { there: device?.androidId ?? undefined, device, log: run.log },
    );
  });
  return 'waits';
}

/**
 * True if the central's record has the enrolment of this step, under this station's id or the one that the central last
 * showed.
 */
function isTarget({ parts, entry, link }: Step, remote: CentralDevice): boolean {
  const own = entry.enrolmentKey === null ? undefined : parts.records.enrolments.byKey(entry.enrolmentKey);
  const names = link.upstreamEnrolment === null ? [] : [own?.id ?? null, link.upstreamEnrolment];
  return isStillEnrolled(remoteSlot(remote), { headset: entry.androidId, names });
}

/** True if the record changed in between, so it must be read again. */
function hasMoved(answer: Outcome<unknown>): boolean {
  return answer.kind === 'refused' && [404, 409, 410, 412].includes(answer.status);
}

async function uploadUnenrolment(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry, run, link, upstreamId } = step;
  const { writer, clock } = parts.records.core;
  if (remote.isArchived || !isTarget(step, remote)) {
    // Already released, or enrolled again.
    await writer.run(() => parts.stores.links.set(entry.deviceKey, { isStale: true, releasedAtMs: null }));
    return 'done';
  }
  // Stored first: from now on the headset may have been notified.
  await writer.run(() => parts.stores.outbox.noteTried(entry.key));
  const answer = valueOf(
    await run.central.unenrol(upstreamId, { version: remote.version, signal: run.signal }),
  );
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
 * enrolment, so this step waits for it. It un-enrols the old slot only if the new one does not exist at the central.
 */
async function uploadReplacement(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry } = step;
  const { records, stores } = parts;
  if (remote.isArchived || entry.androidId === null || !isTarget(step, remote)) return 'done';
  const replacedBy = records.devices.findByKey(entry.deviceKey)?.replacedBy ?? null;
  const next = replacedBy === null ? undefined : records.devices.find(replacedBy);
  const nextLink = next === undefined ? undefined : stores.links.find(next.key);
  if (nextLink !== undefined && nextLink.upstreamId !== null && next !== undefined) {
    const isUploaded = stores.outbox.ofDevice(next.key).every(({ kind }) => kind !== 'enrol');
    return isUploaded ? 'done' : 'waits';
  }
  return uploadUnenrolment(step, remote);
}

/** Uploads pending reports first, because a deleted device accepts none. */
async function uploadReports({ parts, entry, run }: Step): Promise<void> {
  await countEvents(parts);
  await reportUp(parts, entry.deviceKey, run);
}

async function uploadDeletion(step: Step, remote: CentralDevice): Promise<StepResult | 'again'> {
  const { parts, entry, run, link, upstreamId } = step;
  const { records, stores } = parts;
  if ((stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) > 0)
    return failed(step, {
      code: 'EVENTS_WAIT',
      message: 'The central has not accepted all events of this device yet.',
    });
  // Someone enrolled a headset in it that was not known here at the time of the deletion.
  const isFree = remote.androidId === null || remote.isArchived;
  const isSeen = remote.androidId === link.upstreamAndroidId && isAsAgreed(step, remote);
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

/** True if the slot still has the enrolment of the last agreed state. */
function isAsAgreed({ link }: Step, remote: CentralDevice): boolean {
  const { upstreamAndroidId: headset, upstreamEnrolment } = link;
  return isStillEnrolled(remoteSlot(remote), { headset, names: [upstreamEnrolment] });
}

/**
 * The slot was deleted at the central. A headset that was enrolled in it here needs a decision; any other step is done.
 * Pending reports are kept and shown.
 */
async function slotDeleted(step: Step): Promise<StepResult> {
  const { parts, entry, link } = step;
  const { records, stores } = parts;
  const record = records.devices.findByKey(entry.deviceKey);
  if (record !== undefined && entry.kind === 'enrol' && hasPendingEnrolment(parts, record)) return ask(step);
  if (entry.kind === 'delete')
    await records.core.writer.run(() => {
      const isEmpty = (stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) === 0;
      if (isEmpty) return removeLink(parts, entry.deviceKey);
      stores.links.set(link.deviceKey, {
        gone: 'DELETED',
        goneAtMs: records.core.clock.now(),
        isStale: false,
      });
    });
  return 'done';
}

async function failed(
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
