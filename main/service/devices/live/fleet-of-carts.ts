import { classRunSchema } from '../../../../shared/contract/classroom/class-run.ts';
import { viewSchema } from '../../../../shared/contract/commands/views.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { encodeEvent } from '../../kernel/streams/event-stream.ts';
import type { NumberedChange } from '../../kernel/streams/change-feed.ts';
import type { Records } from '../records/records.ts';
import { toHeadset } from '../views/headset-view.ts';
import { reaches } from '../records/reach.ts';

/**
 * Returns the encoder of a fleet stream for a person limited to carts: a headset that comes into one of them is sent
 * whole, one that leaves them as removed, and of other events only what is about those headsets. `known`: the ids that
 * the reader has; it is kept up to date.
 */
export function encoderForCarts(
  records: Records,
  caller: Caller,
  known: Set<string>,
): (change: NumberedChange) => string | undefined {
  const isInCarts = (id: string, { enterpriseId }: NumberedChange): boolean =>
    reaches(records, caller, { id, enterpriseId });
  return (change) => {
    const { deviceId, fleet, seq } = change;
    if (fleet === undefined) return undefined;
    if (deviceId === null) {
      const data = dataForCarts(fleet, (id) => isInCarts(id, change));
      return data === undefined ? undefined : encodeEvent(fleet.name, data, seq);
    }
    const wasKnown = known.has(deviceId);
    if (!isInCarts(deviceId, change)) {
      known.delete(deviceId);
      return wasKnown ? encodeEvent('removed', { id: deviceId }, seq) : undefined;
    }
    if (wasKnown) return encodeEvent(fleet.name, fleet.data, seq);
    const record = records.devices.find(deviceId);
    if (record === undefined) return undefined;
    known.add(deviceId);
    return encodeEvent('device', toHeadset(records, record), seq);
  };
}

/** Returns the data of an event that is not about one device; undefined if it is not for this reader. */
function dataForCarts(
  { name, data }: NonNullable<NumberedChange['fleet']>,
  isInCarts: (id: string) => boolean,
): object | undefined {
  switch (name) {
    case 'view':
      return isInCarts(viewSchema.parse(data).id) ? data : undefined;
    case 'classRun': {
      const run = classRunSchema.parse(data);
      const results = run.results.filter(({ id }) => isInCarts(id));
      const isRunning = results.some(({ stage }) => stage === 'sent');
      return results.length === 0 ? undefined : { ...run, isRunning, results };
    }
    // Neither names a headset.
    case 'enrolment':
    case 'group':
      return data;
    default:
      return undefined;
  }
}
