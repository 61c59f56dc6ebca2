import { setTimeout } from 'node:timers/promises';

import { expect, onTestFinished } from 'vitest';

import { listDevices, patchDevice } from '../../../shared/contract/devices/devices.ts';
import { endPartner } from '../../../shared/contract/sync/partner.ts';
import { getSync, runSync } from '../../../shared/contract/sync/sync.ts';
import { listConflicts, resolveConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import type { TestStation } from '../../support/a-station.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aNearbyStation, join, type NearbyStation, untilPartner } from '../../support/partners.ts';
import { agree } from './device-edits.ts';

/** Two stations with their own slots and a headset each. */
export async function twoCarts(clock = new ManualClock()): Promise<[NearbyStation, NearbyStation]> {
  const carts: NearbyStation[] = [];
  for (const name of ['Cart A', 'Cart B']) {
    const cart = await aNearbyStation(name, {
      checksReplies: false,
      ...(name === 'Cart B' ? { clock } : {}),
    });
    onTestFinished(() => cart[Symbol.asyncDispose]());
    carts.push(cart);
    await cart.station.slots(name === 'Cart A' ? 3 : 1, `${name}-`);
    await cart.station.enrolled(`headset-of-${name.replace(' ', '-')}`);
  }
  const [one, other] = carts;
  if (one === undefined || other === undefined) throw new Error('There are two carts');
  return [one, other];
}

/** What a station has: its slots by id, with their names and headsets. */
export async function slotsOf(station: TestStation): Promise<Record<string, string>> {
  const { items } = (await station.call(listDevices, { query: { limit: '100' } })).body;
  const rows = items.filter(({ isArchived }) => !isArchived);
  return Object.fromEntries(
    rows.map(({ id, label, androidId }) => [id, `${label ?? ''} ${androidId ?? '-'}`]),
  );
}

/** The ids of the slots of a station that have no headset. */
export async function freeSlotsOf(station: TestStation): Promise<string[]> {
  const slots = Object.entries(await slotsOf(station));
  return slots.flatMap(([id, text]) => (text.endsWith(' -') ? [id] : []));
}

/** Ends the work of two stations together. */
export async function part(one: NearbyStation, other: NearbyStation): Promise<void> {
  expect(await other.station.call(endPartner)).toMatchObject({ status: 200 });
  for (const each of [one, other]) await untilPartner(each, ({ partner }) => partner === null);
}

export async function openConflicts(station: TestStation) {
  return (await station.call(listConflicts, { query: { status: 'open' } })).body.items;
}

/** Syncs until nothing waits and the serving station has every slot. */
export async function settle({ station }: NearbyStation): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    await agree(station);
    if ((await station.call(getSync)).body.unlinked === 0) return;
    if (tries === 100) throw new Error('Some slots are not created at the serving station');
    await setTimeout(50);
  }
}

/** Two stations that work together, the serving one first, and two free slots that both have. */
export async function joined(): Promise<{
  one: NearbyStation;
  other: NearbyStation;
  first: string;
  second: string;
}> {
  const [one, other] = await join(...(await twoCarts()));
  await settle(other);
  const [first = '', second = ''] = await freeSlotsOf(one.station);
  return { one, other, first, second };
}

export async function joinAgain(
  one: NearbyStation,
  other: NearbyStation,
): Promise<[NearbyStation, NearbyStation]> {
  const [serving, served] = await join(one, other);
  await rest(served);
  return [serving, served];
}

/** Syncs until the serving station has every slot; a conflict may wait. */
export async function rest({ station }: NearbyStation): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    await station.call(runSync, { body: { waitSec: 20 } });
    const { body } = await station.call(getSync);
    return body.state === 'upToDate' && body.unlinked === 0 && body.waiting.toRead === 0;
  };
  await expect.poll(isDone).toBe(true);
  await station.call(runSync, { body: { waitSec: 20 } });
}

export async function name(station: TestStation, deviceId: string, label: string): Promise<void> {
  expect(await station.call(patchDevice, { params: { deviceId }, body: { label } })).toMatchObject({
    status: 200,
  });
}

export async function decideAll(station: TestStation, take: 'here' | 'there'): Promise<void> {
  for (const { id: conflictId } of await openConflicts(station))
    await station.call(resolveConflict, { params: { conflictId }, body: { take } });
}
