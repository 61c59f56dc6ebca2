// A slot that is gone at the other station, while a headset enrolled in it here: what a person decides stays decided.
import { expect, test } from 'vitest';

import { getSync, runSync } from '../../../shared/contract/sync/sync.ts';
import { resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { join, type NearbyStation } from '../../support/partners.ts';
import { beat, enrolAt } from './enrolment-steps.ts';
import { freeSlotsOf, openConflicts, part, settle, slotsOf, twoCarts } from './two-carts.ts';

async function syncTwice({ station }: NearbyStation): Promise<void> {
  for (let run = 0; run < 2; run += 1) await station.call(runSync, { body: { waitSec: 20 } });
  await expect.poll(async () => (await station.call(getSync)).body.state).toBe('upToDate');
}

test.for(['here', 'there'] as const)('decided for %s, it is not asked again', async (take) => {
  const [one, other] = await join(...(await twoCarts()));
  await settle(other);
  const [slot = '', next = ''] = await freeSlotsOf(one.station);
  await part(one, other);
  // Its headset moves on there, so the slot is archived. That station has more slots, and serves.
  await beat(other.station, await enrolAt(other.station, slot, 'mover'), 2);
  await enrolAt(other.station, next, 'mover');
  await other.station.slots(3);
  await beat(one.station, await enrolAt(one.station, slot, 'keeper'), 2);

  const [, served] = await join(one, other);
  expect(served).toBe(one);
  await syncTwice(served);
  const conflicts = await openConflicts(served.station);
  expect(conflicts).toMatchObject([{ deviceId: slot, enrolment: { isSlotGone: true } }]);
  const conflictId = conflicts[0]?.id ?? '';
  const decided = await served.station.call(resolveConflict, { params: { conflictId }, body: { take } });
  expect(decided.status).toBe(200);
  await syncTwice(served);
  expect(await openConflicts(served.station)).toEqual([]);
  const [here, there] = [await slotsOf(one.station), await slotsOf(other.station)];
  expect(here[slot]).toEqual(take === 'here' ? 'Cart A-01 keeper' : undefined);
  expect(there[slot]).toBeUndefined();
});
