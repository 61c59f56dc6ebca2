import { holdsStill } from '../../../../shared/domain/enrolment/slot-word.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { Outcome } from '../client/outcome.ts';
import { unsealValue } from '../conflicts/values.ts';
import { askWhoStays, forgetLink, holdsUntold } from './gone.ts';
import { LETTING_GO_MS, wordOf } from './headset.ts';
import type { Standing } from '../merge/link-store.ts';
import type { Lifecycle } from './outbox-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { countEvents, type Reporting, reportUp } from '../reported/report-up.ts';
import { isAbsent, valueOf } from '../engine/stop.ts';

/** What became of an entry of the outbox. `waits`: this device has to wait for the next run. */
type Told = 'done' | 'waits';

/** How often a step is looked at again where the record was written at the same time. */
const MOST_LOOKS = 3;

/**
 * Tells the central, in the order in which it happened, who was enrolled, released, replaced and deleted here. The record
 * there is read before each step, which does something to the enrolment that it is about and to no other. What fails waits,
 * and with it whatever happened to the same device later. That a headset moved is told last: where it went says it.
 */
export async function tellLifecycle(parts: SyncParts, by: Reporting, onDone: () => void): Promise<void> {
  const { stores, records } = parts;
  const waits = new Set<number>();
  const moved: Lifecycle[] = [];
  const tell = async (entry: Lifecycle): Promise<void> => {
    if (waits.has(entry.deviceKey)) return;
    const told = await tellOwn(parts, entry, by);
    if (told === 'waits') waits.add(entry.deviceKey);
    await records.core.writer.run(() => {
      if (told === 'done') {
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
      else await tell(entry);
    }
  }
  for (const entry of moved) await tell(entry);
}

/** What the central says of the device meanwhile is the echo of what it is told. */
async function tellOwn(parts: SyncParts, entry: Lifecycle, by: Reporting): Promise<Told> {
  const link = parts.stores.links.find(entry.deviceKey);
  if (link === undefined || link.upstreamId === null) return 'done';
  const wrote = parts.echoes.writing([link.upstreamId]);
  const step = { parts, entry, by, link, upstreamId: link.upstreamId };
  return tellOne(step).finally(wrote);
}

type Step = {
  readonly parts: SyncParts;
  readonly entry: Lifecycle;
  readonly by: Reporting;
  readonly link: Standing;
  readonly upstreamId: string;
};

async function tellOne(step: Step): Promise<Told> {
  const { entry, by } = step;
  if (entry.kind === 'delete') await tellReports(step);
  for (let look = 1; ; look += 1) {
    const answer = valueOf(await by.central.getDevice(step.upstreamId, by.signal));
    if (isAbsent(answer)) return slotGone(step);
    if (answer.kind !== 'ok') return failed(step, answer);
    const told = await tellAs(step, answer.value);
    if (told !== 'again') return told;
    if (look === MOST_LOOKS) return 'waits';
  }
}

function tellAs(step: Step, there: CentralDevice): Promise<Told | 'again'> {
  switch (step.entry.kind) {
    case 'enrol':
      return tellEnrolment(step, there);
    case 'unenrol':
      return tellUnenrolment(step, there);
    case 'replace':
      return tellReplacement(step, there);
    case 'delete':
      return tellDeletion(step, there);
  }
}

async function tellEnrolment(step: Step, there: CentralDevice): Promise<Told> {
  const { parts, entry, by } = step;
  const { androidId } = entry;
  const { enrolments } = parts.records;
  const enrolment = entry.enrolmentKey === null ? undefined : enrolments.byKey(entry.enrolmentKey);
  // It has ended since: the central need not hear that it ever was. Its events go to the slot all the same.
  if (androidId === null || (enrolment !== undefined && enrolment.endedAtMs !== null)) return 'done';
  if (there.isArchived) return slotGone(step);
  if (there.androidId === androidId) return enrolled(step, there);
  if (there.androidId !== null) {
    if (isLettingGo(step, there))
      return failed(step, {
        code: 'STILL_ENROLLED',
        message: 'The central has not let the former headset go yet.',
      });
    return ask(step, there);
  }
  if (there.enrollmentToken === null)
    return failed(step, {
      code: 'NO_TOKEN',
      message: 'The central provides no enrolment token for this slot.',
    });
  const elsewhere = await findElsewhere(step, androidId);
  if (elsewhere === 'leaving')
    return failed(step, {
      code: 'STILL_ENROLLED',
      message: 'The central has not let the headset go from its former slot yet.',
    });
  if (elsewhere !== undefined) return ask(step, elsewhere);
  const name =
    there.enrolmentId === undefined || enrolment === undefined ? {} : { enrolmentId: enrolment.id };
  const answer = valueOf(
    await by.central.enrol({ enrollmentToken: there.enrollmentToken, androidId, ...name }, by.signal),
  );
  if (answer.kind === 'ok') {
    if (answer.value.id === step.upstreamId) return enrolled(step, answer.value);
    // The headset got another place than the one it was to have; the next reading says which.
    await parts.records.core.writer.run(() => parts.stores.links.set(entry.deviceKey, { isBehind: true }));
    return failed(step, {
      code: 'OTHER_PLACE',
      message: `The central enrolled the headset as ${answer.value.id}.`,
    });
  }
  if (!isAbsent(answer)) return failed(step, answer);
  const again = valueOf(await by.central.getDevice(step.upstreamId, by.signal));
  if (again.kind === 'ok' && again.value.androidId === androidId) return enrolled(step, again.value);
  if (again.kind === 'ok' && again.value.androidId !== null) return ask(step, again.value);
  return failed(step, answer);
}

/** True where the headset that the central shows was released here, and the central may still be at it. */
function isLettingGo({ parts, link }: Step, there: CentralDevice): boolean {
  const { core, enrolments } = parts.records;
  const isRecent = link.letGoAtMs !== null && Math.abs(core.clock.now() - link.letGoAtMs) < LETTING_GO_MS;
  if (typeof there.enrolmentId !== 'string') return isRecent && there.androidId === link.upstreamAndroidId;
  const named = enrolments.byId(there.enrolmentId);
  return isRecent && named !== undefined && named.endedAtMs !== null;
}

/**
 * The other slot in which the central has the headset, in an enrolment that nobody knew of here. `leaving`: it was told to
 * let the headset go from there.
 */
async function findElsewhere(step: Step, androidId: string): Promise<CentralDevice | 'leaving' | undefined> {
  const { parts, by, upstreamId } = step;
  const { records, stores } = parts;
  if (isDecided(step, androidId)) return undefined;
  const answer = valueOf(await by.central.getDeviceByAndroidId(androidId, by.signal));
  if (answer.kind !== 'ok' || answer.value.isArchived || answer.value.id === upstreamId) return undefined;
  const other = stores.links.findByUpstream(answer.value.id);
  if (other === undefined) return answer.value;
  const meant = records.enrolments
    .ofDevice(other.deviceKey)
    .filter((each) => each.androidId === androidId && each.endedAtMs !== null);
  const names = [...meant.map(({ id }) => id), other.upstreamEnrolment];
  const isKnown = meant.length > 0 && holdsStill(wordOf(answer.value), { headset: androidId, names });
  if (isKnown) return undefined;
  const { letGoAtMs } = other;
  const isLeaving = letGoAtMs !== null && Math.abs(records.core.clock.now() - letGoAtMs) < LETTING_GO_MS;
  return isLeaving ? 'leaving' : answer.value;
}

/** True where a person has seen that the central has the headset elsewhere, and said that it belongs here. */
function isDecided({ parts, entry, upstreamId }: Step, androidId: string): boolean {
  const { core, enrolments } = parts.records;
  const asked = parts.stores.conflicts.newestOfSlot(upstreamId);
  const enrolment = entry.enrolmentKey === null ? undefined : enrolments.byKey(entry.enrolmentKey);
  return (
    asked?.taken === 'here' &&
    asked.createdAtMs >= (enrolment?.startedAtMs ?? 0) &&
    unsealValue(asked.there, core.vault) === androidId
  );
}

async function enrolled({ parts, entry, by, link }: Step, there: CentralDevice): Promise<Told> {
  const { records, stores } = parts;
  await records.core.writer.run(() => {
    const { androidId, enrolmentId } = there;
    stores.links.set(entry.deviceKey, {
      upstreamAndroidId: androidId,
      upstreamEnrolment: enrolmentId ?? null,
      letGoAtMs: null,
      // A headset that was told for another station is shown here by the next reading.
      ...(records.devices.findByKey(entry.deviceKey)?.androidId === androidId ? {} : { isBehind: true }),
    });
    if (typeof enrolmentId === 'string') records.enrolments.name(entry.deviceKey, enrolmentId);
    by.log.note('up', nameOf(parts, link), { enrolled: androidId });
  });
  by.log.count('lifecycle');
  return 'done';
}

/** Another headset has the slot, or it is gone: a person decides. The outbox of this device waits for that. */
async function ask({ parts, entry, by, link }: Step, device: CentralDevice | undefined): Promise<Told> {
  const { records } = parts;
  await records.core.writer.run(() => {
    const { id, label } = nameOf(parts, link);
    askWhoStays(
      parts,
      { key: entry.deviceKey, id, label, androidId: entry.androidId },
      { there: device?.androidId ?? undefined, device, log: by.log },
    );
  });
  return 'waits';
}

/** What a step means is one enrolment: this station's name for it, and the one that the central showed. */
function isMeant({ parts, entry, link }: Step, there: CentralDevice): boolean {
  const own = entry.enrolmentKey === null ? undefined : parts.records.enrolments.byKey(entry.enrolmentKey);
  const names = link.upstreamEnrolment === null ? [] : [own?.id ?? null, link.upstreamEnrolment];
  return holdsStill(wordOf(there), { headset: entry.androidId, names });
}

/** The order was refused because the record has changed: it is read again. */
function hasMoved(answer: Outcome<unknown>): boolean {
  return answer.kind === 'refused' && [404, 409, 410, 412].includes(answer.status);
}

async function tellUnenrolment(step: Step, there: CentralDevice): Promise<Told | 'again'> {
  const { parts, entry, by, link, upstreamId } = step;
  const { writer, clock } = parts.records.core;
  if (there.isArchived || !isMeant(step, there)) {
    // Already let go, or in another enrolment by now.
    await writer.run(() => parts.stores.links.set(entry.deviceKey, { isBehind: true, letGoAtMs: null }));
    return 'done';
  }
  // Noted first: from here on nobody can say that the headset was not told.
  await writer.run(() => parts.stores.outbox.noteTried(entry.key));
  const answer = valueOf(await by.central.unenrol(upstreamId, { version: there.version, signal: by.signal }));
  if (hasMoved(answer)) return lookedInto(step, there, answer);
  if (answer.kind !== 'ok') return failed(step, answer);
  await writer.run(() => {
    const letGoAtMs = clock.now();
    parts.stores.links.set(entry.deviceKey, {
      upstreamAndroidId: entry.androidId,
      upstreamEnrolment: there.enrolmentId ?? null,
      letGoAtMs,
      isBehind: true,
    });
    by.log.note('up', nameOf(parts, link), { unenrolled: entry.androidId });
  });
  by.log.count('lifecycle');
  return 'done';
}

/** A refusal by itself says nothing: one that holds though the record is as it was is a failure to be shown. */
async function lookedInto(
  step: Step,
  before: CentralDevice,
  answer: Outcome<unknown>,
): Promise<Told | 'again'> {
  const { by } = step;
  const again = valueOf(await by.central.getDevice(step.upstreamId, by.signal));
  const isSame =
    again.kind === 'ok' &&
    again.value.androidId === before.androidId &&
    again.value.isArchived === before.isArchived &&
    again.value.version?.tag === before.version?.tag;
  if (!isSame || answer.kind !== 'refused') return 'again';
  return failed(step, answer);
}

/**
 * A headset that was enrolled in another slot: the central sees that by itself when it hears of the new enrolment, for which
 * this waits. Only where the new slot is none of the central's is the old one given back.
 */
async function tellReplacement(step: Step, there: CentralDevice): Promise<Told | 'again'> {
  const { parts, entry } = step;
  const { records, stores } = parts;
  if (there.isArchived || entry.androidId === null || !isMeant(step, there)) return 'done';
  const replacedBy = records.devices.findByKey(entry.deviceKey)?.replacedBy ?? null;
  const next = replacedBy === null ? undefined : records.devices.find(replacedBy);
  const nextLink = next === undefined ? undefined : stores.links.find(next.key);
  if (nextLink !== undefined && nextLink.upstreamId !== null && next !== undefined) {
    const isTold = stores.outbox.ofDevice(next.key).every(({ kind }) => kind !== 'enrol');
    return isTold ? 'done' : 'waits';
  }
  return tellUnenrolment(step, there);
}

/** What was reported of it goes first: afterwards nobody takes it. */
async function tellReports({ parts, entry, by }: Step): Promise<void> {
  await countEvents(parts);
  await reportUp(parts, entry.deviceKey, by);
}

async function tellDeletion(step: Step, there: CentralDevice): Promise<Told | 'again'> {
  const { parts, entry, by, link, upstreamId } = step;
  const { records, stores } = parts;
  if ((stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) > 0)
    return failed(step, {
      code: 'EVENTS_WAIT',
      message: 'The central has not taken all events of this device yet.',
    });
  // Somebody enrolled a headset in it that was not known here when it was deleted.
  const isFree = there.androidId === null || there.isArchived;
  const isSeen = there.androidId === link.upstreamAndroidId && isMeantOrSeen(step, there);
  if (!isFree && !isMeant(step, there) && !isSeen) return ask(step, there);
  const answer = valueOf(await by.central.remove(upstreamId, { version: there.version, signal: by.signal }));
  if (hasMoved(answer)) return lookedInto(step, there, answer);
  if (answer.kind !== 'ok') return failed(step, answer);
  await records.core.writer.run(() => {
    by.log.note('up', nameOf(parts, link), { deleted: upstreamId });
    forgetLink(parts, entry.deviceKey);
  });
  by.log.count('lifecycle');
  return 'done';
}

/** True where the slot holds what it held when both sides agreed last. */
function isMeantOrSeen({ link }: Step, there: CentralDevice): boolean {
  const { upstreamAndroidId: headset, upstreamEnrolment } = link;
  return holdsStill(wordOf(there), { headset, names: [upstreamEnrolment] });
}

/**
 * The record of the slot says that it is gone. A headset that was enrolled in it here is somebody's decision; any other step
 * has nothing left to do. What waits of its reports stays, in sight.
 */
async function slotGone(step: Step): Promise<Told> {
  const { parts, entry, link } = step;
  const { records, stores } = parts;
  const record = records.devices.findByKey(entry.deviceKey);
  if (record !== undefined && entry.kind === 'enrol' && holdsUntold(parts, record))
    return ask(step, undefined);
  if (entry.kind === 'delete')
    await records.core.writer.run(() => {
      const isEmpty = (stores.links.find(entry.deviceKey)?.eventsWaiting ?? 0) === 0;
      if (isEmpty) return forgetLink(parts, entry.deviceKey);
      stores.links.set(link.deviceKey, {
        gone: 'DELETED',
        goneAtMs: records.core.clock.now(),
        isBehind: false,
      });
    });
  return 'done';
}

async function failed(
  { parts, entry, by, link }: Step,
  fault: { readonly code: string | null; readonly message: string; readonly status?: number },
): Promise<Told> {
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
    by.log.note('failed', nameOf(parts, link), {
      [entry.kind]: entry.androidId,
      code,
      message: fault.message,
    });
  });
  by.log.count('failed');
  return 'waits';
}

/** What a device is called in the report, also after it was deleted. */
function nameOf(
  { records }: SyncParts,
  link: Standing,
): { readonly id: string; readonly label: string | null } {
  const record = records.devices.findByKey(link.deviceKey);
  return {
    id: record?.id ?? link.upstreamId ?? '',
    label: record?.label ?? records.devices.deletedLabel(link.deviceKey),
  };
}
