import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../engine/parts.ts';
import type { Link } from './link-store.ts';

/**
 * True where the central, which went back to an earlier state, may lack what both sides agreed on of a record. Where it went
 * back to a state after that, it only has what was not read here yet.
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
 * The central may have lost who is enrolled in a slot, inside the caller's transaction: who is in it here is told again, and
 * so is the end of the enrolment that the central has in it. Nothing that it said before is relied on. `there`: its record.
 */
export function recall({ records, stores }: SyncParts, deviceKey: number, there?: CentralDevice): void {
  const { links, outbox } = stores;
  const { enrolments, core } = records;
  const link = links.find(deviceKey);
  if (link === undefined || link.baseEpoch === null) return;
  links.set(deviceKey, {
    upstreamAndroidId: null,
    upstreamEnrolment: null,
    upstreamToken: null,
    letGoAtMs: null,
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
