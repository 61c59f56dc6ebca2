import { isStillEnrolled } from '../rules/central-slot.ts';
import type { CentralDevice } from '../client/readers.ts';
import type { SyncParts } from '../records/parts.ts';
import type { Link } from '../records/link-store.ts';

/** How long a central may take to release a headset after it accepted the order. */
const RELEASE_MS = 10 * 60_000;

/** Returns the headset and enrolment in a slot, from its record at the central. */
export function remoteSlot({ androidId, enrolmentId }: CentralDevice) {
  return { headset: androidId, enrolment: enrolmentId };
}

/** True if the slot still has the enrolment of the last agreed state. */
export function isAsAgreed(
  { upstreamAndroidId: headset, upstreamEnrolment }: Link,
  remote: CentralDevice,
): boolean {
  return isStillEnrolled(remoteSlot(remote), { headset, names: [upstreamEnrolment] });
}

/** True if the central accepted so recently to release the headset of a slot that it may still be in progress. */
export function isReleaseRecent({ records }: SyncParts, { releasedAtMs }: Link): boolean {
  return releasedAtMs !== null && Math.abs(records.core.clock.now() - releasedAtMs) < RELEASE_MS;
}

/** True if the central's record still has the headset that the central is releasing. */
export function isReleasing(parts: SyncParts, link: Link, remote: CentralDevice): boolean {
  return isReleaseRecent(parts, link) && isAsAgreed(link, remote);
}
