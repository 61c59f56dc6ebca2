import type { EnrolmentOrigin } from '../../../../shared/contract/devices/devices.ts';
import { CENTRAL_AUTHOR, type Enrolment } from '../../devices/registry/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { SyncParts } from '../records/parts.ts';

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
