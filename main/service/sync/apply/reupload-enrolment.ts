import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';
import type { Link } from '../records/link-store.ts';

/**
 * True if the restored central may lack the base of a record. If it was restored to a later state, it only has changes
 * that were not read here yet.
 */
export function mayLack(
  link: Pick<Link, 'baseEpoch' | 'baseRevision'> | undefined,
  { formerRevisions }: Pick<CentralDevice, 'formerRevisions'>,
): boolean {
  if (link === undefined || link.baseEpoch === null) return false;
  const { baseEpoch, baseRevision } = link;
  const known = formerRevisions[baseEpoch];
  return known === undefined || baseRevision === null || baseRevision > known;
}

/**
 * Uploads the local enrolment again and the end of the one at the central, which a restored central may have lost. Its
 * earlier answers no longer count. `there`: its current record. Runs inside the caller's transaction.
 */
export function reuploadEnrolment(
  { records, stores }: SyncParts,
  deviceKey: number,
  there?: CentralDevice,
): void {
  const { links, outbox } = stores;
  const { enrolments, core } = records;
  const link = links.find(deviceKey);
  if (link === undefined || link.baseEpoch === null) return;
  links.set(deviceKey, {
    upstreamAndroidId: null,
    upstreamEnrolment: null,
    upstreamToken: null,
    releasedAtMs: null,
  });
  if (link.gone !== null) return;
  const pending = new Set(outbox.ofDevice(deviceKey).map(({ enrolmentKey }) => enrolmentKey));
  const createdAtMs = core.clock.now();
  const named = typeof there?.enrolmentId === 'string' ? enrolments.byId(there.enrolmentId) : undefined;
  if (named?.deviceKey === deviceKey && named.endedAtMs !== null && !pending.has(named.key)) {
    const { androidId, key: enrolmentKey } = named;
    outbox.add({ deviceKey, kind: 'unenrol', androidId, createdAtMs, enrolmentKey });
  }
  const open = enrolments.open(deviceKey);
  if (open === undefined || pending.has(open.key)) return;
  const { androidId, key: enrolmentKey } = open;
  outbox.add({ deviceKey, kind: 'enrol', androidId, createdAtMs, enrolmentKey });
}
