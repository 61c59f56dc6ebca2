import { expect } from 'vitest';
import type { z } from 'zod';

import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import {
  createWebhook,
  getWebhook,
  listDeliveries,
} from '../../../../shared/contract/operations/webhooks.ts';
import type { TestStation } from '../../../support/a-station.ts';

type NewWebhook = z.input<typeof createWebhook.body>;
type Headset = { readonly id: string; readonly token: string };

/** Creates a webhook; by default of the station's own organisation. */
export async function aWebhook(station: TestStation, body: NewWebhook, token = station.token) {
  return (await station.call(createWebhook, { body, token })).body;
}

/** Reports events of these types, in one heartbeat. */
export async function report(station: TestStation, { id, token }: Headset, ...types: readonly string[]) {
  const events = types.map((type, index) => ({
    eventId: `${type}-${index}`,
    type,
    timestamp: Date.now(),
    payload: { index },
  }));
  await station.call(updateDevice, { params: { deviceId: id }, token, body: { events } });
}

/** Deliveries of a webhook, newest first. */
export async function deliveriesOf(station: TestStation, webhookId: string) {
  return (await station.call(listDeliveries, { params: { webhookId } })).body.items;
}

/** Reads a webhook until it is as expected; the result of a delivery is stored after its answer. */
export async function untilWebhook(station: TestStation, webhookId: string, expected: object) {
  await expect
    .poll(async () => (await station.call(getWebhook, { params: { webhookId } })).body)
    .toMatchObject(expected);
}

/** Reads the newest deliveries until they are as expected. */
export async function untilDeliveries(station: TestStation, webhookId: string, expected: readonly object[]) {
  await expect.poll(() => deliveriesOf(station, webhookId)).toMatchObject(expected);
}
