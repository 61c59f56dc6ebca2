import { expect } from 'vitest';

import { headsetSchema, type Headset } from '../../shared/contract/devices/fleet.ts';
import { setCableRecipe, startCable } from '../../shared/contract/enrolment/cable.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from './a-station.ts';

let made = 0;
/** A serial number that no other test uses: a headset keeps its slot for as long as the station lives. */
export function aSerial(): string {
  made += 1;
  return `1WMHHADB${made}`;
}

/** A cart whose recipe has no agent: only what the cart is called. */
export async function aCartWithoutAgent(station: Pick<TestStation, 'call'>, count: number) {
  const cart = `adb-${Math.random().toString(36).slice(2)}`;
  const { body } = await station.call(createSlots, {
    body: { count, labelPrefix: 'Q-', cart: { id: cart, label: cart } },
  });
  const recipe = { cart, name: 'Without an agent', agent: null };
  expect((await station.call(setCableRecipe, { body: recipe })).status).toBe(200);
  expect((await station.call(startCable, { body: { cart } })).status).toBe(200);
  return { cart, slots: body.items };
}

/** The tile of a headset, as a new window gets it. */
export async function tileOf(station: Pick<TestStation, 'stream'>, id: string): Promise<Headset | undefined> {
  await using wall = await station.stream('/station/updates?snapshot=true');
  await wall.next('live');
  return wall.events
    .filter(({ name }) => name === 'headsets')
    .flatMap(({ data }) => headsetSchema.array().parse(data['items']))
    .find((each) => each.id === id);
}
