import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import {
  deleteWebhook,
  getWebhook,
  retryDelivery,
  testWebhook,
  updateWebhook,
} from '../../../../shared/contract/operations/webhooks.ts';
import { anyText } from '../../../support/any-value.ts';
import { aStation } from '../../../support/a-station.ts';
import { refused } from '../../../support/refused.ts';
import { isSignedWith, Receiver } from './a-receiver.ts';
import { aWebhook, deliveriesOf, report, untilDeliveries, untilWebhook } from './support.ts';

// Time moves only when a test moves it; the network runs in real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;

/** Waits in real time for the network and the store. */
async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

/** A station with a webhook for the events of one headset. */
async function aSetting(types = ['event.*']) {
  const station = await aStation({ rateLimit: 0 });
  const receiver = await Receiver.open();
  const headset = await station.enrolled();
  const webhook = await aWebhook(station, { url: receiver.url, types });
  const params = { webhookId: webhook.id };
  return {
    station,
    receiver,
    webhook,
    params,
    headset,
    newest: async () => (await deliveriesOf(station, webhook.id))[0],
    attempts: (count: number) =>
      until(async () => (await deliveriesOf(station, webhook.id)).some((each) => each.attempts === count)),
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]();
      await station[Symbol.asyncDispose]();
    },
  };
}

test('a refused delivery is retried automatically, later and later, with the same id and a fresh signature', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, webhook } = setting;
  receiver.replyOnce(500, 503);

  await report(station, headset, 'A');
  await setting.attempts(1);
  const first = await setting.newest();
  expect(first).toMatchObject({ status: 'failed', lastStatus: 500, nextAttemptAt: anyText });
  const waitMs = Date.parse(first?.nextAttemptAt ?? '') - Date.now();
  expect(waitMs).toBeGreaterThanOrEqual(5_000);
  expect(waitMs).toBeLessThanOrEqual(5_500);

  vi.advanceTimersByTime(4_999);
  expect(receiver.received).toHaveLength(1);
  vi.advanceTimersByTime(600);
  await setting.attempts(2);
  vi.advanceTimersByTime(33_000);
  await setting.attempts(3);

  expect(await setting.newest()).toMatchObject({ status: 'delivered', lastStatus: 204, nextAttemptAt: null });
  const { received } = receiver;
  expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
  expect(received.every((each) => isSignedWith(each, webhook.secret))).toBe(true);
});

test('order is kept while a receiver fails, and later messages follow', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, params } = setting;
  receiver.replyOnce(500);

  await report(station, headset, 'A');
  await setting.attempts(1);
  await report(station, headset, 'B', 'C');
  expect((await station.call(getWebhook, { params })).body).toMatchObject({
    waiting: 3,
    failingSince: anyText,
    lastDeliveredAt: null,
  });
  vi.advanceTimersByTime(5_600);
  await receiver.arrived(4);

  expect(receiver.types).toEqual(['event.A', 'event.A', 'event.B', 'event.C']);
  vi.useRealTimers();
  await untilWebhook(station, params.webhookId, { waiting: 0, failingSince: null, lastDeliveredAt: anyText });
});

test('a delivery that is never accepted delays no other for long', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset } = setting;
  receiver.reply((response) => {
    const isPoison = receiver.received.at(-1)?.type === 'event.POISON';
    response.writeHead(isPoison ? 400 : 204).end();
  });

  await report(station, headset, 'POISON', 'A', 'B');
  await setting.attempts(1);
  vi.advanceTimersByTime(5_600);
  await setting.attempts(2);
  // The second failure in a row pauses for half a minute; the failing delivery is due again at the same moment.
  vi.advanceTimersByTime(33_100);
  await setting.attempts(3);
  vi.advanceTimersByTime(2.3 * MINUTE_MS);
  await setting.attempts(4);
  vi.advanceTimersByTime(11.1 * MINUTE_MS);
  await setting.attempts(5);
  // From here the failing delivery waits for hours, the webhook for ten minutes at most.
  vi.advanceTimersByTime(10 * MINUTE_MS);
  await receiver.arrived(7);

  expect(receiver.types.slice(5)).toEqual(['event.A', 'event.B']);
});

test('Retry-After is honoured for the whole webhook', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset } = setting;
  receiver.replyOnce((response) => response.writeHead(429, { 'retry-after': '900' }).end());

  await report(station, headset, 'A');
  await setting.attempts(1);
  await report(station, headset, 'B');
  vi.advanceTimersByTime(899_000);
  expect((await setting.newest())?.attempts).toBe(0);
  expect(receiver.received).toHaveLength(1);
  vi.advanceTimersByTime(1_500);
  await receiver.arrived(3);

  expect(receiver.types).toEqual(['event.A', 'event.A', 'event.B']);
});

test('after three days a delivery is abandoned', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset } = setting;
  receiver.reply(500);

  await report(station, headset, 'A');
  let attempts = 0;
  let status: string | undefined;
  while (status !== 'abandoned' && attempts < 30) {
    attempts += 1;
    await setting.attempts(attempts);
    ({ status } = (await setting.newest()) ?? {});
    vi.advanceTimersByTime(7 * 60 * MINUTE_MS);
  }

  expect(status).toBe('abandoned');
  expect(await setting.newest()).toMatchObject({ nextAttemptAt: null, finishedAt: anyText });
  const { createdAt, finishedAt } = (await setting.newest()) ?? { createdAt: '', finishedAt: '' };
  const days = (Date.parse(finishedAt ?? '') - Date.parse(createdAt)) / 86_400_000;
  expect(days).toBeGreaterThan(2.7);
  expect(days).toBeLessThan(3.1);
});

test('a person can resend a delivery at once, an abandoned and a delivered one too', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, params } = setting;
  receiver.replyOnce(500);
  await report(station, headset, 'A');
  await setting.attempts(1);
  const { id } = (await setting.newest()) ?? { id: '' };
  const again = () => station.call(retryDelivery, { params: { ...params, deliveryId: id } });

  expect(await again()).toMatchObject({ status: 200, body: { id, status: 'pending' } });
  await setting.attempts(2);
  expect(await setting.newest()).toMatchObject({ status: 'delivered' });
  await again();
  await setting.attempts(3);

  expect(receiver.received.map((each) => each.id)).toEqual([id, id, id]);
});

test('410 switches the webhook off, and nothing is sent or queued until it is switched on', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, params } = setting;
  receiver.replyOnce(410);
  await report(station, headset, 'A', 'B');
  await setting.attempts(1);

  const { body } = await station.call(getWebhook, { params });
  expect(body).toMatchObject({ isActive: false, switchedOffBy: 'GONE' });
  await report(station, headset, 'WHILE_OFF');
  expect(await station.call(testWebhook, { params })).toMatchObject(refused(409, 'CONFLICT'));
  const [, gone] = await deliveriesOf(station, params.webhookId);
  expect(gone).toMatchObject({ type: 'event.A', status: 'abandoned', lastStatus: 410 });
  const retry = await station.call(retryDelivery, { params: { ...params, deliveryId: gone?.id ?? '' } });
  expect(retry).toMatchObject(refused(409, 'CONFLICT'));

  const on = await station.call(updateWebhook, { params, body: { isActive: true } });
  expect(on.body).toMatchObject({ isActive: true, switchedOffBy: null });
  await report(station, headset, 'C');
  await receiver.arrived(3);
  expect(receiver.types).toEqual(['event.A', 'event.B', 'event.C']);
});

test('after a change of address waiting messages are sent there at once', async () => {
  await using setting = await aSetting();
  await using other = await Receiver.open();
  const { station, receiver, headset, params } = setting;
  receiver.reply(500);
  await report(station, headset, 'A');
  await setting.attempts(1);

  await station.call(updateWebhook, { params, body: { url: other.url } });
  await report(station, headset, 'B');
  await other.arrived(2);

  expect(other.types).toEqual(['event.A', 'event.B']);
});

test('nothing is sent to a removed webhook', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, params } = setting;
  receiver.replyOnce(500);
  await report(station, headset, 'A', 'B');
  await setting.attempts(1);

  expect(await station.call(deleteWebhook, { params })).toMatchObject({ status: 200 });
  vi.advanceTimersByTime(60_000);
  const second = await aWebhook(station, { url: receiver.url });
  await station.call(testWebhook, { params: { webhookId: second.id } });
  await receiver.arrived(2);

  expect(receiver.types).toEqual(['event.A', 'ping']);
  expect(await station.call(getWebhook, { params })).toMatchObject(refused(404, 'WEBHOOK_NOT_FOUND'));
});

test('a delivery interrupted by a stop waits, and is sent after the next start', async () => {
  await using setting = await aSetting();
  const { station, receiver, headset, params } = setting;
  vi.useRealTimers();
  receiver.replyOnce('hang');
  await report(station, headset, 'A', 'B');
  await receiver.arrived(1);

  await station.restart();

  await receiver.arrived(3);
  expect(receiver.types).toEqual(['event.A', 'event.A', 'event.B']);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  // Aborted, not timed out: that attempt does not count.
  await untilDeliveries(station, params.webhookId, [
    { type: 'event.B', status: 'delivered', attempts: 1 },
    { type: 'event.A', status: 'delivered', attempts: 1 },
  ]);
});
