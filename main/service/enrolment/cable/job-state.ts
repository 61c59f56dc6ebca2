import type { CableHeadset } from '../../../../shared/contract/enrolment/cable.ts';
import { toAcceptance } from '../carts/acceptance.ts';
import type { BenchParts } from './bench-parts.ts';
import type { CableJob } from './job.ts';

/** Returns how far a headset is. It is ready only once it has confirmed over the network. */
export function stateOfJob(
  { records, profiles }: Pick<BenchParts, 'records' | 'profiles'>,
  job: CableJob,
  isPlugged: boolean,
): CableHeadset['state'] {
  const record = records.devices.find(job.deviceId);
  if (job.next === undefined && record !== undefined)
    return toAcceptance(records, profiles, record).isConfirmed ? 'ready' : 'enrolled';
  if (job.isActive) return 'running';
  if (job.failed !== undefined && job.failed.failure !== 'UNPLUGGED') return 'failed';
  return isPlugged ? 'queued' : 'unplugged';
}
