import type { CentralDevice } from '../client/readers.ts';
import { newId } from '../../kernel/new-id.ts';
import { archiveGone } from './gone.ts';
import type { Standing } from '../merge/link-store.ts';
import type { Lifecycle } from './outbox-store.ts';
import type { SyncParts } from '../engine/parts.ts';
import { type Reporting, reportUp } from '../reported/report-up.ts';
import { isAbsent, valueOf } from '../engine/stop.ts';
import { sealValue } from '../conflicts/values.ts';

/** Where the conflict about a slot stands among the conflicts of its device. */
export const ENROLMENT_PATH = ['enrolment'];

/** What became of an entry of the outbox. `waits`: this device has to wait for the next run. */
type Told = 'done' | 'waits';

/**
 * Tells the central, in the order in which it happened, who was enrolled, released, replaced and deleted here. The record
 * there is read before each step, so that a step whose answer was lost is not done twice. What fails waits, and with it
 * whatever happened to the same device later.
 */
export async function tellLifecycle(parts: SyncParts, by: Reporting, onDone: () => void): Promise<void> {
  const { stores, records } = parts;
  const waits = new Set<number>();
  let after = 0;
  for (;;) {
    const entries = stores.outbox.page(after, 100);
    if (entries.length === 0) return;
    for (const entry of entries) {
      after = entry.key;
      if (waits.has(entry.deviceKey)) continue;
      const told = await tellOwn(parts, entry, by);
      if (told === 'waits') waits.add(entry.deviceKey);
      await records.core.writer.run(() => {
        if (told === 'done') {
          stores.outbox.remove(entry.key);
          stores.trouble.clear(entry.deviceKey, 'lifecycle');
        }
      });
      onDone();
    }
  }
}

/** What the central says of the device meanwhile is the echo of what it is told. */
async function tellOwn(parts: SyncParts, entry: Lifecycle, by: Reporting): Promise<Told> {
  const link = parts.stores.links.find(entry.deviceKey);
  if (link === undefined || link.upstreamId === null) return 'done';
  const wrote = parts.echoes.writing([link.upstreamId]);
  return tellOne({ parts, entry, by, link, upstreamId: link.upstreamId }).finally(wrote);
}

async function tellOne(step: Step): Promise<Told> {
  const { entry, by } = step;
  if (entry.kind === 'delete') return tellDeletion(step);
  const answer = valueOf(await by.central.getDevice(step.upstreamId, by.signal));
  if (isAbsent(answer)) return gone(step);
  if (answer.kind !== 'ok') return failed(step, answer);
  switch (entry.kind) {
    case 'enrol':
      return tellEnrolment(step, answer.value);
    case 'unenrol':
      return tellUnenrolment(step, answer.value);
    case 'replace':
      return tellReplacement(step, answer.value);
  }
}

type Step = {
  readonly parts: SyncParts;
  readonly entry: Lifecycle;
  readonly by: Reporting;
  readonly link: Standing;
  readonly upstreamId: string;
};

async function tellEnrolment(step: Step, there: CentralDevice): Promise<Told> {
  const { parts, entry, by, link } = step;
  const { androidId } = entry;
  if (androidId === null || there.androidId === androidId) return enrolled(step, there.androidId);
  if (there.androidId !== null) {
    // The headset that was un-enrolled here before, which the central is still letting go.
    if (there.androidId === link.upstreamAndroidId)
      return failed(step, {
        code: 'STILL_ENROLLED',
        message: 'The central has not let the former headset go yet.',
      });
    return taken(step, there.androidId);
  }
  if (there.enrollmentToken === null)
    return failed(step, {
      code: 'NO_TOKEN',
      message: 'The central provides no enrolment token for this slot.',
    });
  const answer = valueOf(
    await by.central.enrol({ enrollmentToken: there.enrollmentToken, androidId }, by.signal),
  );
  if (answer.kind === 'ok') {
    if (answer.value.id === link.upstreamId) return enrolled(step, androidId);
    // The headset got another place than the one it was to have; the next reading says which.
    await parts.records.core.writer.run(() => parts.stores.links.set(entry.deviceKey, { isBehind: true }));
    return failed(step, {
      code: 'OTHER_PLACE',
      message: `The central enrolled the headset as ${answer.value.id}.`,
    });
  }
  if (!isAbsent(answer)) return failed(step, answer);
  const again = valueOf(await by.central.getDevice(step.upstreamId, by.signal));
  if (again.kind === 'ok' && again.value.androidId === androidId) return enrolled(step, androidId);
  if (again.kind === 'ok' && again.value.androidId !== null) return taken(step, again.value.androidId);
  return failed(step, answer);
}

async function enrolled({ parts, entry, by, link }: Step, androidId: string | null): Promise<Told> {
  const { records, stores } = parts;
  await records.core.writer.run(() => {
    stores.links.set(entry.deviceKey, { upstreamAndroidId: androidId });
    by.log.note('up', nameOf(parts, link), { enrolled: androidId });
  });
  by.log.count('lifecycle');
  return 'done';
}

/** Another headset has the place: a person decides. The outbox of this device waits for that. */
async function taken({ parts, entry, by, link }: Step, androidId: string): Promise<Told> {
  const { records, stores } = parts;
  const { vault, clock } = records.core;
  await records.core.writer.run(() => {
    stores.conflicts.add({
      id: newId(),
      deviceKey: entry.deviceKey,
      kind: 'enrolment',
      path: ENROLMENT_PATH,
      base: sealValue(link.upstreamAndroidId ?? undefined, vault),
      here: sealValue(entry.androidId ?? undefined, vault),
      there: sealValue(androidId, vault),
      winner: 'none',
      createdAtMs: clock.now(),
      upstreamId: link.upstreamId,
    });
    stores.outbox.setHeld(entry.deviceKey, true);
    by.log.note('conflict', nameOf(parts, link), { path: ENROLMENT_PATH, winner: 'none' });
  });
  by.log.count('conflicts');
  return 'waits';
}

async function tellUnenrolment(step: Step, there: CentralDevice): Promise<Told> {
  const { parts, entry, by, link, upstreamId } = step;
  if (there.androidId !== entry.androidId) {
    // Already let go, or another one's by now.
    await parts.records.core.writer.run(() =>
      parts.stores.links.set(entry.deviceKey, { upstreamAndroidId: there.androidId }),
    );
    return 'done';
  }
  // Noted first: from here on nobody can say that the headset was not told.
  await parts.records.core.writer.run(() => parts.stores.outbox.noteTried(entry.key));
  const answer = valueOf(await by.central.unenrol(upstreamId, by.signal));
  if (isAbsent(answer)) return gone(step);
  if (answer.kind !== 'ok') return failed(step, answer);
  await parts.records.core.writer.run(() => {
    parts.stores.links.set(entry.deviceKey, { upstreamAndroidId: entry.androidId, isBehind: true });
    by.log.note('up', nameOf(parts, link), { unenrolled: entry.androidId });
  });
  by.log.count('lifecycle');
  return 'done';
}

/**
 * A headset that was enrolled at another place: the central sees that by itself when it hears of the new enrolment. Only
 * where the new place is none of the central's is the old one given back.
 */
async function tellReplacement(step: Step, there: CentralDevice): Promise<Told> {
  const { parts, entry, by, link, upstreamId } = step;
  const { records, stores } = parts;
  if (there.isArchived || there.androidId !== entry.androidId || entry.androidId === null) return 'done';
  const replacedBy = records.devices.findByKey(entry.deviceKey)?.replacedBy ?? null;
  const next = replacedBy === null ? undefined : records.devices.find(replacedBy);
  if (next !== undefined && stores.links.find(next.key) !== undefined) return 'done';
  const answer = valueOf(await by.central.unenrol(upstreamId, by.signal));
  if (answer.kind !== 'ok' && !isAbsent(answer)) return failed(step, answer);
  await records.core.writer.run(() =>
    by.log.note('up', nameOf(parts, link), { unenrolled: entry.androidId }),
  );
  by.log.count('lifecycle');
  return 'done';
}

/** What was reported of it goes first: afterwards nobody takes it. */
async function tellDeletion({ parts, entry, by, link, upstreamId }: Step): Promise<Told> {
  const { records } = parts;
  await reportUp(parts, entry.deviceKey, by);
  const answer = valueOf(await by.central.remove(upstreamId, by.signal));
  if (answer.kind !== 'ok' && !isAbsent(answer))
    return failed({ parts, entry, by, link, upstreamId }, answer);
  await records.core.writer.run(() => {
    by.log.note('up', nameOf(parts, link), { deleted: upstreamId });
    forgetLink(parts, entry.deviceKey);
  });
  by.log.count('lifecycle');
  return 'done';
}

/** Forgets everything about a device that is neither here nor there, inside the caller's transaction. */
export function forgetLink({ stores }: SyncParts, deviceKey: number): void {
  stores.links.remove(deviceKey);
  stores.links.removeBase(deviceKey);
  stores.outbox.removeOf(deviceKey);
  stores.conflicts.removeOf(deviceKey);
  stores.trouble.clearOf(deviceKey);
}

async function gone({ parts, entry, by, link }: Step): Promise<Told> {
  const { records, stores } = parts;
  await records.core.writer.run((afterCommit) => {
    const record = records.devices.findByKey(entry.deviceKey);
    if (record !== undefined) archiveGone(parts, record, 'DELETED', afterCommit);
    stores.outbox.removeOf(entry.deviceKey);
    by.log.note('down', nameOf(parts, link), { archived: 'DELETED' });
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
export function nameOf(
  { records }: SyncParts,
  link: Standing,
): { readonly id: string; readonly label: string | null } {
  const record = records.devices.findByKey(link.deviceKey);
  return { id: record?.id ?? link.upstreamId ?? '', label: record?.label ?? null };
}
