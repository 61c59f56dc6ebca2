import type { EnrolmentOrigin } from '../../../../shared/contract/devices/devices.ts';
import { CENTRAL_AUTHOR, type Enrolment } from '../../devices/registry/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { SyncParts } from '../records/parts.ts';

/** True if the central's enrolment of a slot is one that has ended here, which the open one here has succeeded. */
export function isTakenOver(
  enrolments: SyncParts['records']['enrolments'],
  { deviceKey, author }: Enrolment,
  enrolmentId: string | null | undefined,
): boolean {
  const former = typeof enrolmentId === 'string' ? enrolments.byId(enrolmentId) : undefined;
  return author !== CENTRAL_AUTHOR && former?.deviceKey === deviceKey && former.endedAtMs !== null;
}

/**
 * Returns where and by whom a headset was enrolled, for the people at other stations. What another station said of an
 * enrolment is passed on as it is.
 */
export function originOf(
  { station }: SyncParts,
  { deviceKey, origin, author, startedAtMs }: Enrolment,
): EnrolmentOrigin | undefined {
  if (author === CENTRAL_AUTHOR) return origin ?? undefined;
  return {
    station: station.name(),
    by: origin?.by ?? null,
    profile: station.profileOf(deviceKey),
    startedAt: toInstant(startedAtMs),
  };
}
