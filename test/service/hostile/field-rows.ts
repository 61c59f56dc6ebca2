import { z } from 'zod';

import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ANDROID_ID } from '../../../shared/contract/reference/values.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { TestStation } from '../../support/a-station.ts';
import { goodBodyOf, readingBodies } from './good-bodies.ts';
import { EXAMPLE_PARAMS, tokenFor } from './operations.ts';
import { type WrongValue, withValue, wrongValues } from './wrong-values.ts';

export const errorSchema = z.object({
  code: z.string(),
  details: z.array(z.object({ path: z.string() })).default([]),
});

/** An endpoint with a body, a valid one for it, and every wrong value derived from its contract. */
export type Row = {
  readonly name: keyof typeof contract;
  readonly endpoint: Endpoint;
  readonly good: unknown;
  readonly cases: readonly WrongValue[];
};

/**
 * Returns a row for each endpoint with a body, for a headset, a webhook, a profile and a group that it creates on
 * `station`.
 */
export async function fieldRows(station: TestStation) {
  const headset = await station.enrolled(ANDROID_ID);
  const webhook = await station.call(contract.createWebhook, {
    body: { url: 'http://127.0.0.1:7480/hooks/muster', types: ['event.NO_SUCH_TYPE'], isActive: false },
  });
  const profile = await aProfile(station);
  const group = await station.call(contract.createGroup, { body: { name: 'Hostile' } });
  const existing = { deviceId: headset.id, enterpriseId: station.enterpriseId, ...profile };
  const tokens = { enterprise: station.token, device: headset.token };
  const params = {
    ...EXAMPLE_PARAMS,
    ...profile,
    deviceId: headset.id,
    webhookId: webhook.body.id,
    groupId: group.body.id,
  };
  const rows = readingBodies.map((name): Row => {
    const endpoint: Endpoint = contract[name];
    const good = goodBodyOf(name, existing);
    return { name, endpoint, good, cases: [...wrongValues(endpoint.body, good)] };
  });
  return {
    headset,
    params,
    rows,
    /** Sends a body to the endpoint of a row. */
    send: ({ endpoint }: Pick<Row, 'endpoint'>, body: unknown) =>
      station.call(endpoint, { params, body, token: tokenFor(endpoint, tokens) }),
  };
}

/** A profile in its second version. */
async function aProfile(station: TestStation): Promise<{ profileId: string }> {
  const body = { name: 'Hostile', settings: {} };
  const { id: profileId } = (await station.call(contract.createProfile, { body })).body;
  await station.call(contract.updateProfile, { params: { profileId }, body });
  return { profileId };
}

/** Returns the body of a row with this one value in it. */
export function bodyWith({ good }: Row, { path, value }: WrongValue): unknown {
  return withValue(good, path, value);
}

/** Name of a case in a failure message. */
export const describeCase = ({ path, what }: WrongValue): string => `${path.join('.')}: ${what}`;

/** Runs the work for many items, some of them concurrently. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += 16)
    await Promise.all(items.slice(start, start + 16).map(work));
}

/** Fields of a heartbeat that say who reports and what happened; one that is wrong refuses the whole request. */
const IDENTITY_AND_EVENTS: readonly unknown[] = ['androidId', 'macAddress', 'events', 'enrolmentId'];

/** Returns true if a value in this field is left out alone when it cannot be true, and the rest is stored. */
export function isLeftOut(name: string, { path }: Pick<WrongValue, 'path'>): boolean {
  return name === 'updateDevice' && !IDENTITY_AND_EVENTS.includes(path[0]);
}
